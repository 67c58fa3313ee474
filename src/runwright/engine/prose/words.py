"""Words of prose as they are compared: folded, stemmed, and with irregular forms brought home."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import snowballstemmer

from runwright.context.index.words import STOP, fold, word_set
from runwright.engine.patterns import lazily

_STEMMER = snowballstemmer.stemmer("english")
_TOKEN = lazily(r"\d+(?:[.,:]\d+)*%?|[^\W_]+(?:['’\-][^\W_]+)*")
_LONGEST = 40
# Read in a question as wishes, not as what it is about.
ASKING = STOP | word_set("""
    according describe explain find give list mention name please say says show tell state there
    kind kinds type types sort sorts many much long old often called known refer referred also
    something anything everything someone following asked summarise summarize summary overview
    outline review note notes document documents file files information details
    whats whos wheres whens whys hows whose theres thats
    """)
"""Words that say nothing of what a question is about."""
_IRREGULAR = {
    form: base
    for line in """
        be been being am is are was were
        bear born birth birthplace
        become became
        begin began begun beginning
        bring brought
        build built building buildings
        buy bought
        catch caught
        choose chose chosen choice
        come came
        die died dead death deaths dying
        draw drew drawn
        drive drove driven
        fall fell fallen
        fight fought
        fly flew flown flight
        give gave given
        go went gone
        grow grew grown growth
        hold held
        keep kept
        know knew known
        lead led leader leaders leadership
        leave left
        lose lost loss losses
        make made
        marry married marriage husband wife spouse
        meet met
        pay paid payment payments
        rise rose risen
        see saw seen
        sell sold sale sales
        send sent
        shoot shot
        sing sang sung singer song
        speak spoke spoken speech
        spend spent
        stand stood
        take took taken
        teach taught teacher
        think thought
        win won winner winners
        write wrote written writer writers
        man men
        woman women
        child children
        person people
        foot feet
        live lived life lives
        large larger largest big bigger biggest
        high higher highest height
        long longer longest length
        old older oldest
        young younger youngest
    """.strip().splitlines()
    for base, *forms in [line.split()]
    for form in [base, *forms]
}


class Word(NamedTuple):
    """One word where it stands."""

    stem: str
    """What it is compared by; empty when it tells nothing."""
    start: int
    end: int


def words(text: str) -> list[Word]:
    """Every word of a text, in its order."""
    return [Word(stem(token[0]), *token.span()) for token in _TOKEN.finditer(text)]


def stems(text: str) -> list[str]:
    """The telling stems of a text, in its order."""
    return [found for found in map(stem, _TOKEN.findall(text)) if found]


@lru_cache(32_768)
def stem(token: str) -> str:
    """What a word is compared by; empty for one that tells nothing."""
    plain = fold(token).replace("’", "'").removesuffix("'s").replace("'", "")
    if plain in STOP:
        return ""
    if plain in _IRREGULAR:
        return _IRREGULAR[plain]
    if plain[:1].isdecimal():
        return plain.replace(",", "")[:_LONGEST]
    return str(_STEMMER.stemWord(plain[:_LONGEST]))
