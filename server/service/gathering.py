"""All the names that one call needs as entities, each asked for once, and the edges that follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from recuerdo.graph.models import Fuente
from recuerdo.graph.store.memories import Link
from recuerdo.nlp.names import name_key
from recuerdo.nlp.pipeline import Reading
from recuerdo.server.service.resolving import Role, Settled, Wanted

MOST_NAMES = 200
"""Mentions of one text that become entities; a directory listing is no two thousand acquaintances."""

ANCHOR = Wanted("observation", "observation", "mention")
"""What a text is about that names nothing and nobody."""


@dataclass(slots=True)
class Gathered:
    """Names in the order in which they were asked for; a name asked for twice is one."""

    names: list[Wanted] = field(default_factory=list)
    _index: dict[str, int] = field(default_factory=dict)

    def add(self, wanted: Wanted) -> int:
        """Ask for a name and return its place; a mention in the text is kept however often it comes."""
        key = name_key(wanted.text) or wanted.text
        if wanted.role == "mention" or key not in self._index:
            self.names.append(wanted)
            self._index.setdefault(key, len(self.names) - 1)
        return self._index[key]

    def add_reading(self, reading: Reading, hints: Iterable[str]) -> None:
        """Ask for everything that a text mentions, and for the hints that do not stand in it."""
        for mention in reading.mentions[:MOST_NAMES]:
            self.add(
                Wanted(
                    mention.text, mention.entity_type, "mention", mention.start, mention.end, certain=mention.certain
                )
            )
        for hint in hints:
            self.add(Wanted(hint, "object", "hint", certain=False))

    def add_fuente(self, fuente: Fuente) -> None:
        """Ask for who said it, who was there and for whom it was."""
        people: Sequence[tuple[Role, Any]] = [
            ("told_by", fuente.de),
            *(("with", each) for each in fuente.con),
            *(("for", each) for each in fuente.para),
        ]
        for role, named in people:
            if named is not None:
                self.add(Wanted(named.nombre, named.tipo, role))

    def id(self, text: str, settled: Settled) -> str | None:
        """Return the entity of a name that was asked for."""
        place = self._index.get(name_key(text) or text)
        return None if place is None else settled.ids[place]

    def links(self, fuente: Fuente, settled: Settled) -> dict[str, list[Any]]:
        """Return the edges of a memory: ABOUT each entity once, TOLD_BY, WITH and FOR as the fuente says."""
        about: dict[str, Link] = {}
        for wanted, id_ in zip(self.names, settled.ids, strict=True):
            if id_ is not None and wanted.role in {"mention", "hint"}:
                about.setdefault(id_, Link(id_, "mention", wanted.start, wanted.end))
        return {
            "about": list(about.values()),
            "told_by": self._ids([fuente.de] if fuente.de else [], settled),
            "with": self._ids(fuente.con, settled),
            "for": self._ids(fuente.para, settled),
        }

    def _ids(self, named: Sequence[Any], settled: Settled) -> list[str]:
        found = [self.id(each.nombre, settled) for each in named]
        return list(dict.fromkeys(id_ for id_ in found if id_ is not None))


def with_anchor(gathered: Gathered) -> Gathered:
    """Give a text that is about nothing its anchor."""
    if not any(each.role in {"mention", "hint"} for each in gathered.names):
        gathered.add(ANCHOR)
    return gathered
