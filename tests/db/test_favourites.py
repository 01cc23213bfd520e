"""The questions for Neo4j Browser are questions that this server understands."""

from pathlib import Path

import neo4j
import pytest

FAVOURITES = sorted((Path(__file__).parents[2] / "cypher" / "browser" / "favourites").glob("*.cypher"))


@pytest.mark.parametrize("path", FAVOURITES, ids=lambda path: path.stem)
def test_a_favourite_runs_in_the_language_that_the_browser_sends(path, private_neo4j):
    with neo4j.GraphDatabase.driver(
        private_neo4j.uri,
        auth=(private_neo4j.user, private_neo4j.password),
        warn_notification_severity="OFF",
        notifications_min_severity="OFF",
    ) as driver:
        driver.execute_query(f"CYPHER 5 {path.read_text(encoding='utf-8')}", {"hilo": "h", "name": "n"})
