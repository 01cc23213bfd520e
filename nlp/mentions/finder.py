"""The merge of all sources: longest first, then the most trusted, never two on the same characters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from recuerdo.nlp.mentions.gazetteer import Gazetteer
from recuerdo.nlp.mentions.identifiers import identifier_mentions
from recuerdo.nlp.mentions.model import model_mentions
from recuerdo.nlp.mentions.models import EntityType, Mention
from recuerdo.nlp.mentions.names import name_mentions, quoted_mentions
from recuerdo.nlp.mentions.tables import Words, words

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from recuerdo.nlp.language import Language

_CERTAIN_VOTE = 1000
"""Outweighs every guess in one text."""


def find_mentions(
    text: str,
    *,
    language: Language,
    gazetteer: Gazetteer | None = None,
    doc: Doc | None = None,
    hints: Sequence[str] = (),
) -> list[Mention]:
    """Return what a text mentions, in its order, without overlap.

    Args:
        text: Any text, any script.
        language: Decides which word tables are read; `und` reads no language's grammar.
        gazetteer: The owner's own names and aliases.
        doc: spaCy's analysis of the same text, where there is a model.
        hints: Names that the writer says are in the text; one that is not is passed over.

    Returns:
        Mentions; `certain` says that the type is known rather than guessed.
    """
    lists = words(language)
    names = name_mentions(text, lists, guess_persons=doc is None)
    if doc is not None:
        names = _with_model(names, model_mentions(doc, lists))
    if language == "und":
        names += quoted_mentions(text)
    own = gazetteer.find(text, lists) if gazetteer is not None else []
    found = [*own, *identifier_mentions(text), *names]
    return _consistent(_without_overlap([*_hinted(text, hints, found, lists), *found]))


def _hinted(text: str, hints: Sequence[str], found: Sequence[Mention], lists: Words) -> list[Mention]:
    """Return the hints that stand in the text, with the type that another source gives to the same characters."""
    own = Gazetteer((hint, hint, "object") for hint in hints).find(text, lists)
    return [_typed(hint, found) for hint in own]


def _typed(hint: Mention, found: Sequence[Mention]) -> Mention:
    """Give a hint the type that another source gives to the same characters, or to a stretch that ends with them."""
    there = [mention for mention in found if mention.end == hint.end and mention.start <= hint.start]
    if not there:
        return replace(hint, source="hint", certain=False)
    best = max(there, key=lambda mention: mention.start)
    return replace(hint, source="hint", entity_type=best.entity_type, certain=best.certain and best.start == hint.start)


def _with_model(names: Sequence[Mention], entities: Sequence[Mention]) -> list[Mention]:
    """Let the model type the names whose type is a guess, and add the names that no rule saw."""
    typed = [_retyped(name, entities) for name in names]
    return typed + [entity for entity in entities if not any(entity.overlaps(name) for name in names)]


def _retyped(name: Mention, entities: Sequence[Mention]) -> Mention:
    same = next((entity for entity in entities if entity.overlaps(name)), None)
    if name.certain or name.entity_type != "object" or same is None:
        return name
    return replace(name, entity_type=same.entity_type, source="model")


def _consistent(found: Sequence[Mention]) -> list[Mention]:
    """Give the mentions of one name one type: a certain one, else the most frequent."""
    votes: dict[str, Counter[EntityType]] = defaultdict(Counter)
    for mention in found:
        votes[mention.text][mention.entity_type] += (
            _CERTAIN_VOTE if mention.certain else mention.entity_type != "object"
        )
    return [m if m.certain else replace(m, entity_type=votes[m.text].most_common(1)[0][0]) for m in found]


def _without_overlap(found: Sequence[Mention]) -> list[Mention]:
    kept: list[Mention] = []
    for mention in sorted(found, key=_rank):
        if not any(mention.overlaps(other) for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda mention: mention.start)


def _rank(mention: Mention) -> tuple[int, int]:
    trust = {"hint": 0, "gazetteer": 1, "rule": 2 if mention.certain else 5, "pattern": 3, "model": 4}
    return -mention.length, trust[mention.source]
