"""`/v1/errors` and `/v1/versions`: what the API says about itself."""

from __future__ import annotations

from typing import Any, Literal

from runwright.api.call import Answer, Call, answer
from runwright.api.envelope import doc_url
from runwright.api.fields import Timestamp, Uri, VersionDate
from runwright.api.parsing import Shape
from runwright.api.router import Access, Route
from runwright.api.versions import Versions
from runwright.errors import CATALOG, NotFound


class CatalogItem(Shape):
    """An error code."""

    status: int
    """The HTTP status."""
    code: str
    """The code. Its meaning never changes."""
    retriable: bool
    """Whether retrying can help."""


class CatalogList(Shape):
    """The error codes."""

    object: Literal["list"]
    data: list[CatalogItem]
    """Every listed code."""


class CatalogDetail(CatalogItem):
    """An error code, with its meaning and what to do."""

    description: str
    """What it means."""
    remediation: str
    """What to do about it."""
    doc_url: Uri
    """A page about this code."""


class VersionItem(Shape):
    """A dated version of the API."""

    id: VersionDate
    """The date that names the version."""
    status: Literal["current", "supported"]
    """Whether it is the current version or an older, supported one."""
    released_at: Timestamp
    """When it was released."""
    supported_until: Timestamp | None
    """Until when it is supported; `null` if no end is set."""
    guide_url: Uri
    """The migration guide."""


class VersionList(Shape):
    """The versions of the API."""

    object: Literal["list"]
    data: list[VersionItem]
    """Every version."""


def routes(versions: Versions) -> list[Route]:
    """The routes of these nouns."""

    async def list_versions(call: Call) -> Answer:
        return answer(versions.listing(call.base_url))

    return [
        Route(
            method="GET",
            path="/v1/errors",
            action="errors.list",
            scope=Access.ANY_KEY,
            handler=list_errors,
            summary="List the error codes",
            answer=CatalogList,
        ),
        Route(
            method="GET",
            path="/v1/errors/{code}",
            action="errors.read",
            scope=Access.ANY_KEY,
            handler=read_error,
            summary="Retrieve one error code",
            answer=CatalogDetail,
            problems=("not_found",),
        ),
        Route(
            method="GET",
            path="/v1/versions",
            action="versions.list",
            scope=Access.ANY_KEY,
            handler=list_versions,
            summary="List the dated versions of the API",
            answer=VersionList,
        ),
    ]


async def list_errors(_call: Call) -> Answer:
    """The catalogued codes."""
    items: list[dict[str, Any]] = [
        {"status": entry.status, "code": entry.code, "retriable": entry.retriable}
        for entry in CATALOG.values()
        if entry.listed
    ]
    return answer({"object": "list", "data": items})


async def read_error(call: Call) -> Answer:
    """One code."""
    entry = CATALOG.get(call.path["code"])
    if entry is None:
        raise NotFound("There is no such error code.")
    return answer(
        {
            "code": entry.code,
            "status": entry.status,
            "retriable": entry.retriable,
            "description": entry.description,
            "remediation": entry.remediation,
            "doc_url": doc_url(call.base_url, entry.code),
        }
    )
