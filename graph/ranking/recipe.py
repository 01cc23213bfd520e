"""The recall recipe: every weight and every gate, in one place, as data (RECALL.md, "The default")."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Recipe:
    """Weights are summands of the score Y, whose two main parts lie in [0, 1]; lengths are in words.

    Attributes:
        pool: Hits that each leg hands on; > 0.
        around: Hits of each leg, from the best, whose neighbours in the conversation are looked at too.
        deep: Hits that an index is asked for when a filter that it does not know may cut most of them.
        hub: Memories of one entity that are looked at.
        vector_fall: Cosine below the best hit at which the vector part is 0.
        other_language: Added to the cosine of a text in another language than the question.
        group: Weight of the best score in the same conversation.
        length_from: Analysed tokens up to which a text is not punished for its length.
        analysed_share: Analysed tokens a word: stop words are not indexed.
        window_before: Time before the named period that still counts, `window_after` behind it.
        window_share: Share of the candidates beyond which a window tells nothing.
        enough_cosine: Cosine of the best hit from which its meaning alone is enough of an answer.
        enough_coverage: Share of the question's words that the best hit must hold otherwise; least cosine `weak_cosine`.
    """

    pool: int = 50
    around: int = 15
    deep: int = 500
    hub: int = 60
    vector: float = 1.0
    vector_fall: float = 0.10
    other_language: float = 0.02
    lexical: float = 0.7
    variant: float = 0.8
    two_back: float = 0.3
    told_by_named: float = 0.15
    told_by_role: float = 0.15
    window: float = 0.5
    window_before: timedelta = timedelta(days=1)
    window_after: timedelta = timedelta(days=7)
    window_share: float = 0.5
    when: float = 0.3
    question: float = -0.15
    answer_type: float = 0.15
    together: float = 0.07
    entity: float = 0.1
    group: float = 0.8
    length_from: float = 30.0
    length_slope: float = 0.75
    analysed_share: float = 0.6
    short_turn: int = 60
    short_answer: int = 40
    short_question: int = 30
    enough_cosine: float = 0.86
    enough_coverage: float = 0.5
    weak_cosine: float = 0.80


DEFAULT = Recipe()
