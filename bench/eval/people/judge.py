"""Judging answers to the questions about people: right, wrong and declined apart. Pure functions.

An answer is right when every group of `all_of` has one of its strings in it and none of `none_of`
is. Numbers are compared whole: thousands, decimal commas and the side of a currency are made the
same, and a bare count is never taken from a date, a time or an amount.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Literal

Verdict = Literal["right", "wrong", "declined"]

_ROUND = re.compile(r"[£€$]? ?[\d,]+\.00")
_MONTH = (
    "(?:january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec"
    "|januar|februar|märz|mai|juni|juli|oktober|dezember|mrz|okt|dez)"
)
_WHOLE = frozenset(
    (
        *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
        *("eighteen", "nineteen", "twenty", "null", "eins", "zwei", "drei", "vier", "fünf"),
        *("sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "once", "twice", "einmal"),
        *("zweimal", "today", "tomorrow", "heute", "morgen", "none", "never", "free", "clear"),
        *("nothing", "no", "not", "off"),
    )
)
"""Words that must not be part of a longer one."""
_SIGNS = {
    **dict.fromkeys(("gbp", "pound", "quid", "sterling"), "£"),
    **dict.fromkeys(("eur", "euro"), "€"),
    **dict.fromkeys(("usd", "dollar"), "$"),
}
_ORDINAL = r"(?:st|nd|rd|th|\.)?"
_NOT_COUNTS = (
    rf"(?:\d{{1,2}}{_ORDINAL}(?: ?- ?| to | and |, ?))*\d{{1,2}}{_ORDINAL}(?: of)? {_MONTH}\b"
    r"(?:,? \d{4})?",
    rf"\b{_MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b(?:,? \d{{4}})?",
    r"\d{4}-\d{2}-\d{2}",
    r"\b\d{1,2}[./]\d{1,2}[./](?:\d{2,4})?",
    r"\b\d{1,2}:\d{2}(?: ?[ap]m)?",
    r"\b\d{1,2} ?(?:am|pm|uhr)\b",
    r"\d+(?:\.\d+)?[£€$]",
)
_SPELLINGS = (
    (r"[\u00a0\u2007\u2009\u202f]", " "),
    (r"[‐‑‒–—−]", "-"),
    (r"[’‘`´]", "'"),
    (r"[*_]{1,3}", ""),
    (r"\ba\.m\.", "am"),
    (r"\bp\.m\.", "pm"),
    (r"\b0(?=\d:\d{2}\b)", ""),
    (r"\bsept(?=[. ])", "sep"),
    (rf"(?m)^\s*\d{{1,2}}[.)] (?!{_MONTH}|mär)", ""),
    (r"\b(jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)\. ", r"\1 "),
    (r"(?<=\d) (?=\d{3}[.,]\d{2}(?!\d))", ""),
)
_UNITS = (
    (r"(\d) ?(gbp|pounds?|quid)\b", r"\1£"),
    (r"(\d) ?(eur|euros?)\b", r"\1€"),
    (r"(\d) ?(usd|us dollars?|dollars?|us\$)(?!\w)", r"\1$"),
    (r"(\d) (£|€|\$)", r"\1\2"),
    (r"[ \t\r\n]+", " "),
)


def verdict(question: Mapping[str, Any], answer: str, *, answered: bool) -> Verdict:
    """What an answer is worth. To say that there is none is right where there is none."""
    if question["kind"] == "answer":
        if not answered:
            return "declined"
        return "right" if is_right(question, answer) else "wrong"
    return "right" if not answered or is_right(question, answer) else "wrong"


def is_right(question: Mapping[str, Any], answer: str) -> bool:
    """Whether an answer says all that it must, and nothing that it must not."""
    text, expected = normalised(answer), question["expect"]
    groups = map(_with_round_amounts, expected["all_of"])
    says_all = all(any(_has(text, each) for each in group) for group in groups)
    return says_all and not any(_has(text, each) for each in expected["none_of"])


def _with_round_amounts(group: Sequence[str]) -> list[str]:
    """What is expected, and £350 for £350.00; where 350.00 is, an amount is meant by it."""
    signs = {each[0] for each in group if each[0] in "£€$"} or set("£€$")
    round_ones = [each.lstrip("£€$ ")[:-3] for each in group if _ROUND.fullmatch(each)]
    return [*group, *(f"{sign}{each}" for each in round_ones for sign in signs)]


def normalised(text: str) -> str:
    """A text in which equal figures are equal strings."""
    text = unicodedata.normalize("NFC", text).lower()
    for pattern, instead in _SPELLINGS:
        text = re.sub(pattern, instead, text)
    text = re.sub(r"(?<![\d.,])\d{1,3}(?:[.,']\d{3})+(?:[.,]\d{2})?(?!\d)", _plain, text)
    text = re.sub(r"(?<![\d.,])(\d+),(\d{1,2})(?![\d,])", r"\1.\2", text)
    text = re.sub(r"(£|€|\$|\bgbp|\beur|\busd) ?(\d+(?:\.\d+)?)", _sign_last, text)
    for pattern, instead in _UNITS:
        text = re.sub(pattern, instead, text)
    return text


def _plain(found: re.Match[str]) -> str:
    """A number without separators of thousands, with a point before its decimals."""
    decimals = re.search(r"[.,](\d{1,2})$", found[0])
    if decimals is None:
        return re.sub(r"[.,' ]", "", found[0])
    return re.sub(r"[.,' ]", "", found[0][: decimals.start()]) + "." + decimals[1]


def _sign_last(found: re.Match[str]) -> str:
    return found[2] + _SIGNS.get(found[1], found[1])


def _has(text: str, wanted: str) -> bool:
    """Whether a text holds a string as a figure or word of its own."""
    string = normalised(wanted)
    string = string if wanted.endswith(" ") else string.strip()
    if string in ("£", "€", "$"):
        return string in text
    if string in _SIGNS:
        return string in text or _SIGNS[string] in text
    if re.fullmatch(r"\d{1,3}", string):
        for pattern in _NOT_COUNTS:
            text = re.sub(pattern, " ", text)
    if re.fullmatch(r"\d+[£€$]", string):
        # $175 is $175.00.
        return (
            re.search(rf"(?<![\d.,]){string[:-1]}(?:\.00)?{re.escape(string[-1])}", text)
            is not None
        )
    before, behind = "", ""
    if string[0].isdigit():
        before = r"(?<!\d)(?<!\d[.,])"
    elif string[0].isalpha() and not string.startswith("n't"):
        before = r"(?<![^\W\d_])"
    if string[-1].isdigit():
        # $21,400.00 is 21,400.
        cents = r"(?:\.00)?" if string.isdigit() else ""
        behind = rf"{cents}(?!\d)(?![.,]\d)"
    elif string in _WHOLE:
        behind = r"(?![^\W\d_])"
    return re.search(before + re.escape(string) + behind, f"{text} ") is not None
