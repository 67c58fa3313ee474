"""Writes what was learned as a small difference to the base: signed bytes and a scale a row."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from runwright.minds.embedded.parser.framing import FRAME
from training.base import Array
from training.labels import HEADS, TAGS
from training.network import SHARPNESS, WIDTH

MOST_BYTES = 12_000_000


def write(
    path: Path, learned: Mapping[str, Array], base: Mapping[str, Array], calibration: Any
) -> None:
    """One file: differences of the encoder's weights, the heads, and what they mean."""
    arrays: dict[str, Array] = {}
    for name, value in learned.items():
        if name not in base:
            arrays[name] = value.astype(np.float16)
            continue
        difference = np.atleast_2d(value - base[name])
        scale = np.maximum(np.abs(difference).max(1, keepdims=True), 1e-12) / 127
        arrays[f"{name}:difference"] = np.rint(difference / scale).astype(np.int8)
        arrays[f"{name}:scale"] = scale.astype(np.float32)
    # Until it is fitted, no word is taken for a frame.
    arrays[f"{FRAME}.weight"] = np.zeros(WIDTH, np.float32)
    arrays[f"{FRAME}.bias"] = np.array(-10, np.float32)
    about = {
        "heads": HEADS,
        "tags": TAGS,
        "sharpness": SHARPNESS,
        "calibration": calibration,
    }
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise SystemExit(f"the weights take {size} bytes, more than {MOST_BYTES}")
