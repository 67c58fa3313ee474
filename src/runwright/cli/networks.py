"""`runwright networks`: agents that work together on one run."""

from __future__ import annotations

from itertools import islice
from typing import get_args

import click

from runwright.cli import completing, screen
from runwright.cli.connection import connected
from runwright.cli.drawing import Column, local, many, plain
from runwright.cli.lazy import Lazy
from runwright.cli.naming import agent_id, network_id
from runwright.cli.options import (
    JSON,
    LIMIT,
    NETWORK,
    SERVER,
    YES,
    names,
    print_json,
    print_list,
)
from runwright.client import APIError, Client, Network
from runwright.client.types.agents import Strategy


@click.group(
    cls=Lazy,
    default="list",
    examples=["runwright networks", 'runwright run --network Desk "What did the offsite cost?"'],
)
def networks() -> None:
    """List, show, create and delete networks of agents.

    NETWORK is a name or an id. `runwright run --network NETWORK` asks one.
    """


@networks.command("list", examples=["runwright networks"])
@LIMIT
@SERVER
@JSON
def list_networks(limit: int, server: str | None, as_json: bool) -> None:
    """List networks, newest first; `list` may be left out."""
    with connected(server) as client:
        rows = list(islice(client.networks.list(page_size=min(limit, 100)), limit))
    if as_json:
        print_list(network.raw for network in rows)
        return
    shown = screen.out()
    if not rows:
        shown.say("There are no networks: `runwright networks create` makes one.")
        return
    columns = [
        Column(title="network"),
        Column(title="name", shrinks=True),
        Column(title="strategy"),
        Column(title="agents", is_right=True, is_optional=True),
        Column(title="created", is_optional=True),
    ]
    shown.table(
        columns,
        [[n.id, n.name, n.strategy, str(len(n.agents)), local(n.created_at)] for n in rows],
    )


@networks.command(examples=["runwright networks show Desk"])
@NETWORK
@SERVER
@JSON
def show(network: str, server: str | None, as_json: bool) -> None:
    """Show a network with its agents."""
    with connected(server) as client:
        found = client.networks.retrieve(network_id(client, network))
        if as_json:
            print_json(found.raw)
        else:
            _tell(client, found)


@networks.command(
    examples=["runwright networks create --name Desk --agents Bookkeeper,Planner --strategy router"]
)
@click.option("--name", required=True, help="What it is called.")
@click.option(
    "--agents",
    required=True,
    metavar="AGENTS",
    shell_complete=completing.of("agent"),
    help="Names or ids, in order, separated by commas.",
)
@click.option(
    "--strategy",
    type=click.Choice(get_args(Strategy)),
    required=True,
    help="One after another, side by side, or the one that fits.",
)
@click.option("--max-steps", type=click.IntRange(1, 16), help="For all agents together.")
@SERVER
@JSON
def create(
    name: str,
    agents: str,
    strategy: Strategy,
    max_steps: int | None,
    server: str | None,
    as_json: bool,
) -> None:
    """Create a network of agents."""
    with connected(server) as client:
        members = [agent_id(client, each) for each in names(agents) or ()]
        made = client.networks.create(
            name=name, agents=members, strategy=strategy, max_steps=max_steps
        )
        if as_json:
            print_json(made.raw)
        else:
            _tell(client, made)


@networks.command(examples=["runwright networks delete Desk"])
@NETWORK
@YES
@SERVER
@JSON
def delete(network: str, yes: bool, server: str | None, as_json: bool) -> None:
    """Delete a network; its agents and its runs stay."""
    with connected(server) as client:
        found = network_id(client, network)
        if not yes:
            click.confirm(f"Delete the network {network}?", abort=True, err=True)
        gone = client.networks.delete(found)
    if as_json:
        print_json(gone.raw)
    else:
        screen.out().say(f"{gone.id} is deleted.")


def _tell(client: Client, network: Network) -> None:
    shown = screen.out()
    shown.say(f"{network.id}  {plain(network.name, is_line=True)}, {network.strategy}")
    steps = f"at most {many(network.max_steps, 'step')}"
    shown.say(shown.dim(f"{steps}, {local(network.created_at)}"))
    for agent in network.agents:
        shown.say(f"  {agent}  {_name(client, agent)}")


def _name(client: Client, id: str) -> str:
    try:
        return plain(client.agents.retrieve(id).name, is_line=True)
    except APIError:
        return "(deleted, or not visible to this key)"
