"""How a run gets its context: by search and filters, under a grant, remembering what it read.

Between the fetch and the commit a file may be erased. Whatever was read is therefore checked in
the transaction that stores the run: if anything of a source was erased meanwhile, it begins anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from runwright.context.index import store as index_store
from runwright.context.service import Context
from runwright.context.types import ContextItem
from runwright.db.transaction import Tx
from runwright.errors import Overloaded
from runwright.files import store as files_store
from runwright.files.types import File
from runwright.minds.blobs import query_blob, read_blob
from runwright.minds.kept_reads import ReadKey
from runwright.minds.types import Read
from runwright.minds.values import Item, Moment
from runwright.runs.hosts.kept_index import KeptIndex, KeptRead
from runwright.trust.kernel import Grant


class Stale(Overloaded):
    """A file that was read was erased before the run was stored."""

    def __init__(self) -> None:
        super().__init__("A file that this run had read was erased meanwhile. Try again.")


class Fetched(NamedTuple):
    """What one source gave."""

    grant: Grant
    source: str
    epoch: int
    """Of the source's erasures, before it was read."""
    queries: tuple[bytes, ...] = ()
    """What each query found, as `minds.blobs` has it."""
    hits: int = 0
    """How many items searches found, each once."""
    is_bulk: bool = False
    """Whether filters let more through, which nobody has counted."""
    files: frozenset[str] = frozenset()
    key: ReadKey | None = None
    """Under which a computing process may keep it."""
    kept: KeptRead | None = None
    """Where a computing process has it, so that it was not read again: there are no `queries`."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was found."""
        return not self.hits and not self.is_bulk

    @property
    def blob(self) -> bytes:
        """What was found, for a process that computes with it; nothing if it has that."""
        return b"" if self.kept else read_blob(self.queries)


class Attached(NamedTuple):
    """The files that a run was given by name."""

    grant: Grant
    files: Sequence[File]


class Fetch:
    """Reads one source."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def __call__(
        self,
        grant: Grant,
        read: Read,
        moment: Moment,
        index: KeptIndex | None = None,
        *,
        anew: bool = False,
    ) -> Fetched:
        """What a run wants to see of a source.

        With the index of what computing processes keep, nothing is read that one of them has,
        unless it is to be read `anew`.
        """
        if not read.queries:
            return Fetched(grant, read.source, 0)  # it is only named: there is nothing to look at
        state = await self._context.state(grant, read.source)
        if state is None:
            nothing = tuple(query_blob(()) for _ in read.queries)
            return Fetched(grant, read.source, 0, nothing)
        epoch = state.erasures
        key = None if index is None else index.key_of(grant, read, state.change)
        kept = None if index is None or key is None or anew else index.find(key)
        if kept is not None:
            return Fetched(
                grant, read.source, epoch, is_bulk=True, files=kept.files, key=key, kept=kept
            )
        now = moment.now.astimezone(moment.zone)
        found = [
            await self._context.gather(grant, read.source, query, now) for query in read.queries
        ]
        return Fetched(
            grant,
            read.source,
            epoch,
            tuple(
                query_blob(map(as_item, each.hits), each.bulk, cut=each.is_cut) for each in found
            ),
            len({hit.id for each in found for hit in each.hits}),
            any(each.bulk for each in found),
            frozenset(file for each in found for file in each.files),
            key,
        )


def as_item(found: ContextItem) -> Item:
    """An item of the graph, as minds take it."""
    return Item(
        id=found.id,
        source=found.source,
        text=found.text,
        at=found.at,
        file=found.file_id,
        page=found.page,
        kind=found.kind,
        title=found.title,
        until=found.until,
        amount=found.amount,
        currency=found.currency,
        score=found.score or 0.0,
        facts=found.facts,
    )


def check_fresh(tx: Tx, fetched: Sequence[Fetched], attached: Attached | None) -> None:
    """`Stale` when something that was read may have been erased since."""
    for found in fetched:
        if not found.is_empty:
            state = index_store.read_shelf(tx, found.grant, found.source)
            if state is None or state.erasures != found.epoch:
                raise Stale
    if attached is not None:
        for file in attached.files:
            if files_store.read(tx, attached.grant, file.id) is None:
                raise Stale


def files_read(fetched: Sequence[Fetched], attached: Attached | None) -> set[str]:
    """Every file that was read."""
    found = set().union(*[each.files for each in fetched])
    return found | {file.id for file in attached.files} if attached else found
