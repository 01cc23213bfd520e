"""Ranking: from the legs' hits to an answer with receipts. Pure: no database, no text analysis beyond stems.

Question        what is asked · RecallFilters  what may be an answer
Hit, Candidate  what the legs found · Ranking  what comes out
Recipe          all weights and gates, `DEFAULT` the one in use
"""

from recuerdo.graph.ranking.candidates import Candidate, Hit, LegScore, Near, Ranked, Ranking
from recuerdo.graph.ranking.question import (
    AnswerType,
    Asked,
    NamedEntity,
    Question,
    RecallFilters,
    Role,
    Term,
    Window,
)
from recuerdo.graph.ranking.recipe import DEFAULT, Recipe

__all__ = [
    "DEFAULT",
    "AnswerType",
    "Asked",
    "Candidate",
    "Hit",
    "LegScore",
    "NamedEntity",
    "Near",
    "Question",
    "Ranked",
    "Ranking",
    "RecallFilters",
    "Recipe",
    "Role",
    "Term",
    "Window",
]
