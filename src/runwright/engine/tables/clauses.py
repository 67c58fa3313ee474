"""Questions in words: the clause of the best sentence that the question leaves open.

What a question and its sentence share is where they meet; the answer is what goes on from there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from runwright.engine.patterns import lazily
from runwright.engine.tables.asking import Asked
from runwright.engine.tables.figures import Answer
from runwright.engine.tables.prose import quoted
from runwright.engine.tables.sentences import Ranked, Shelf
from runwright.engine.tables.words import term_of, terms

_TOKEN = lazily(r"[^\W_]+(?:['’.,-][^\W_]+)*")
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = lazily(
    rf"\b(?:\d{{1,2}}\s(?:{_MONTHS})(?:,?\s\d{{4}})?|(?:{_MONTHS})\s\d{{1,2}}(?:,\s\d{{4}})?|(?:{_MONTHS})(?:\sof)?\s\d{{4}}"
    r"|(?:fiscal\s)?(?:19|20)\d\d)\b",
    re.I,
)
_CONDITION = lazily(r"\b(?:when|if|once|upon|annually|quarterly|as\ssoon\sas|where)\b", re.I)
_CAUSE = lazily(
    r"\b(?:(?:primarily|mainly|largely|principally|partly|mostly)\s)?(?:due\sto|because\sof|because|as\sa\sresult\sof|driven\s(?:\w+\s)?by|attribut(?:able|ed)\s(?:\w+\s)?to"
    r"|result(?:ed|ing|s)\s(?:\w+\s)?from|caused\sby|reflect(?:s|ed|ing)|owing\sto|relat(?:es|ed)\s(?:\w+\s)?to)\s",
    re.I,
)
_LINK = lazily(
    r"^(?:[\s,:]|(?:is|are|was|were|be|been|has|have|had|will|would|that|which|to|of|primarily|mainly"
    r"|principally|also|generally|compris(?:es?|ed)|consist(?:s|ed)?)\b)+",
    re.I,
)
_VERB = lazily(
    r"\b(?:is|are|was|were|includes?|included|consists?|consisted|compris(?:es?|ed)|represents?|represented"
    r"|relates?|related|means?|refers?|indicates?)\b(?:\s(?:primarily|mainly|principally|of|to|in|by))*",
    re.I,
)
_NEAR = 6
_BECAUSE = 0.2
"""What it is worth, to a question for a reason, that a sentence gives one."""
_IS = lazily(
    r"\b(?:is|are|means?|represents?|refers?\sto|(?:is|are)\sdefined\sas|consists?\s(?:primarily\s)?of|"
    r"compris(?:es?|ed\sof))\s",
    re.I,
)
_DEFINES = lazily(r"what\s(?:is|are|does|do)\b", re.I)
_TABLE = lazily(r"^what\s(?:does|do|is|are|did)\b.{0,30}\btables?\b.{0,30}$", re.I)
_SHOWS = lazily(
    r"\btables?\b[^.]{0,30}?\b(?:sets?\sforth|shows?|presents?|summari[sz]es?|provides?|details?|reflects?"
    r"|illustrates?|lists?|outlines?|reconciles?|includes?|contains?|discloses?|represents?)\s",
    re.I,
)
_YES = lazily(r"(?:is|are|was|were|do|does|did|has|have|can|will)\s", re.I)
_PLACE = lazily(r"\b(?:in|at|on)\s((?:the\s)?[A-Z][\w.’'-]*(?:,?\s(?:of\s)?[A-Z][\w.’'-]*)*)")
_REASON = lazily(r"\b(?:why|cause[ds]?|reasons?|led|drove|driven|due|drivers?)\b", re.I)
_NAME = lazily(r"(?:by\s)((?:the\s)?(?:[A-Z][\w.&’'-]*\s?(?:of\s|and\s)?)+)")
_FOOTNOTE = lazily(r"^\s*(?:\(\w{1,3}\)|\d{1,2}\.?|[*†•]+)\s+(?=\w)")


def clause(asked: Asked, shelf: Shelf) -> Answer | None:
    """The part of the best sentence that answers, with the sentence."""
    if _TABLE.search(asked.text) and (shown := _introduced(shelf)) is not None:
        return shown
    ranked = shelf.ranked(asked.text, asked.years)
    if not ranked:
        return None
    best = max(ranked, key=_reasoned) if _REASON.search(asked.text) else ranked[0]
    text = _FOOTNOTE.sub("", " ".join(best.sentence.text.split()))
    value = _open_part(asked, text).strip(" .,;:") or text
    return Answer(value, f"Your files say: {quoted(text)}.", best.covered, (best.sentence.item,))


def _reasoned(one: Ranked) -> float:
    return one.score + (_BECAUSE if _CAUSE.search(one.sentence.text) else 0.0)


def definition(asked: Asked, shelf: Shelf) -> Answer | None:
    """What a sentence that begins with the thing asked about says that it is."""
    subject = terms(asked.subjects[0])
    if asked.years or not subject or len(subject) > 6 or not _DEFINES.match(asked.text):
        return None
    for one in shelf.ranked(asked.text):
        text = _FOOTNOTE.sub("", " ".join(one.sentence.text.split()))
        link = _IS.search(text)
        if link is not None and terms(text[: link.start()]) == subject:
            value = text[link.end() :].strip(" .,;:")
            return Answer(value, f"Your files say: {quoted(text)}.", 1.0, (one.sentence.item,))
    return None


def _introduced(shelf: Shelf) -> Answer | None:
    """What the sentence before a table says that it shows."""
    for sentence in shelf.sentences:
        text = " ".join(sentence.text.split())
        found = _SHOWS.search(text)
        if found is not None:
            value = re.sub(r"\s*\([^)]*\)\s*$|\s*:$", "", text[found.end() :].strip(" .:"))
            return Answer(value, f"Your files say: {quoted(text)}.", 0.9, (sentence.item,))
    return None


def _open_part(asked: Asked, text: str) -> str:
    question = asked.text.lower()
    if _REASON.search(question):
        found = _CAUSE.search(text)
        return text[found.start() :] if found else text
    if _YES.match(question):
        return text
    if question.startswith("when"):
        return _when(asked, text)
    if question.startswith("where"):
        found = _PLACE.search(text)
        return found[1] if found else _tail(asked, text)
    if question.startswith(("who", "whom")):
        found = _NAME.search(text)
        return found[1] if found else text
    return _tail(asked, text)


def _when(asked: Asked, text: str) -> str:
    condition = _CONDITION.search(text)
    found = _DATE.search(text)
    past = re.match(r"when (?:was|were|did)", asked.text, re.I)
    if condition is not None and (found is None or past is None):
        return text[condition.start() :]
    return found[0] if found is not None else text


def _tail(asked: Asked, text: str) -> str:
    """What follows the words that the question has too, or stands before the first of them."""
    wanted = terms(asked.text)
    tokens = list(_TOKEN.finditer(text))
    shared = [n for n, token in enumerate(tokens) if term_of(token[0].lower()) in wanted]
    if not shared:
        return text
    how = asked.text.lower().startswith("how")
    rest = text[_meeting(text, tokens, shared) :]
    cut = rest if how else _LINK.sub("", rest)
    if len(_TOKEN.findall(cut)) >= 2:
        return cut
    head = text[: tokens[shared[0]].start()]
    return head if len(_TOKEN.findall(head)) >= 3 else text


def _meeting(text: str, tokens: Sequence[re.Match[str]], shared: Sequence[int]) -> int:
    """Where the question's words end: at the first verb after most of them, or after the last."""
    known = {term_of(tokens[n][0].lower()) for n in shared}
    seen: set[str] = set()
    last = shared[0]
    for n in shared:
        if n - last > _NEAR:
            break
        between = _VERB.search(text[tokens[last].end() : tokens[n].start()])
        if between is not None and len(seen) * 3 >= len(known) * 2:
            return tokens[last].end() + between.end()
        last = n
        seen.add(term_of(tokens[n][0].lower()))
    return tokens[last].end()
