"""Text tools under the names by which `engine/` takes them; everything else uses `text/`."""

from __future__ import annotations

from runwright.text.folding import fold
from runwright.text.stopwords import STOP_WORDS as STOP
from runwright.text.words import word_set

__all__ = ["STOP", "fold", "word_set"]
