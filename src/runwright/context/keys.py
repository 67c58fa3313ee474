"""What makes two entities the same one."""

from __future__ import annotations

from runwright.context.index import names
from runwright.context.types import Mention

_ACCOUNT_TAIL = 8


def alias_of(mention: Mention) -> str:
    """What entities share that are the same: a person's name, the end of an account number."""
    if mention.kind == "account":
        return "account " + mention.key[-_ACCOUNT_TAIL:]
    return names.key(mention.name) or mention.key
