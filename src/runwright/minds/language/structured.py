"""Structured output: the object that a model gives, and which of its leaves have support."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from runwright.minds.language import forms
from runwright.minds.language.evidence import Evidence
from runwright.minds.language.output_schema import DEEPEST_SCHEMA, pointer_step, resolved
from runwright.minds.language.unchecked import Known, gather, is_known
from runwright.text.words import split_words
from runwright.tools.base import InvalidCall

_LONGEST_NAME = 6


def read(written: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The object that a model wrote; `InvalidCall` says where it is not of the schema."""
    try:
        value = json.loads(written)
    except ValueError:
        raise InvalidCall("The answer is not valid JSON.") from None
    from jsonschema import Draft202012Validator

    validator = Draft202012Validator(schema)
    wrong = [
        f"`/{'/'.join(map(str, error.absolute_path))}`: {error.message[:_LONGEST_ERROR]}"
        for error in islice(validator.iter_errors(value), _MOST_ERRORS)
    ]
    if wrong or not isinstance(value, dict):
        raise InvalidCall(f"The answer does not fit the schema. {'; '.join(wrong)}")
    return value


_MOST_ERRORS = 10
_LONGEST_ERROR = 300


# Leaves -----------------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """A value of the object."""

    path: str
    """A JSON pointer: `/months/0/total`."""
    value: Any
    is_supported: bool


def leaves(value: Any, schema: Mapping[str, Any], evidence: Evidence) -> list[Leaf]:
    """The figures, days and names of an object, each with whether it stands in a result or record.

    A choice (`enum`, `const`, booleans) and running text are the model's own and are left out.
    That a value stands somewhere does not say that it stands in the right field.
    """
    known = gather(evidence)
    return [
        Leaf(path, leaf, _is_known(leaf, known, evidence))
        for path, leaf, own in _walk(value, [schema], schema, "")
        if not _is_own(leaf, own)
    ]


_Schemas = list[Mapping[str, Any]]


def _walk(
    value: Any, schemas: _Schemas, root: Mapping[str, Any], path: str
) -> Iterator[tuple[str, Any, _Schemas]]:
    """Each leaf with the schemas that it may be of."""
    schemas = list(_alternatives(schemas, root, DEEPEST_SCHEMA))
    if isinstance(value, Mapping):
        for name, each in value.items():
            inner = [found for s in schemas if (found := _property(s, name)) is not None]
            yield from _walk(each, inner, root, f"{path}/{pointer_step(name)}")
    elif isinstance(value, list):
        for at, each in enumerate(value):
            inner = [found for s in schemas if isinstance(found := s.get("items"), Mapping)]
            yield from _walk(each, inner, root, f"{path}/{at}")
    else:
        yield path, value, schemas


def _alternatives(
    schemas: _Schemas, root: Mapping[str, Any], depth: int
) -> Iterator[Mapping[str, Any]]:
    for each in schemas:
        schema = resolved(each, root)
        if schema is None or not depth:
            continue
        yield schema
        for keyword in ("anyOf", "oneOf", "allOf"):
            choices = [c for c in schema.get(keyword, ()) if isinstance(c, Mapping)]
            yield from _alternatives(choices, root, depth - 1)


def _property(schema: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    found = schema.get("properties", {}).get(name, schema.get("additionalProperties"))
    return found if isinstance(found, Mapping) else None


def _is_own(leaf: Any, schemas: _Schemas) -> bool:
    if leaf is None or isinstance(leaf, bool):
        return True
    if any("enum" in schema or "const" in schema for schema in schemas):
        return True
    return isinstance(leaf, str) and len(split_words(leaf)) > _LONGEST_NAME


def _is_known(leaf: Any, known: Known, evidence: Evidence) -> bool:
    number = forms.number_of(leaf)
    if number is not None:
        return abs(number) in known.figures
    moment = forms.moment_of(leaf, evidence.zone)
    if moment is not None:
        return date(moment.year, moment.month, moment.day) in known.days
    return is_known(str(leaf), known)
