"""Quotations: whether they stand in their record, and what may be said to introduce them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from runwright.minds.language import vocabulary
from runwright.minds.language.evidence import RecordText, scalars
from runwright.minds.language.labels import VERBS, is_label
from runwright.minds.language.parts import Language
from runwright.minds.language.vocabulary import canonical
from runwright.records.facts import Passage, Table
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
_MODAL = VERBS | {"to", "zu"}
"""Words between others that make a duty or a wish of them."""
_KINDS = {
    "event": "calendar entry event Kalender Eintrag Termin",
    "transaction": "bank statement booking account Bank Kontoauszug Buchung Konto",
}
"""Where a record that is no document stands."""
_UNKNOWN_KIND = "other"
_LOOSE = ("letter", "note", "message", "schreiben", "brief", "notiz", "nachricht")
"""What a document of no known kind may be called."""
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
    titles = tuple(titles)
    known = vocabulary.keys(_known(text, quote, record, titles))
    if _UNKNOWN_KIND in titles:
        known |= vocabulary.keys(_LOOSE)
    claimed = [
        word
        for word in split_words(fold(text))
        if canonical(word) not in known
        and (word in vocabulary.DOCUMENT_KINDS or word not in _NEUTRAL)
    ]  # fmt: skip
    claimed = [word for word in claimed if word not in vocabulary.JOINING]
    said = set(split_words(fold(text)))
    is_said = not claimed or any(_follows(claimed, each, said) for each in _stretches(plain(quote)))
    own = [word for word in claimed if canonical(word) in vocabulary.keys([quote])]
    is_loose = len(own) > 1 and not any(
        _follows(own, each, said) for each in _stretches(plain(quote))
    )
    if not is_said and (is_loose or not is_label(text, quote, record.text, language)):
        yield "the words before the quotation say more than it does: “" + " ".join(claimed) + "”"
    elif _operators(text) - _operators(quote):
        yield "the words before the quotation deny or compare, and it does not"


def _known(text: str, quote: str, record: RecordText, titles: Iterable[str]) -> Iterator[str]:
    """What may be named before a quotation: its document, headings and parties, and who says it."""
    operators = _operators(text)
    facts = record.facts
    headings = [*record.title.split("›"), *getattr(facts, "headings", ())]
    # A heading that denies says so before what stands under it, too.
    yield from (each for each in headings if _operators(each) <= operators)
    yield from titles
    if isinstance(facts, Passage):
        yield from _speakers(quote, record.text, facts)
    elif isinstance(facts, Table):
        yield facts.title
    elif facts is not None:
        yield from (value for _, value in scalars(facts, 2) if isinstance(value, str))
        yield _KINDS.get(facts.kind, "")


def _speakers(quote: str, text: str, passage: Passage) -> Iterator[str]:
    """Who says what is quoted."""
    if passage.speaker:
        yield passage.speaker
    wanted = plain(quote).strip(' "')
    for turn in passage.turns:
        if wanted in plain(text[turn.begin : turn.end]):
            yield turn.speaker


def _operators(text: str) -> set[str]:
    return {word for word in split_words(fold(text)) if word in _OPERATORS}


def _stretches(quote: str) -> Iterator[str]:
    for start, end in sentences(quote) or [(0, len(quote))]:
        yield from _CLAUSE.split(quote[start:end])


def _follows(claimed: list[str], stretch: str, said: set[str]) -> bool:
    """Whether the words stand side by side in one clause of the quotation: `the notice period`,
    and not `deposit paid` where a deposit is to be paid."""
    words = split_words(fold(stretch))
    telling = [at for at, word in enumerate(words) if word not in _NEUTRAL or word in claimed]
    wanted = [canonical(word) for word in claimed]
    for first in range(len(telling) - len(wanted) + 1):
        places = telling[first : first + len(wanted)]
        if [canonical(words[at]) for at in places] == wanted:
            return set(words[places[0] : places[-1]]) & _MODAL <= said
    return False
