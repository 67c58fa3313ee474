"""The code that makes a call, for the reference: as a command, and with the Python client."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable
from typing import Any, get_args
from urllib.parse import quote

from runwright.api.examples import Example
from runwright.api.router import Access, Route

_ADDRESS = "$RUNWRIGHT_URL"
_KEY = '-H "Authorization: Bearer $RUNWRIGHT_API_KEY"'
_JSON = '-H "Content-Type: application/json"'
_WIDE = 72
_VERBS = {"read": "retrieve", "change": "update"}
_METHODS = {
    "audit.prove": "audit.proof",
    "auth.ask": "auth.start",
    "auth.fetch": "auth.poll",
    "auth.give_up": "auth.revoke",
    "auth.look": "auth.retrieve",
    "auth.own_key": "auth.current_key",
    "auth.refuse": "auth.deny",
    "files.create": "files.upload",
    "files.reextract": "files.extract",
    "keys.delete": "keys.revoke",
    "runs.read_feedback": "runs.retrieve_feedback",
}
"""The client's methods that are named neither like the operation nor by `_VERBS`."""
_ARGUMENTS = {("audit.consistency", "from"): "from_size", ("audit.consistency", "to"): "to_size"}
_LISTS = frozenset({"expand", "group_by", "type"})
"""Parameters that the API takes with commas and the client as a list."""


def samples(route: Route, example: Example) -> list[dict[str, str]]:
    """Both, in the form that tools of OpenAPI know as `x-codeSamples`."""
    return [
        {"lang": "Shell", "label": "curl", "source": curl(route, example)},
        {"lang": "Python", "label": "Python", "source": python(route, example)},
    ]


def curl(route: Route, example: Example) -> str:
    """A command for a shell that has the server's address and a key in its environment."""
    method = "" if route.method == "GET" else f"-X {route.method} "
    streams = "-N " if _is_stream(route) else ""
    parts = [f'curl -sf {streams}{method}"{_ADDRESS}{_target(route, example)}"']
    if route.scope is not Access.NO_KEY:
        parts.append(_KEY)
    if example.upload is not None:
        fields = "".join(f" -F {name}={value}" for name, value in example.body.items())
        parts.append(f"-F file=@{example.upload}{fields}")
    elif example.body is not None:
        parts += [_JSON, f"-d '{_quoted(_json(example.body))}'"]
    if _is_download(route):
        parts.append("-o download")
    return " \\\n  ".join(parts)


def python(route: Route, example: Example) -> str:
    """A program with the Python client, which takes address and key from the environment."""
    noun, _, verb = route.action.partition(".")
    method = _METHODS.get(route.action, f"{noun}.{_VERBS.get(verb, verb)}")
    arguments = list(_arguments(route, example))
    call = _call(f"client.{method}", arguments)
    setup = "" if route.scope is not Access.NO_KEY else "needs_key=False"
    used = textwrap.indent(_used(route, noun, call), "    ")
    return f"from runwright import Client\n\nwith Client({setup}) as client:\n{used}"


def _used(route: Route, noun: str, call: str) -> str:
    """The call, and something that is done with its answer."""
    if _is_download(route):
        return f"content = {call}"
    name = _singular(noun)
    if _is_stream(route):
        return f"for event in {call}:\n    print(event)"
    if _gives_entries(route):
        return f"for entry in {call}:\n    print(entry)"
    return f"{name} = {call}\nprint({name})"


def _arguments(route: Route, example: Example) -> Iterable[str]:
    if example.upload is not None:
        yield repr_of(example.upload)
    yield from (value if name == "seq" else repr_of(value) for name, value in example.path.items())
    for name, value in {**example.query, **(example.body or {})}.items():
        if name == "limit":
            continue  # the client fetches page after page
        metadata, _, key = name.partition(".")
        if metadata == "metadata" and key:
            yield f"metadata={{{repr_of(key)}: {repr_of(value)}}}"
            continue
        is_list = name in _LISTS and isinstance(value, str)
        shown = repr_of(value.split(",") if is_list else value)
        yield f"{_ARGUMENTS.get((route.action, name), name)}={shown}"


def _json(body: Any) -> str:
    """On one line if that is short, else with a line for each field."""
    line = json.dumps(body, ensure_ascii=False)
    if len(line) <= _WIDE:
        return line
    fields = (f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in body.items())
    inner = ",\n    ".join(fields)
    return f"{{\n    {inner}\n  }}"


def repr_of(value: Any) -> str:
    """A value as Python is mostly written: with double quotes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return f"[{', '.join(map(repr_of, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{repr_of(k)}: {repr_of(v)}' for k, v in value.items())}}}"
    return repr(value)


def _call(name: str, arguments: list[str]) -> str:
    line = f"{name}({', '.join(arguments)})"
    if len(line) <= _WIDE:
        return line
    inner = "".join(f"    {argument},\n" for argument in arguments)
    return f"{name}(\n{inner})"


def _target(route: Route, example: Example) -> str:
    path = route.path
    for name, value in example.path.items():
        path = path.replace(f"{{{name}}}", value)
    query = "&".join(
        f"{name}={quote(_text(value), safe=',:')}" for name, value in example.query.items()
    )
    return f"{path}?{query}" if query else path


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    return text.replace("'", "'\\''")


def _is_stream(route: Route) -> bool:
    return route.content == "text/event-stream"


def _is_download(route: Route) -> bool:
    return route.content == "*/*"


def _gives_entries(route: Route) -> bool:
    """Whether the client's method gives the entries of a list one by one."""
    kind = route.answer.model_fields.get("object")
    is_list = kind is not None and get_args(kind.annotation) == ("list",)
    return is_list and not route.action.startswith("analytics.")


def _singular(noun: str) -> str:
    own = {"analytics": "report", "audit": "found", "auth": "login", "context": "item"}
    return own.get(noun, noun.removesuffix("s"))
