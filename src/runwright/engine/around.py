"""What surrounds one part of a prompt while the planner decides what it asks for."""

from __future__ import annotations

from typing import NamedTuple

from runwright.engine.types import Moment

ATTACHED = "files"
"""What the engine calls attached files, beside the names of the context sources."""


class Around(NamedTuple):
    """The setting of a part; whoever reads the part may look at it, never change it."""

    moment: Moment
    sources: tuple[str, ...] = ()
    """The context sources that the run may read, and `files` when some are attached."""
    follows: bool = False
    """Whether an earlier step exists, so that "it" can mean its result."""
    words: frozenset[str] = frozenset()
    """The ASCII words of the part in lower case: a cheap first look for everybody."""
    given: str = ""
    """A statement that stands before the request: "My budget is 500. What is 20% of it?"."""
    before: tuple[str, ...] = ()
    """The earlier parts, for one that leans on them: "And in May?"."""
