"""The route table of the service, as the application composes it."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from runwright.api.router import Route
from runwright.app import Elsewhere, create_app
from runwright.config import Settings
from runwright.prepare import prepare


@cache
def table() -> dict[str, Route]:
    """Every route by the name of its operation."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder))
        prepared = prepare(settings)
        try:
            app = create_app(settings, prepared, Elsewhere())
            return {route.action: route for route in app.gateway.router.routes}
        finally:
            prepared.database.close()


def all_routes() -> list[tuple[str, str, str]]:
    """The operation, the method and the path of each."""
    return [(action, route.method, route.path) for action, route in table().items()]
