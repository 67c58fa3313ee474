"""What a question asks for: the kind of thing that would answer it, and what it is about."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Literal, NamedTuple

from runwright.context.index.words import fold, word_set
from runwright.engine.patterns import lazily
from runwright.engine.prose.words import ASKING, stem, words

Kind = Literal[
    "person", "time", "place", "count", "amount", "code", "thing", "why", "how", "truth", "topic"
]
"""What answers it; `topic` when it is no question."""


class Question(NamedTuple):
    """A question, read."""

    text: str
    kind: Kind
    focus: str
    """The stem of the noun that the answer is one of: "club" in "which football club"."""
    stems: tuple[str, ...]
    """What it is about, each stem once, in its order."""
    pairs: frozenset[tuple[str, str]]
    """Telling stems that stand next to each other."""
    names: tuple[str, ...]
    """The proper names and quotations in it, as they are written."""


_WH = r"who|whom|whose|what|which|when|where|why|how|whats|who's|what's|what’s|who’s"
_ASKS = lazily(rf"\b(?P<wh>{_WH})\b(?:\s+(?P<next>[\w’'-]+))?(?:\s+(?P<after>[\w’'-]+))?", re.I)
_AUXILIARY = lazily(
    r"(?:is|are|was|were|am|do|does|did|has|have|had|can|could|will|would|should|shall|may|might"
    r"|isn't|aren't|wasn't|weren't|don't|doesn't|didn't)\b",
    re.I,
)
_VERB = word_set("""
    is are was were be been do does did has have had can could will would should shall may might
    must to s
    """)
# Asks for whatever there is, rather than for one fact.
_TELL = lazily(
    r"(?:what (?:do|does|did|is|was) .{0,60}\b(?:say|says|said|written|mention|know|have)"
    r" (?:about|on|of)\b"
    r"|(?:tell (?:me|us)|anything|everything|something|more|notes?|information|details?)"
    r" (?:about|on)\b"
    r"|what about\b|(?:summari[sz]e|describe|outline|review)\b"
    r"|(?:a |the )?(?:summary|overview) of\b)",
    re.I,
)
_DOES = word_set("do does did can could will would should has have had may might must")
_TIME = word_set("""
    year years date day month century decade decades centuries time season weekday week hour era
    months quarter birthday deadline
    """)
_PLACE = word_set("""
    city country town state county province region place continent island village location capital
    district street venue area river neighborhood neighbourhood borough stadium address site
    municipality
    """)
_COUNT = word_set("number")
# "The number of guests" is counted, a customer number is read.
_CODE = lazily(
    r"(?<!\bthe)(?<!\bwhat)(?<!\bwhich)(?<!\ba)(?<!\btotal)(?<!\blarge)\s(?:number|code|id|pin)\b(?!s)",
    re.I,
)
_AMOUNT = word_set("""
    percentage percent amount price cost population distance height length weight size age rate
    speed temperature area salary budget score fee rent total ratio fraction proportion share
    """)
_PERSON = word_set("""
    person man woman actor actress author writer player singer president king queen director
    politician artist leader general coach manager composer painter scientist philosopher poet
    musician professor governor mayor minister emperor pope saint founder inventor
    novelist journalist teacher engineer lawyer doctor
    """)
_MEASURES = {
    "many": "count",
    "much": "amount",
    "long": "amount",
    "old": "amount",
    "far": "amount",
    "tall": "amount",
    "high": "amount",
    "large": "amount",
    "big": "amount",
    "fast": "amount",
    "deep": "amount",
    "wide": "amount",
    "heavy": "amount",
    "often": "amount",
}
_FILLER = word_set("""
    a an the of kind kinds type types sort sorts form forms name names other specific particular
    exact main major first last new old two three one different famous many
    """)
_QUOTED = lazily(r"[“\"«]([^“”\"«»\n]{2,80})[”\"»]")
_NAME = lazily(
    r"[A-ZÀ-ÞĀ-Ž0-9][\w’'.&\-]*(?:\s(?:(?:of|the|de|la|von|van|der|and|in|for)\s){0,2}"
    r"[A-ZÀ-ÞĀ-Ž0-9][\w’'.&\-]*)*"
)
_OPENERS = word_set(f"""{_WH.replace("|", " ")} in on at for the a an from during after before by
    is are was were do does did has have can could will would should of to tell give name""")
_MOST = 2000
"""So many characters are read: longer than any question."""
# What may stand before a question word that opens: "in", "according to".
_OPENING = lazily(r"(?:(?!the\b|an?\b)[a-z]+\s){0,2}", re.I)


def read(text: str) -> Question:
    """What a question asks for."""
    text = " ".join(text[:_MOST].split())
    kind, focus = _asked(text)
    told = [word.stem for word in words(text) if word.stem and _tells(text[word.start : word.end])]
    stems = tuple(dict.fromkeys(told)) or tuple(
        dict.fromkeys(w.stem for w in words(text) if w.stem)
    )
    pairs = frozenset(pairwise(told))
    return Question(text, kind, focus, stems, pairs, tuple(_names(text)))


def _tells(word: str) -> bool:
    return fold(word) not in ASKING


def _asked(text: str) -> tuple[Kind, str]:
    """The kind and the focus."""
    if _TELL.match(text):
        return "topic", ""
    found = _asking(text)
    if _AUXILIARY.match(text) and (
        found is None or found["wh"].lower() in ("who", "which", "what")
    ):
        return "truth", ""
    if found is None:
        return "topic", ""
    asked = found["wh"].lower()[:4].rstrip("'’")
    if asked == "how":
        measure = (found["next"] or "").lower()
        return _measured(text, found, measure)
    if asked in ("when", "wher", "why"):
        return {"when": "time", "wher": "place", "why": "why"}[asked], ""  # type: ignore[return-value]
    if asked.startswith("who"):
        focus = _focus(text, found.end("wh")) if asked == "whos" else ""
        return "person", focus
    if fold(found["next"] or "") in _DOES:
        return "thing", ""
    focus = _focus(text, found.end("wh"))
    if _CODE.search(text):
        return "code", stem(focus)
    return _kind_of(focus), stem(focus)


def _asking(text: str) -> re.Match[str] | None:
    """The question word that asks; not one that only joins a clause: "the city which …"."""
    found = list(_ASKS.finditer(text))
    if not found or _OPENING.fullmatch(text, 0, found[0].start()):
        return found[0] if found else None
    strong = [each for each in found if each["wh"].lower() in ("what", "how")]
    nouned = [each for each in found if _takes_noun(each)]
    return (strong or nouned or found)[-1]


def _takes_noun(found: re.Match[str]) -> bool:
    return found["wh"].lower() == "which" and fold(found["next"] or "is") not in _VERB


def _measured(text: str, found: re.Match[str], measure: str) -> tuple[Kind, str]:
    if measure not in _MEASURES:
        return "how", ""
    focus = _focus(text, found.end("next")) if measure in ("many", "much") else ""
    kind: Kind = "count" if _MEASURES[measure] == "count" else "amount"
    return kind, stem(focus) if focus else ""


def _focus(text: str, at: int) -> str:
    """The head noun after the question word: the last word before a verb or a preposition."""
    rest = re.split(r"[\s]+", text[at:].strip())
    noun = ""
    skipping = True
    for token in rest[:9]:
        plain = fold(token.strip("?,.:;\"'“”"))
        if skipping and plain in _VERB:
            continue
        if skipping and plain in _FILLER:
            continue
        if not plain or plain in ASKING or plain in _VERB:
            if noun:
                break
            continue
        if noun and (plain.endswith(("ed", "ing")) or token[:1].isupper()):
            break
        skipping = False
        noun = plain
        if _kind_of(noun) != "thing":
            break
        if token[-1:] in "?,.:;" or token.endswith(("'s", "’s")):
            break
    return noun


def _kind_of(focus: str) -> Kind:
    plain = (
        focus if focus in _TIME | _PLACE | _COUNT | _AMOUNT | _PERSON else focus.removesuffix("s")
    )
    kinds: tuple[tuple[frozenset[str], Kind], ...] = (
        (_TIME, "time"),
        (_PERSON, "person"),
        (_COUNT, "count"),
        (_AMOUNT, "amount"),
        (_PLACE, "place"),
    )
    return next((kind for nouns, kind in kinds if plain in nouns), "thing")


def _names(text: str) -> list[str]:
    """What is written with capitals or in quotation marks, without the word that opens."""
    found = [quoted[1].strip(" .,") for quoted in _QUOTED.finditer(text)]
    for match in _NAME.finditer(_QUOTED.sub("|", text)):
        tokens = match[0].split()
        while tokens and fold(tokens[0]).rstrip(".") in _OPENERS:
            tokens = tokens[1:]
        name = " ".join(tokens).rstrip(".'’").removesuffix("'s").removesuffix("’s")
        if len(name) > 1 and not (name.isdecimal() and len(name) < 5):
            found.append(name)
    return list(dict.fromkeys(found))
