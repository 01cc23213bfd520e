"""A name, read once: what is the name itself, and what only describes the thing that bears it.

Pure and table-driven; English and Spanish tables, any script. The tables are data under ``nlp/data/names``.
"""

from recuerdo.nlp.names.keys import lookup_keys
from recuerdo.nlp.names.name import Name
from recuerdo.nlp.names.parsing import parse_name
from recuerdo.nlp.names.spelling import name_key
from recuerdo.nlp.names.types import type_class
from recuerdo.nlp.names.unnamed import Reference, is_nameable, reference

__all__ = ["Name", "Reference", "is_nameable", "lookup_keys", "name_key", "parse_name", "reference", "type_class"]
