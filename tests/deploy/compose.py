"""A compose file as `docker compose` reads it: variables filled in, then YAML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from deploy.files import documents

_VARIABLE = re.compile(r"\$\{([A-Z_]+)(?::([?-])([^}]*))?\}")


class Refused(Exception):
    """A variable that must be set is not; the message says how."""


def read(text: str, environ: Mapping[str, str]) -> dict[str, Any]:
    """The file with these variables; what is unset and has no default is refused."""

    def value(match: re.Match[str]) -> str:
        name, sign, more = match.groups()
        if environ.get(name):
            return environ[name]
        if sign == "?":
            raise Refused(f"{name}: {more}")
        return more or ""

    (document,) = documents(_VARIABLE.sub(value, text))
    return document


def variables(text: str) -> set[str]:
    """Every variable that the file takes from outside."""
    return {match[1] for match in _VARIABLE.finditer(text)}
