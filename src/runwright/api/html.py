"""Readable pages: behind `doc_url` and `guide_url`, and at `/`. No script, no request out."""

from __future__ import annotations

from html import escape

from runwright.api.versions import Change, Versions
from runwright.errors import CATALOG

HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Runwright</title>
<style>
:root {{ color-scheme: light dark; --line: #8884; }}
body {{ font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto;
  padding: 0 1rem; }}
h1 {{ line-height: 1.2; }} code, pre {{ font-family: ui-monospace, monospace; }}
pre {{ border: 1px solid var(--line); border-radius: .5rem; padding: .8rem; overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; }}
th, td {{ text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }}
nav {{ margin-bottom: 2rem; }}
</style>
</head>
<body>
<nav><a href="/">Runwright</a> · <a href="/docs/errors">Errors</a> ·
<a href="/docs/versions">Versions</a> · <a href="/openapi.json">OpenAPI</a></nav>
<main>{content}</main>
</body>
</html>
"""


def home() -> str:
    """What a person sees who opens the server in a browser."""
    return _page(
        "Run execution service",
        "<h1>Runwright is running</h1>"
        "<p>This server executes tasks and can prove what was read and done. Its interface is "
        "the REST API under <code>/v1</code>; every call carries a key.</p>"
        '<pre>curl -s $URL/v1/runs -H "Authorization: Bearer $KEY" \\\n'
        "  -H 'Content-Type: application/json' \\\n"
        '  -d \'{"model": "y0-fast", "prompt": "What is 17.5% of 1,240?"}\'</pre>'
        '<p>The <a href="/openapi.json">OpenAPI document</a> describes every call.</p>',
    )


def error_list() -> str:
    """Every code in a table."""
    rows = "".join(
        f'<tr><td>{entry.status}</td><td><a href="/docs/errors/{entry.code}">'
        f"<code>{entry.code}</code></a></td><td>{'yes' if entry.retriable else 'no'}</td></tr>"
        for entry in CATALOG.values()
    )
    return _page(
        "Errors",
        "<h1>Errors</h1><p>Every answer that is not a success carries one of these codes. "
        "Codes never change their meaning.</p><table><tr><th>Status</th><th>Code</th>"
        f"<th>Worth retrying</th></tr>{rows}</table>",
    )


def error_page(code: str) -> str | None:
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


def version_list(versions: Versions) -> str:
    """Every dated version."""
    rows = "".join(
        f'<tr><td><a href="/docs/versions/{version.id}">{version.id}</a></td>'
        f"<td>{'current' if version.id == versions.newest else 'supported'}</td>"
        f"<td>{escape(version.supported_until or 'open')}</td></tr>"
        for version in reversed(versions.all)
    )
    return _page(
        "Versions",
        "<h1>Versions</h1><p>A key is pinned to the version that was current when it was made; "
        "the header <code>Service-Version</code> overrides the pin for one request, and "
        "<code>PATCH /v1/keys/:id</code> moves it.</p><table><tr><th>Version</th>"
        f"<th>Status</th><th>Supported until</th></tr>{rows}</table>",
    )


def version_page(versions: Versions, version_id: str) -> str | None:
    """The migration guide of one version: what it changed."""
    if version_id not in versions:
        return None
    changes = [change for change in versions.changes if change.version == version_id]
    content = "".join(_change(change) for change in changes) or (
        "<p>The first version: there is nothing to migrate from.</p>"
        if version_id == versions.all[0].id
        else "<p>Nothing changed for existing callers.</p>"
    )
    return _page(version_id, f"<h1>Version {version_id}</h1>{content}")


def _change(change: Change) -> str:
    actions = ", ".join(f"<code>{escape(action)}</code>" for action in sorted(change.actions))
    return f"<h2>{actions}</h2><p>{_prose(change.notes)}</p>"


def _prose(text: str) -> str:
    """Plain text with `code` in back-quotes."""
    parts = escape(text, quote=False).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def _page(title: str, content: str) -> str:
    return _PAGE.format(title=escape(title), content=content)
