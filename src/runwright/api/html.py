"""The pages that only a server can show: its error codes, its versions, and its front page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from runwright.api.versions import Change, Versions
from runwright.errors import CATALOG


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A page without its frame."""

    title: str
    content: str


def home() -> Content:
    """What a person sees who opens a server whose dashboard was not built."""
    return _page(
        "Run execution service",
        "<h1>Runwright is running</h1>"
        "<p>This server answers questions about your statements, calendar and documents, and "
        "proves what it read and did. Its API is under <code>/v1</code>; every request needs a "
        "key.</p>"
        '<pre>curl -s $URL/v1/runs -H "Authorization: Bearer $KEY" \\\n'
        "  -H 'Content-Type: application/json' \\\n"
        '  -d \'{"model": "y0-fast", "prompt": "What is 17.5% of 1,240?"}\'</pre>'
        '<p>The <a href="/docs">documentation</a> starts with a five-minute tour; the '
        '<a href="/openapi.json">OpenAPI document</a> describes every call.</p>'
        "<p>The dashboard is not built yet: run <code>make dashboard</code>, which needs "
        "Node.js 20.19 or newer.</p>",
    )


def error_list() -> Content:
    """Every code in a table."""
    rows = "".join(
        f'<tr><td>{entry.status}</td><td><a href="/docs/errors/{entry.code}">'
        f"<code>{entry.code}</code></a></td><td>{'yes' if entry.retriable else 'no'}</td></tr>"
        for entry in CATALOG.values()
    )
    return _page(
        "Errors",
        "<h1>Errors</h1><p>Every error has one of these codes. "
        "Codes never change their meaning.</p><table><tr><th>Status</th><th>Code</th>"
        f"<th>Retry</th></tr>{rows}</table>",
    )


def error_page(code: str) -> Content | None:
    """The page about one code."""
    entry = CATALOG.get(code)
    if entry is None:
        return None
    retry = "Retrying can help." if entry.retriable else "Retrying the same request cannot help."
    return _page(
        entry.code,
        f"<h1><code>{entry.code}</code></h1><p>HTTP status {entry.status}. {retry}</p>"
        f"<h2>What happened</h2><p>{_prose(entry.description)}</p>"
        f"<h2>What to do</h2><p>{_prose(entry.remediation)}</p>",
    )


def version_list(versions: Versions) -> Content:
    """Every dated version."""
    rows = "".join(
        f'<tr><td><a href="/docs/versions/{version.id}">{version.id}</a></td>'
        f"<td>{'current' if version.id == versions.newest else 'supported'}</td>"
        f"<td>{escape(version.supported_until or 'open')}</td></tr>"
        for version in reversed(versions.all)
    )
    return _page(
        "Versions",
        "<h1>Versions</h1><p>A key is pinned to the version that was current when it was created; "
        "the header <code>Service-Version</code> overrides it for one request, and "
        "<code>PATCH /v1/keys/:id</code> moves the pin.</p><table><tr><th>Version</th>"
        f"<th>Status</th><th>Supported until</th></tr>{rows}</table>",
    )


def version_page(versions: Versions, version_id: str) -> Content | None:
    """The migration guide of one version: what it changed."""
    if version_id not in versions:
        return None
    changes = [change for change in versions.changes if change.version == version_id]
    content = "".join(_change(change) for change in changes) or (
        "<p>This is the first version, so there is nothing to migrate.</p>"
        if version_id == versions.all[0].id
        else "<p>Nothing changes for existing callers.</p>"
    )
    return _page(version_id, f"<h1>Version {version_id}</h1>{content}")


def _change(change: Change) -> str:
    actions = ", ".join(f"<code>{escape(action)}</code>" for action in sorted(change.actions))
    return f"<h2>{actions}</h2><p>{_prose(change.notes)}</p>"


def _prose(text: str) -> str:
    """Plain text with `code` in back-quotes."""
    parts = escape(text, quote=False).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def _page(title: str, content: str) -> Content:
    return Content(title=title, content=content)
