"""The weights of ms-marco-MiniLM-L-12-v2, on which the reader is built.

python -m training.reader.base OUT.npz    # for a machine without the package
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from runwright.context.index import reader_weights
from training.base import Array

_IS_ENCODER = re.compile(r"(?:embeddings|encoder)\..*\.(?:weight|bias)")


def read_base(path: Path | None) -> dict[str, Array]:
    """The tensors by name: of a file that this module has written, or of the installed package."""
    if path is not None:
        return {name: value.astype(np.float32) for name, value in np.load(path).items()}
    tensors = reader_weights.base_tensors()
    return {name: value for name, value in tensors.items() if _IS_ENCODER.fullmatch(name)}


def read_tokenizer(path: Path | None) -> Any:
    """The tokenizer: beside that file, or of the package."""
    from tokenizers import Tokenizer

    beside = None if path is None else path.with_name(reader_weights.TOKENIZER)
    tokenizer = Tokenizer.from_file(str(beside or reader_weights.base_tokenizer()))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def main() -> int:
    """Write the base for another machine, its matrices in half precision."""
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    base = read_base(None).items()
    halves = {name: v.astype(np.float16) if v.ndim > 1 else v for name, v in base}
    np.savez_compressed(out, **halves)  # type: ignore[arg-type]
    tokenizer = reader_weights.base_tokenizer().read_bytes()
    out.with_name(reader_weights.TOKENIZER).write_bytes(tokenizer)
    return 0


if __name__ == "__main__":
    sys.exit(main())
