"""Every query file says what it takes, and none of them reads the whole graph."""

import pytest

from recuerdo.graph import queries

pytestmark = [pytest.mark.anyio, pytest.mark.db]

SCANS = {
    "AllNodesScan",
    "NodeByLabelScan",
    "PartitionedNodeByLabelScan",
    "PartitionedAllNodesScan",
    "DirectedAllRelationshipsScan",
    "UndirectedAllRelationshipsScan",
}


def operators(plan):
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", []):
        yield from operators(child)


@pytest.mark.parametrize("name", sorted(queries.load()))
async def test_no_query_scans_a_label_or_all_nodes(indexed, name):
    plan = await indexed.explain(name)
    assert SCANS.isdisjoint(operators(plan)), list(operators(plan))


@pytest.mark.parametrize(
    "source",
    [
        "MATCH (n) RETURN n",
        "// Sentence.\n// params: id\n// mode: read\n// returns: n\nMATCH (n {id: $id, owner: $owner}) RETURN n",
        "// Sentence.\n// params: id, owner\n// mode: read\n// returns: n\nMATCH (n {id: $id}) RETURN n",
        "// Sentence.\n// params: –\n// mode: perhaps\n// returns: n\nRETURN 1 AS n",
    ],
)
def test_a_query_whose_header_is_not_true_is_refused(source):
    with pytest.raises(ValueError, match="bad"):
        queries.parse("bad", source)
