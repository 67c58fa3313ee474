"""Objects by name: whoever types `Bookkeeper` means the agent that is called so."""

from __future__ import annotations

from collections.abc import Iterable

from runwright.cli.drawing import plain
from runwright.cli.exits import NOT_FOUND, WRONG_USE, Told
from runwright.cli.guessing import guess
from runwright.client import Client

LAST = "last"
_MOST_SHOWN = 5


class NoSuchName(Told):
    """Nothing is called so; `meant` asks for what is nearly called so."""

    def __init__(self, message: str, meant: str) -> None:
        super().__init__(message, NOT_FOUND)
        self.meant = meant


def run_id(client: Client, text: str) -> str:
    """The run that is meant; `last` is the newest one."""
    if text != LAST:
        return text
    newest = next(iter(client.runs.list(page_size=1)), None)
    if newest is None:
        raise Told("there are no runs yet", NOT_FOUND)
    return newest.id


def agent_id(client: Client, text: str) -> str:
    """The agent that is meant, by its id or its name."""
    if text.startswith("ag_"):
        return text
    return _only("agent", text, ((each.id, each.name) for each in client.agents.list()))


def network_id(client: Client, text: str) -> str:
    """The network that is meant, by its id or its name."""
    if text.startswith("net_"):
        return text
    return _only("network", text, ((each.id, each.name) for each in client.networks.list()))


def file_id(client: Client, text: str) -> str:
    """The file that is meant, by its id or its name."""
    if text.startswith("file_") and "." not in text:
        return text
    return _only("file", text, ((each.id, each.filename) for each in client.files.list()))


def key_id(client: Client, text: str) -> str:
    """The key that is meant, by its id or its name."""
    if text.startswith("key_"):
        return text
    return _only("key", text, ((each.id, each.name) for each in client.keys.list()))


def _only(noun: str, text: str, there: Iterable[tuple[str, str]]) -> str:
    """The one object of that name; its letters' case matters only where several differ by it."""
    known = list(there)
    alike = [each for each in known if each[1].casefold() == text.casefold()]
    found = [each[0] for each in alike if each[1] == text] or [each[0] for each in alike]
    if len(found) == 1:
        return found[0]
    named = f"{noun} called {plain(text, is_line=True)!r}"
    if not found:
        meant = guess(text, (name for _, name in known))
        advice = f".{meant}" if meant else f"; `runwright {noun}s` lists them"
        raise NoSuchName(f"there is no {named}{advice}", meant)
    shown = ", ".join(found[:_MOST_SHOWN]) + (", …" if len(found) > _MOST_SHOWN else "")
    raise Told(f"there is more than one {named}: use an id ({shown})", WRONG_USE)
