"""`client.files`."""

from __future__ import annotations

import os
from pathlib import Path

from runwright.client.calls import D, call, flow, metadata_query, path
from runwright.client.errors import WaitTimeoutError
from runwright.client.nouns.deadline import Deadline
from runwright.client.nouns.downloads import Downloads
from runwright.client.requests import Flow, Pause, Steps
from runwright.client.types.common import Metadata, Order, When
from runwright.client.types.files import DeletedFile, Extraction, File, FileStatus, Purpose
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
        """Upload a file in pieces; the server reads it in the background: see `wait`.

        Data that can be read only once, such as an iterator, is sent only once.

        Args:
            file: A path, bytes, an open binary file, or an iterator of bytes.
            purpose: `context` for every run to read, `attachment` for the runs it is attached to.
            filename: Its name; that of the path or the open file by default.
            metadata: Names and values of your own, kept with the object.
            progress: Called with the bytes sent so far and the size, None if that is unknown.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        form = make_form(
            file, purpose=purpose, metadata=metadata, filename=filename, progress=progress
        )
        return self._act("POST", "/v1/files", File.read, form=form, idempotency_key=idempotency_key)

    @call
    def retrieve(self, id: str) -> Steps[File]:
        """Return the record of a file.

        Args:
            id: The id of the file.
        """
        return self._get(path("/v1/files/{}", id), File.read)

    @flow
    def list(
        self,
        *,
        status: FileStatus | None = None,
        purpose: Purpose | None = None,
        created_after: When | None = None,
        created_before: When | None = None,
        metadata: Metadata | None = None,
        order: Order | None = None,
        after: str | None = None,
        page_size: int | None = None,
    ) -> Flow[File]:
        """Iterate over files, newest first.

        Args:
            status: Only files with this status: `processing`, `processed` or `failed`.
            purpose: Only `context` files, or only `attachment` files.
            created_after: Only those created after this moment.
            created_before: Only those created before this moment.
            metadata: Only those with all these names and values in their metadata.
            order: `desc` (the default, newest first) or `asc`.
            after: The id to continue after.
            page_size: How many to fetch at a time, at most 100.
        """
        return self._pages(
            "/v1/files",
            File.read,
            page_size,
            status=status,
            purpose=purpose,
            created_after=created_after,
            created_before=created_before,
            order=order,
            after=after,
            **metadata_query(metadata),
        )

    @call
    def wait(self, id: str, *, timeout: float | None = None) -> Steps[File]:
        """Return a file once it has been read, or could not be.

        Raises WaitTimeoutError if `timeout` passes first.

        Args:
            id: The id of the file.
            timeout: Seconds to wait; without end by default.
        """
        deadline = Deadline(timeout)
        looks = iter(LOOKS)
        seconds = 0.0
        while True:
            file = yield from self._get(path("/v1/files/{}", id), File.read)
            if file.is_settled:
                return file
            if deadline.is_over:
                raise WaitTimeoutError(f"{id} is still being read")
            seconds = next(looks, seconds)
            yield Pause(deadline.left(seconds))

    @call
    def extract(self, id: str, *, idempotency_key: str | None = None) -> Steps[File]:
        """Have a file read again by the server's current readers: see `wait`.

        What was read before stays until that is done, and if it fails.

        Args:
            id: The id of the file.
            idempotency_key: Your own key for repeating this call safely; one is made for you.
        """
        where = path("/v1/files/{}/extract", id)
        return self._act("POST", where, File.read, idempotency_key=idempotency_key)

    @call
    def delete(self, id: str, *, runs: bool = False) -> Steps[DeletedFile]:
        """Delete a file and everything that was made from it.

        Args:
            id: The id of the file.
            runs: Whether to delete the runs that read it as well.
        """
        query = {"runs": runs or None}
        return self._act("DELETE", path("/v1/files/{}", id), DeletedFile.read, query=query)

    @call
    def extracted(self, id: str) -> Steps[Extraction]:
        """Return what was read from a file: pages, tables, speech and records.

        Args:
            id: The id of the file.
        """
        return self._get(path("/v1/files/{}/extracted", id), Extraction.read)

    @call
    def content(self, id: str) -> Steps[bytes]:
        """Return all bytes of a file.

        Args:
            id: The id of the file.
        """
        return self._content(path("/v1/files/{}/content", id))

    @flow
    def chunks(self, id: str) -> Flow[bytes]:
        """Iterate over the bytes of a file as they arrive.

        Args:
            id: The id of the file.
        """
        return self._chunks(path("/v1/files/{}/content", id))

    @call
    def download(self, id: str, to: str | os.PathLike[str]) -> Steps[Path]:
        """Save a file and return its path; a file that fails half-way is removed.

        Args:
            id: The id of the file.
            to: The path to save to.
        """
        return self._download(path("/v1/files/{}/content", id), Path(to))
