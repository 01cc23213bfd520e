"""English tense from the word and its neighbours."""

from __future__ import annotations

from functools import cache

from recuerdo.nlp.verbs.lexicon import lexicon
from recuerdo.nlp.verbs.words import Found, Tense, Word


def tense_at(sentence: list[Word], i: int, text: str) -> Found:
    """Return the tense that word i carries and whether that is a weak guess, or None."""
    table, word = lexicon("en"), sentence[i].lower
    if tense := _closed().get(word):
        return _auxiliary(sentence, i, tense)
    if word in table["non_verbs"]:
        return None
    if word in table["past"] and not _is_name(sentence, i, text):
        return _past_form(sentence, i)
    if word in table["participles"]:
        return _participle(sentence, i)
    if word.endswith("ed") and len(word) > 3 and word not in table["not_ed"] and not _is_name(sentence, i, text):
        return _past_form(sentence, i, regular=True)
    return _present(sentence, i, text)


_AUXILIARIES: dict[Tense, tuple[str, ...]] = {
    "present": ("be_present", "have_present", "do_present"),
    "hypothetical": ("hypothetical",),
    "obligation": ("obligation",),
    "future": ("future",),
    "past": ("be_past", "have_past", "do_past"),
}


@cache
def _closed() -> dict[str, Tense]:
    """Return the tense of each auxiliary."""
    table = lexicon("en")
    return {word: tense for tense, lists in _AUXILIARIES.items() for name in lists for word in table[name]}


def _auxiliary(sentence: list[Word], i: int, tense: Tense) -> Found:
    """`is going to` is future, `have to` an obligation, `could not` past; `has failed` counts at its participle."""
    word, following = sentence[i].lower, _next_content(sentence, i)
    if word in _CONTRACTED_WOULD:
        return ("past" if following and _is_participle(following) else "hypothetical"), False
    if word in ("could", "couldn't"):
        negated = word == "couldn't" or any(w.lower == "not" for w in sentence[i + 1 : i + 2])
        return ("past" if negated else "hypothetical"), False
    if word in ("need", "needs") and following != "to":
        return "present", False
    if tense != "present" or following is None:
        return tense, False
    return _present_auxiliary(sentence, i, following)


_CONTRACTED_WOULD = frozenset({"i'd", "we'd", "he'd", "she'd", "they'd"})


def _present_auxiliary(sentence: list[Word], i: int, following: str) -> Found:
    table, word = lexicon("en"), sentence[i].lower
    if word in table["be_present"] and following == "going" and "to" in (w.lower for w in sentence[i + 1 : i + 4]):
        return "future", False
    if word in table["have_present"] and following == "to":
        return "obligation", False
    perfect = word in table["have_present"] and _is_participle(following) and following != "got"
    return None if perfect else ("present", False)


def _next_content(sentence: list[Word], i: int) -> str | None:
    adverbs = lexicon("en")["adverbs"]
    return next(
        (w.lower for w in sentence[i + 1 : i + 5] if w.lower not in adverbs and not w.lower.endswith("ly")), None
    )


def _previous_content(sentence: list[Word], i: int) -> str:
    adverbs = lexicon("en")["adverbs"]
    return next(
        (
            w.lower
            for w in reversed(sentence[max(0, i - 4) : i])
            if w.lower not in adverbs and not w.lower.endswith("ly")
        ),
        "",
    )


def _is_participle(word: str) -> bool:
    table = lexicon("en")
    regular = word.endswith("ed") and len(word) > 3 and word not in table["not_ed"]
    return regular or word in table["participles"] or word in table["past"]


def _is_name(sentence: list[Word], i: int, text: str) -> bool:
    """Whether a capital inside the sentence makes the word a name (Rose, Reed)."""
    word = sentence[i]
    return (
        i > 0
        and word.text[0].isupper()
        and not word.text.isupper()
        and text[: word.start].rstrip()[-1:] not in ".!?:\n-*"
    )


def _past_form(sentence: list[Word], i: int, *, regular: bool = False) -> Found:
    """A past form is a participle after `be` (then the auxiliary tells the time) and an adjective inside a noun phrase."""
    table, before = lexicon("en"), _previous_content(sentence, i)
    if before in table["be_present"] or before in table["be_other"] or before in table["be_past"]:
        return None
    if before == "to" or before in table["future"] or before in table["obligation"] or before in table["hypothetical"]:
        return None
    if i + 1 < len(sentence) and sentence[i + 1].lower in table["be_present"]:
        return None  # `Attached is the plan`
    if sentence[i].lower in table["past_or_base"]:
        return ("past", False) if _third_person_before(sentence, i) else None
    if regular and i > 0 and (before in table["determiners"] or before in table["prepositions"]):
        return None
    return "past", False


def _third_person_before(sentence: list[Word], i: int) -> bool:
    """`she put`, `the job quit`: a base form after a third person can only be past."""
    before = _previous_content(sentence, i)
    table = lexicon("en")
    if before in ("he", "she", "it") or before in table["have_present"]:
        return True
    opens_with_name = i == 1 and sentence[0].text[0].isupper()
    return opens_with_name and before not in table["pronouns"] and before not in table["determiners"]


def _participle(sentence: list[Word], i: int) -> Found:
    table, before = lexicon("en"), _previous_content(sentence, i)
    perfect = before in table["have_present"] or before in ("he's", "she's", "it's", "who's")
    if perfect and sentence[i].lower != "been":
        return "past", False
    if i == 0 and sentence[i].lower in (
        "done",
        "written",
        "taken",
        "chosen",
        "broken",
        "gone",
        "rewritten",
        "shown",
        "given",
    ):
        return "past", False
    if sentence[i].lower in table["past_or_base"] and _third_person_before(sentence, i):
        return "past", False
    return None


def _present(sentence: list[Word], i: int, text: str) -> Found:
    """A present verb by its place: after a pronoun, or between a noun and a complement."""
    table, word = lexicon("en"), sentence[i].lower
    if i == 0 or _is_name(sentence, i, text) or text[sentence[i - 1].end : sentence[i].start].strip():
        return None
    before = _previous_content(sentence, i)
    third = (
        word.endswith("s")
        and not word.endswith(("ss", "us", "is"))
        and len(word) > 3
        and word not in table["plural_nouns"]
    )
    if before in table["pronouns"] and not word.endswith(("ing", "ly", "ed")):
        return "present", False
    if third and before in table["pronouns_third"]:
        return "present", False
    return None if before in table["non_verbs"] else _after_noun(sentence, i, text, third=third)


def _after_noun(sentence: list[Word], i: int, text: str, *, third: bool) -> Found:
    """`the cron mounts the volume`: a weak guess, unless the verb is a known stative one."""
    table, word, before = lexicon("en"), sentence[i].lower, _previous_content(sentence, i)
    plural = before.endswith("s")
    if plural and _base_after_plural(sentence, i):
        return "present", True
    if not third or before in table["determiners"]:
        return None
    if _base(word) in table["stative"]:
        return "present", plural
    following = sentence[i + 1].lower if i + 1 < len(sentence) else ""
    complement = following in table["followers"] or text[sentence[i].end :].lstrip()[:1].isdigit()
    return ("present", True) if complement and not plural else None


def _base_after_plural(sentence: list[Word], i: int) -> bool:
    """`Large uploads choke the gateway`: a base form between a plural and its complement."""
    table, word = lexicon("en"), sentence[i].lower
    following = sentence[i + 1].lower if i + 1 < len(sentence) else ""
    return word in table["stative"] or (
        following in table["determiners"] and not word.endswith(("s", "ing", "ed", "ly"))
    )


def _base(word: str) -> str:
    """Return the base of a third-person form: carries → carry, watches → watch, lives → live."""
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes", "oes")):
        return word[:-2]
    return word[:-1]
