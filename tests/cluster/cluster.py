"""A cluster: one PostgreSQL, API nodes behind one address, workers, and a network between them."""

from __future__ import annotations

import base64
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Self

from chaos.conftest import LAUNCHER
from chaos.gates import Gates
from cluster.nodes import Node, WorkerProcess, dial
from cluster.postgres import Durable
from cluster.proxy import Network, Wire
from cluster.record import Record
from cluster.traffic import Account, Client, Traffic
from support.client import Api
from support.receiver import Receiver
from support.server import Server
from support.webhooks import Hook, subscribe

TYPES = (
    *("run.completed", "run.failed", "run.cancelled", "run.deleted"),
    *("file.processed", "file.failed", "file.deleted"),
)
SETTINGS = {
    "RUNWRIGHT_RATE_LIMIT": "1000000/min",
    "RUNWRIGHT_SIGNING_KEY": base64.b64encode(bytes(range(32))).decode(),
    "RUNWRIGHT_WEBHOOK_ALLOW_PRIVATE": "true",
    "RUNWRIGHT_WEBHOOK_RETRIES": "0,0.5,1,2,4,8",
    "RUNWRIGHT_WEBHOOK_SECONDS": "5",
    "RUNWRIGHT_LEASE": "2",
}


class Cluster:
    """Everything that a test starts, and that ends with it."""

    def __init__(
        self,
        folder: Path,
        *,
        servers: int = 3,
        workers: int = 3,
        projects: int = 2,
        settings: Mapping[str, str] | None = None,
        is_gated: bool = False,
    ) -> None:
        self.folder = folder
        self.nodes: dict[str, Node] = {}
        self.accounts: list[Account] = []
        self.hooks: list[Hook] = []
        self.gates: dict[str, Gates] = {}
        self._servers = [f"api{n}" for n in range(1, servers + 1)]
        self._workers = [f"worker{n}" for n in range(1, workers + 1)]
        self._projects = projects
        self._settings = {**SETTINGS, **(settings or {})}
        self._is_gated = is_gated
        self._ending = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            # Not in pytest's folder, which PostgreSQL's own user may not enter.
            place = stack.enter_context(tempfile.TemporaryDirectory(prefix="cluster-postgres-"))
            self.postgres = Durable(Path(place) / "data")
            stack.callback(self.postgres.stop)
            stack.callback(self.postgres.start)
            self.database_url = self.postgres.new_database()
            self.network = stack.enter_context(Network())
            self.receiver = stack.enter_context(Receiver())
            self.record = Record(self.folder / "record.jsonl")
            stack.callback(self.record.close)
            stack.callback(self._kill_all)
            self._build()
            self._open_accounts()
            self._ending = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    # Building ----------------------------------------------------------------------------------

    def _build(self) -> None:
        for name in (*self._servers, *self._workers):
            self.nodes[name] = self._node(name)
        first, *others = self.nodes.values()
        first.server.start()
        each_at_once([node.server.start for node in others])
        fronts = [node.front for node in self.nodes.values() if node.front is not None]
        self.url = f"http://127.0.0.1:{self.network.port(*fronts)}"

    def _node(self, name: str) -> Node:
        database = self.network.wire(self.postgres.dial)
        port = self.network.port(database)
        path = self.database_url.partition("?")[0].rsplit("/", 1)[1]
        serves = name in self._servers
        server = (Server if serves else WorkerProcess)(
            self.folder / "data",
            f"postgresql://postgres@127.0.0.1:{port}/{path}",
            {**self._settings, **self._faults(name)},
            command=LAUNCHER if self._is_gated else None,
            arguments=["--no-worker"] if serves else [],
        )
        server.log = self.folder / f"{name}.log"
        front = self.network.wire(partial(dial, server)) if serves else None
        return Node(name, server, database, front)

    def _faults(self, name: str) -> dict[str, str]:
        if not self._is_gated:
            return {}
        self.gates[name] = Gates(self.folder / "gates" / name)
        return {"CHAOS_DIR": str(self.gates[name].folder)}

    def _open_accounts(self) -> None:
        for n in range(self._projects):
            with self.nodes["api1"].server.project(f"project {n}") as api:
                assert api.project_id is not None
                self.accounts.append(Account(api.project_id, api.secret))
                self.hooks.append(subscribe(api, self.receiver, f"/{api.project_id}", *TYPES))

    # Using -------------------------------------------------------------------------------------

    @property
    def servers(self) -> list[Node]:
        """The nodes that serve."""
        return [self.nodes[name] for name in self._servers]

    @property
    def workers(self) -> list[Node]:
        """The nodes that work."""
        return [self.nodes[name] for name in self._workers]

    def api(self, account: Account | None = None) -> Api:
        """A client of the whole cluster."""
        chosen = account or self.accounts[0]
        return Api(self.url, chosen.secret, chosen.project)

    def traffic(self, seed: str, clients: int = 6) -> Traffic:
        """Clients of every project, ready to begin."""
        accounts = self.accounts
        return Traffic(
            [
                Client(f"{seed}-{n}", self.url, accounts[n % len(accounts)], self.record)
                for n in range(clients)
            ]
        )

    def front_of(self, node: Node) -> Wire:
        """The clients' way to a node that serves."""
        assert node.front is not None
        return node.front

    def start(self, *nodes: Node) -> None:
        """Start nodes that were killed, at once."""
        each_at_once([node.server.start for node in nodes])

    def _kill_all(self) -> None:
        each_at_once([node.kill for node in self.nodes.values()])


def each_at_once(acts: Sequence[Callable[[], object]]) -> None:
    """Do several things beside each other; all are done, or the first failure is raised."""
    with ThreadPoolExecutor(max(1, len(acts))) as pool:
        doing = [pool.submit(act) for act in acts]
    for each in doing:
        each.result()
