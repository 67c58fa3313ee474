"""Words and tokens with their places in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

# A number with its groups and decimals is one word unless letters follow: 1,234.56 but p53, 4th.
_WORD = re.compile(r"\d+(?:[.,]\d+)*(?!\w)|[^\W_]+(?:['’][^\W_]+)*")
# Chinese, Japanese and Thai, Lao, Burmese, Khmer: no spaces between words.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)


class Word(NamedTuple):
    """A word of a text, and where it stands."""

    text: str
    start: int
    end: int


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as text."""
    return frozenset(text.split())


def word_list(text: str) -> list[str]:
    """The same in order."""
    return text.split()


def words(text: str) -> list[Word]:
    """The words and numbers of a text, as they are written."""
    return [Word(found.group(), found.start(), found.end()) for found in _WORD.finditer(text)]


def split_words(text: str) -> list[str]:
    """The words and numbers of a text without their places, which is quicker."""
    return _WORD.findall(text)


def is_unspaced(text: str) -> bool:
    """Whether a text has a script without spaces between words."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def pairs(word: str) -> Iterator[str]:
    """Each two neighbouring characters: the words of a script that has no spaces between them."""
    if len(word) == 1:
        yield word
    for at in range(len(word) - 1):
        yield word[at : at + 2]
