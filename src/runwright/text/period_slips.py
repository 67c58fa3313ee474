"""Periods as people type them in haste: `in ocotber`, `this months`, `the whole year so far`.

Only texts that are taken for a period already are read so: within a sentence, a word that is one
letter away from a month may be anything.
"""

from __future__ import annotations

import re

from runwright.text.calendar_words import MONTHS, WEEKDAYS
from runwright.text.folding import fold
from runwright.text.number_words import UNITS

_MOST_WORDS = 10
_LEAST_LETTERS = 6
"""Shorter names are too near to other words: `mach`, `arch` and `March`."""
_NAMES = tuple(name for name in (*MONTHS, *WEEKDAYS) if len(name) >= _LEAST_LETTERS)
_OWNED = re.compile(r"\b(this|last|next) (day|week|month|year|quarter|weekend)s\b")
# "this months" stands for "this month's", but "last months of the year" is not read anyway.
_WHOLE = re.compile(r"\bthe (?:whole |entire )?(year|month|week|quarter)(?= so far\b)")
# "the whole year so far"; "the whole of last month" is read as it is.
_AT_ITS_END = re.compile(r"\b(?:the )?(year|month|week)(?:'s| is) (?:out|over|up|done)\b")
# "before the year's out"
_SO_FAR = re.compile(r"^so far (?:in |during )?(?=\S)(.+)$|^(.+) so$")
# "so far in November"; "2026 so", where the rest was not taken for the period.
_JUST_PAST = re.compile(r"\bthis past (?=[a-z])(?!week\b|day\b|month\b|year\b|hour\b)")
# "this past spring" is the last one; "this past week" is the last seven days.
_YEAR_SPOKEN = re.compile(
    r"\btwenty[ -]twenty(?:[ -](one|two|three|four|five|six|seven|eight|nine))?\b"
)
# "so far in twenty twenty six", as people dictate it.
_BOTH_DAYS = re.compile(
    r"\bweekend of (?:the )?(\d{1,2})(?:st|nd|rd|th)? ?(?:and|to|&|/|-|–) ?(?:the )?\d{1,2}"
    r"(?:st|nd|rd|th)?(?: of)? (?=[a-z])"
)
# "the weekend of the 5th and 6th of December" begins on the 5th.
_BOTH_BEHIND = re.compile(
    r"\bweekend of ([a-z]+) (\d{1,2})(?:st|nd|rd|th)? ?(?:and|to|&|/|-|–) ?(?:the )?\d{1,2}"
    r"(?:st|nd|rd|th)?\b"
)


def mended(text: str) -> str:
    """The text as it was meant; itself where no slip is known."""
    plain = _YEAR_SPOKEN.sub(_year_in_figures, fold(text).replace("’", "'"))
    if len(plain.split()) > _MOST_WORDS:
        return text
    plain = _OWNED.sub(r"\1 \2", plain)
    plain = _WHOLE.sub(r"this \1", plain)
    plain = _AT_ITS_END.sub(r"the end of the \1", plain)
    plain = _JUST_PAST.sub("last ", plain)
    if found := _SO_FAR.match(plain):
        plain = f"{found[1] or found[2]} so far"
    return " ".join(map(_named, plain.split()))


def _year_in_figures(found: re.Match[str]) -> str:
    return f"202{UNITS[found[1]] if found[1] else 0}"


def one_weekend(text: str) -> str:
    """A weekend of which both days are named, by the first of them."""
    plain = fold(text)
    if "weekend of" not in plain:
        return text
    return _BOTH_BEHIND.sub(r"weekend of \2 \1", _BOTH_DAYS.sub(r"weekend of \1 ", plain))


def _named(word: str) -> str:
    """A month or weekday with one slip as it is written."""
    if len(word) < _LEAST_LETTERS - 1 or word in MONTHS or word in WEEKDAYS:
        return word
    near = [name for name in _NAMES if _is_one_slip(word, name)]
    return near[0] if len(near) == 1 else word


def _is_one_slip(word: str, name: str) -> bool:
    """One letter added, left out or changed, or two swapped; the outer ones are right, as in
    `septmber`, and not in `Augusta`."""
    if word[0] != name[0] or word[-1] != name[-1]:
        return False
    if len(word) == len(name):
        differing = [n for n, (one, other) in enumerate(zip(word, name, strict=True))
                     if one != other]  # fmt: skip
        is_swapped = len(differing) == 2 and differing[1] - differing[0] == 1
        return len(differing) == 1 or (
            is_swapped and word[differing[0]] == name[differing[1]]
            and word[differing[1]] == name[differing[0]]
        )  # fmt: skip
    longer, shorter = sorted((word, name), key=len, reverse=True)
    return len(longer) == len(shorter) + 1 and any(
        longer[:n] + longer[n + 1 :] == shorter for n in range(len(longer))
    )
