"""Folders of readers: each its own, gone when it is done, and swept when nobody is left."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from runwright.files.workspaces import Workspaces

HOLDER = """
import sys
from pathlib import Path
from runwright.files.workspaces import Workspaces
with Workspaces(Path(sys.argv[1])).new() as folder:
    (folder / "part").write_text("of a file")
    print(folder, flush=True)
    sys.stdin.read()
"""


def holder(root: Path) -> subprocess.Popen[str]:
    """Another server, with a reader at work."""
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_folder_is_private_empty_and_gone_afterwards(tmp_path: Path) -> None:
    workspaces = Workspaces(tmp_path / "tmp")
    with workspaces.new() as first, workspaces.new() as second:
        assert first != second
        assert list(first.iterdir()) == []
        assert first.stat().st_mode & 0o777 == 0o700
        (first / "deep").mkdir()
        (first / "deep" / "file").write_text("left behind")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_what_a_killed_server_left_goes_and_what_a_living_one_uses_stays(tmp_path: Path) -> None:
    with holder(tmp_path) as living, holder(tmp_path) as killed:
        assert living.stdout is not None
        assert killed.stdout is not None
        used, left = (Path(each.readline().strip()) for each in (living.stdout, killed.stdout))
        killed.kill()
        killed.wait()
        assert used.exists()
        assert left.exists()
        Workspaces(tmp_path)
        assert (used / "part").read_text() == "of a file"
        assert not left.exists()
        living.communicate("")
    assert list(tmp_path.iterdir()) == []


def test_a_link_out_of_the_place_is_not_followed(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "tmp"
    outside.mkdir()
    (outside / "file").write_text("mine")
    root.mkdir()
    (root / "link").symlink_to(outside)
    Workspaces(root)
    assert (outside / "file").read_text() == "mine"


def test_an_error_in_the_block_is_handed_on_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError), Workspaces(tmp_path).new():
        raise BlockingIOError
    assert list(tmp_path.iterdir()) == []
