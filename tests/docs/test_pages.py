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
from runwright.api import docs
from runwright.api.docs import Library, address_of
from runwright.api.markdown import render
from runwright.api.site import assets
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


def test_every_page_answers_and_allows_nothing_but_this_server(reader: httpx.Client) -> None:
    assert len(ADDRESSES) >= 55
    for address in ADDRESSES:
        page = reader.get(address)
        assert page.status_code == 200, address
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert "<h1 " in page.text, address
        title = re.search(r"<title>(.+) · Runwright</title>", page.text)
        assert title is not None, address
        assert not re.search(r"<script(?! src=)|<style|\sstyle=|\son[a-z]+=", page.text), address
        outside = re.findall(r'(?:src|rel="stylesheet" href)="([^"]+)"', page.text)
        assert outside
        assert [each for each in outside if not each.startswith("/docs/")] == []


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
    for address in ("/docs/nothing", "/docs/..%2FREADME", "/docs/nothing.md", "/docs/images/x.png"):
        answer = reader.get(address)
        assert answer.status_code == 404, address
        assert answer.json()["error"]["code"] == "not_found"


def test_the_contents_lead_to_errors_versions_and_the_calls(reader: httpx.Client) -> None:
    page = reader.get("/docs").text
    for address in ("/docs/errors", "/docs/versions", "/openapi.json"):
        assert page.count(f'href="{address}"') >= 1
    assert 'href="/reference"' not in (Library(DOCS).page("") or "")
    assert 'href="/reference"' in (Library(DOCS, has_dashboard=True).page("") or "")


def test_a_browser_gets_a_page_that_says_that_nothing_is_there(reader: httpx.Client) -> None:
    answer = reader.get("/docs/nothing", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "Page not found" in answer.text


@pytest.mark.parametrize(
    ("asked", "page"),
    [
        ("/docs/client.md", "/docs/client"),
        ("/docs/README.md", "/docs"),
        ("/docs/README", "/docs"),
        ("/docs/start/", "/docs/start"),
        ("/docs/guides/mcp.md", "/docs/guides/mcp"),
        ("/docs/decisions/0003-grants.md", "/docs/decisions/0003"),
        ("/docs/decisions/", "/docs/decisions"),
    ],
)
def test_the_name_of_a_file_leads_to_its_page(reader: httpx.Client, asked: str, page: str) -> None:
    answer = reader.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (308, page)


def test_a_page_shows_where_it_is(reader: httpx.Client) -> None:
    page = reader.get("/docs/settings").text
    assert 'aria-current="page">Settings</a>' in page
    assert '<a href="#what-is-stored-where">What is stored where</a>' in page
    assert 'rel="prev"' in page
    assert 'rel="next"' in page
    assert 'aria-current="page">Errors</a>' in reader.get("/docs/errors").text


def test_previous_and_next_lead_through_all_the_contents(reader: httpx.Client) -> None:
    seen, address = list[str](), "/docs"
    while address not in seen:
        seen.append(address)
        following = re.search(r'rel="next" href="([^"]+)"', reader.get(address).text)
        address = following[1] if following else address
    assert set(seen) == {a for a in ADDRESSES if not a.startswith("/docs/decisions/")}


def test_the_search_knows_every_page_and_leads_to_its_headings(reader: httpx.Client) -> None:
    answer = reader.get("/docs/search.json")
    assert answer.headers["content-encoding"] == "gzip"
    sections = answer.json()
    assert {each["address"].partition("#")[0] for each in sections} == set(ADDRESSES)
    [found] = [each for each in sections if each["address"] == "/docs/settings#language-models"]
    assert (found["page"], found["title"]) == ("Settings", "Language models")
    assert "<" not in found["title"]


def test_assets_are_kept_for_ever_under_a_name_of_their_content(reader: httpx.Client) -> None:
    for asset in (assets.STYLE, assets.SCRIPT, assets.MARK):
        answer = reader.get(asset.address)
        assert answer.content == asset.content
        assert "immutable" in answer.headers["cache-control"]
    assert len(assets.SCRIPT.content) < 8_000


def test_the_colours_are_the_dashboards() -> None:
    ours = dict(re.findall(r"(--[a-z-]+): (light-dark\([^;]+);", assets.STYLE.content.decode()))
    base = (ROOT / "dashboard" / "src" / "shared" / "base.css").read_text("utf-8")
    theirs = dict(re.findall(r"(--[a-z-]+): (light-dark\([^;]+);", base))
    shared = ours.keys() & theirs.keys()
    assert {"--paper", "--ink", "--accent", "--line"} <= shared
    assert {name: ours[name] for name in shared} == {name: theirs[name] for name in shared}


def test_code_is_highlighted_and_still_escaped() -> None:
    shown = render("```sh\necho '<b>' # c\n```\n\n```text\n<i>\n```", lambda target: target)
    assert '<span class="c1"># c</span>' in shown.content
    assert "&lt;b&gt;" in shown.content
    assert "&lt;i&gt;" in shown.content


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


def test_a_table_without_names_of_columns_has_no_header() -> None:
    shown = render("| | |\n|---|---|\n| a | b |\n", lambda target: target)
    assert "<th" not in shown.content
    assert "<td>a</td>" in shown.content


def test_a_link_out_of_the_folder_is_only_words() -> None:
    shown = render("[a](b.md) and [`c`](../d)", {"b.md": "/docs/b"}.get)
    assert shown.content == '<p><a href="/docs/b">a</a> and <code>c</code></p>\n'


def test_the_wheel_carries_every_page(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    carried = {name for name in zipfile.ZipFile(wheel).namelist() if "/_docs/" in name}
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*") if path.is_file()}
    assert carried == {f"runwright/_docs/{name}" for name in written}
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    installed = Library(tmp_path / "installed" / "runwright" / "_docs")
    assert installed.names == LIBRARY.names
    assert installed.page("start") == LIBRARY.page("start")


def test_a_checkout_reads_the_pages_where_they_are() -> None:
    assert docs.folder() == DOCS
    assert "unsafe" not in assets.HEADERS["content-security-policy"]
