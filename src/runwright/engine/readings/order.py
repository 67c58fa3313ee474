"""The order in which readings are tried.

The first reading that understands a part takes it, and the last takes every part.
"""

from __future__ import annotations

from collections.abc import Sequence

from runwright.engine.around import Around
from runwright.engine.readings import Reading, artifact, facts, mixed, reports
from runwright.engine.types import Step


def _anything(_part: str, around: Around) -> Sequence[Step]:
    """A look through the sources, which are kept so that the answer can name them."""
    return (Step("search", "", {"sources": " ".join(around.sources)}),)


_PLAIN: Sequence[Reading] = (mixed.read, reports.read, facts.read, _anything)

FIRST: Sequence[Reading] = (artifact.reading(_PLAIN), *_PLAIN)
