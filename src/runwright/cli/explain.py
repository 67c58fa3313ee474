"""`runwright explain`: what a prompt is taken for, before anything is read."""

from __future__ import annotations

import click

from runwright.cli import screen
from runwright.cli.options import JSON, print_json
from runwright.minds.embedded import asking, routes
from runwright.minds.embedded.parser import parser
from runwright.minds.embedded.planning import understood
from runwright.minds.embedded.query import Query, to_json
from runwright.trust.scopes import SOURCES

_STEPS = 16
_PLAIN = ("text", "route", "spans", "confidence")


@click.command()
@click.argument("prompt")
@click.option(
    "--context",
    "sources",
    type=click.Choice(sorted(SOURCES)),
    multiple=True,
    help="A source that the run could read; all of them unless named.",
)
@click.option("--after", "earlier", multiple=True, help="What was asked before; the oldest first.")
@JSON
def explain(prompt: str, sources: tuple[str, ...], earlier: tuple[str, ...], as_json: bool) -> None:
    """Print what a prompt is taken for, without running it.

    Each of its questions is a query: what is asked for, and the words that narrow it. Nothing is
    read and no server is asked: the parser computes here, as it does for y0-fast and y0-deep.
    """
    if not parser.is_available():
        raise click.ClickException(
            "The parser is not here; make it: python -m runwright.minds.embedded.parser.weights"
        )
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
    tools = () if query.route in routes.HANDED_ON else routes.plan(query).tools
    facts.append(("calls", ", ".join(tools) or "nothing that is known beforehand"))
    facts.append(("confidence", f"{query.confidence:.2f}"))
    return facts


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
