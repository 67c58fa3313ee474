"""`/v1/models`: the read-only catalog over HTTP."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC
from email.utils import format_datetime
from typing import Any

from runwright import clock
from runwright.api.call import Answer, Call, Header, answer
from runwright.api.router import HeaderShape, Route
from runwright.config import Settings
from runwright.errors import NotFound
from runwright.models.catalog import Catalog
from runwright.models.origin import Origin, origin_of
from runwright.models.types import DetailQuery, ModelDetail, ModelList, ModelQuery, Snapshot
from runwright.trust.scopes import Scope

DEPRECATION_HEADERS = (
    HeaderShape(
        name="Deprecation",
        schema={"type": "string", "pattern": "^@[0-9]+$"},
        description="The model is deprecated since then, in seconds since 1970 (RFC 9745).",
    ),
    HeaderShape(
        name="Sunset",
        schema={"type": "string"},
        description="When the model retires, as an HTTP date (RFC 8594).",
    ),
)
"""What `deprecation_headers` gives, for the OpenAPI document."""


def routes(catalog: Catalog, settings: Settings) -> list[Route]:
    """The routes of this noun."""

    async def list_models(call: Call) -> Answer:
        items = [*_aliases(catalog), *_snapshots(catalog)]
        for name in ("family", "status"):
            wanted = getattr(call.query, name)
            if wanted is not None:
                items = [item for item in items if item[name] == wanted]
        return answer({"object": "list", "data": items})

    async def read_model(call: Call) -> Answer:
        model_id = call.path["id"]
        snapshot = catalog.resolve(model_id)
        if snapshot is None:
            raise NotFound("There is no model with that id.")
        detail = _detail(model_id, snapshot)
        if call.query.expand:
            detail["origin"] = _origin(origin_of(snapshot, settings.providers), settings.currency)
        return answer(detail)

    return [
        Route(
            method="GET",
            path="/v1/models",
            action="models.list",
            scope=Scope.MODELS_READ,
            handler=list_models,
            summary="List models and their dated snapshots",
            query=ModelQuery,
            answer=ModelList,
        ),
        Route(
            method="GET",
            path="/v1/models/{id}",
            action="models.read",
            scope=Scope.MODELS_READ,
            handler=read_model,
            summary="Retrieve one model with its limits and scores",
            query=DetailQuery,
            answer=ModelDetail,
            problems=("not_found",),
        ),
    ]


def deprecation_headers(snapshot: Snapshot) -> tuple[Header, ...]:
    """What an answer about a run on a deprecated model carries (RFC 9745, RFC 8594)."""
    if snapshot.deprecation is None:
        return ()
    announced = int(clock.parse(snapshot.deprecation.announced_at).timestamp())
    retires = clock.parse(snapshot.deprecation.retires_at).astimezone(UTC)
    return (
        (b"deprecation", b"@%d" % announced),
        (b"sunset", format_datetime(retires, usegmt=True).encode()),
    )


def _aliases(catalog: Catalog) -> list[dict[str, Any]]:
    return [
        {**_item(alias, catalog.snapshots[target]), "alias_of": target}
        for alias, target in catalog.aliases.items()
    ]


def _snapshots(catalog: Catalog) -> list[dict[str, Any]]:
    return [{**_item(name, found), "snapshot": True} for name, found in catalog.snapshots.items()]


def _item(model_id: str, snapshot: Snapshot) -> dict[str, Any]:
    return {"id": model_id, "family": snapshot.family, "status": snapshot.status}


def _detail(model_id: str, snapshot: Snapshot) -> dict[str, Any]:
    return {
        "id": model_id,
        "object": "model",
        "family": snapshot.family,
        "status": snapshot.status,
        "context_window": snapshot.context_window,
        "max_steps_ceiling": snapshot.max_steps_ceiling,
        "benchmarks": dict(snapshot.benchmarks),
        "deprecation": asdict(snapshot.deprecation) if snapshot.deprecation else None,
    }


def _origin(origin: Origin, currency: str) -> dict[str, Any]:
    amounts = origin.price._asdict().items()
    price = {name: None if each is None else f"{each:f}" for name, each in amounts}
    return {**origin._asdict(), "price": {"currency": currency, **price}}
