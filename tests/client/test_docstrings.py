"""`help` says what each method does, what each of its parameters is, and what comes back."""

from __future__ import annotations

import inspect
import pydoc
import re
from collections.abc import Callable, Iterator
from typing import Any

from runwright import AsyncClient, Client, sign_webhook, verify_webhook
from runwright.client.calls import Noun, call, flow


def methods() -> Iterator[tuple[str, call[Any, Any] | flow[Any, Any]]]:
    """Every method of every noun."""
    for name, noun in vars(Client("http://127.0.0.1:1", "rw_x")).items():
        if isinstance(noun, Noun):
            for cls in type(noun).__mro__:
                for method, found in vars(cls).items():
                    if isinstance(found, call | flow):
                        yield f"{name}.{method}", found


def lacking(given: Callable[..., Any], documentation: str | None) -> set[str]:
    """The parameters that a docstring leaves out."""
    named = set(re.findall(r"^    (\w+): \S", inspect.cleandoc(documentation or ""), re.MULTILINE))
    return {name for name in inspect.signature(given).parameters if name != "self"} - named


def test_every_parameter_of_every_method_is_documented() -> None:
    found = dict(methods())
    assert len(found) > 80
    assert {
        name: bad for name, each in found.items() if (bad := lacking(each._steps, each.__doc__))
    } == {}


def test_so_are_those_of_the_clients_and_of_webhooks() -> None:
    for given in (Client, AsyncClient, Client.with_options, verify_webhook, sign_webhook):
        assert lacking(given, given.__doc__) == set(), given


def test_no_docstring_names_a_parameter_that_is_not_there() -> None:
    for name, each in methods():
        _, _, arguments = inspect.cleandoc(each.__doc__ or "").partition("Args:\n")
        named = re.findall(r"^    (\w+): \S", arguments, re.MULTILINE)
        assert named == list(inspect.signature(each._steps).parameters)[1:], name


def test_help_shows_what_comes_back() -> None:
    client = Client("http://127.0.0.1:1", "rw_x")
    shown = pydoc.plain(pydoc.render_doc(client.runs.create))
    assert "-> 'Run'" in shown
    assert "Steps" not in shown
    assert "prompt: The task, in words" in shown
    assert str(inspect.signature(client.runs.list)).endswith("-> 'Iterator[Run]'")
    assert str(inspect.signature(client.files.wait)).startswith("(id: 'str', *, timeout:")
