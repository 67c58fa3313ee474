"""`client.models`, `client.tools`, `client.errors` and `client.versions`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from runwright.client.calls import D, Noun, call, joined, path
from runwright.client.requests import Steps
from runwright.client.types.catalog import (
    ErrorDetail,
    ListedError,
    ListedModel,
    Model,
    ModelStatus,
    Tool,
    Version,
)
from runwright.client.values import data_of


class Models(Noun[D]):
    """Models: aliases and dated snapshots."""

    @call
    def list(
        self, *, family: str | None = None, status: ModelStatus | None = None
    ) -> Steps[tuple[ListedModel, ...]]:
        """Every model, with dated snapshots."""
        query = {"family": family, "status": status}
        return self._get("/v1/models", data_of(ListedModel.read), query=query)

    @call
    def retrieve(
        self, id: str, *, expand: Sequence[Literal["origin"]] | None = None
    ) -> Steps[Model]:
        """A model with its limits and scores; `expand` adds who answers for it."""
        query = {"expand": joined(expand)}
        return self._get(path("/v1/models/{}", id), Model.read, query=query)


class Tools(Noun[D]):
    """What a run can do."""

    @call
    def list(self) -> Steps[tuple[Tool, ...]]:
        """The tools that runs of this key can use, with their schemas."""
        return self._get("/v1/tools", data_of(Tool.read))


class Errors(Noun[D]):
    """The catalog of error codes."""

    @call
    def list(self) -> Steps[tuple[ListedError, ...]]:
        """The error codes."""
        return self._get("/v1/errors", data_of(ListedError.read))

    @call
    def retrieve(self, code: str) -> Steps[ErrorDetail]:
        """One error code, with what to do about it."""
        return self._get(path("/v1/errors/{}", code), ErrorDetail.read)


class Versions(Noun[D]):
    """The dated versions of the API."""

    @call
    def list(self) -> Steps[tuple[Version, ...]]:
        """All versions that are supported."""
        return self._get("/v1/versions", data_of(Version.read))
