"""The words of a text as runs are found by them, and the hashes that stand for them.

No word is stored: a database keeps copies of what it finds rows by, and a hash that is keyed with
the project says nothing to whoever does not know the word. Words are folded (case, accents) and
nothing else: who looks for `pay` does not mean `paid`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import islice

from runwright.text.folding import fold
from runwright.text.words import is_unspaced, pairs, split_words

MOST_WORDS = 4000
"""Different words of one text that it is found by."""
_LONGEST = 64
_HASH_BYTES = 8
_APOSTROPHE = re.compile("['’]")


def words_of(text: str) -> set[str]:
    """The folded words of a text; of a script without spaces, each two neighbouring characters.

    An apostrophe parts words: `Anna's` is found by `anna`.
    """
    folded = _APOSTROPHE.sub(" ", fold(text))
    words = _parted(folded) if is_unspaced(folded) else split_words(folded)
    return set(islice(dict.fromkeys(word[:_LONGEST] for word in words), MOST_WORDS))


def _parted(folded: str) -> Iterator[str]:
    for word in split_words(folded):
        if is_unspaced(word):
            yield from pairs(word)
        else:
            yield word


def hashes_of(project_id: str, words: Iterable[str]) -> list[int]:
    """What stands for words of a project, as signed numbers in their order."""
    keyed = blake2b(digest_size=_HASH_BYTES, key=project_id.encode())
    hashes = []
    for word in words:
        hashed = keyed.copy()
        hashed.update(word.encode())
        hashes.append(hashed.digest())
    return sorted(struct.unpack(f">{len(hashes)}q", b"".join(hashes)))
