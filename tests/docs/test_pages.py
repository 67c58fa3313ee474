"""The documentation is served at `/docs`: every page, every link, and nothing from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from docs.pages import DOCS, ROOT
from runwright.api import docs, html
from runwright.api.docs import Library, address_of
from runwright.api.markdown import render
from support.server import Server

LIBRARY = Library(DOCS)
ADDRESSES = [address_of(name) for name in LIBRARY.names]


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody without a key."""
    with (
        Server(tmp_path_factory.mktemp("docs") / "data") as server,
        httpx.Client(base_url=server.url) as client,
    ):
        yield client


def test_every_page_answers_and_allows_nothing_but_its_own_style(reader: httpx.Client) -> None:
    assert len(ADDRESSES) >= 55
    for address in ADDRESSES:
        page = reader.get(address)
        assert page.status_code == 200, address
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "unsafe" not in policy
        assert "<h1 " in page.text, address
        assert not re.search(r"<script|<img|\sstyle=|\son[a-z]+=", page.text), address
        assert page.text.count("<style>") == 1


def test_every_link_leads_somewhere(reader: httpx.Client) -> None:
    anchors: dict[str, set[str]] = {}
    links: dict[str, set[str]] = {}
    waiting = ["/docs"]
    while waiting:
        address = waiting.pop()
        if address in anchors:
            continue
        page = reader.get(address)
        assert page.status_code == 200, (address, [a for a, to in links.items() if address in to])
        anchors[address] = set(re.findall(r'\sid="([^"]+)"', page.text))
        links[address] = set()
        if page.headers["content-type"].startswith("text/html"):
            links[address] = set(re.findall(r'href="([^"]+)"', page.text))
        inside = {link.partition("#")[0] for link in links[address] if link.startswith("/")}
        waiting += inside
    assert set(ADDRESSES) <= set(anchors)
    dead = [
        (address, link)
        for address, found in links.items()
        for link in found
        if "#" in link and not re.match(r"https?:", link)
        if link.partition("#")[2] not in anchors[link.partition("#")[0] or address]
    ]
    assert dead == []


def test_links_that_leave_the_server_are_written_out_in_full() -> None:
    for name in LIBRARY.names:
        outside = [
            part.target
            for part in LIBRARY.rendered(name).parts
            if part.kind == "link" and not part.target.startswith(("/docs", "#"))
        ]
        assert [link for link in outside if not link.startswith("https://")] == []


def test_the_contents_name_every_page() -> None:
    named = {part.target.partition("#")[0] for part in LIBRARY.rendered("").parts}
    wanted = {a for a in ADDRESSES if not a.startswith("/docs/decisions/")} - {"/docs"}
    assert wanted - named == set()


def test_links_in_the_repository_lead_to_files() -> None:
    """On a server they become addresses; whoever reads the files follows them as they stand."""
    dead = []
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")]:
        text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if not re.match(r"https?:|/", target) and not (page.parent / target).exists():
                dead.append((page.name, target))
    assert dead == []


def test_a_page_that_is_not_there_is_refused_in_the_one_envelope(reader: httpx.Client) -> None:
    for address in ("/docs/nothing", "/docs/README", "/docs/..%2FREADME", "/docs/start.md"):
        answer = reader.get(address)
        assert answer.status_code == 404, address
        assert answer.json()["error"]["code"] == "not_found"


def test_the_contents_lead_to_errors_versions_and_the_calls(reader: httpx.Client) -> None:
    page = reader.get("/docs").text
    for address in ("/docs/errors", "/docs/versions", "/openapi.json"):
        assert page.count(f'href="{address}"') >= 2
    assert 'href="/reference"' not in (Library(DOCS).page("") or "")
    assert 'href="/reference"' in (Library(DOCS, has_dashboard=True).page("") or "")


def test_a_page_shows_where_it_is(reader: httpx.Client) -> None:
    page = reader.get("/docs/settings").text
    assert 'aria-current="page">Settings</a><ul><li><a href="#what-is-stored-where">' in page


def test_raw_html_is_shown_and_not_obeyed() -> None:
    shown = render("# A\n\n<b onclick='x'>b</b> [c](javascript:x)", lambda target: target)
    assert "<b" not in shown.content
    assert "&lt;b onclick" in shown.content
    assert "href" not in shown.content


def test_headings_of_one_name_have_anchors_of_their_own() -> None:
    shown = render("# `A` b\n\n## C: d, e?\n\n## C: d, e?\n", lambda target: target)
    assert shown.title == "A b"
    assert [part.target for part in shown.parts] == ["a-b", "c-d-e", "c-d-e-1"]
    assert '<h2 id="c-d-e-1">' in shown.content


def test_a_link_out_of_the_folder_is_only_words() -> None:
    shown = render("[a](b.md) and [`c`](../d)", {"b.md": "/docs/b"}.get)
    assert shown.content == '<p><a href="/docs/b">a</a> and <code>c</code></p>\n'


def test_the_wheel_carries_every_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    carried = {name for name in zipfile.ZipFile(wheel).namelist() if "/_docs/" in name}
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    assert carried == {f"runwright/_docs/{name}" for name in written}
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    installed = Library(tmp_path / "installed" / "runwright" / "_docs")
    assert installed.names == LIBRARY.names
    assert installed.page("start") == LIBRARY.page("start")


def test_a_checkout_reads_the_pages_where_they_are() -> None:
    assert docs.folder() == DOCS
    assert "style-src 'unsafe-inline'" not in html.HEADERS["content-security-policy"]
