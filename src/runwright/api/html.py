"""Readable pages: behind `doc_url` and `guide_url`, and at `/`; the frame of all pages.

No script, no request out, and no style but the one whose hash the policy names.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape

from runwright.api.versions import Change, Versions
from runwright.errors import CATALOG

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.25; scroll-margin-top: 1rem; }
h1 { margin-top: 0; } h2 { margin-top: 2.2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
code { background: var(--soft); border-radius: .25rem; padding: .1em .3em;
  overflow-wrap: anywhere; }
pre { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem; overflow-x: auto; }
pre code { background: none; padding: 0; font-size: 1em; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0;
  border-bottom: 1px solid var(--line); }
body > nav { margin-bottom: 2rem; }
main { overflow-x: auto; }
aside { border-top: 1px solid var(--line); margin-top: 3rem; font-size: .9rem; }
aside h2 { font-size: 1em; margin: 1.2rem 0 .2rem; }
aside ul { list-style: none; margin: 0; padding: 0; } aside ul ul { padding-left: 1rem; }
aside a { text-decoration: none; } aside a:hover, aside a:focus { text-decoration: underline; }
aside p { margin-top: 0; } aside [aria-current] { font-weight: 600; }
@media (min-width: 62rem) {
  body.wide { max-width: 60rem; }
  .wide > div { display: grid; grid-template-columns: 13rem minmax(0, 1fr); column-gap: 3rem; }
  .wide main { grid-area: 1 / 2; }
  .wide aside { grid-area: 1 / 1; border: 0; margin: 0; }
}
"""

_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()

HEADERS = {
    "content-security-policy": (
        f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; form-action 'none'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Runwright</title>
<style>{style}</style>
</head>
<body{wide}>
<nav aria-label="Service"><a href="/">Runwright</a> · <a href="/docs">Documentation</a> ·
<a href="/docs/errors">Errors</a> · <a href="/docs/versions">Versions</a> ·
<a href="/openapi.json">OpenAPI</a></nav>
<div><main>{content}</main>{aside}</div>
</body>
</html>
"""


def home() -> str:
    """What a person sees who opens a server whose dashboard was not built."""
    return page(
        "Run execution service",
        "<h1>Runwright is running</h1>"
        "<p>This server executes tasks and can prove what was read and done. Its interface is "
        "the REST API under <code>/v1</code>; every call carries a key.</p>"
        '<pre>curl -s $URL/v1/runs -H "Authorization: Bearer $KEY" \\\n'
        "  -H 'Content-Type: application/json' \\\n"
        '  -d \'{"model": "y0-fast", "prompt": "What is 17.5% of 1,240?"}\'</pre>'
        '<p>The <a href="/docs">documentation</a> begins with five minutes; the '
        '<a href="/openapi.json">OpenAPI document</a> describes every call.</p>'
        "<p>The dashboard is not part of this build: <code>make dashboard</code> makes it, and "
        "needs Node.js 20.19 or newer.</p>",
    )


def error_list() -> str:
    """Every code in a table."""
    rows = "".join(
        f'<tr><td>{entry.status}</td><td><a href="/docs/errors/{entry.code}">'
        f"<code>{entry.code}</code></a></td><td>{'yes' if entry.retriable else 'no'}</td></tr>"
        for entry in CATALOG.values()
    )
    return page(
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
    return page(
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
    return page(
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
    return page(version_id, f"<h1>Version {version_id}</h1>{content}")


def _change(change: Change) -> str:
    actions = ", ".join(f"<code>{escape(action)}</code>" for action in sorted(change.actions))
    return f"<h2>{actions}</h2><p>{_prose(change.notes)}</p>"


def _prose(text: str) -> str:
    """Plain text with `code` in back-quotes."""
    parts = escape(text, quote=False).split("`")
    return "".join(f"<code>{part}</code>" if n % 2 else part for n, part in enumerate(parts))


def page(title: str, content: str, aside: str = "") -> str:
    """A whole page of HTML, with something beside it if that is given."""
    return _PAGE.format(
        title=escape(title),
        style=_STYLE,
        content=content,
        wide=' class="wide"' if aside else "",
        aside=f"<aside>{aside}</aside>" if aside else "",
    )
