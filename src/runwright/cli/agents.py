"""`runwright agents`: the agents of a project."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

import click

from runwright.cli import screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, plain
from runwright.cli.lazy import Lazy
from runwright.cli.naming import agent_id
from runwright.cli.options import (
    AGENT,
    JSON,
    LIMIT,
    SERVER,
    YES,
    named_option,
    print_json,
    print_list,
)
from runwright.client import Agent, Budget

_BUDGET = click.option(
    "--budget", metavar="AMOUNT/PERIOD", help="What its runs may cost, such as 0.50/day."
)
_MODEL = named_option("model", "The model its runs use; `auto`, which fits the task, by default.")


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright agents", "runwright agents show Bookkeeper"],
)
def agents() -> None:
    """List, show, create, change and delete agents.

    AGENT is a name or an id. `runwright run --agent AGENT` asks one.
    """


@agents.command("list", examples=["runwright agents", "runwright agents list --limit 100"])
@LIMIT
@SERVER
@JSON
def list_agents(limit: int, server: str | None, as_json: bool) -> None:
    """List agents, newest first; `list` may be left out."""
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
        Column(title="instructions", shrinks=True, is_optional=True),
        Column(title="model", is_optional=True),
        Column(title="version", is_right=True, is_optional=True),
        Column(title="created", is_optional=True),
    ]
    table = [
        [a.id, a.name, a.instructions, a.model, str(a.version), local(a.created_at)] for a in rows
    ]
    shown.table(columns, table)


@agents.command(examples=["runwright agents show Bookkeeper"])
@AGENT
@SERVER
@JSON
def show(agent: str, server: str | None, as_json: bool) -> None:
    """Show an agent with its instructions."""
    with connected(server) as client:
        found = client.agents.retrieve(agent_id(client, agent))
    if as_json:
        print_json(found.raw)
    else:
        _tell(found)


@agents.command(
    examples=[
        "runwright agents create --name Bookkeeper \\",
        '  --instructions "Only use finance. Leave out transfers." --budget 0.50/day',
    ]
)
@click.option("--name", required=True, help="What it is called.")
@click.option("--instructions", required=True, help="Its rules, in words.")
@_MODEL
@_BUDGET
@SERVER
@JSON
def create(
    name: str,
    instructions: str,
    model: str | None,
    budget: str | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Create an agent; sentences that were not understood as rules are listed."""
    limit = None if budget is None else _budget(budget)
    with connected(server) as client:
        made = client.agents.create(name=name, instructions=instructions, model=model, budget=limit)
    if as_json:
        print_json(made.raw)
    else:
        _tell(made)
        _tell_ignored(made.ignored)


@agents.command(examples=['runwright agents update Bookkeeper --instructions "Only use finance."'])
@AGENT
@click.option("--name", help="What it is called.")
@click.option("--instructions", help="Its rules, in words.")
@_MODEL
@_BUDGET
@SERVER
@JSON
def update(
    agent: str, budget: str | None, server: str | None, as_json: bool, **changes: Any
) -> None:
    """Change an agent: a new version of it; earlier runs keep theirs."""
    if budget is not None:
        changes["budget"] = _budget(budget)
    if not any(changes.values()):
        raise click.UsageError("say what to change")
    with connected(server) as client:
        made = client.agents.update(agent_id(client, agent), **changes)
    if as_json:
        print_json(made.raw)
    else:
        _tell(made)
        _tell_ignored(made.ignored)


@agents.command(examples=["runwright agents delete Bookkeeper"])
@AGENT
@YES
@SERVER
@JSON
def delete(agent: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Delete an agent; its runs stay."""
    with connected(server) as client:
        found = agent_id(client, agent)
        if not yes:
            click.confirm(f"Delete the agent {agent}?", abort=True, err=True)
        gone = client.agents.delete(found)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is deleted.")


def _budget(text: str) -> Budget:
    amount, _, period = text.partition("/")
    try:
        return Budget(amount=Decimal(amount), period=period or "day")
    except InvalidOperation:
        message = f"{text!r} is not AMOUNT/PERIOD, such as 0.50/day"
        raise click.BadParameter(message, param_hint="--budget") from None


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
