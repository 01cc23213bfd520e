"""The jars that make up the private Neo4j, as the lock file names them."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

NEO4J_VERSION = "2026.09.0"
LOCK_FILE = Path(__file__).with_name("jars.lock")
MARKER = "complete"
COLUMNS = ("group", "artifact", "version", "classifier", "size", "sha256")


@dataclass(frozen=True, slots=True)
class Jar:
    """One line of the lock file.

    Attributes:
        classifier: Empty for most; names the platform of a native library.
        size: In bytes.
        sha256: In hexadecimal.
    """

    group: str
    artifact: str
    version: str
    classifier: str
    size: int
    sha256: str

    @property
    def file_name(self) -> str:
        """`artifact-version[-classifier].jar`, as in a Maven repository; unique in the lock file."""
        classifier = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{classifier}.jar"

    @property
    def path(self) -> str:
        """Where a Maven repository keeps it, relative to the repository's root."""
        return f"{self.group.replace('.', '/')}/{self.artifact}/{self.version}/{self.file_name}"


def locked_jars(lock_file: Path = LOCK_FILE) -> tuple[Jar, ...]:
    """Read the lock file: tab-separated, one heading line, one line a jar."""
    _heading, *lines = lock_file.read_text(encoding="utf-8").splitlines()
    return tuple(_parse(line) for line in lines)


def are_complete(folder: Path, lock_file: Path = LOCK_FILE) -> bool:
    """Tell whether every jar of this very lock file was verified in `folder`."""
    try:
        return (folder / MARKER).read_text(encoding="ascii") == sha256(lock_file)
    except OSError:
        return False


def mark_complete(folder: Path, lock_file: Path = LOCK_FILE) -> None:
    """Note that every jar of the lock file was verified in `folder`."""
    part = folder / f".{MARKER}.part"
    part.write_text(sha256(lock_file), encoding="ascii")
    part.replace(folder / MARKER)


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def format_lock(jars: list[Jar]) -> str:
    """Write the text that `locked_jars` reads, in the order of group and artifact, so that changes read well."""
    rows = sorted((jar.group, jar.artifact, jar.version, jar.classifier, str(jar.size), jar.sha256) for jar in jars)
    return "".join("\t".join(row) + "\n" for row in [COLUMNS, *rows])


def _parse(line: str) -> Jar:
    group, artifact, version, classifier, size, sha256 = line.split("\t")
    return Jar(group, artifact, version, classifier, int(size), sha256)
