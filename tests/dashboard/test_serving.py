"""The service serves the dashboard at `/`, and lets it reach nothing but the service itself."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from runwright.api import dashboard, html
from support.server import Server

ROOT = Path(__file__).parents[2]
MOST_BYTES = 200_000
"""Of script and style together, compressed."""
ELSEWHERE = re.compile(r"""(?:src|href|url\(|import\(|fetch\()\s*[=(]?\s*["']?https?://""")


@pytest.fixture
def browser(dashboard_server: Server) -> Iterator[httpx.Client]:
    """Somebody without a key."""
    with httpx.Client(base_url=dashboard_server.url) as client:
        yield client


def assets(page: httpx.Response) -> list[str]:
    """The scripts and styles that a page asks for."""
    return re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)


@pytest.mark.parametrize("path", ["/", *(f"/{name}" for name in dashboard.PAGES), "/runs/run_1"])
def test_every_address_of_the_dashboard_opens_it(browser: httpx.Client, path: str) -> None:
    page = browser.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert len(assets(page)) == 2


def test_the_policy_allows_nothing_from_elsewhere_and_nothing_inline(
    browser: httpx.Client,
) -> None:
    page = browser.get("/")
    policy = dict(
        part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    # What is previewed was fetched by the page itself; a frame shows nothing else.
    assert policy["frame-src"] == policy["media-src"] == "blob:"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "http" not in page.headers["content-security-policy"]
    assert page.headers["referrer-policy"] == "no-referrer"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=", page.text)


def test_no_file_asks_for_anything_elsewhere(built: Path) -> None:
    texts = [path for path in built.rglob("*") if path.suffix in {".html", ".js", ".css", ".svg"}]
    assert len(texts) >= 4
    assert [path.name for path in texts if ELSEWHERE.search(path.read_text("utf-8"))] == []


def test_what_is_named_by_its_content_is_kept_for_ever_and_the_page_is_not(
    browser: httpx.Client,
) -> None:
    page = browser.get("/")
    assert page.headers["cache-control"] == "no-cache"
    for path in assets(page):
        asset = browser.get(path)
        assert asset.status_code == 200
        assert "immutable" in asset.headers["cache-control"]
        assert asset.headers["content-security-policy"] == page.headers["content-security-policy"]


def test_a_browser_that_has_the_page_gets_it_not_again(browser: httpx.Client) -> None:
    page = browser.get("/")
    again = browser.get("/", headers={"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_scripts_are_compressed_for_those_who_take_that(browser: httpx.Client) -> None:
    for path in assets(browser.get("/")):
        plain = browser.get(path, headers={"Accept-Encoding": "identity"})
        packed = browser.get(path, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["content-encoding"] == "gzip"
        assert packed.content == plain.content
        assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/..%2Findex.html", "/index.html"])
def test_what_is_not_there_is_refused_in_the_one_envelope(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "not_found"


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def test_a_browser_at_an_unknown_address_gets_the_dashboard_with_404(browser: httpx.Client) -> None:
    page = browser.get("/nonsense/at/all", headers=BROWSER)
    assert page.status_code == 404
    assert len(assets(page)) == 2
    assert page.headers["content-security-policy"] == dashboard.HEADERS["content-security-policy"]
    assert browser.post("/nonsense", headers=BROWSER).json()["error"]["code"] == "not_found"
    assert browser.get("/v1/nonsense", headers=BROWSER).json()["error"]["status"] == 401


def test_what_a_browser_must_load_stays_small(browser: httpx.Client) -> None:
    sizes = [
        int(browser.get(path, headers={"Accept-Encoding": "gzip"}).headers["content-length"])
        for path in assets(browser.get("/"))
    ]
    assert sum(sizes) < MOST_BYTES


def test_the_pages_of_errors_and_versions_stay(browser: httpx.Client) -> None:
    for path in ("/docs/errors", "/docs/versions"):
        assert "<h1>" in browser.get(path).text


def test_the_server_and_the_dashboard_know_the_same_pages() -> None:
    source = (ROOT / "dashboard" / "src" / "App.tsx").read_text("utf-8")
    written = re.findall(r'^  "/([a-z]+)[^"]*": \w+,$', source, re.MULTILINE)
    assert len(written) >= 15
    assert set(written) == set(dashboard.PAGES)


def test_a_checkout_without_the_build_says_what_is_missing(tmp_path: Path) -> None:
    assert dashboard.pages(tmp_path) == []
    assert "make dashboard" in html.home().content


def test_the_wheel_carries_the_dashboard(built: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    carried = {name for name in zipfile.ZipFile(wheel).namelist() if "/_dashboard/" in name}
    made = {path.relative_to(built).as_posix() for path in built.rglob("*") if path.is_file()}
    assert carried == {f"runwright/_dashboard/{name}" for name in made}
