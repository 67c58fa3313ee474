"""`runwright agents`: agents that there are, and new ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, plain
from runwright.cli.lazy import Lazy
from runwright.cli.options import JSON, LIMIT, SERVER, YES, print_json, print_list
from runwright.client import Agent


@click.group(cls=Lazy, default="list")
def agents() -> None:
    """List, make, show and delete agents.

    `runwright run --agent AGENT` has one do a task.
    """


@agents.command("list")
@LIMIT
@SERVER
@JSON
def list_agents(limit: int, server: str | None, as_json: bool) -> None:
    """List agents, newest first; also without the word `list`."""
    with connected(server) as client:
        rows = list(islice(client.agents.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(agent.raw for agent in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no agents: `runwright agents create` makes one.")
        return
    columns = [
        Column(title="agent"),
        Column(title="name", shrinks=True),
        Column(title="model", is_optional=True),
        Column(title="version", is_right=True, is_optional=True),
        Column(title="created", is_optional=True),
        Column(title="instructions", shrinks=True, is_optional=True),
    ]
    table = [
        [a.id, a.name, a.model, str(a.version), local(a.created_at), a.instructions] for a in rows
    ]
    shown.table(columns, table)


@agents.command()
@click.argument("agent")
@SERVER
@JSON
def show(agent: str, server: str | None, as_json: bool) -> None:
    """Show an agent with its instructions."""
    with connected(server) as client:
        found = client.agents.retrieve(agent)
    if as_json:
        print_json(found.raw)
    else:
        _tell(found)


@agents.command()
@click.option("--name", required=True, help="What it is called.")
@click.option("--instructions", required=True, help="Its rules, in words.")
@click.option("--model", help="`auto` by default: what fits the task.")
@SERVER
@JSON
def create(
    name: str, instructions: str, model: str | None, server: str | None, as_json: bool
) -> None:
    """Make an agent."""
    with connected(server) as client:
        made = client.agents.create(name=name, instructions=instructions, model=model)
    if as_json:
        print_json(made.raw)
    else:
        _tell(made)
        _tell_ignored(made.ignored)


@agents.command()
@click.argument("agent")
@YES
@SERVER
@JSON
def delete(agent: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Remove an agent; its runs stay."""
    if not yes:
        click.confirm(f"Remove {agent}?", abort=True, err=True)
    with connected(server) as client:
        gone = client.agents.delete(agent)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is removed.")


def _tell(agent: Agent) -> None:
    shown = screen.out()
    shown.say(f"{agent.id}  {plain(agent.name, is_line=True)}, version {agent.version}")
    budget = f", {agent.budget.amount} a {agent.budget.period}" if agent.budget else ""
    shown.say(shown.dim(f"{agent.model}, {local(agent.created_at)}{budget}"))
    shown.text(agent.instructions)


def _tell_ignored(sentences: Sequence[str]) -> None:
    if sentences:
        shown = screen.out()
        shown.say("Not understood as rules:")
        for sentence in sentences:
            shown.say(f"  {plain(sentence, is_line=True)}")
