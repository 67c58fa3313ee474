"""HTTP in and out of files."""

from __future__ import annotations

from runwright.api import downloads
from runwright.api.call import Answer, Call, answer
from runwright.api.router import Route
from runwright.api.uploads import Upload
from runwright.db.transaction import Tx
from runwright.files.service import WHAT, Files, what_is_wrong
from runwright.files.types import (
    ContentShape,
    CreateFile,
    DeletedFile,
    DeleteFileQuery,
    ExtractionShape,
    FileList,
    FileShape,
    FilesQuery,
)
from runwright.trust.scopes import Scope

_ABSENT = ("not_found", "already_deleted")


def routes(files: Files, most_bytes: int) -> list[Route]:
    """The routes of this noun."""

    async def delete(call: Call) -> Answer:
        file_id, may_erase = call.path["id"], None
        if call.query.runs:
            may_erase = call.caller.authorize(Scope.RUNS_WRITE)
            if await call.replayed() is None:
                await files.delete_readers(call.grant, file_id, may_erase)

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
            handler=files.create,
            summary="Upload a file: PDF, PNG, JPEG, WAV, M4A or plain text",
            upload=Upload(
                file="file",
                most=most_bytes,
                open=files.incoming,
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
            handler=files.list,
            summary="List files, newest first",
            query=FilesQuery,
            answer=FileList,
        ),
        Route(
            method="GET",
            path="/v1/files/{id}",
            action="files.read",
            scope=Scope.FILES_READ,
            handler=files.read,
            summary="Retrieve a file's record",
            answer=FileShape,
            problems=_ABSENT,
        ),
        Route(
            method="GET",
            path="/v1/files/{id}/content",
            action="files.content",
            scope=Scope.FILES_READ,
            handler=files.content,
            summary="The original bytes, whole or in part",
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
            handler=files.extracted,
            summary="What was read from a file: pages, tables, speech, items, and its state",
            answer=ExtractionShape,
            problems=_ABSENT,
        ),
        Route(
            method="POST",
            path="/v1/files/{id}/extract",
            action="files.reextract",
            scope=Scope.FILES_WRITE,
            handler=files.extract,
            summary="Read a file anew; what was read before stays until that is done",
            answer=FileShape,
            problems=_ABSENT,
        ),
        Route(
            method="DELETE",
            path="/v1/files/{id}",
            action="files.delete",
            scope=Scope.FILES_WRITE,
            handler=delete,
            summary="Erase a file and everything that was made of it",
            query=DeleteFileQuery,
            answer=DeletedFile,
            problems=_ABSENT,
        ),
    ]
