"""Out of the box nothing leaves the machine, and nothing is written outside the data folder.

A server reads a file of every format, embeds, searches, answers on both models, serves an MCP
client and delivers webhooks, in a network in which every packet is seen. The webhook is all that
may be seen.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from runwright.context.index import embedder
from support import days_work
from support.formats import EVERY_FORMAT
from support.sinkhole import ADDRESS


def test_a_days_work_sends_nothing_but_the_webhook_and_leaves_nothing_behind(
    tmp_path: Path,
) -> None:
    if not embedder.is_available():
        pytest.skip("the weights of the embedding model are not made, so nothing would embed")
    done = subprocess.run(
        [sys.executable, days_work.__file__, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=1_200,
    )
    if done.returncode == days_work.NOT_HERE:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stderr[-4000:]
    told = json.loads(done.stdout)
    assert told["answers"] == {
        **dict.fromkeys(EVERY_FORMAT, "processed"),
        "y0-fast": "completed",
        "y0-deep": "completed",
        "mcp": "completed",
    }
    assert told["posts"] == ["/told"]
    assert told["names"] == ["hooks.example.com"]
    assert told["sent"] == [[ADDRESS, "tcp", 80]]
    assert told["home"] == []
    assert told["tmp"] == []
    assert told["left"] == ["data", "data.log", "home", "tmp"]
