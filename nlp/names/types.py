"""What kind of thing a type names: the coarse classes that resolution compares."""

from __future__ import annotations

from functools import lru_cache

from recuerdo.nlp.names import tables
from recuerdo.nlp.names.spelling import name_key

ARTEFACTS = frozenset({"product", "service", "project", "object", "file"})
"""Classes whose members people name by one word and type loosely."""


@lru_cache(maxsize=4096)
def type_class(entity_type: str) -> str:
    """The class of an entity type.

    Args:
        entity_type: A type as agents write it, either language ("Company", "ciudad", "work_of_art").

    Returns:
        person, place, event, org, product, service, project, object or file; "" for no type and for types that
        say nothing ("other", "concept"): it fits every class. A type that the table does not list is a class of
        its own (its key): a planet is neither a project nor a product.
    """
    key = name_key(entity_type)
    return tables.types().get(key, key)
