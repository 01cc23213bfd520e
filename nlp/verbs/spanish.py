"""Spanish tense from the ending, with the words that only look like verbs listed."""

from __future__ import annotations

import re

from recuerdo.nlp.verbs.lexicon import lexicon
from recuerdo.nlp.verbs.words import Found, Tense, Word

_PARTICIPLE = re.compile(r"\w{2,}(?:[aií]d[oa]s?|(?:ech|scrit|uest|ist|uert|biert|elt|ot|res)[oa]s?)$")
_PRETERITE = re.compile(r"\w+(?:aron|ieron|[^r]eron|jeron|asteis|isteis)$")
_FUTURE = re.compile(r"\w*(?:[aeií]|[db])r(?:é|ás|á|emos|éis|án)$|(?:har|dir|querr)(?:é|ás|á|emos|éis|án)$")
_CONDITIONAL = re.compile(r"\w*(?:[aei]|[db])ría(?:s|mos|n)?$|(?:har|dir|querr)ía(?:s|mos|n)?$")
_IMPERFECT = re.compile(r"\w{2,}(?:aba(?:s|n)?|ábamos|ían|íamos)$")
_FIRST_PLURAL = re.compile(r"\w{2,}[ai]mos$")
_PRESENT_ENDING = re.compile(r"(?:o|a|e|as|es|an|en|amos|emos|imos)$")


def tense_at(sentence: list[Word], i: int, text: str) -> Found:
    """Return the tense that word i carries and whether that is a weak guess, or None."""
    table, word = lexicon("es"), sentence[i].lower
    if word in table["haber"] or word in table["haber_other"] or word in table["haber_past"]:
        return _haber(sentence, i)
    if periphrasis := _periphrasis(sentence, i):
        return periphrasis, False
    if word in table["ser_present"] or word in table["present"]:
        return "present", False
    if tense := _by_ending(sentence, i, text):
        ambiguous = tense == "past" and _FIRST_PLURAL.match(word) is not None and word not in table["past"]
        return None if tense == "past" and _is_name(sentence, i, text) else (tense, ambiguous)
    return _present(sentence, i, text)


def _periphrasis(sentence: list[Word], i: int) -> Tense | None:
    """`voy a llamar` is future, `acabo de llegar` past."""
    word, link = sentence[i].lower, [w.lower for w in sentence[i + 1 : i + 2]]
    if not _infinitive(sentence, i + 2):
        return None
    if word in lexicon("es")["go"] and link == ["a"]:
        return "future"
    return "past" if word.startswith("acab") and link == ["de"] else None


def _by_ending(sentence: list[Word], i: int, text: str) -> Tense | None:
    table, word = lexicon("es"), sentence[i].lower
    if word in table["past"] or _is_past(word) or (i == 0 and _opens_with_participle(sentence, text)):
        return "past"
    if _CONDITIONAL.match(word) and word not in table["not_ia"]:
        return "hypothetical"
    return "future" if _is_future(word) else None


def _haber(sentence: list[Word], i: int) -> Found:
    """`ha fallado` is past, `había` too; `habrá fallado` guesses at the past."""
    table, word = lexicon("es"), sentence[i].lower
    has_participle = any(_PARTICIPLE.match(w.lower) for w in sentence[i + 1 : i + 4])
    if word in table["haber_other"]:
        return ("past" if has_participle and word in ("habrá", "habrán", "habré") else "hypothetical"), False
    if word in table["haber_past"]:
        return "past", False
    return ("past", False) if has_participle else None


def _infinitive(sentence: list[Word], i: int) -> bool:
    return i < len(sentence) and re.search(r"(?:[aeií]r)(?:me|te|se|nos|l[aeo]s?)*$", sentence[i].lower) is not None


def _is_name(sentence: list[Word], i: int, text: str) -> bool:
    """Whether a capital inside the sentence makes the word a name (José, Salomé)."""
    word = sentence[i]
    return (
        i > 0
        and word.text[0].isupper()
        and not word.text.isupper()
        and text[: word.start].rstrip()[-1:] not in ".!?:¿¡\n-*"
    )


def _is_past(word: str) -> bool:
    table = lexicon("es")
    if word[-1] in "óéí":
        looks_only = word in table["not_o_accent"] or word in table["not_e_accent"] or word in table["not_i_accent"]
        return len(word) > 2 and not looks_only and not _is_future(word)
    if word.endswith(("aste", "iste")):
        return word not in table["not_iste"]
    if _FIRST_PLURAL.match(word):
        return word not in table["not_mos"] and word[:-4] not in table["stative_stems"]
    ended = _PRETERITE.match(word) or (_IMPERFECT.match(word) and not _CONDITIONAL.match(word))
    return word in table["imperfect_third"] or (bool(ended) and word not in table["not_aba"])


def _is_future(word: str) -> bool:
    """Infinitive + ending; a stem in r (preparé, esperé) makes the same letters a preterite."""
    if not _FUTURE.match(word) or word in ("atrás", "detrás"):
        return False
    stem = word[: word.rindex("r")]
    return not (word.endswith("é") and (stem + "r" in lexicon("es")["r_stems"] or stem[-1:] not in "aeiídbr"))


def _opens_with_participle(sentence: list[Word], text: str) -> bool:
    """`Migrado el esquema`, `Copia terminada`: what commits and logs say happened."""
    first = sentence[0].lower
    return bool(re.match(r"\w{3,}[aií]d[oa]s?$", first)) and not text[: sentence[0].start].strip()


def _present(sentence: list[Word], i: int, text: str) -> Found:
    """A present verb: a known stem, a pronoun + verb, or an ending between a subject and a complement."""
    table, word = lexicon("es"), sentence[i].lower
    if len(word) < 3 or word in table["non_verbs"] or not _PRESENT_ENDING.search(word):
        return None
    before = sentence[i - 1].lower if i else ""
    complement = _has_complement(sentence, i, text)
    if _PRESENT_ENDING.sub("", word) in table["stative_stems"] and before not in table["nominal"]:
        sure = complement or before in table["clitics"] or i <= 1 or _ends_like_verb(word)
        return "present", not sure
    third = word.endswith(("a", "e", "an", "en"))
    if third and before in table["pronouns"]:
        return "present", False
    if not (i and third and complement) or _is_name(sentence, i, text):
        return None
    after_plural = word.endswith("n") and before.endswith("s")
    after_noun = before not in table["non_verbs"] and not text[sentence[i - 1].end : sentence[i].start].strip()
    return ("present", True) if after_plural or after_noun else None


def _has_complement(sentence: list[Word], i: int, text: str) -> bool:
    following = sentence[i + 1].lower if i + 1 < len(sentence) else ""
    return following in lexicon("es")["followers"] or text[sentence[i].end :].lstrip()[:1].isdigit()


def _ends_like_verb(word: str) -> bool:
    return word.endswith(("an", "en", "amos", "emos", "imos"))
