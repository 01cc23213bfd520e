"""Facts that can be read from text without a language model.

`extract_facts` is the door. Structured material is read first and trusted; a fact from prose is a candidate
with its clause, its pattern and a confidence. Precision comes before recall: what is asked, supposed, wished or
doubted yields nothing.
"""

from recuerdo.nlp.facts.extraction import extract_facts
from recuerdo.nlp.facts.models import SPEAKER, WE, FactCandidate

__all__ = ["SPEAKER", "WE", "FactCandidate", "extract_facts"]
