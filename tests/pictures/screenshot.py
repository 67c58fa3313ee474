"""The picture in the README: the page of a real run, over the project that the browser tests use.

`make pictures` writes `docs/images/run.png`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from dashboard.demo import fill
from support.server import Server

HERE = Path(__file__).parent
TARGET = HERE.parents[1] / "docs" / "images" / "run.png"
QUESTION = "How much did I spend on groceries in October 2026?"
LARGEST = 300_000
"""Bytes: everybody who clones the repository pays for them."""


def main() -> None:
    """Fill a server, ask, and photograph the answer."""
    chromium = os.environ.get("RUNWRIGHT_TEST_CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("Chromium is needed: name it with RUNWRIGHT_TEST_CHROMIUM")
    TARGET.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "data") as server:
        with server.api() as api:
            fill(api)
            run = api.run(QUESTION, context=["finance"])["id"]
        path = f"/runs/{run}"
        script = ["node", str(HERE / "screenshot.mjs"), server.url, server.owner_key, path]
        subprocess.run([*script, str(TARGET), chromium], check=True)
    with Image.open(TARGET) as taken:
        fewer = taken.convert("RGB").quantize(128, dither=Image.Dither.NONE)
    fewer.save(TARGET, optimize=True)
    size = TARGET.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{TARGET} has {size} bytes, more than {LARGEST}")


if __name__ == "__main__":
    main()
