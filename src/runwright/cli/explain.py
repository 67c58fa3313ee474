"""`runwright explain`: how a prompt is understood, before anything is read."""

from __future__ import annotations

import click

from runwright.cli import screen
from runwright.cli.command import command
from runwright.cli.options import JSON, print_json
from runwright.cli.program import program
from runwright.minds.embedded import asking, routes
from runwright.minds.embedded.parser import parser
from runwright.minds.embedded.planning import understood
from runwright.minds.embedded.query import Query, to_json
from runwright.trust.scopes import SOURCES

_STEPS = 16
_PLAIN = ("text", "route", "spans", "confidence")


@command(
    examples=[
        'runwright explain "How much did I spend on groceries in October?"',
        'runwright explain --after "My expenses in May" "And in June?"',
    ]
)
@click.argument("prompt")
@click.option(
    "--context",
    "sources",
    type=click.Choice(sorted(SOURCES)),
    multiple=True,
    help="A source that the run may read; repeatable, all by default.",
)
@click.option(
    "--after", "earlier", multiple=True, help="An earlier prompt; repeatable, oldest first."
)
@JSON
def explain(prompt: str, sources: tuple[str, ...], earlier: tuple[str, ...], as_json: bool) -> None:
    """Show how a prompt is understood, without running it.

    Each of its questions becomes a query: what is asked for, and the words that narrow it. This
    reads no data and contacts no server: the parser of y0-fast and y0-deep runs here.
    """
    if not parser.is_available():
        raise click.ClickException(f"The parser is missing: run `{program()} models setup`")
    queries = understood(prompt, earlier, sources or tuple(SOURCES), _STEPS)
    if as_json:
        print_json([to_json(query) for query in queries])
        return
    for number, query in enumerate(queries):
        if number:
            screen.out().say()
        facts = _facts(query)
        width = max(len(name) for name, _ in facts)
        for name, value in facts:
            screen.out().say(f"{name:<{width}}  {value}")


def _facts(query: Query) -> list[tuple[str, str]]:
    """A query, line by line."""
    facts = [("question", query.text), ("route", query.route)]
    if query.route in ("finance", "calendar"):
        facts.append(("read as", asking.reading_in_words(query)))
    facts += [
        (name.removeprefix("is_").removeprefix("has_").replace("_", " "), _said(value))
        for name, value in to_json(query).items()
        if name not in _PLAIN
    ]
    facts += [(f"[{span.code}]", span.text) for span in query.spans]
    facts.append(("calls", ", ".join(routes.plan(query).tools) or "none"))
    facts.append(("confidence", f"{query.confidence:.2f}"))
    return facts


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
