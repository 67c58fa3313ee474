"""`client.files`."""

from __future__ import annotations

import os
from pathlib import Path

from runwright.client.calls import D, call, flow, metadata_query, path
from runwright.client.errors import NotEndedYet
from runwright.client.nouns.downloads import Downloads
from runwright.client.nouns.patience import Patience
from runwright.client.requests import Flow, Pause, Steps
from runwright.client.types.common import Metadata, Order, When
from runwright.client.types.files import (
    DeletedFile,
    Extraction,
    File,
    FileExpand,
    FileStatus,
    Purpose,
)
from runwright.client.uploads import Progress, Uploadable, make_form

LOOKS = (0.1, 0.2, 0.4, 0.8)
"""Seconds between two looks at a file that is being read; the last ones stay."""


class Files(Downloads[D]):
    """Files: PDF, images, recordings, text, calendars, statements."""

    @call
    def upload(
        self,
        file: Uploadable,
        *,
        purpose: Purpose,
        filename: str | None = None,
        metadata: Metadata | None = None,
        progress: Progress | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[File]:
        """Upload a file, piece by piece. It is read in the background: see `wait`.

        What can be read only once, such as an iterator, is sent only once.
        """
        form = make_form(
            file, purpose=purpose, metadata=metadata, filename=filename, progress=progress
        )
        return self._act("POST", "/v1/files", File.read, form=form, idempotency_key=idempotency_key)

    @call
    def retrieve(self, id: str, *, expand: FileExpand | None = None) -> Steps[File]:
        """The record of a file."""
        return self._get(path("/v1/files/{}", id), File.read, query={"expand": expand})

    @flow
    def list(
        self,
        *,
        status: FileStatus | None = None,
        purpose: Purpose | None = None,
        created_after: When | None = None,
        created_before: When | None = None,
        metadata: Metadata | None = None,
        expand: FileExpand | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[File]:
        """Files, newest first."""
        return self._pages(
            "/v1/files",
            File.read,
            page_size,
            status=status,
            purpose=purpose,
            created_after=created_after,
            created_before=created_before,
            expand=expand,
            order=order,
            after=after,
            **metadata_query(metadata),
        )

    @call
    def wait(self, id: str, *, timeout: float | None = None) -> Steps[File]:
        """The file once it was read, or could not be; NotEndedYet after `timeout` seconds."""
        patience = Patience(timeout)
        looks = iter(LOOKS)
        seconds = 0.0
        while True:
            file = yield from self._get(path("/v1/files/{}", id), File.read)
            if file.is_settled:
                return file
            if patience.is_over:
                raise NotEndedYet(f"{id} is still being read")
            seconds = next(looks, seconds)
            yield Pause(patience.left(seconds))

    @call
    def extract(self, id: str, *, idempotency_key: str | None = None) -> Steps[File]:
        """Have a file read anew with the readers of today: see `wait`.

        Until that is done, and if it fails, what was read before stays.
        """
        where = path("/v1/files/{}/extract", id)
        return self._act("POST", where, File.read, idempotency_key=idempotency_key)

    @call
    def delete(self, id: str, *, runs: bool = False) -> Steps[DeletedFile]:
        """Erase a file and all that was made of it; with `runs` also the runs that read it."""
        query = {"runs": runs or None}
        return self._act("DELETE", path("/v1/files/{}", id), DeletedFile.read, query=query)

    @call
    def extracted(self, id: str) -> Steps[Extraction]:
        """What was read from it: pages, tables, speech, and the items that it became."""
        return self._get(path("/v1/files/{}/extracted", id), Extraction.read)

    @call
    def content(self, id: str) -> Steps[bytes]:
        """All the original bytes."""
        return self._content(path("/v1/files/{}/content", id))

    @flow
    def chunks(self, id: str) -> Flow[bytes]:
        """The original bytes as they come."""
        return self._chunks(path("/v1/files/{}/content", id))

    @call
    def download(self, id: str, to: str | os.PathLike[str]) -> Steps[Path]:
        """Save the original bytes; the file is there when it is whole."""
        return self._download(path("/v1/files/{}/content", id), Path(to))
