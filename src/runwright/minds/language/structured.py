"""Structured output: which leaves of a model's object stand in the results and records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from runwright.minds.language import forms
from runwright.minds.language.evidence import Evidence
from runwright.minds.language.unchecked import Known, gather
from runwright.text.folding import fold
from runwright.text.words import split_words

_LONGEST_NAME = 6


class Leaf(NamedTuple):
    """A value of the object."""

    path: str
    """A JSON pointer: `/months/0/total`."""
    value: Any
    is_supported: bool


def leaves(value: Any, schema: Mapping[str, Any], evidence: Evidence) -> list[Leaf]:
    """The figures, days and names of an object, each with whether it stands in a result or record.

    A choice (`enum`, `const`, booleans) and running text are the model's own and are left out.
    """
    known = gather(evidence)
    return [
        Leaf(path, leaf, _is_known(leaf, known, evidence))
        for path, leaf, own in _walk(value, schema, "")
        if not _is_own(leaf, own)
    ]


def _walk(
    value: Any, schema: Mapping[str, Any], path: str
) -> Iterator[tuple[str, Any, Mapping[str, Any]]]:
    if isinstance(value, Mapping):
        properties = schema.get("properties", {})
        for name, each in value.items():
            step = str(name).replace("~", "~0").replace("/", "~1")
            yield from _walk(each, properties.get(name, {}), f"{path}/{step}")
    elif isinstance(value, list):
        items = schema.get("items", {})
        for at, each in enumerate(value):
            inner = items if isinstance(items, Mapping) else {}
            yield from _walk(each, inner, f"{path}/{at}")
    else:
        yield path, value, schema


def _is_own(leaf: Any, schema: Mapping[str, Any]) -> bool:
    if leaf is None or isinstance(leaf, bool) or "enum" in schema or "const" in schema:
        return True
    return isinstance(leaf, str) and len(split_words(leaf)) > _LONGEST_NAME


def _is_known(leaf: Any, known: Known, evidence: Evidence) -> bool:
    number = forms.number_of(leaf)
    if number is not None:
        return abs(number) in known.figures
    moment = forms.moment_of(leaf, evidence.zone)
    if moment is not None:
        return date(moment.year, moment.month, moment.day) in known.days
    words = [fold(word) for word in split_words(str(leaf))]
    return bool(words) and all(word in known.words for word in words)
