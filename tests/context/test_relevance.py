"""The weights of the cross-encoder are there, and others are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from runwright.context.index import packages, relevance
from runwright.context.index.packages import WrongWeights


def test_it_is_installed_for_the_tests() -> None:
    assert relevance.is_available()


def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"not the model")
    monkeypatch.setattr(packages, "locate", lambda _package, _path: wrong)
    with pytest.raises(WrongWeights, match="is not the expected file"):
        relevance.check()


def test_without_the_package_it_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance, "PACKAGE", "a-package-that-is-not-there")
    assert not relevance.is_available()
