"""Slips of the pen: unknown words, one letter away from a word that requests are made of.

Only what the engine itself would look for is mended: days, kinds of spending, events, the verbs of
questions. Whatever may be a name or the data of a request stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from runwright.context.index.words import word_set
from runwright.engine.days import MONTHS, WEEKDAYS
from runwright.engine.ledger.frame import FRAME
from runwright.engine.ledger.lexicon import CATEGORIES
from runwright.engine.patterns import lazily
from runwright.engine.quotes import mask

_LONGEST = 4_000
_SHORTEST = 5
_LONG_ENOUGH = 7
"""A capital letter is the sign of a name, but for such long names of days and months."""
_WORD = lazily(r"(?<![\w@./'\u2019-])[^\W\d_]+(?![\w@/]|[.'\u2019-]\w)")
_LETTERS = lazily(r"[^\W\d_]+")
_OF_LETTERS = lazily(
    r"\b(?:revers\w+|backwards?|upper ?case|lower ?case|title ?case|capitali[sz]\w*|sort\w*"
    r"|alphabet\w*|palindromes?|spell\w*|translat\w+|proofread\w*|rewrit\w+|letters?|characters?|vowels?"
    r"|anagrams?|duplicates?|typos?|words?|sentences?|misspell\w*)\b",
    re.I,
)
"""Matches a request whose words may be its data."""
_BEFORE_A_NAME = lazily(r"\b(?:at|with|called|named|by|from)\s+(?:the\s+)?$", re.I)
_BEFORE_A_DAY = lazily(r"\b(?:in|on|since|until|last|next|this|every|between|early|late)\s+$", re.I)
_DAYS = frozenset(name.lower() for name in (*WEEKDAYS, *MONTHS))
_MEETINGS = word_set("meeting meetings appointment appointments call calls")
_CALENDAR = word_set("""
    calendar calendars agenda diary schedule schedules scheduled event events entry entries
    reminder reminders invite invites invitation invitations
    """)
_EVENTS = word_set("""
    review lunch dinner breakfast brunch coffee drinks workshop standup offsite retreat training
    session seminar webinar interview birthday flight conference party concert class lesson exam
    demo sync checkup kickoff retrospective retro holiday vacation trip dentist doctor haircut
    wedding funeral hearing lecture course rehearsal practice match game gym yoga presentation
    briefing debrief planning catchup ceremony summit expo fair
    meetup hackathon anniversary reservation visit deadline checkin oneonone
    """)
_SLIPS = {
    "teh": "the", "hte": "the", "waht": "what", "hwat": "what", "whta": "what", "wehn": "when",
    "whne": "when", "hwen": "when", "wehre": "where", "hwo": "how", "wich": "which",
    "muhc": "much", "mcuh": "much", "amny": "many", "adn": "and", "ahve": "have", "taht": "that",
    "didi": "did", "spned": "spend", "sepnd": "spend", "sepnt": "spent", "spetn": "spent",
    "nxet": "next", "enxt": "next", "lsat": "last", "yaer": "year", "eyar": "year", "tiem": "time",
    "wekk": "week", "weke": "week", "mounth": "month", "munth": "month", "rnet": "rent",
}  # fmt: skip
"""Short words are too close to each other to be compared; these slips are no words at all."""
_MENDED = word_set("""
    spend spent spending receive received receives payment payments invoice invoices transaction
    transactions expense expenses subscription subscriptions insurance electricity groceries
    grocery restaurant restaurants salary balance transfer transfers refund refunds purchase
    purchases expensive cheapest biggest largest smallest highest lowest longest shortest average
    total altogether calendar meeting meetings appointment appointments schedule scheduled birthday
    breakfast dinner lunch conference interview presentation workshop holiday vacation flight
    tomorrow yesterday today tonight morning afternoon evening weekend month months quarter
    between before after during since until which where should would often many money bought
    account contract document documents landlord deposit address restaurant pharmacy clothing
    clothes transport travel utilities internet mortgage medicine entertainment furniture
    christmas session sessions membership charge charged because available busiest dentist doctor
    training
""")
_ENGLISH = word_set("""
    alter augusta auguste augusto barking bearing beating brought charred charted cheating
    checking clarity clothed clotting commune computing concept concepts concern concerns contact
    contrast convert converts curses daring deceive deceived dedication defund divided
    draining eating expanse expanses expansive extensive fearing fight fights fought
    fright gould gravel gravels hating heading headline healing heaving herring honey hopping
    hostess inner interned invited keating larch launch lights logging longing lowers lynch
    marche marco marking marsh match medial mediation meditation melting moaning monkey monte
    moths mourning mouth mouths nearing ought packing parting pending planting plight plights
    preservation prevents punch quartet rafter raining receivers redding remainder reminded
    scent screaming searing seating seminal shipping shouldn sinner slight slights soften
    sought speed speeding spelt steaming stopping straining studied studios sundae sundry
    tearing tension tensions tonal trailing translit transmit travers turing vince wearing
    welding whore wince winner witness world wouldn
""")
"""Words of their own that are one letter away from one of ours."""


def mended(prompt: str) -> str:
    """The prompt with its slips mended; a prompt that works on letters stays as it is."""
    if len(prompt) > _LONGEST or not any(map(_is_doubtful, _LETTERS.findall(prompt.lower()))):
        return prompt
    if _OF_LETTERS.search(prompt):
        return prompt
    masked = mask(prompt)
    pieces, begin = [], 0
    for found in _WORD.finditer(masked):
        other = _mended(found[0], masked[max(0, found.start() - 24) : found.start()])
        if other is not None:
            pieces += [prompt[begin : found.start()], other]
            begin = found.end()
    return "".join([*pieces, prompt[begin:]])


def _is_doubtful(word: str) -> bool:
    """A quick first look: most prompts have no such word, in quotations or elsewhere."""
    return word in _SLIPS or (len(word) >= _SHORTEST and word not in _known())


def _mended(word: str, before: str) -> str | None:
    lower = word.lower()
    if lower in _SLIPS and not word.isupper():
        return _SLIPS[lower].capitalize() if word[0].isupper() else _SLIPS[lower]
    if len(word) < _SHORTEST or not word.isascii() or lower in _known():
        return None
    meant = {ours for close in _one_away(lower) if (ours := _ours().get(close))}
    if len(meant) != 1:
        return None
    (other,) = meant
    if _is_inflected(lower, other) or not _may_be(word, other, before):
        return None
    return other.capitalize() if other in _DAYS or word[0].isupper() else other


def _may_be(word: str, other: str, before: str) -> bool:
    """Whether it is no name: one has a capital letter, or stands where names stand."""
    if other in _DAYS:
        dated = _BEFORE_A_DAY.search(before) is not None
        return word.islower() or dated or len(other) >= _LONG_ENOUGH
    return word.islower() and not _BEFORE_A_NAME.search(before)


def _is_inflected(word: str, other: str) -> bool:
    """Another form of the same word, which is understood as it is."""
    long, short = (word, other) if len(word) > len(other) else (other, word)
    return long in (f"{short}s", f"{short}d", f"{short}y", f"{short}r")


def _one_away(word: str) -> Iterator[str]:
    """The keys of every word from which this one differs by one letter."""
    yield f"-{word}"
    for at in range(len(word)):
        yield f"{word[:at]}{word[at + 1 :]}"
        yield f"{word[:at]}*{word[at + 1 :]}"
        if at + 1 < len(word):
            yield f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"


@cache
def _ours() -> dict[str, str]:
    """Every word that is mended: as it is, with a letter left out, and with one that is open."""
    found: dict[str, str] = {}
    for ours in sorted(_targets(), key=lambda word: (word not in _DAYS, len(word), word)):
        found[ours] = ours
        for at in range(len(ours)):
            found.setdefault(f"-{ours[:at]}{ours[at + 1 :]}", ours)
            found.setdefault(f"{ours[:at]}*{ours[at + 1 :]}", ours)
    return found


@cache
def _targets() -> frozenset[str]:
    """Our own words; those of a field only when they are long, for short ones are close to many."""
    named = (word.strip("* ") for each in CATEGORIES for word in each.asked.split(","))
    field = (
        word for word in (*_CALENDAR, *_EVENTS, *_MEETINGS, *named) if len(word) >= _LONG_ENOUGH
    )
    words = _MENDED | _DAYS | frozenset(field)
    return frozenset(w for w in words if w.isalpha() and (len(w) >= _SHORTEST or w in _DAYS))


@cache
def _known() -> frozenset[str]:
    """Words that are understood, or that are none of ours."""
    signs = (word for each in CATEGORIES for word in each.signs.replace(",", " ").split())
    return _targets() | FRAME | _EVENTS | _CALENDAR | _ENGLISH | frozenset(signs)
