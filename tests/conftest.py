"""What every test may ask for."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from recuerdo.graph.local import DatabaseInfo, Layout, acquire, stop

# Fetched once and kept in the checkout, so that a second run and CI's later stages need no network.
JARS_ROOT = Path(__file__).parents[1] / ".home" / "jars"


@pytest.fixture(scope="session")
def jars_root() -> Path:
    """Jars of the private Neo4j, shared by all test homes; filled by the first test that starts one."""
    return JARS_ROOT


@pytest.fixture(scope="session")
def private_neo4j(tmp_path_factory: pytest.TempPathFactory, jars_root: Path) -> Iterator[DatabaseInfo]:
    """One real Neo4j for the whole session. Tests share it: use an owner of your own, or empty it first."""
    layout = Layout(tmp_path_factory.mktemp("neo4j"), jars_root)
    with acquire(layout, grace_s=1, timeout_s=300) as lease:
        yield lease.info
    stop(layout)
