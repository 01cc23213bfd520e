"""From text to `Name`: the one entry; people and things are read by rules of their own."""

from __future__ import annotations

from functools import lru_cache

from recuerdo.nlp.names.addresses import read_address
from recuerdo.nlp.names.name import Name
from recuerdo.nlp.names.people import read_person
from recuerdo.nlp.names.spelling import emoji, name_key, tidy, umlaut_key
from recuerdo.nlp.names.things import read_thing
from recuerdo.nlp.names.types import type_class


@lru_cache(maxsize=1 << 16)
def parse_name(text: str, entity_type: str = "") -> Name:
    """Read a name once.

    Args:
        text: The name as written, any script; blank text gives a name without a key.
        entity_type: Its type, if known: legal forms are read off organisations, titles off persons.
    """
    kind = type_class(entity_type)
    address = read_address(text, kind)
    name = Name(
        text=text,
        entity_type=entity_type,
        type_class=kind,
        key=name_key(text),
        umlaut_key=umlaut_key(text),
        emoji=emoji(tidy(text)),
        address=address.address,
        path=address.path,
        email=address.email,
        is_lowercase=text == text.lower(),
    )
    return read_person(name) if kind == "person" else read_thing(name)
