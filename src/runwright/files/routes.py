"""HTTP in and out of files."""

from __future__ import annotations

from dataclasses import replace

from runwright.api import downloads, pages
from runwright.api.call import Answer, Call, answer
from runwright.api.router import Route
from runwright.api.uploads import Arrived, Upload
from runwright.db.paging import Slice
from runwright.db.transaction import Reader, Tx
from runwright.errors import AlreadyDeleted, InvalidRequest
from runwright.files import service, store
from runwright.files.service import WHAT, Files, Full, what_is_wrong
from runwright.files.sniff import CONTENT_TYPES
from runwright.files.types import (
    ContentShape,
    CreateFile,
    DeletedFile,
    DeleteFileQuery,
    ExtractionShape,
    FileList,
    FileQuery,
    FileShape,
    FilesQuery,
)
from runwright.trust.kernel import Grant
from runwright.trust.scopes import Scope

_FILTERS = ("status", "purpose", "created_after", "created_before")
_ABSENT = ("not_found", "already_deleted")


async def _list(call: Call) -> Answer:
    query: FilesQuery = call.query
    filters = {name: value for name in _FILTERS if (value := getattr(query, name)) is not None}
    found = await call.read(
        lambda reader: _expanded(
            reader,
            call,
            store.list_files(reader, call.grant, query.page(), filters, query.metadata),
        )
    )
    return answer(pages.render(found, lambda file: file.expanded(query.expand)))


async def _read(call: Call) -> Answer:
    file_id, expand = call.path["id"], call.query.expand

    def act(tx: Tx) -> Answer:
        found = Slice(rows=[service.existing(tx, call.grant, file_id)], has_more=False)
        (file,) = _expanded(tx, call, found).rows
        return answer(file.expanded(expand))

    return await call.commit(act)


def _expanded(reader: Reader, call: Call, found: Slice) -> Slice:
    """Files with what it takes another look to know, if that was asked for."""
    if call.query.expand is None:
        return found
    return replace(found, rows=store.with_duplicates(reader, call.grant, found.rows))


async def _extracted(call: Call) -> Answer:
    file_id = call.path["id"]
    return answer(await call.read(lambda reader: service.extracted(reader, call.caller, file_id)))


async def _erase_readers(files: Files, call: Call, file_id: str) -> Grant:
    """Erase the runs that have read a file, ahead of the file; the grant to erase the last."""
    may_erase = call.caller.authorize(Scope.RUNS_WRITE)
    if await call.replayed() is None:
        await files.delete_readers(call.grant, file_id, may_erase)
    return may_erase


def routes(files: Files, most_bytes: int) -> list[Route]:
    """The routes of this noun."""

    async def create(call: Call) -> Answer:
        arrived: Arrived = call.arrived
        try:
            project_id = call.principal.project_id
            file = service.new_file(project_id, call.new_id, arrived.file, call.body)

            def act(tx: Tx) -> Answer:
                files.add(tx, call.grant, file)
                return answer(file.as_json())

            made = await call.commit(act)
        except (Full, InvalidRequest, AlreadyDeleted):
            await arrived.sink.discard()
            raise
        # Any other failure may have come after the commit: then the sweep decides by the record.
        if any(name == b"idempotent-replayed" for name, _ in made.headers):
            await arrived.sink.discard()
        return made

    async def extract(call: Call) -> Answer:
        file_id = call.path["id"]
        return await call.commit(
            lambda tx: answer(files.extract(tx, call.grant, file_id).as_json())
        )

    async def content(call: Call) -> Answer:
        file_id = call.path["id"]
        file = await call.read(lambda reader: service.readable(reader, call.caller, file_id))
        return await downloads.download(
            call,
            downloads.Download(
                filename=file.filename,
                content_type=CONTENT_TYPES[file.media],
                size=file.bytes,
                sha256=file.sha256,
                open=lambda start, end: files.open(call.grant, file, start, end),
            ),
        )

    async def delete(call: Call) -> Answer:
        file_id = call.path["id"]
        may_erase = await _erase_readers(files, call, file_id) if call.query.runs else None

        def act(tx: Tx) -> Answer:
            items = files.delete(tx, call.grant, file_id, may_erase)
            deleted = {"id": file_id, "object": WHAT, "deleted": True}
            return answer({**deleted, "graph_items_removed": items})

        done = await call.commit(act)
        await files.finish_deletion(call.grant, file_id)
        return done

    return [
        Route(
            method="POST",
            path="/v1/files",
            action="files.create",
            scope=Scope.FILES_WRITE,
            handler=create,
            summary="Upload a file: PDF, PNG, JPEG, WAV, M4A or plain text",
            upload=Upload(
                file="file",
                most=most_bytes,
                open=lambda call: files.incoming(call.principal.project_id, call.new_id),
                check=what_is_wrong,
                json=frozenset({"metadata"}),
            ),
            body=CreateFile,
            answer=FileShape,
            makes="file",
        ),
        Route(
            method="GET",
            path="/v1/files",
            action="files.list",
            scope=Scope.FILES_READ,
            handler=_list,
            summary="List files, newest first",
            query=FilesQuery,
            answer=FileList,
        ),
        Route(
            method="GET",
            path="/v1/files/{id}",
            action="files.read",
            scope=Scope.FILES_READ,
            handler=_read,
            summary="Retrieve a file's record",
            query=FileQuery,
            answer=FileShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/files/{id}/content",
            action="files.content",
            scope=Scope.FILES_READ,
            handler=content,
            summary="Download the original file, or part of it",
            answer=ContentShape,
            content="*/*",
            request_headers=downloads.REQUEST_HEADERS,
            response_headers=downloads.RESPONSE_HEADERS,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/files/{id}/extracted",
            action="files.extracted",
            scope=Scope.FILES_READ,
            handler=_extracted,
            summary="Retrieve what was read from a file: pages, tables, speech, records",
            answer=ExtractionShape,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/files/{id}/extract",
            action="files.reextract",
            scope=Scope.FILES_WRITE,
            handler=extract,
            summary="Read a file again; the old reading stays until the new one is complete",
            answer=FileShape,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/files/{id}",
            action="files.delete",
            scope=Scope.FILES_WRITE,
            handler=delete,
            summary="Delete a file and everything that was read from it",
            query=DeleteFileQuery,
            answer=DeletedFile,
            problems=_ABSENT,
        ),
    ]
