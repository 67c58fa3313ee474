"""Makes many examples of each wording: other values in its spans, harmless words around it,
contractions, slips of the finger, and several questions in one message."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from training.dialogues.check import Turn
from training.labels import is_untold, labels_of
from training.schema import SPANS, Clause, Piece, Wording

SHARES = {
    "finance": 0.34,
    "calendar": 0.28,
    "documents": 0.19,
    "arithmetic": 0.03,
    "compose": 0.05,
    "general": 0.04,
    "mixed": 0.03,
    "change": 0.04,
}
"""How often each route is practised."""
SEVERAL, JOINED = 0.07, 0.06
"""How often several questions come as somebody wrote them, and how often they are put together."""
LEANING, UNRELATED = 0.16, 0.12
"""How often a question comes with earlier ones that it leans on, and with others."""
BEHIND = " [SEP] "
"""What stands between a question and the one before, which follows it."""
MOST_BEFORE = 3
"""So many earlier questions are read with one."""
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SYLLABLES = (
    "ba be bi bo bra ca co da de do el en fa fe fi ga ge go ha ho ka ke ko la le li lo lu ma"
)
_SYLLABLES += (
    " me mi mo na ne no or pa pe po ra re ri ro sa se so sta ta te ti to tra va ve vi wo za"
)
_NEIGHBOURS = {
    "a": "sq",
    "b": "vn",
    "c": "xv",
    "d": "sf",
    "e": "wr",
    "f": "dg",
    "g": "fh",
    "h": "gj",
    "i": "uo",
    "j": "hk",
    "k": "jl",
    "l": "k",
    "m": "n",
    "n": "bm",
    "o": "ip",
    "p": "o",
    "q": "w",
    "r": "et",
    "s": "ad",
    "t": "ry",
    "u": "yi",
    "v": "cb",
    "w": "qe",
    "x": "zc",
    "y": "tu",
    "z": "x",
}
_CONTRACTIONS = [
    (re.compile(pattern, re.IGNORECASE), others)
    for pattern, others in (
        (r"\bwhat's\b", ("what is", "whats")),
        (r"\bwhen's\b", ("when is", "whens")),
        (r"\bwhere's\b", ("where is", "wheres")),
        (r"\bwho's\b", ("who is", "whos")),
        (r"\bhow's\b", ("how is", "hows")),
        (r"\bI've\b", ("I have", "ive")),
        (r"\bI'm\b", ("I am", "im")),
        (r"\bwhat is\b", ("what's", "whats")),
        (r"\bwhen is\b", ("when's", "whens")),
        (r"\bwhere is\b", ("where's",)),
        (r"\bwho is\b", ("who's",)),
        (r"\bdon't\b", ("do not", "dont")),
        (r"\bdidn't\b", ("did not", "didnt")),
        (r"\bhaven't\b", ("have not", "havent")),
        (r"\bcan't\b", ("cannot", "cant")),
        (r"\bplease\b", ("pls", "plz")),
        (r"\byou\b", ("u",)),
        (r"\bthrough\b", ("thru",)),
        (r"\bexcluding\b", ("without", "not counting", "apart from", "except", "leaving out")),
        (r"\bwithout\b", ("excluding", "not counting", "apart from", "minus")),
        (r"\bexcept\b", ("but not", "other than", "excluding", "aside from")),
    )
]
_WE = [
    (re.compile(rf"\b{one}\b"), many)
    for one, many in (("was I", "were we"), ("am I", "are we"), ("I'm", "we're"), ("my", "our"))
] + [(re.compile(r"\bI\b"), "we"), (re.compile(r"\bme\b"), "us")]
_DEMAND = re.compile(
    r"(show|list|give|pull|find|compare|add|tot|break|split|count|chart|search|put|name|itemise"
    r"|sort|rank|read|check|suggest|work|draw|plot|export|calculate|sum|tell|display|write|make)\b",
    re.IGNORECASE,
)
_JOINTS = (
    *(" and ", " and also ", ". and ", "? and ", ", and ", " also ", "? also, ", "; ", ". then "),
    *(" plus ", " & ", "? oh and ", " then ", "? ", ". ", ", then "),
)
_NUMBER = re.compile(r"\b\d{1,4}\b")
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})\b", re.IGNORECASE)
_WEEKDAY = re.compile(rf"\b({'|'.join(_WEEKDAYS)})(s?)\b", re.IGNORECASE)
_KEPT = {"PE", "OW", "CU", "UNIT", "DOC"}
"""Spans whose words depend on those around them, so that no other value fits."""
_NAMES = {"M", "MP", "PS", "XM", "XPS"}


class Tagged(NamedTuple):
    """A stretch of a text with its tag."""

    start: int
    end: int
    tag: str


class Example(NamedTuple):
    """A text to learn from."""

    text: str
    spans: tuple[Tagged, ...]
    boundaries: tuple[int, ...] = ()
    """Where its second and later questions begin."""
    labels: dict[str, str] | None = None
    """What the heads have to say; nothing about several questions at once."""


class Frames(NamedTuple):
    """Harmless words around questions."""

    before: tuple[str, ...]
    before_demands: tuple[str, ...]
    behind: tuple[str, ...]


def read_frames(path: Path) -> Frames:
    """The frames of a file."""
    kinds: dict[str, list[str]] = {"<": [], "!<": [], ">": []}
    for line in path.read_text("utf-8").splitlines():
        mark, _, words = line.partition(" ") if line[:1] != ">" else (">", "", line[1:])
        if mark in kinds:
            kinds[mark].append(words if mark == ">" else f"{words} ")
    return Frames(tuple(kinds["<"]), tuple(kinds["!<"]), tuple(kinds[">"]))


class Values:
    """What stands in spans, by kind and by how it begins: taken from all wordings together."""

    def __init__(self, wordings: Iterable[Wording]) -> None:
        found: dict[tuple[str, str], list[str]] = defaultdict(list)
        for wording in wordings:
            for clause in wording.clauses:
                for piece in clause.pieces:
                    if piece.code:
                        found[_shape(piece)].append(piece.text)
        self._found = dict(found)

    def another(self, piece: Piece, chance: random.Random) -> str:
        """A value that could stand in the place of a span."""
        if piece.code in _KEPT or chance.random() < 0.3:
            return piece.text
        if piece.code in _NAMES and chance.random() < 0.12:
            return _made_up(chance)
        return _mutated(chance.choice(self._found.get(_shape(piece), [piece.text])), chance)


def _shape(piece: Piece) -> tuple[str, str]:
    """Values of one shape may stand for each other: those that begin with the same small word."""
    first = piece.text.split(" ")[0].lower()
    is_small = first in _SMALL
    ending = "'s" if piece.text.endswith(("'s", "’s")) else ""
    return piece.code, f"{first if is_small else ''}{ending}"


_SMALL = frozenset(
    [
        "in",
        "on",
        "at",
        "since",
        "during",
        "over",
        "for",
        "from",
        "between",
        "until",
        "till",
        "before",
        "after",
        "by",
        "up",
        "around",
        "the",
        "my",
        "our",
        "a",
        "an",
        "this",
        "last",
        "next",
        "of",
        "to",
        "with",
        "within",
        "through",
        "throughout",
    ]
)


def _made_up(chance: random.Random) -> str:
    syllables = _SYLLABLES.split()
    name = "".join(chance.choice(syllables) for _ in range(chance.randint(2, 4))).capitalize()
    return name + chance.choice(("", "", "", " GmbH", " Ltd", " & Sons", " Café", "s", "x"))


def _mutated(value: str, chance: random.Random) -> str:
    value = _MONTH.sub(lambda _: chance.choice(_MONTHS), value)
    value = _WEEKDAY.sub(lambda found: chance.choice(_WEEKDAYS) + found[2], value)
    return _NUMBER.sub(lambda found: _like(found[0], chance), value)


def _like(number: str, chance: random.Random) -> str:
    """Another number of about its kind: a year stays one, an hour or a day stays small."""
    if len(number) == 4 and number[:2] in ("19", "20"):
        return str(chance.randint(2019, 2027))
    if chance.random() < 0.5:
        return number
    most = 12 if int(number) <= 12 else 31 if int(number) <= 31 else 10 ** len(number) - 1
    return str(chance.randint(1, most)).zfill(len(number) if number.startswith("0") else 1)


class Variation:
    """Makes examples of wordings by chance."""

    def __init__(
        self,
        wordings: Sequence[Wording],
        dialogues: Sequence[Sequence[Turn]],
        values: Values,
        frames: Frames,
        seed: int,
    ):
        self._chance = random.Random(seed)
        self._dialogues = dialogues
        self._values = values
        self._frames = frames
        self._several = [w.clauses for w in wordings if len(w.clauses) > 1]
        single = (w.clauses[0] for w in wordings if len(w.clauses) == 1)
        self._single = [clause for clause in single if not is_untold(clause)]
        by_route: dict[str, dict[str, list[Clause]]] = defaultdict(lambda: defaultdict(list))
        for wording in wordings:
            for clause in wording.clauses:
                by_route[clause.route][clause.measure].append(clause)
        self._by_route = by_route
        self._routes = [route for route in SHARES if route in by_route]

    def example(self) -> Example:
        """The next one."""
        chance, kind = self._chance, self._chance.random()
        if kind < SEVERAL and self._several:
            return self._together(chance.choice(self._several), joints=(" ",))
        if kind < SEVERAL + JOINED and self._single:
            count = 2 if chance.random() < 0.85 else 3
            return self._together([chance.choice(self._single) for _ in range(count)], _JOINTS)
        if kind < SEVERAL + JOINED + LEANING and self._dialogues:
            return self._leaning(chance.choice(self._dialogues))
        route = chance.choices(self._routes, [SHARES[route] for route in self._routes])[0]
        measures = self._by_route[route]
        # Between practising each wording and practising each measure equally often.
        weights = [len(clauses) ** 0.75 for clauses in measures.values()]
        clause = chance.choice(chance.choices(list(measures.values()), weights)[0])
        text, spans = self._written(clause, is_first=True, is_last=True)
        if chance.random() < UNRELATED and self._single and "follow" not in clause.attributes:
            text += self._unrelated()
        return Example(text, tuple(spans), (), labels_of(clause))

    def _unrelated(self) -> str:
        before = [
            self._written(self._chance.choice(self._single), is_first=False, is_last=True)[0]
            for _ in range(self._chance.choice((1, 1, 2)))
        ]
        return "".join(f"{BEHIND}{text}" for text in before)

    def _leaning(self, turns: Sequence[Turn]) -> Example:
        """A later question of a dialogue with those before it, the nearest first."""
        number = self._chance.randrange(1, len(turns))
        own, kept = turns[number].clause, list(turns[number].kept)
        text, spans = self._written(own, is_first=False, is_last=True)
        for turn in reversed(turns[max(0, number - MOST_BEFORE) : number]):
            text += BEHIND
            clause = turn.clause._replace(pieces=tuple(self._held(turn.clause.pieces, kept)))
            written, tagged = self._written(clause, is_first=False, is_last=True)
            spans += [Tagged(s.start + len(text), s.end + len(text), s.tag) for s in tagged]
            text += written
        return Example(text, tuple(spans), (), leaning_labels(turns[number]))

    def _held(self, pieces: Iterable[Piece], kept: list[tuple[str, str]]) -> Iterator[Piece]:
        """The pieces of an earlier question: only what still holds is a span."""
        for piece in pieces:
            if piece[:] in kept:
                kept.remove(piece[:])
                yield piece
            else:
                yield Piece(self._values.another(piece, self._chance) if piece.code else piece.text)

    def _together(self, clauses: Sequence[Clause], joints: Sequence[str]) -> Example:
        text, spans, boundaries = "", list[Tagged](), list[int]()
        for number, clause in enumerate(clauses):
            last = number == len(clauses) - 1
            written, tagged = self._written(clause, is_first=number == 0, is_last=last)
            if number:
                joint = self._chance.choice(joints)
                text = text if joint == " " else text.rstrip(" ?.!,;")
                # The joining word belongs to the question that it leads to.
                boundaries.append(len(text) + len(joint) - len(joint.lstrip(" ?.!,;")))
                text += joint
            spans += [Tagged(s.start + len(text), s.end + len(text), s.tag) for s in tagged]
            text += written
        return Example(text, tuple(spans), tuple(boundaries))

    def _written(
        self, clause: Clause, *, is_first: bool, is_last: bool
    ) -> tuple[str, list[Tagged]]:
        chance = self._chance
        segments = [
            (self._values.another(p, chance), p.code) if p.code else (p.text, "")
            for p in clause.pieces
        ]
        if chance.random() < 0.3:
            segments = [(text if code else self._contracted(text), code) for text, code in segments]
        if chance.random() < 0.05:
            segments = [(text if code else _in_plural(text), code) for text, code in segments]
        if is_first and chance.random() < 0.25:
            segments.insert(0, (self._frame(segments), ""))
        if is_last:
            segments += self._ending(segments)
        if chance.random() < 0.2:
            self._slip(segments)
        text, spans = _joined(segments)
        if chance.random() < 0.12:
            text = text.lower()
        if chance.random() < 0.03 and len(text.upper()) == len(text):
            text = text.upper()
        if chance.random() < 0.06:
            text = text.replace("'", "’")
        return text, spans

    def _contracted(self, text: str) -> str:
        for pattern, others in _CONTRACTIONS:
            if self._chance.random() < 0.4:
                text = pattern.sub(self._chance.choice(others), text, count=1)
        return text

    def _frame(self, segments: Sequence[tuple[str, str]]) -> str:
        text, code = segments[0]
        is_demand = not code and _DEMAND.match(text)
        return self._chance.choice(
            self._frames.before_demands if is_demand else self._frames.before
        )

    def _ending(self, segments: list[tuple[str, str]]) -> list[tuple[str, str]]:
        text, code = segments[-1]
        if not code:
            segments[-1] = (text.rstrip(" ?.!"), "")
        ending = self._chance.choice(self._frames.behind) if self._chance.random() < 0.12 else ""
        sign = self._chance.choices(("", "?", ".", "!", "??", " ?", "..."), (40, 45, 6, 2, 3, 2, 2))
        return [(ending + sign[0], "")]

    def _slip(self, segments: list[tuple[str, str]]) -> None:
        for _ in range(self._chance.choice((1, 1, 2))):
            at = self._chance.randrange(len(segments))
            words = segments[at][0].split(" ")
            place = self._chance.randrange(len(words))
            words[place] = _mistyped(words[place], self._chance)
            segments[at] = (" ".join(words), segments[at][1])


def leaning_labels(turn: Turn) -> dict[str, str]:
    """What the heads have to say about a later question: that it leans on those before, if it
    keeps something of them; else nothing is known of that."""
    labels = {name: value for name, value in labels_of(turn.clause).items() if name != "follow"}
    return labels | ({"follow": "yes"} if turn.kept else {})


def in_dialogue(turns: Sequence[Turn], number: int) -> Example:
    """A later question of a dialogue with those before it, just as they were written down."""
    kept = list(turns[number].kept)
    text, spans = _joined((piece.text, piece.code) for piece in turns[number].clause.pieces)
    for turn in reversed(turns[max(0, number - MOST_BEFORE) : number]):
        text += BEHIND
        pieces = []
        for piece in turn.clause.pieces:
            is_kept = piece[:] in kept
            if is_kept:
                kept.remove(piece[:])
            pieces.append((piece.text, piece.code if is_kept else ""))
        written, tagged = _joined(pieces)
        spans += [Tagged(s.start + len(text), s.end + len(text), s.tag) for s in tagged]
        text += written
    return Example(text, tuple(spans), (), leaning_labels(turns[number]))


def _in_plural(text: str) -> str:
    for pattern, many in _WE:
        text = pattern.sub(many, text)
    return text


def _mistyped(word: str, chance: random.Random) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    at, kind = chance.randrange(1, len(word) - 1), chance.random()
    if kind < 0.35:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.62:
        return word[:at] + word[at + 1 :]
    if kind < 0.8:
        return word[: at + 1] + word[at:]
    return word[:at] + chance.choice(_NEIGHBOURS.get(word[at].lower(), word[at])) + word[at + 1 :]


def _joined(segments: Iterable[tuple[str, str]]) -> tuple[str, list[Tagged]]:
    text, spans = "", list[Tagged]()
    for words, code in segments:
        added = words.lstrip(" ") if text.endswith(" ") or not text else words
        if code and added.strip():
            start = len(text) + len(added) - len(added.lstrip())
            spans.append(Tagged(start, len(text) + len(added.rstrip()), SPANS[code]))
        text += added
    return text.rstrip(), spans


def as_written(clauses: Sequence[Clause]) -> Example:
    """A wording just as it was written down."""
    text, spans, boundaries = "", list[Tagged](), list[int]()
    for number, clause in enumerate(clauses):
        if number:
            text = text.rstrip() + " "
            boundaries.append(len(text))
        written, tagged = _joined((piece.text, piece.code) for piece in clause.pieces)
        spans += [Tagged(s.start + len(text), s.end + len(text), s.tag) for s in tagged]
        text += written
    labels = labels_of(clauses[0]) if len(clauses) == 1 else None
    return Example(text, tuple(spans), tuple(boundaries), labels)
