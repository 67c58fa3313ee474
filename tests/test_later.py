"""What is loaded late is all there, and is loaded when it is asked for."""

import subprocess
import sys

import pytest

from runwright.later import Later, named

LOADED = """
import sys
from runwright import later
from runwright.minds import opening
def is_there(): return "runwright.minds.embedded.mind" in sys.modules
before = is_there()
later.load_all()
print(before, is_there())
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


def test_what_comes_later_is_not_loaded_before_it_is_asked_for() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "True"]


def test_a_place_names_a_module_or_something_in_it() -> None:
    assert named("json") is sys.modules["json"]
    assert named("json:loads") is sys.modules["json"].loads
