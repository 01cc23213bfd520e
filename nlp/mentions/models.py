"""The values that mention finding hands around."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

EntityType = Literal["person", "org", "place", "event", "product", "service", "project", "object", "file"]
Source = Literal["gazetteer", "pattern", "model", "rule", "hint"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A stretch of text that names something.

    Attributes:
        text: The characters from `start` to `end`.
        start: Offset of the first character.
        end: Offset after the last character.
        entity_type: What it names; `object` also when nothing tells.
        source: What found it.
        certain: The type is known (a list, a title, a cue), not guessed.
    """

    text: str
    start: int
    end: int
    entity_type: EntityType
    source: Source
    certain: bool

    @property
    def length(self) -> int:
        """Number of characters."""
        return self.end - self.start

    def overlaps(self, other: Mention) -> bool:
        """Whether the two share a character."""
        return self.start < other.end and other.start < self.end
