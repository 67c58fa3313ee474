"""A small HTTP client for tests: a key, JSON in and out, nothing clever."""

from __future__ import annotations

import json
import ssl
import time
from typing import Any, Self

import httpx

from support import samples
from support.patience import PATIENCE

EXPORT = "Export my October payments as CSV"

# Made once: each client would spend a twentieth of a second on one of its own.
_TLS = ssl.create_default_context()


class Api:
    """One key's view of a server."""

    def __init__(self, url: str, secret: str, project_id: str | None = None) -> None:
        self.url = url
        self.secret = secret
        self.project_id = project_id
        self.http = httpx.Client(
            base_url=url,
            headers={"Authorization": f"Bearer {secret}"},
            timeout=PATIENCE,
            verify=_TLS,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def get(self, path: str, **options: Any) -> httpx.Response:
        """GET."""
        return self.http.get(path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        """POST with a JSON body."""
        return self.http.post(path, json=body if body is not None else {}, **options)

    def patch(self, path: str, body: Any, **options: Any) -> httpx.Response:
        """PATCH with a JSON body."""
        return self.http.patch(path, json=body, **options)

    def delete(self, path: str, **options: Any) -> httpx.Response:
        """DELETE."""
        return self.http.delete(path, **options)

    def run(self, prompt: str = "What is 2 + 2?", **body: Any) -> dict[str, Any]:
        """Create a run that must be accepted."""
        made = self.post("/v1/runs", {"model": "y0-fast", "prompt": prompt, **body})
        assert made.status_code == 201, made.text
        return dict(made.json())

    def finished(self, run_id: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait for a background run to end."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            run = self.get(f"/v1/runs/{run_id}").json()
            if run.get("status") != "running":
                return dict(run)
            time.sleep(0.02)
        raise AssertionError(f"{run_id} is still running")

    def upload(
        self,
        content: bytes,
        filename: str = "note.txt",
        purpose: str = "context",
        metadata: Any = None,
        **options: Any,
    ) -> httpx.Response:
        """POST a file."""
        fields = {"purpose": purpose}
        if metadata is not None:
            fields["metadata"] = json.dumps(metadata)
        return self.http.post(
            "/v1/files", files={"file": (filename, content)}, data=fields, **options
        )

    def file(self, content: bytes, *, is_readable: bool = True, **options: Any) -> dict[str, Any]:
        """Upload a file that must be accepted, and wait until it was read, or could not be."""
        made = self.upload(content, **options)
        assert made.status_code == 200, made.text
        file = self.settled(made.json()["id"])
        assert (file["status"] == "processed") is is_readable, file
        return file

    def exported(self, prompt: str = EXPORT, model: str = "y0-fast", **body: Any) -> dict[str, Any]:
        """A finished run that has made something of a bank statement."""
        self.file(samples.BANK, filename="bank.csv")
        made = self.run(prompt, model=model, context=["finance"], **body)
        run = self.finished(made["id"])
        assert run["result"]["artifacts"], run
        return run

    def settled(self, file_id: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Wait until a file is not being read any more."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            file = self.get(f"/v1/files/{file_id}").json()
            if file.get("status") != "processing":
                return dict(file)
            time.sleep(0.05)
        raise AssertionError(f"{file_id} is still being read")

    def key(self, *scopes: str, **options: Any) -> Api:
        """A client with a new key of the same project that has just these scopes."""
        made = self.post("/v1/keys", {"name": "narrow", "scopes": list(scopes), **options})
        assert made.status_code == 201, made.text
        return Api(self.url, made.json()["secret"], self.project_id)

    def audit(self, **filters: Any) -> list[dict[str, Any]]:
        """The project's audit entries, oldest first."""
        entries: list[dict[str, Any]] = []
        query = {"order": "asc", "limit": 100, **filters}
        while True:
            page = self.get("/v1/audit_log", params=query).json()
            entries += page["data"]
            if not page["has_more"]:
                return entries
            query["after"] = page["last_id"]


def error_of(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """The error that a response must carry."""
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert error["code"] == code
    return dict(error)
