"""`client.artifacts`."""

from __future__ import annotations

import os
from pathlib import Path

from runwright.client.calls import D, call, flow, path
from runwright.client.nouns.downloads import Downloads
from runwright.client.requests import Flow, Steps
from runwright.client.types.runs import Artifact


class Artifacts(Downloads[D]):
    """Files that runs made."""

    @call
    def retrieve(self, id: str) -> Steps[Artifact]:
        """Return the record of an artifact.

        Args:
            id: The id of the artifact.
        """
        return self._get(path("/v1/artifacts/{}", id), Artifact.read)

    @call
    def content(self, id: str) -> Steps[bytes]:
        """Return all bytes of an artifact.

        Args:
            id: The id of the artifact.
        """
        return self._content(path("/v1/artifacts/{}/content", id))

    @flow
    def chunks(self, id: str) -> Flow[bytes]:
        """Iterate over the bytes of an artifact as they arrive.

        Args:
            id: The id of the artifact.
        """
        return self._chunks(path("/v1/artifacts/{}/content", id))

    @call
    def download(self, id: str, to: str | os.PathLike[str]) -> Steps[Path]:
        """Save an artifact and return its path; a file that fails half-way is removed.

        Args:
            id: The id of the artifact.
            to: The path to save to.
        """
        return self._download(path("/v1/artifacts/{}/content", id), Path(to))
