"""Words that leave something out of what is asked for. Where none of them stands, nothing is left
out, whatever the parser took a name for."""

from __future__ import annotations

import re

from runwright.text.folding import fold
from runwright.text.words import split_words, word_set

_LEAVING_OUT = word_set("""
    not no non without excluding exclude excludes excluded exclusive excl ex except excepting
    excepted exception but apart leaving leave left minus less ignoring ignore ignored aside
    besides beside other than beyond skip skipping drop dropping out off outside omit omitting
    subtract subtracting deducted deducting neglecting never nor neither isnt arent wasnt werent
    dont doesnt didnt havent hasnt wont cant strip stripping stripped hide forget bar
    barring save rather instead discounting disregard disregarding remove removing removed net sans
    sauf hors sin salvo excepto tranne escluso zonder behalve niet ohne ausser nicht kein keine
    keinen abgesehen abzuglich weder exkl unless sparing exempt avoid avoiding
    """)


def leaves_out(text: str) -> bool:
    """Whether a clause leaves anything out: `without`, `apart from`, `not counting`."""
    spoken = re.sub("['’]", "", fold(text))
    return bool(_LEAVING_OUT & set(split_words(spoken)))
