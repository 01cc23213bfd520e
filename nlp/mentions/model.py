"""spaCy's entities, guarded: the small model is noisy, so most of what it says must pass."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from recuerdo.nlp.mentions.models import EntityType, Mention
from recuerdo.nlp.mentions.position import starts_sentence
from recuerdo.nlp.mentions.tables import Words

if TYPE_CHECKING:
    from spacy.tokens import Doc

_TYPES: dict[str, EntityType] = {
    "PERSON": "person", "PER": "person", "ORG": "org", "GPE": "place", "LOC": "place", "FAC": "place",
    "EVENT": "event", "PRODUCT": "product", "WORK_OF_ART": "object", "MISC": "object",
}  # fmt: skip
_SHORT_CAPITALS = 3
_NAME = re.compile(r"[^\W\d_][\w'’&.\-]*(?: (?:(?:of|the|de|del|la|and|&|van|von) ){0,2}[^\W_][\w'’&.\-]*)*")
_LEADING = re.compile(r"^(?:(?:the|a|an|my|our|his|her|their|your|el|la|los|las|un|una|mi|su)\s+)+", re.IGNORECASE)
_TRAILING = re.compile(r"(?:['’]s?|[\s.,;:!?*_`\-]+)$")


def model_mentions(doc: Doc, words: Words) -> list[Mention]:
    """Return the entities of a spaCy analysis that look like names; their types are guesses."""
    found = [_mention(entity.text, entity.start_char, entity.label_, words, doc.text) for entity in doc.ents]
    return [mention for mention in found if mention is not None]


def _mention(surface: str, start: int, label: str, words: Words, text: str) -> Mention | None:
    entity_type = _TYPES.get(label)
    if entity_type is None:
        return None
    leading = _LEADING.match(surface)
    cut = leading.end() if leading else 0
    name = _TRAILING.sub("", surface[cut:])
    start += cut
    if not _looks_like_name(name, start, words, text):
        return None
    return Mention(name, start, start + len(name), entity_type, "model", False)


def _looks_like_name(name: str, start: int, words: Words, text: str) -> bool:
    if len(name) < 2 or _NAME.fullmatch(name) is None:
        return False
    parts = name.split()
    capitals = [part for part in parts if part[0].isupper()]
    if not capitals or not parts[0][0].isupper() or len(parts) > 6:
        return False
    if name.isupper() and len(name) <= _SHORT_CAPITALS and name.lower() not in words.known:
        return False
    if all(words.has(part.lower(), "starters", "calendar", "not_names", "titles") for part in capitals):
        return False
    return len(parts) > 1 or not (starts_sentence(text, start) and len(name) <= 3)
