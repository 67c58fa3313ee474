"""Write the service's OpenAPI document to `openapi.json`, for the types to be made of."""

from __future__ import annotations

import tempfile
from pathlib import Path

import orjson

from runwright import __version__, logs
from runwright.api import openapi
from runwright.api.changes import VERSIONS
from runwright.app import Elsewhere, create_app
from runwright.config import Settings
from runwright.prepare import prepare


def main() -> None:
    """Compose the application over an empty database, and ask its route table."""
    logs.configure("warning")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        prepared = prepare(settings)
        try:
            app = create_app(settings, prepared, Elsewhere())
            known = [version.id for version in VERSIONS.all]
            value = openapi.document(app.gateway.router.routes, __version__, known)
        finally:
            prepared.database.close()
    target = Path(__file__).parent / "openapi.json"
    target.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2))


if __name__ == "__main__":
    main()
