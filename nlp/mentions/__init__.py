"""Who and what a text mentions: the owner's own names, capitalised names, and what agents talk about.

`find_mentions` merges three sources, none of which is needed by the others: a gazetteer of the owner's names, patterns for
identifiers (paths, hosts, tickets, …), and names by rule, helped by spaCy's entity recogniser where there is one.
"""

from recuerdo.nlp.mentions.finder import find_mentions
from recuerdo.nlp.mentions.gazetteer import Gazetteer
from recuerdo.nlp.mentions.models import EntityType, Mention

__all__ = ["EntityType", "Gazetteer", "Mention", "find_mentions"]
