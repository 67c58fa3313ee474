"""What is loaded late is all there, and is loaded when it is asked for."""

import subprocess
import sys

import pytest

from runwright.engine.actions import ACTIONS
from runwright.engine.readings import READINGS, order
from runwright.later import Later, load_all, named

LOADED = """
import sys
from runwright import later
from runwright.engine import actions
from runwright.engine.plan import plan
def count(): return sum(name.startswith("runwright.engine.actions.") for name in sys.modules)
before = count()
later.load_all()
print(before, count())
"""


def test_a_value_is_loaded_from_its_place_once() -> None:
    places: Later[str, object] = Later({"json": "json", "dumps": "json:dumps"})
    assert places["json"] is sys.modules["json"]
    assert places["dumps"] is places["dumps"] is sys.modules["json"].dumps


def test_keys_are_known_without_loading_anything() -> None:
    known = {"absent": "there.is.no.such.module"}
    places: Later[str, object] = Later(known)
    assert (list(places), len(places), "absent" in places) == (["absent"], 1, True)
    with pytest.raises(ModuleNotFoundError):
        places["absent"]
    known.clear()  # or whoever loads everything would stumble on it
    with pytest.raises(KeyError):
        places["absent"]


def test_every_action_and_every_reading_is_where_it_is_said_to_be() -> None:
    load_all()
    assert all(callable(action.perform) for action in ACTIONS.values())
    assert list(READINGS.values()) == [order.FIRST]


def test_planning_is_ready_without_loading_what_it_may_need() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    before, after = map(int, done.stdout.split())
    assert before == 0
    assert after == len(ACTIONS)


def test_a_place_names_a_module_or_something_in_it() -> None:
    assert named("json") is sys.modules["json"]
    assert named("json:loads") is sys.modules["json"].loads
