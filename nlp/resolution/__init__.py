"""Which stored entity does a mention name? Pure rules over parsed names; every decision says why.

`pairs.compare` judges two names (`things`, `people`: ordered lists of rules, the first that applies decides),
`resolver` chooses among candidates, `batch` resolves the mentions of one text against each other as well.
"""

from recuerdo.nlp.resolution.batch import resolve_batch
from recuerdo.nlp.resolution.decision import Candidate, Decision, Verdict
from recuerdo.nlp.resolution.pairs import compare
from recuerdo.nlp.resolution.resolver import resolve

__all__ = ["Candidate", "Decision", "Verdict", "compare", "resolve", "resolve_batch"]
