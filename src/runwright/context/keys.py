"""What makes two mentions the same entity, and two entities the same one."""

from __future__ import annotations

import re
import unicodedata

from runwright.context.types import Mention

_APART = re.compile(r"[^\w]+")
_ACCOUNT_TAIL = 8


def fold(name: str) -> str:
    """A name without case, accents and punctuation."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return _APART.sub(" ", letters).strip()


def alias_of(mention: Mention) -> str:
    """What entities share that are the same: a person's name, the end of an account number."""
    if mention.kind == "account":
        return "account " + mention.key[-_ACCOUNT_TAIL:]
    return fold(mention.name) or mention.key
