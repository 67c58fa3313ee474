"""Groups whose commands are loaded when they are named: none waits for what another imports."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from runwright.cli.command import Command, Examples
from runwright.cli.guessing import guess


class Elsewhere(NamedTuple):
    """A command that is not loaded yet: its module, and its line in the list."""

    module: str
    help: str


class Lazy(Examples, click.Group):
    """Commands here and elsewhere, in named sections; `default` runs when none is named."""

    command_class = Command

    def __init__(
        self,
        *args: Any,
        sections: Mapping[str, Mapping[str, Elsewhere]] | None = None,
        default: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self._sections = sections or {}
        self._elsewhere = {
            name: each for commands in self._sections.values() for name, each in commands.items()
        }
        self._default = default

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [*self.commands, *self._elsewhere]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        if cmd_name not in self._elsewhere:
            return self.commands.get(cmd_name)
        module = load(self._elsewhere[cmd_name].module)
        command: click.Command = getattr(module, f"{cmd_name}_command".replace("-", "_"), None) or (
            getattr(module, cmd_name.replace("-", "_"))
        )
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not ctx.resilient_parsing and not name.startswith("-"):
            known = self.list_commands(ctx)
            if name not in known:
                ctx.fail(f"There is no command {name!r}.{guess(name, known)}")
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        names_none = _names_none(args, ctx.help_option_names)
        # While a word is being completed, nobody knows yet which command it will be.
        if self._default and names_none and not ctx.resilient_parsing:
            args = [self._default, *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        own = {name: each.get_short_help_str(limit=200) for name, each in self.commands.items()}
        listed = {"Commands": own} if own else {}
        for title, commands in self._sections.items():
            listed[title] = {name: each.help for name, each in commands.items()}
        for title, rows in listed.items():
            with formatter.section(title):
                formatter.write_dl(list(rows.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The names of commands, without loading them: pressing Tab must not take a second."""
        found = {name: each.get_short_help_str() for name, each in self.commands.items()}
        found |= {name: each.help for name, each in self._elsewhere.items()}
        names = [
            CompletionItem(name, help=said)
            for name, said in found.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]


def load(module: str) -> ModuleType:
    """A module that only some commands need."""
    # All that a command loads stays: a collector that looks at it again and again finds nothing,
    # and takes a tenth of the time to start. Once it is enabled it would look at all of it twice
    # more, as at any other new object; what is frozen it leaves alone.
    gc.disable()
    try:
        return importlib.import_module(module)
    finally:
        gc.freeze()
        gc.enable()


def _names_none(args: list[str], help_options: list[str]) -> bool:
    if not args:
        return True
    return args[0].startswith("-") and args[0] not in help_options
