"""The course of a run: what comes next follows from what was done, in whichever process."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright.engine import codec
from runwright.engine.course import Course, Do, Move, Read
from runwright.engine.types import Finding, Item, Moment, Plan, Step, Want

SOURCES = ("calendar", "documents", "finance")


def step(name: str, *wants: Want) -> Step:
    return Step("search", name, {}, wants)


def found(name: str, *more: Step) -> Finding:
    return Finding("search", name, answer=f"{name}.", more=more)


def item(name: str, source: str = "documents", text: str = "") -> Item:
    return Item(name, source, text or name)


def course(
    steps: Iterable[Step],
    sources: Sequence[str] = (),
    max_steps: int = 4,
    *,
    deep: bool = True,
) -> Course:
    return Course(Plan(tuple(steps)), "the prompt", sources, max_steps, deep)


# Reading first ---------------------------------------------------------------------------------


def test_every_source_is_read_once_in_its_order_before_any_step() -> None:
    wants = (Want("finance", "rent"), Want("calendar", "dentist"), Want("finance", "rent"))
    way = course([step("a", wants[0]), step("b", *wants[1:])], ["finance", "calendar"])
    assert way.next() == Read("finance", (Want("finance", "rent"),))
    way.was_read([])
    assert way.next() == Read("calendar", (Want("calendar", "dentist"),))
    way.was_read([])
    assert way.next() == Do(1, step("a", wants[0]))


def test_a_source_that_no_step_wants_is_searched_for_the_prompt() -> None:
    assert course([step("a")], ["documents"]).next() == Read(
        "documents", (Want("documents", "the prompt"),)
    )


def test_a_source_that_the_run_was_not_given_is_not_read() -> None:
    assert course([step("a", Want("finance", "rent"))]).next() == Do(
        1, step("a", Want("finance", "rent"))
    )


def test_asking_what_comes_next_changes_nothing() -> None:
    way = course([step("a")], ["documents"])
    assert way.next() == way.next()
    way.was_read([])
    assert way.next() == way.next()


def test_each_item_is_there_once_as_it_was_first_read() -> None:
    way = course([step("a")], ["documents", "calendar"])
    way.was_read([item("one"), item("two")])
    way.was_read([item("two", text="again"), item("three")])
    assert way.items == (item("one"), item("two"), item("three"))
    assert way.reads == [
        (item("one"), item("two")),
        (item("two", text="again"), item("three")),
    ]


def test_attached_files_stand_first_whenever_they_were_read() -> None:
    """A run that was interrupted reads them anew, after what its journal says."""
    before, after = (course([step("a")], ["documents"]) for _ in range(2))
    before.attach([item("file#0")])
    before.was_read([item("one")])
    after.was_read([item("one")])
    after.attach([item("file#0")])
    assert before.items == after.items == (item("file#0"), item("one"))


# More steps ------------------------------------------------------------------------------------


def test_steps_that_a_finding_asks_for_come_next() -> None:
    way = course([step("a"), step("b")])
    way.was_found(found("a", step("a1"), step("a2")))
    done = []
    while isinstance(move := way.next(), Do):
        done.append((move.n, move.step.part))
        way.was_found(found(move.step.part))
    assert done == [(2, "a1"), (3, "a2"), (4, "b")]


def test_what_they_want_is_read_before_them() -> None:
    more = step("a1", Want("documents", "lease"), Want("finance", "rent"))
    way = course([step("a"), step("b")], ["documents"])
    way.was_read([])
    way.was_found(found("a", more))
    assert way.next() == Read("documents", (Want("documents", "lease"),))
    way.was_read([item("late")])
    assert way.next() == Do(2, more)
    assert way.items == (item("late"),)


@pytest.mark.parametrize(("max_steps", "expected"), [(2, []), (3, ["a1"]), (4, ["a1", "a2"])])
def test_the_plan_has_its_room_before_more_steps(max_steps: int, expected: list[str]) -> None:
    way = course([step("a"), step("b")], max_steps=max_steps)
    way.was_found(found("a", step("a1"), step("a2")))
    parts = []
    while isinstance(move := way.next(), Do):
        parts.append(move.step.part)
        way.was_found(found(move.step.part))
    assert parts == [*expected, "b"]


def test_nothing_is_read_for_a_step_that_has_no_room() -> None:
    way = course([step("a")], ["documents"], max_steps=1)
    way.was_read([])
    way.was_found(found("a", step("a1", Want("documents", "lease"))))
    assert way.next() is None


# Taking it up again ----------------------------------------------------------------------------


class World(NamedTuple):
    """What a run meets: the items of each read and the finding of each step, by their number."""

    steps: tuple[Step, ...]
    sources: tuple[str, ...]
    max_steps: int
    attached: tuple[Item, ...]
    reads: tuple[tuple[Item, ...], ...]
    findings: tuple[tuple[Step, ...], ...]

    def begin(self) -> Course:
        return course(self.steps, self.sources, self.max_steps)

    def meet(self, way: Course, move: Move, done: int) -> bytes:
        """Do a move; what the journal keeps of it."""
        if isinstance(move, Read):
            items = self.reads[done % len(self.reads)]
            way.was_read(items)
            return orjson.dumps([codec.item_to_json(each) for each in items])
        more = self.findings[(move.n - 1) % len(self.findings)]
        finding = found(f"{move.step.part}/{move.n}", *more)
        way.was_found(finding)
        return orjson.dumps(codec.finding_to_json(finding))


wants = st.tuples(st.sampled_from(SOURCES), st.sampled_from(["", "rent"])).map(lambda w: Want(*w))
steps = st.tuples(st.sampled_from("abc"), st.lists(wants, max_size=2)).map(
    lambda told: step(told[0], *told[1])
)
items = st.integers(0, 5).map(lambda n: item(f"item_{n}"))
worlds = st.builds(
    World,
    st.lists(steps, min_size=1, max_size=4).map(tuple),
    st.lists(st.sampled_from(SOURCES), unique=True).map(tuple),
    st.integers(4, 16),
    st.lists(items, max_size=2).map(tuple),
    st.lists(st.lists(items, max_size=3).map(tuple), min_size=1, max_size=4).map(tuple),
    st.lists(st.lists(steps, max_size=2).map(tuple), min_size=1, max_size=4).map(tuple),
)


def walk(world: World, interrupted_after: int | None, moment: Moment) -> list[object]:
    """Every move of a run with what its step may look at, in one go or taken up again once."""
    way, told, journal = world.begin(), list[object](), list[tuple[Move, bytes]]()
    way.attach(world.attached)
    while (move := way.next()) is not None:
        told.append((move, way.work(moment) if isinstance(move, Do) else None))
        journal.append((move, world.meet(way, move, len(journal))))
        if len(journal) == interrupted_after:
            way = take_up(world, journal)
    return [*told, tuple(way.findings), way.items, way.reads]


def take_up(world: World, journal: Sequence[tuple[Move, bytes]]) -> Course:
    """As a worker does that has only the journal: entries first, attached files after them."""
    way = world.begin()
    for move, output in journal:
        if isinstance(move, Read):
            way.was_read(map(codec.item_from_json, orjson.loads(output)))
        else:
            way.was_found(codec.finding_from_json(orjson.loads(output)))
    way.attach(world.attached)
    return way


@given(worlds, st.integers(1, 40))
def test_a_run_taken_up_again_goes_the_same_way(moment: Moment, world: World, after: int) -> None:
    assert walk(world, after, moment) == walk(world, None, moment)


@given(worlds)
def test_no_run_passes_its_ceiling_or_leaves_a_planned_step_out(
    moment: Moment, world: World
) -> None:
    moves = [told[0] for told in walk(world, None, moment)[:-3]]  # type: ignore[index]
    done = [move for move in moves if isinstance(move, Do)]
    assert [move.n for move in done] == list(range(1, len(done) + 1))
    assert len(world.steps) <= len(done) <= world.max_steps
    left = iter(done)
    assert all(any(move.step == planned for move in left) for planned in world.steps)
