"""Quotations: whether they stand in their record, and what may be said to introduce them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from runwright.minds.language import vocabulary
from runwright.minds.language.evidence import RecordText, scalars
from runwright.minds.language.labels import is_label
from runwright.minds.language.parts import Language
from runwright.minds.language.vocabulary import canonical
from runwright.text.folding import fold
from runwright.text.sentences import sentences
from runwright.text.words import split_words

_MARKS = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‚": "'", "–": "-",
    "—": "-", "\u00ad": "", "\u00a0": " ", "…": "...",
})  # fmt: skip
_CLAUSE = re.compile(r"[,;:]\s|\s(?:and|but|or|while|whereas|und|aber|oder|sowie)\s")
_OPERATORS = (
    vocabulary.NEGATION | vocabulary.EXCLUSION | vocabulary.UNIVERSAL | vocabulary.MORE
    | vocabulary.LESS | vocabulary.EQUAL | vocabulary.BIG | vocabulary.SMALL
    | vocabulary.AT_LEAST | vocabulary.AT_MOST
)  # fmt: skip
_NEUTRAL = (
    vocabulary.JOINING | vocabulary.ATTRIBUTION | vocabulary.PLAIN
    | vocabulary.FAMILIES["documents"]
)  # fmt: skip


def plain(text: str) -> str:
    """Without what copying changes: white space and typographic marks."""
    return " ".join(text.translate(_MARKS).split())


def stands_in(quote: str, record: RecordText) -> bool:
    """Whether a quotation stands in a record word for word, from one word's edge to another's."""
    wanted = plain(quote).strip(' "')
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", plain(record.text)) is not None


def whole_sentences(quote: str, record: RecordText) -> str:
    """The sentences of the record that a quotation is of, so that nothing before it is hidden."""
    text, wanted = plain(record.text), plain(quote).strip(' "')
    at = text.find(wanted)
    covering = [text[s:e] for s, e in sentences(text) if s < at + len(wanted) and e > at]
    return " ".join(covering) or wanted


def problems(
    text: str,
    quote: str,
    record: RecordText,
    titles: Iterable[str] = (),
    language: Language = "en",
) -> Iterator[str]:
    """What the words that introduce a quotation claim beside it; `titles` are those of its
    document."""
    whole = whole_sentences(quote, record)
    hidden = _operators(whole) - _operators(quote)
    if hidden:
        yield f"the quotation leaves out “{sorted(hidden)[0]}” of its sentence: quote all of it"
    facts = () if record.facts is None else scalars(record.facts, 2)
    known = vocabulary.keys([record.title, *titles, *(v for _, v in facts if isinstance(v, str))])
    claimed = [
        word
        for word in split_words(fold(text))
        if canonical(word) not in known
        and (word in vocabulary.DOCUMENT_KINDS or word not in _NEUTRAL)
    ]  # fmt: skip
    claimed = [word for word in claimed if word not in vocabulary.JOINING]
    is_said = not claimed or any(_follows(claimed, each) for each in _stretches(plain(quote)))
    if not is_said and not is_label(text, quote, record.text, language):
        yield "the words before the quotation say more than it does: “" + " ".join(claimed) + "”"
    elif _operators(text) - _operators(quote):
        yield "the words before the quotation deny or compare, and it does not"


def _operators(text: str) -> set[str]:
    return {word for word in split_words(fold(text)) if word in _OPERATORS}


def _stretches(quote: str) -> Iterator[str]:
    for start, end in sentences(quote) or [(0, len(quote))]:
        yield from _CLAUSE.split(quote[start:end])


def _follows(claimed: list[str], stretch: str) -> bool:
    """Whether the words stand in one clause of the quotation in their order, none denied there."""
    words = [canonical(word) for word in split_words(fold(stretch))]
    at = 0
    for word in claimed:
        try:
            at = words.index(canonical(word), at) + 1
        except ValueError:
            return False
    return True
