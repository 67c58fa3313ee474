"""Commands with examples in their help, whose failures speak of their own options."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click

from runwright.cli.exits import WRONG_USE, Told, told
from runwright.cli.guessing import guess

_OTHERWISE = {
    "expires_at": "expires",
    "grace_seconds": "grace",
    "type": "types",
    "user_code": "code",
}
"""Fields of the API whose option has another name."""
_ONE_OF = "must be one of "
_WORD = re.compile(r"[\w:.-]+")
T = TypeVar("T", bound=Callable[..., Any])


class Examples(click.Command):
    """What commands and groups share: examples at the end of their help."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            # Some are raised without a word on where: the help to read is this command's.
            error.ctx = error.ctx or ctx
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature
        if self.examples:
            with formatter.section("Examples"):
                for line in self.examples:
                    # Written as it is: an example that is broken into two lines cannot be copied.
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")


class Command(Examples):
    """A command; what it raises names its options and its help."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        except Exception as error:
            fields: Mapping[str, list[str]] = getattr(error, "errors", {})
            failure = told(error)
            if failure is None or failure.code != WRONG_USE or not fields:
                raise
            wrong = "; ".join(
                f"{self._name(name)} {_guessed(_given(ctx, name), said) or ', '.join(said)}"
                for name, said in fields.items()
            )
            raise Told(f"{wrong} {see_help(ctx)}", WRONG_USE) from None

    def _name(self, field: str) -> str:
        """A field of the API as the option that sets it: `context.0` is `--context`."""
        root, _, rest = field.partition(".")
        found = next((p for p in self.params if p.name == _OTHERWISE.get(root, root)), None)
        if found is None:
            return field
        shown = max(found.opts, key=len) if isinstance(found, click.Option) else found.name or ""
        shown = shown if isinstance(found, click.Option) else shown.upper()
        return f"{shown} {rest}" if rest and not rest.isdigit() else shown


def _given(ctx: click.Context, field: str) -> str:
    """What was typed for a field of the API: for `scopes.1`, the second word of `--scopes`."""
    root, _, rest = field.partition(".")
    typed = ctx.params.get(_OTHERWISE.get(root, root))
    words = [word for word in map(str.strip, str(typed or "").split(",")) if word]
    place = int(rest) if rest.isdigit() else 0
    return words[place] if place < len(words) else ""


def _guessed(typed: str, said: Sequence[str]) -> str:
    """What is nearly one of the words that the API takes, instead of a list of them all."""
    lists = [reason for reason in said if reason.startswith(_ONE_OF)]
    known = [word for reason in lists for word in _WORD.findall(reason.removeprefix(_ONE_OF))]
    meant = guess(typed, known)
    return f"does not take {typed!r}.{meant}" if meant else ""


def command(name: str | None = None, *, examples: Sequence[str]) -> Callable[[T], Command]:
    """Make a function a command of its own module."""
    return click.command(name, cls=Command, examples=examples)


def see_help(ctx: click.Context) -> str:
    """Where to read on."""
    return f"(see {ctx.command_path} --help)"
