"""Make `jars.lock` anew. For maintainers, with the extra `maintain`: `python -m recuerdo.graph.local.lock`.

Resolving a dependency tree needs hundreds of small files and a resolver, and its answer may change: so it is
done here, once a Neo4j version, and never on a user's machine. To move to another Neo4j, change
`jars.NEO4J_VERSION`, run this, run the tests, and commit both files.
"""

import hashlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

from recuerdo.graph.local.jars import LOCK_FILE, NEO4J_VERSION, Jar, format_lock

if TYPE_CHECKING:
    from jgo.maven import Dependency

# `neo4j` is the database, `neo4j-server` brings Bolt, HTTP and the main class, `neo4j-browser` is served when present.
ROOTS = (
    f"org.neo4j:neo4j:{NEO4J_VERSION}",
    f"org.neo4j.app:neo4j-server:{NEO4J_VERSION}",
    "org.neo4j.client:neo4j-browser:5.24.0",
)


def resolve(repo_cache: Path) -> list[Jar]:
    """Resolve the roots and everything they need at run time; downloads each jar to learn its size and hash."""
    from jgo.maven import MavenContext

    context = MavenContext(repo_cache=repo_cache, timeout=60)
    dependencies = [context.create_dependency(root) for root in ROOTS]
    for dependency in dependencies:
        dependency.raw = True  # resolve as Maven does: else jgo takes a root's own version table as binding for all
    roots, needed = context.resolver.resolve(dependencies)
    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(_measure, [*roots, *needed]))


def _measure(dependency: "Dependency") -> Jar:
    content = dependency.artifact.resolve().read_bytes()
    return Jar(
        dependency.groupId,
        dependency.artifactId,
        dependency.version,
        dependency.classifier,
        len(content),
        hashlib.sha256(content).hexdigest(),
    )


def main() -> None:
    """Resolve and write the lock file beside this module."""
    with tempfile.TemporaryDirectory() as repo_cache:
        jars = resolve(Path(repo_cache))
    LOCK_FILE.write_text(format_lock(jars), encoding="utf-8")
    sys.stdout.write(f"{len(jars)} jars, {sum(jar.size for jar in jars) / 1e6:.0f} MB: {LOCK_FILE}\n")


if __name__ == "__main__":
    main()
