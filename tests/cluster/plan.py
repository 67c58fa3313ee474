"""A plan of faults that a seed repeats: what is broken, when, and for how long."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cluster.cluster import Cluster

Kind = Literal[
    "kill", "pause", "cut", "silence", "lose", "isolate", "mute", "stop-database", "crash-database"
]
OF_ANY: tuple[Kind, ...] = ("kill", "kill", "pause", "cut", "silence", "lose")
OF_SERVERS: tuple[Kind, ...] = ("isolate", "mute")
OF_DATABASE: tuple[Kind, ...] = ("stop-database", "crash-database")
DATABASE = "database"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that goes wrong at one node, or at the database."""

    kind: Kind
    node: str


@dataclass(frozen=True, slots=True)
class Round:
    """What goes wrong at once, for how long, and how long all is well after it."""

    faults: tuple[Fault, ...]
    seconds: float
    rest: float

    def __str__(self) -> str:
        what = ", ".join(f"{fault.kind} {fault.node}" for fault in self.faults)
        return f"{what} for {self.seconds:.1f} s, then {self.rest:.1f} s of rest"


def seed_for(name: str) -> str:
    """The seed of `CLUSTER_SEED` if there is one, else a new one; it is printed."""
    seed = os.environ.get("CLUSTER_SEED") or f"{random.SystemRandom().randrange(10**8):08}"
    print(f"\n{name}: CLUSTER_SEED={seed}", flush=True)
    return seed


def storm(seed: str, servers: Sequence[str], workers: Sequence[str], rounds: int) -> list[Round]:
    """Rounds of one to three faults, each at another place."""
    dice = random.Random(f"storm {seed}")
    return [_round(dice, [*servers], [*workers]) for _ in range(rounds)]


def _round(dice: random.Random, servers: list[str], workers: list[str]) -> Round:
    places = dice.sample([*servers, *workers], dice.randint(1, 2))
    faults = [Fault(dice.choice(_kinds(place, servers)), place) for place in places]
    if dice.random() < 0.3:
        faults.append(Fault(dice.choice(OF_DATABASE), DATABASE))
    return Round(tuple(faults), dice.uniform(1.5, 7.0), dice.uniform(1.0, 3.0))


def _kinds(place: str, servers: Sequence[str]) -> tuple[Kind, ...]:
    return OF_ANY + OF_SERVERS if place in servers else OF_ANY


def carry_out(cluster: Cluster, rounds: Sequence[Round]) -> None:
    """Break and mend, round after round; everything is mended when it ends."""
    for number, each in enumerate(rounds, 1):
        print(f"  {number}. {each}", flush=True)
        for fault in each.faults:
            _break(cluster, fault)
        time.sleep(each.seconds)
        # The database comes back first: a node that begins needs it.
        for fault in sorted(each.faults, key=lambda fault: fault.node != DATABASE):
            _mend(cluster, fault)
        time.sleep(each.rest)


def _break(cluster: Cluster, fault: Fault) -> None:
    if fault.node == DATABASE:
        postgres = cluster.postgres
        (postgres.crash if fault.kind == "crash-database" else postgres.stop_gently)()
        return
    node, tell = cluster.nodes[fault.node], cluster.network.tell
    acts: dict[Kind, Callable[[], None]] = {
        "kill": node.kill,
        "pause": node.pause,
        "cut": lambda: tell(node.database.cut),
        "silence": lambda: tell(node.database.silence),
        "lose": lambda: tell(node.database.silence),
        "isolate": lambda: tell(cluster.front_of(node).cut),
        "mute": lambda: tell(cluster.front_of(node).silence),
    }
    acts[fault.kind]()


def _mend(cluster: Cluster, fault: Fault) -> None:
    if fault.node == DATABASE:
        cluster.postgres.start()
        return
    node, tell = cluster.nodes[fault.node], cluster.network.tell
    if fault.kind == "kill":
        node.server.start()
    elif fault.kind == "pause":
        node.resume()
    elif fault.kind in ("isolate", "mute"):
        tell(cluster.front_of(node).heal)
    else:
        if fault.kind == "lose":
            tell(node.database.cut)  # what was silent is forgotten, not delayed
        tell(node.database.heal)
