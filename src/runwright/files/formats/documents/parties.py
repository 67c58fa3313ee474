"""Whom a document is from, to and between; who was at a meeting. Names as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from runwright.files.formats.documents.kinds import CLOSE, PRESENT, SALUTATION
from runwright.files.formats.documents.papers import Paper
from runwright.records.facts import DocumentKind
from runwright.text.words import word_set

MOST = 50
_OPENING = 4_000
_ROLES = (
    "landlord|tenant|lessor|lessee|employer|employee|client|contractor|customer|provider|supplier"
    "|seller|buyer|purchaser|lender|borrower|licensor|licensee|party [ab12]|first party"
    "|second party|vermieter(?:in)?|mieter(?:in)?|arbeitgeber(?:in)?|arbeitnehmer(?:in)?"
    "|auftraggeber(?:in)?|auftragnehmer(?:in)?|verkäufer(?:in)?|käufer(?:in)?|kunde|kundin"
    "|darlehensgeber(?:in)?|darlehensnehmer(?:in)?|verpächter(?:in)?|pächter(?:in)?"
)
# `Landlord: Anna Berg, Lindenweg 3`
_ROLE = re.compile(rf"(?i)(?:the )?(?:{_ROLES})\s?:\s*(?P<name>\S.{{1,80}})")
# `between Anna Berg, Lindenweg 3 (the Landlord) and Tom Okafor`
_BETWEEN = re.compile(
    r"\b(?:[Bb]etween|BETWEEN|[Zz]wischen|ZWISCHEN)\s*:?\s+(?P<one>.{3,300}?)"
    r"\s(?:and|AND|und|UND|&)\s+(?P<two>.{3,120})",
    re.DOTALL,
)
_ADDRESSED = re.compile(
    r"(?i)(?:dear|sehr geehrte[rs]?|liebe[rs]?|hallo|guten tag|hello|hi)\s+"
    r"(?P<name>.{2,50}?)\s*[,!:]?"
)
_NOBODY = re.compile(
    r"(?i)sir|madam|damen|herren|team|customer|kund|colleague|kolleg|all\b|alle\b|everyone|friends"
)
_HEADER = re.compile(r"(?i)(?P<label>from|to|von|an|absender|empfänger)\s?:\s*(?P<name>\S.{1,80})")
_END_OF_NAME = re.compile(
    r"[,;(\n]|\s[-–—]\s|\s(?:of|hereinafter|residing|represented|born|a company|im folgenden"
    r"|nachfolgend|vertreten|wohnhaft|geboren)\b",
    re.IGNORECASE,
)
_TITLE = re.compile(r"(?i)^(?:mr|mrs|ms|herrn?|frau|firma|the company|company)\.?\s+")
_NAME_WORD = re.compile(r"(?:[^\W\d_][\w.'’&-]*|&|[0-9]{1,3})")
_SMALL = word_set("of the and und von van der den de la du di da zu zur y &")


def parties_of(paper: Paper, kind: DocumentKind) -> tuple[str, ...]:
    """The parties in the order in which the document names them, each once."""
    found = _of_kind(paper, kind)
    return tuple(dict.fromkeys(name for name in found if name))[:MOST]


def _of_kind(paper: Paper, kind: DocumentKind) -> Iterator[str | None]:
    if paper.speakers:
        yield from paper.speakers
    elif kind == "minutes":
        yield from _present(paper)
    elif kind == "contract":
        yield from _contracting(paper)
    elif kind == "letter":
        yield from _corresponding(paper)


def _contracting(paper: Paper) -> Iterator[str | None]:
    roles = [
        name_in(found["name"]) for line in paper.lines[:60] if (found := _ROLE.fullmatch(line))
    ]
    if len(roles) > 1 and all(roles):
        yield from roles
        return
    between = _BETWEEN.search(paper.text[:_OPENING])
    if between is not None:
        one, two = name_in(between["one"]), name_in(between["two"])
        if one and two:
            yield from (one, two)


def _corresponding(paper: Paper) -> Iterator[str | None]:
    """Who wrote a letter, then to whom."""
    headers = [found for line in paper.opening if (found := _HEADER.fullmatch(line))]
    by_label = {found["label"].lower(): name_in(found["name"], fewest=1) for found in headers}
    yield by_label.get("from", by_label.get("von", by_label.get("absender"))) or _signer(paper)
    yield by_label.get("to", by_label.get("an", by_label.get("empfänger"))) or _addressee(paper)


def _signer(paper: Paper) -> str | None:
    """Who stands below the close."""
    below = (after for line, after in pairwise(paper.lines) if CLOSE.fullmatch(line))
    # "Accounts, Bright & Sons Ltd" begins with a department, "Ann" is a name by itself.
    return next((name_in(line, fewest=2 if " " in line else 1) for line in below), None)


def _addressee(paper: Paper) -> str | None:
    """Whom the salutation names, as it does: `Ms Adler`."""
    for line in paper.lines:
        if SALUTATION.fullmatch(line) and (found := _ADDRESSED.fullmatch(line)):
            words = found["name"].split()
            is_name = len(words) <= 4 and all(word[:1].isupper() for word in words)
            return found["name"] if is_name and not _NOBODY.search(found["name"]) else None
    return None


def _present(paper: Paper) -> Iterator[str | None]:
    for n, line in enumerate(paper.lines):
        label = PRESENT.match(line)
        if label is None:
            continue
        said = line[label.end() :] or (paper.lines[n + 1] if n + 1 < len(paper.lines) else "")
        for name in re.split(r",|;| and | und ", re.sub(r"\([^()]*\)", "", said)):
            yield name_in(name, fewest=1)
        return


def name_in(text: str, fewest: int = 2) -> str | None:
    """The name that a text begins with: capitals, and as many words as a name needs."""
    name = " ".join(_TITLE.sub("", _END_OF_NAME.split(text.strip(), maxsplit=1)[0].strip()).split())
    name = name.strip(" .:")
    words = name.split()
    if not fewest <= len(words) <= 7 or len(name) > 80:
        return None
    if not all(_NAME_WORD.fullmatch(word) for word in words):
        return None
    is_capital = all(word[0].isupper() or word in _SMALL or word.isdigit() for word in words)
    return name if is_capital and words[0][0].isupper() else None
