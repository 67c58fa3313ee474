"""The catalog reads manifests strictly, resolves aliases, and keeps snapshots frozen."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from runwright.config import SettingsError
from runwright.context.index import reader_weights
from runwright.context.index import weights as base_weights
from runwright.db.database import Database
from runwright.minds.embedded.parser import weights
from runwright.models import catalog
from runwright.models.catalog import Catalog, freeze, load

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = """
id = "{id}"
family = "text"
status = "available"
context_window = 1000
max_steps_ceiling = 16
[frozen]
provider = "embedded"
mode = "single-pass"
behaviour = 1
"""


def write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, "utf-8")


def test_the_shipped_catalog_has_the_contracts_models() -> None:
    shipped = load()
    assert set(shipped.aliases) == {"y0-fast", "y0-deep", "y0-vision"}
    families = {alias: shipped.resolve(alias).family for alias in shipped.aliases}  # type: ignore[union-attr]
    assert families == {"y0-fast": "text", "y0-deep": "reasoning", "y0-vision": "vision"}
    assert shipped.snapshots["y0-vision-2026-11"].status == "preview"
    assert "y0-vision" not in shipped.runnable
    assert shipped.runnable[:2] == ("y0-deep", "y0-fast")
    assert shipped.resolve("nothing") is None


def test_the_current_snapshots_name_the_parser_that_is_here() -> None:
    loaded = catalog.load()
    for alias in ("y0-fast", "y0-deep"):
        frozen = loaded.known(alias).frozen
        assert frozen["parser"] == weights.digest()
        assert frozen["reader"] == reader_weights.digest()
        assert frozen["embedder"] == sha256(base_weights.LEARNED.read_bytes()).hexdigest()
        assert frozen["base"] == next(iter(base_weights.SOURCES.values()))


def test_an_operators_snapshot_can_take_over_an_alias(tmp_path: Path) -> None:
    write(tmp_path, "mine.toml", MANIFEST.format(id="y0-fast-2027-01"))
    write(tmp_path, "aliases.toml", 'y0-fast = "y0-fast-2027-01"\n')
    found = load(tmp_path)
    assert found.aliases["y0-fast"] == "y0-fast-2027-01"
    assert {"y0-fast-2026-11", "y0-fast-2027-01"} <= set(found.runnable)


WRONG: dict[str, tuple[dict[str, str | bytes], str]] = {
    "no TOML": ({"a.toml": "id = "}, "a.toml cannot be read"),
    "no UTF-8": ({"a.toml": b"\xff\xfe"}, "a.toml cannot be read"),
    "no id": ({"a.toml": "family = 'text'"}, "a.toml: id"),
    "wrong id": ({"a.toml": MANIFEST.format(id="fast")}, "name-2026-11"),
    "unknown field": ({"a.toml": "wings = 2\n" + MANIFEST.format(id="x-2027-01")}, "wings"),
    "wrong ceiling": (
        {"a.toml": MANIFEST.format(id="x-2027-01").replace("= 16", "= 17")},
        "max_steps_ceiling",
    ),
    "wrong status": (
        {"a.toml": MANIFEST.format(id="x-2027-01").replace("available", "gone")},
        "status",
    ),
    "shipped twice": ({"a.toml": MANIFEST.format(id="y0-fast-2026-11")}, "y0-fast-2026-11"),
    "alias to nothing": ({"aliases.toml": 'y0-fast = "x-2030-01"'}, "x-2030-01"),
    "alias to no text": ({"aliases.toml": "y0-fast = 7"}, "y0-fast"),
    "alias to a list": ({"aliases.toml": "y0-fast = ['a']"}, "y0-fast"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_manifest_stops_the_start_with_one_clear_line(tmp_path: Path, case: str) -> None:
    files, named = WRONG[case]
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
    with pytest.raises(SettingsError) as refused:
        load(tmp_path)
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_folder_that_is_none_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="not a folder"):
        load(tmp_path / "absent")


def changed(original: Catalog, **frozen: object) -> Catalog:
    """The catalog with another manifest under the same id."""
    name = "y0-fast-2026-11"
    snapshot = original.snapshots[name]
    other = replace(snapshot, frozen={**snapshot.frozen, **frozen})
    return Catalog({**original.snapshots, name: other}, original.aliases)


def test_a_snapshot_is_frozen_when_it_is_first_seen(database: Database) -> None:
    shipped = load()
    for _ in range(2):
        database.write_now(lambda tx: freeze(tx, shipped))
    with pytest.raises(SettingsError) as refused:
        database.write_now(lambda tx: freeze(tx, changed(shipped, behaviour=2)))
    assert "y0-fast-2026-11" in str(refused.value)
    assert "new snapshot" in str(refused.value)
    database.write_now(lambda tx: freeze(tx, shipped))


def test_a_refused_catalog_freezes_nothing(database: Database) -> None:
    shipped = load()
    database.write_now(lambda tx: freeze(tx, shipped))
    bad = changed(shipped, mode="other")
    extra = replace(shipped.snapshots["y0-deep-2026-11"], id="a-2030-01")
    with pytest.raises(SettingsError):
        database.write_now(
            lambda tx: freeze(tx, Catalog({**bad.snapshots, extra.id: extra}, bad.aliases))
        )
    moved = replace(extra, frozen={**extra.frozen, "behaviour": 9})
    database.write_now(lambda tx: freeze(tx, Catalog({moved.id: moved}, {})))


def test_what_answers_do_not_depend_on_may_change(database: Database) -> None:
    shipped = load()
    database.write_now(lambda tx: freeze(tx, shipped))
    name = "y0-fast-2026-11"
    other = replace(shipped.snapshots[name], status="research", benchmarks={"x": 1.0})
    database.write_now(lambda tx: freeze(tx, Catalog({name: other}, {})))


def test_the_manifests_lie_beside_the_code() -> None:
    assert sorted(path.stem for path in catalog.SHIPPED.glob("*-*.toml")) == sorted(
        load().snapshots
    )


def test_the_benchmarks_are_those_that_were_last_measured() -> None:
    measured = orjson.loads((ROOT / "bench" / "results" / "eval.json").read_bytes())
    values = {round(figure["value"], 4) for figure in measured["figures"]}
    shipped = load()
    for alias in ("y0-fast", "y0-deep"):
        found = shipped.resolve(alias)
        assert found is not None
        assert found.benchmarks
        assert set(found.benchmarks.values()) <= values
