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
        """Return every model with its dated snapshots.

        Args:
            family: Only models of this family.
            status: Only models with this status.
        """
        query = {"family": family, "status": status}
        return self._get("/v1/models", data_of(ListedModel.read), query=query)

    @call
    def retrieve(
        self, id: str, *, expand: Sequence[Literal["origin"]] | None = None
    ) -> Steps[Model]:
        """Return a model with its limits and scores.

        Args:
            id: The id of the model.
            expand: `origin` adds who answers for it, where, and at what price.
        """
        query = {"expand": joined(expand)}
        return self._get(path("/v1/models/{}", id), Model.read, query=query)


class Tools(Noun[D]):
    """What a run can do."""

    @call
    def list(self) -> Steps[tuple[Tool, ...]]:
        """Return the tools that runs of this key can use, with their schemas."""
        return self._get("/v1/tools", data_of(Tool.read))


class Errors(Noun[D]):
    """The catalog of error codes."""

    @call
    def list(self) -> Steps[tuple[ListedError, ...]]:
        """Return the error codes of the API."""
        return self._get("/v1/errors", data_of(ListedError.read))

    @call
    def retrieve(self, code: str) -> Steps[ErrorDetail]:
        """Return one error code and what to do about it.

        Args:
            code: The code, such as `rate_limited`.
        """
        return self._get(path("/v1/errors/{}", code), ErrorDetail.read)


class Versions(Noun[D]):
    """The dated versions of the API."""

    @call
    def list(self) -> Steps[tuple[Version, ...]]:
        """Return the supported versions of the API."""
        return self._get("/v1/versions", data_of(Version.read))
