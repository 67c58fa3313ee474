"""The floor of a start: uvicorn and Starlette over the service's own database, and nothing else.

It opens the SQLite file of a data folder and answers `GET /v1/models` from its table of snapshots.
"""

from __future__ import annotations

import argparse
import sqlite3
from pathlib import Path

import orjson
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

FILE_NAME = "runwright.db"


def application(data: Path) -> Starlette:
    """The one route."""
    database = sqlite3.connect(data / FILE_NAME)

    async def models(_: Request) -> Response:
        found = [
            {"id": snapshot, **orjson.loads(manifest)}
            for snapshot, manifest in database.execute("SELECT id, manifest FROM snapshots")
        ]
        body = orjson.dumps({"object": "list", "data": found})
        return Response(body, media_type="application/json")

    return Starlette(routes=[Route("/v1/models", models)])


def main() -> None:
    """Serve until told to stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    uvicorn.run(
        application(given.data),
        port=given.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
    )


if __name__ == "__main__":
    main()
