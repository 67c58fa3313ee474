"""The records that a run has fetched, as tools see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from runwright.context.index.in_memory import InMemory, Text
from runwright.context.types import Gathering
from runwright.minds.reading import QueryResult, typed
from runwright.minds.values import Item as ReadItem
from runwright.minds.values import Moment
from runwright.tools.base import InvalidCall, Item, Read, Result
from runwright.tools.memory import RecordList


def query_of(read: Read) -> tuple[Gathering, ...]:
    """What is fetched for a tool's read."""
    return (
        Gathering(
            text=read.text,
            limit=read.limit,
            whole=not read.text,
            start=read.start,
            end=read.end,
            kinds=read.kinds,
            files=read.files,
        ),
    )


Admit = Callable[[Sequence[ReadItem]], Sequence[ReadItem]]


class FetchedRecords:
    """`tools.base.Records` over what was fetched for one run."""

    def __init__(self, moment: Moment, currency: str | None, admit: Admit | None = None) -> None:
        """`admit` leaves out what an agent's rules keep from the run, if there are any."""
        self._moment = moment
        self._admit = admit
        self._given: list[Item[Any]] = []
        self._ranked: dict[Read, Sequence[Item[Any]]] = {}
        """What searches found among them."""
        self._found: dict[tuple[Gathering, ...], Sequence[Item[Any]]] = {}
        self.currency = currency
        self.results: dict[str, Result] = {}
        self.cut: set[tuple[Gathering, ...]] = set()
        """Queries that gave more than is read at once."""

    @property
    def zone(self) -> ZoneInfo:
        """The project's time zone."""
        return self._moment.zone

    @property
    def today(self) -> date:
        """The day of the run."""
        return self._moment.now.astimezone(self.zone).date()

    def take(self, query: tuple[Gathering, ...], found: QueryResult) -> QueryResult:
        """What one query gave; what the run may see of it."""
        seen = found if self._admit is None else QueryResult(self._admit(found))
        self._found[query] = seen.records
        if found.is_cut:
            self.cut.add(query)
        return seen

    def has(self, query: tuple[Gathering, ...]) -> bool:
        """Whether a query was fetched already, by itself or within a wider one."""
        return query in self._found or self._wider(query) is not None

    def _wider(self, query: tuple[Gathering, ...]) -> tuple[Gathering, ...] | None:
        """The query that has fetched everything, whatever its day, that another asks days of."""
        always = tuple(each._replace(start=None, end=None) for each in query)
        is_whole = all(each.whole for each in query) and always not in self.cut
        return always if is_whole and always in self._found else None

    def give(self, items: Iterable[ReadItem]) -> None:
        """Records of attached files: whoever asks for their kind finds them beside the others."""
        self._given = [typed(item, n) for n, item in enumerate(items, 1) if item.facts]

    def given_sources(self) -> set[str]:
        """The sources that records of attached files would belong to."""
        return {item.source for item in self._given}

    def read(self, read: Read) -> Sequence[Item[Any]]:
        """The records of one read, each once; nothing of a source that the run was not given. What
        was searched for comes best first, wherever it stands."""
        found = self._fetched(read)
        if not self._given:
            return found
        known = {item.id for item in found}
        given = [item for item in self._read_given(read) if item.id not in known]
        if read.text:
            return sorted((*given, *found), key=lambda item: -item.score)[: read.limit]
        return (*given, *found)

    def _read_given(self, read: Read) -> Sequence[Item[Any]]:
        of_kind = RecordList(items=self._given, today=self.today, zone=self.zone)
        fitting = of_kind.read(read._replace(text=""))
        if not read.text or not fitting:
            return fitting
        if read not in self._ranked:
            texts = InMemory([Text(item.title, item.text) for item in fitting])
            hits = texts.search(read.text, read.limit)
            self._ranked[read] = [fitting[hit.number]._replace(score=hit.score) for hit in hits]
        return self._ranked[read]

    def _fetched(self, read: Read) -> Sequence[Item[Any]]:
        query = query_of(read)
        wider = self._wider(query)
        if query in self._found or wider is None:
            return self._found.get(query, ())
        return RecordList(items=self._found[wider], today=self.today, zone=self.zone).read(read)

    def result(self, name: str) -> Result:
        """An earlier result."""
        try:
            return self.results[name]
        except KeyError:
            raise InvalidCall(f"There is no result {name}.") from None
