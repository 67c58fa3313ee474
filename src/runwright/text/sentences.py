"""Where the sentences of a text begin and end.

A sentence ends with a full stop, a question or exclamation mark, or with its paragraph: never where
a line is only full, and not at the dot of an abbreviation (`e.g.`, `z. B.`), an initial
(`J. Smith`), an ordinal (`am 3. Mai`), a decimal, an address or a bullet's number. A line that
begins with a bullet begins a sentence, and so does each line of a list without bullets: entries,
messages, rows. One pass over the text, whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runwright.text.stopwords import STOP_WORDS
from runwright.text.words import word_set

Span = tuple[int, int]

# Where a sentence may end. Runs are bounded and taken whole, so that a text of nothing but dots
# is read once. Closing quotes and brackets belong to the sentence they close.
_END = re.compile(
    r"(?P<stop>(?<![.!?…])[.!?…]{1,8})(?P<close>[\"'”’»)\]*_]{0,4})(?=\s|\Z)"
    r"|(?P<wide>[。！？]{1,8}[」』”’）]{0,3})"
    r"|(?P<break>\n[^\S\n]*\n|\f|\u2029)"
    r"|(?P<bullet>\n(?=[^\S\n]{0,8}(?:[-*+•·▪◦–]|\(?(?:\d{1,3}|[a-z])[.)])[^\S\n]+\S))"
)
_LONGEST_WORD = 24
_LAST_WORD = re.compile(r"[^\W_](?:[\w.’'-]{0,22}[^\W_])?\Z")
_NEXT = re.compile(r"[\s\"'“‘„«(\[*_]{0,16}")
# A dot behind these never ends a sentence: a name, a number or the rest of the clause follows.
_NEVER_LAST = word_set("""
    mr mrs ms messrs mx dr prof rev hon sen rep gov gen col maj capt lt sgt st ste sr supt insp mt
    hr hrn dipl ing mag phil jur rer lic dres e.g i.e eg ie cf viz vs z.b d.h u.a bzw bspw resp ggf
    vgl sog inkl zzgl abzgl einschl
    """)
# A dot behind these does not end a sentence when a figure follows.
_BEFORE_NUMBER = word_set("""
    no nos nr fig figs eq eqs sec sect ch chap vol vols pp pg para art abs ziff kap bd rn tel ext
    approx ca circa est cl ref anm tab abb str jan feb mar apr jun jul aug sep sept oct nov dec okt
    dez tue tues thu thurs
    """)
# A dot behind these ends a sentence only when a word follows that opens one.
_SELDOM_LAST = word_set("""
    al etc ff i.d.r u.u z.t z.zt o.g s.o s.u usw usf evtl inc ltd corp co llc plc dept univ assn
    bros ave blvd jr u.s u.k u.n e.u u.s.a d.c a.m p.m b.c a.d n.chr v.chr approx ca min max mio
    mrd tsd hrs std incl excl misc temp geb gest verh gez i.a i.v p.a p.p m.e abs nr
    """)
_OPENERS = STOP_WORDS | word_set("""
    according although despite however later meanwhile moreover one since still therefore thus
    today yet der die das den dem ein eine es er sie wir ihr ich man dies diese dieser am im in zu
    zum zur bei mit nach seit auch aber und oder wenn wer was wie wo nur so dann danach dort hier
    """)
_SINGLE_LETTER = re.compile(r"[^\W\d_]\.")
_FIRST_WORD = re.compile(r"[^\W\d_]{1,16}")
_ORDINAL_NOUN = re.compile(
    r"(?:jan|jän|feb|mär|mrz|apr|mai|jun|jul|aug|sep|okt|nov|dez|quartal|klasse|stock|etage|"
    r"jahrhundert|auflage|kapitel|woche|tag|halbjahr|lebensjahr|platz|advent|geburtstag)",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:\w\.){1,5}\w")
_LONGEST_MARK = 12
_LIST_MARK = re.compile(r"[\s\-*•(]*")
_LISTED = 0.8
"""So many lines of a list begin with no small letter; of wrapped prose far fewer do."""


def sentences(text: str) -> list[Span]:
    """The sentences of a text in order, each without the white space around it."""
    spans: list[Span] = []
    for start, end in pairwise((0, *_listed_lines(text), len(text))):
        _add_sentences(spans, text, start, end)
    return spans


def _add_sentences(spans: list[Span], text: str, start: int, end: int) -> None:
    for found in _END.finditer(text, start, end):
        if found.start() < start or not _ends(text, start, found):
            continue
        _add(spans, text, start, found.end())
        start = found.end()
    _add(spans, text, start, end)


def _listed_lines(text: str) -> Iterator[int]:
    """Where lines begin that are entries of a list.

    Whoever wraps prose fills each line: the next word would not have fitted. In a list it would,
    or every line begins with a figure or a sign; and hardly an entry begins with a small letter.
    """
    for block in _blocks(text):
        if len(block) > 1 and _is_list([line for _, line in block]):
            yield from (at for at, line in block[1:] if not line[0].islower())


def _blocks(text: str) -> Iterator[list[tuple[int, str]]]:
    """Lines without an empty one between them, and where each begins."""
    block: list[tuple[int, str]] = []
    end = 0
    for line in text.split("\n"):
        at, end = end, end + len(line) + 1
        if bare := line.strip():
            block.append((at + line.index(bare[0]), bare))
        else:
            yield block
            block = []
    yield block


def _is_list(lines: Sequence[str]) -> bool:
    if not any(line[0].isalpha() for line in lines):
        return True
    longest = max(map(len, lines))
    opening = [not line[0].islower() for line in lines[1:]]
    if sum(opening) < _LISTED * len(opening):
        return False
    return any(
        is_opening and len(line) + 1 + len(after.split(maxsplit=1)[0]) <= longest
        for (line, after), is_opening in zip(pairwise(lines), opening, strict=True)
    )


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))


def _ends(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether a place where a sentence may end is one where it does."""
    if found["stop"] is None:
        return True
    after = _NEXT.match(text, found.end())
    place = after.end() if after else found.end()
    follows = text[place : place + 1]
    if not follows or "\n\n" in text[found.end() : place]:
        return True
    if follows.islower():
        # "Really?" he asked. A dot before a small letter is an abbreviation's, or a typo.
        return False
    if found["stop"] != ".":
        return True
    return not _is_abbreviation(text, start, found, place)


def _is_abbreviation(text: str, start: int, found: re.Match[str], place: int) -> bool:
    """Whether the one dot that was found belongs to the word before it."""
    dot = found.start()
    last = _LAST_WORD.search(text, max(start, dot - _LONGEST_WORD), dot)
    if last is None or found["close"]:
        return False
    word = last.group().lower()
    if word.isdecimal():
        return _is_ordinal(text, start, last.start(), word, place)
    if word in _NEVER_LAST or (word in _BEFORE_NUMBER and text[place].isdecimal()):
        return True
    if len(word) == 1:
        return _is_initial(text, last, place)
    # A word of single letters with dots between them: U.S.A., i.d.R.
    seldom = word in _SELDOM_LAST or _INITIALS.fullmatch(word) is not None
    return seldom and not _opens(text, place)


def _opens(text: str, place: int) -> bool:
    """Whether the word there is one that sentences begin with."""
    word = _FIRST_WORD.match(text, place)
    return word is not None and word.group().lower() in _OPENERS


def _is_ordinal(text: str, start: int, at: int, word: str, place: int) -> bool:
    """`am 3. Mai`, `der 2. Platz`, or the number of a list's item at the sentence's start."""
    if len(word) > 3:
        return False
    if at - start <= _LONGEST_MARK and _LIST_MARK.fullmatch(text, start, at):
        return True
    return _ORDINAL_NOUN.match(text, place) is not None


def _is_initial(text: str, letter: re.Match[str], place: int) -> bool:
    """`J. Smith` and `z. B.`; but the pronoun "I" and the "B" of "plan B" can end a sentence."""
    if _SINGLE_LETTER.match(text, place):
        return True
    if letter.group().isupper():
        return not _opens(text, place)
    return letter.group() in "vcps"
