"""Quotations: whether they stand in their record, and what may be said to introduce them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from runwright.minds.language import licence, vocabulary
from runwright.minds.language.evidence import RecordText, scalars
from runwright.minds.language.labels import FRAME, VERBS, is_label, names_other_party
from runwright.minds.language.parts import Language
from runwright.minds.language.vocabulary import canonical
from runwright.records.facts import Passage, Table
from runwright.text.folding import fold
from runwright.text.sentences import sentences
from runwright.text.words import split_words, word_set

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
_VERBS = VERBS | word_set("""
    can could may might must shall should will would to come comes came amounts amounted add adds
    make makes made give gives gave given go goes went stand stands stood find finds found show
    shows shown list lists listed see know known call called name named say says said state states
    stated tell tells take takes took taken happen happens happened occur occurs hold held look
    follow follows following count counts counted totals altogether overall together combined
    reached reaches hit became become becomes lasts lasted against down run runs ran lie lies
    include includes included belong belongs concern concerns means worth leaving exactly contain
    contains consist consists appear appears set
    kann konnen konnte darf durfen muss mussen soll sollen sollte zu
    betragt betrug betragen belauft lauft gibt gab stehen steht stand liegt lag findet statt ergibt
    ergab zeigt heisst nennt genannt lautet macht machen gemacht kommt kam kommen geht ging
    gefunden gezahlt insgesamt zusammen dauert entspricht entfallt vorhanden enthalt enthalten
    besteht genau
    """)
"""Words that make a statement of a phrase that repeats the quotation."""
_STATES = word_set("is are was were be ist sind war waren betragt has have hat haben gilt gelten")
"""Verbs of a statement: a quotation without one is a topic or a figure."""
_RESTRICTING = word_set("""
    for if unless when where until after before only but provided during
    fur wenn falls sofern nur aber nach vor bis wahrend
    """)
"""Words with which it begins for whom, when and under which condition a statement holds."""
_MOST_REPEATED = 3
"""How many telling words of the middle of a sentence may be repeated: a topic, no statement."""
_KINDS = {
    "event": "calendar entry event Kalender Eintrag Termin",
    "transaction": "bank statement booking account Bank Kontoauszug Buchung Konto",
}
"""Where a record that is no document stands."""
_UNKNOWN_KIND = "other"
_LOOSE = ("letter", "note", "message", "schreiben", "brief", "notiz", "nachricht")
"""What a document of no known kind may be called."""
_NEUTRAL = FRAME | licence.LICENSED["documents"]
_SPOKEN_TO = word_set("you i we me us du ich wir sie dir dich mir mich uns ihnen")
_SPOKEN = _SPOKEN_TO | word_set("my your our mein meine dein deine unser unsere ihr ihre")
"""Persons who depend on who speaks, and what is theirs."""
_DETERMINERS = word_set("the a an your its their der die das den dem des ein eine einen einem")


def plain(text: str) -> str:
    """Without what copying changes: white space and typographic marks."""
    return " ".join(text.translate(_MARKS).split())


def stands_in(quote: str, record: RecordText) -> bool:
    """Whether a quotation stands in a record word for word, from one word's edge to another's."""
    wanted = plain(quote).strip(' "')
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", plain(record.text)) is not None


def whole_sentences(quote: str, record: RecordText) -> str:
    """The sentences of the record that a quotation is of, so that nothing before it is hidden."""
    wanted = plain(quote).strip(' "')
    turns = record.facts.turns if isinstance(record.facts, Passage) else ()
    said = (plain(record.text[turn.begin : turn.end]) for turn in turns)
    # Those who chat set few full stops: what one of them says ends with the turn.
    text = next((each for each in said if wanted in each), plain(record.text))
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
    yield from hidden(quote, record)
    titles = tuple(titles)
    known = vocabulary.keys(_known(text, quote, record, titles))
    if _UNKNOWN_KIND in titles:
        known |= vocabulary.keys(_LOOSE)
    words = split_words(fold(text))
    unknown = [at for at, word in enumerate(words) if not _is_known(word, known)]
    claimed = [words[at] for at in unknown]
    stretches = list(_stretches(plain(quote)))
    repeated = words[unknown[0] : unknown[-1] + 1] if unknown else []
    is_said = not claimed or any(_repeats(repeated, each) for each in stretches)
    own = [word for word in claimed if canonical(word) in vocabulary.keys([quote])]
    is_loose = len(own) > 1 and not any(_repeats(own, each) for each in stretches)
    if not is_said and (is_loose or not is_label(text, quote, record.text, language, known)):
        yield "the words before the quotation say more than it does: “" + " ".join(claimed) + "”"
    elif names_other_party(words, quote):
        yield "the words before the quotation name another party than the one that it binds"
    elif _turns_persons(words, quote):
        yield "the words before the quotation say `you`, and it speaks as somebody else"
    elif _operators(text) - _operators(quote):
        yield "the words before the quotation deny or compare, and it does not"


def _turns_persons(words: Sequence[str], quote: str) -> bool:
    """`What Niamh owes you: “I still owe you 40.”`: a quotation has a `you` of its own."""
    spoken = not _SPOKEN.isdisjoint(split_words(fold(quote)))
    return spoken and not _SPOKEN_TO.isdisjoint(words)


def hidden(quote: str, record: RecordText) -> Iterator[str]:
    """What a quotation leaves out of its sentence and would change what it says."""
    whole = whole_sentences(quote, record)
    left_out = _operators(whole) - _operators(quote)
    if left_out:
        yield f"the quotation leaves out “{min(left_out)}” of its sentence: quote all of it"
    elif _is_cut(plain(quote).strip(' "'), whole):
        yield "the quotation leaves out what its sentence restricts it to: quote all of it"


def _is_cut(quote: str, whole: str) -> bool:
    """`The notice period is 8 weeks`, where `for the Employer` comes next: for whom something is
    so, when and under which condition stands beside a statement, without a comma."""
    if quote not in whole:
        return False
    before, behind = (split_words(fold(each)) for each in whole.split(quote, 1))
    is_statement = not _STATES.isdisjoint(split_words(fold(quote)))
    return not _RESTRICTING.isdisjoint((*behind[:1], *(before if is_statement else ())))


def _is_known(word: str, known: frozenset[str]) -> bool:
    """Words of the frame say nothing; the kind of a document must be that of the quotation."""
    if canonical(word) in known:
        return True
    return word in FRAME or (word in _NEUTRAL and word not in vocabulary.DOCUMENT_KINDS)


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


def _repeats(words: Sequence[str], stretch: str) -> bool:
    """Whether words stand side by side in a clause of the quotation: `the notice period`, and not
    `deposit paid` where a deposit is to be paid. What makes a statement begins where it does."""
    wanted = [canonical(word) for word in words if word not in _DETERMINERS]
    own = [canonical(word) for word in split_words(fold(stretch)) if word not in _DETERMINERS]
    places = [at for at in range(len(own)) if own[at : at + len(wanted)] == wanted]
    telling = [word for word in words if word not in _NEUTRAL]
    is_topic = len(telling) <= _MOST_REPEATED and not set(words) & _VERBS
    return 0 in places or (bool(places) and is_topic)
