"""Settings: variables over the file, arguments over both, and one clear line for a wrong one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runwright import config
from runwright.config import Settings, SettingsError
from support.forkserver import run

POSTGRES = "postgresql://app:hunter2@localhost/runs"


def load(folder: Path, environ: dict[str, str] | None = None, **given: Any) -> Settings:
    return config.load(environ or {}, folder, **given)


def line_of(folder: Path, environ: dict[str, str] | None = None, **given: Any) -> str:
    """The one line that a wrong setting gives."""
    with pytest.raises(SettingsError) as caught:
        load(folder, environ, **given)
    message = str(caught.value)
    assert message.strip()
    assert "\n" not in message
    return message


def test_nothing_set_gives_the_defaults(tmp_path: Path) -> None:
    settings = load(tmp_path)
    assert (settings.host, settings.port, settings.workers) == ("127.0.0.1", 8080, 1)
    assert settings.rate_limit == 600
    assert settings.is_sqlite


def test_arguments_win_over_variables_and_variables_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "runwright.toml").write_text('port = 1\nhost = "a"\nlog_level = "error"\n')
    environ = {"RUNWRIGHT_PORT": "2", "RUNWRIGHT_HOST": "b", "OTHER": "x"}
    settings = load(tmp_path, environ, port=3, host=None)
    assert (settings.port, settings.host, settings.log_level) == (3, "b", "error")


WRONG = {
    "RUNWRIGHT_PORT": ["x", "-1", "65536", "80.5", ""],
    "RUNWRIGHT_WORKERS": ["0", "65", "two"],
    "RUNWRIGHT_RATE_LIMIT": ["600", "0/min", "-5/min", "6/sec", "", "1e3/min", "٦/min"],
    "RUNWRIGHT_LOG_LEVEL": ["loud", "INFO "],
    "RUNWRIGHT_LEASE": ["0", "nan", "inf", "x"],
    "RUNWRIGHT_MAX_BODY": ["1", "1MB"],
    "RUNWRIGHT_METRICS_PORT": ["0", "http"],
    "RUNWRIGHT_PUBLIC_URL": ["example.com", "ftp://example.com"],
    "RUNWRIGHT_ROTATION_GRACE": ["-1", "604801"],
    "RUNWRIGHT_WRITE_QUEUE": ["0"],
    "RUNWRIGHT_JOB_QUEUE": ["0"],
    "RUNWRIGHT_JOB_SLOTS": ["0"],
    "RUNWRIGHT_SHUTDOWN_GRACE": ["-1"],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_a_wrong_value_names_its_variable_and_itself(tmp_path: Path, name: str, value: str) -> None:
    line = line_of(tmp_path, {name: value})
    assert line.startswith(f"{name}: ")
    assert repr(value) in line


@pytest.mark.parametrize(
    "text",
    [
        'port = "x"',
        "rate_limit = 0",
        "rate_limit = -5",
        'rate_limit = "600"',
        "rate_limit = true",
        "log_level = 4",
        "workers = 1.5",
    ],
)
def test_a_wrong_value_in_the_file_names_the_file_and_the_setting(
    tmp_path: Path, text: str
) -> None:
    (tmp_path / "runwright.toml").write_text(text)
    assert line_of(tmp_path).startswith(f"runwright.toml: {text.split()[0]}: ")


def test_an_argument_is_named_as_it_was_given(tmp_path: Path) -> None:
    assert line_of(tmp_path, port=70_000).startswith("--port: ")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("RUNWRIGHT_PROT", "RUNWRIGHT_PORT"),
        ("RUNWRIGHT_DATABASE_URI", "RUNWRIGHT_DATABASE_URL"),
        ("RUNWRIGHT_RATELIMIT", "RUNWRIGHT_RATE_LIMIT"),
    ],
)
def test_an_unknown_variable_stops_the_start_and_hints(
    tmp_path: Path, name: str, hint: str
) -> None:
    line = line_of(tmp_path, {name: POSTGRES})
    assert name in line
    assert f"did you mean {hint}?" in line
    assert "hunter2" not in line


@pytest.mark.parametrize("variable", sorted(config.FOR_CLIENTS))
def test_what_is_meant_for_clients_does_not_stop_a_server(tmp_path: Path, variable: str) -> None:
    assert load(tmp_path, {variable: "rw_hunter2"}) == Settings()


def test_an_unknown_name_in_the_file_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "runwright.toml").write_text("prot = 1")
    assert "did you mean port?" in line_of(tmp_path)


@pytest.mark.parametrize("content", [b"port = ", b"\xff", b"[[["])
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "runwright.toml").write_bytes(content)
    assert "runwright.toml cannot be read" in line_of(tmp_path)


def test_more_workers_need_postgresql(tmp_path: Path) -> None:
    assert "PostgreSQL" in line_of(tmp_path, workers=2)
    assert load(tmp_path, {"RUNWRIGHT_DATABASE_URL": POSTGRES}, workers=2).workers == 2


def test_one_address_of_metrics_is_not_for_several_processes(tmp_path: Path) -> None:
    environ = {"RUNWRIGHT_DATABASE_URL": POSTGRES, "RUNWRIGHT_METRICS_PORT": "9000"}
    assert "METRICS_PORT" in line_of(tmp_path, environ, workers=2)
    assert load(tmp_path, environ).metrics_port == 9000


def _complaint(variable: str, value: str) -> str | None:
    """What is said about a variable, if it is wrong."""
    try:
        config.load({variable: value}, Path("/nonexistent"))
    except SettingsError as error:
        return str(error)
    return None


@given(st.text(), st.text())
def test_a_wrong_database_address_is_never_shown(before: str, after: str) -> None:
    line = _complaint("RUNWRIGHT_DATABASE_URL", f"{before}://app:hunter2@db{after}")
    if line is None:
        assert before.startswith(("postgresql", "postgres"))
    else:
        assert "hunter2" not in line
        assert line.startswith("RUNWRIGHT_DATABASE_URL: ")


@given(st.sampled_from(sorted(Settings.model_fields)), st.text())
def test_any_value_of_any_setting_is_taken_or_one_line(name: str, value: str) -> None:
    line = _complaint(config.PREFIX + name.upper(), value)
    assert line is None or len(line.splitlines()) == 1


def test_a_public_address_has_no_slash_at_its_end(tmp_path: Path) -> None:
    settings = load(tmp_path, {"RUNWRIGHT_PUBLIC_URL": "https://runs.example/"})
    assert settings.public_url == "https://runs.example"


@pytest.mark.parametrize("text", ["1/min", "600/min", "999999999/min"])
def test_a_rate_is_read(text: str) -> None:
    assert config.parse_rate(text) == int(text.partition("/")[0])


def test_settings_do_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings().port = 1  # type: ignore[misc]


# The command -----------------------------------------------------------------------------------


def serve(folder: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("RUNWRIGHT_")}
    return run(
        [sys.executable, "-m", "runwright", "serve", "--port", "0", "--data", "data", *arguments],
        environment={**own, **environ},
        folder=folder,
    )


STARTS: dict[str, dict[str, str]] = {
    "a wrong rate": {"RUNWRIGHT_RATE_LIMIT": "many"},
    "another kind of database": {"RUNWRIGHT_DATABASE_URL": "mysql://app:hunter2@db/runs"},
    "a database address that is none": {
        "RUNWRIGHT_DATABASE_URL": "postgresql://app:hunter2@127.0.0.1:1/runs?nonsense=hunter2"
    },
    "a models folder that is not there": {"RUNWRIGHT_MODELS": "nowhere"},
    "a host that is none": {"RUNWRIGHT_HOST": "256.1.1.1"},
}


@pytest.mark.parametrize("environ", STARTS.values(), ids=STARTS)
def test_a_wrong_setting_stops_the_start_with_one_clear_line(
    tmp_path: Path, environ: dict[str, str]
) -> None:
    failed = serve(tmp_path, **environ)
    assert failed.returncode != 0
    assert failed.stdout == ""
    assert "hunter2" not in failed.stderr
    lines = failed.stderr.strip().splitlines()
    assert len(lines) == 1, failed.stderr[-1000:]
    assert lines[0].startswith("runwright: ")


# Providers --------------------------------------------------------------------------------------


def test_providers_are_set_by_variables_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "runwright.toml").write_text(
        'fallback = true\n[providers.ours]\nurl = "http://a/v1"\nkey = "from the file"\n'
    )
    environ = {
        "RUNWRIGHT_PROVIDER_OURS_URL": "http://b/v1/",
        "RUNWRIGHT_PROVIDER_MY_OTHER_KIND": "anthropic",
        "RUNWRIGHT_PROVIDER_OURS_API_VERSION": "2025-04-01-preview",
        "RUNWRIGHT_PROVIDER_OURS_PROXY": "http://proxy:3128",
    }
    settings = load(tmp_path, environ)
    ours = settings.providers["ours"]
    assert settings.fallback
    assert ours.url == "http://b/v1"
    assert ours.key is not None
    assert ours.key.get_secret_value() == "from the file"
    assert ours.api_version == "2025-04-01-preview"
    assert ours.proxy is not None
    assert ours.proxy.get_secret_value() == "http://proxy:3128"
    assert settings.providers["my_other"].kind == "anthropic"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RUNWRIGHT_PROVIDER_OURS_URL", "ftp://hunter2"),
        ("RUNWRIGHT_PROVIDER_OURS_PROXY", "socks5://user:hunter2@proxy"),
        ("RUNWRIGHT_PROVIDER_OURS_API_VERSION", "hunter2/../x"),
        ("RUNWRIGHT_PROVIDER_OURS_KIND", "hunter2"),
        ("RUNWRIGHT_PROVIDER_OURS_SECRET", "hunter2"),
        ("RUNWRIGHT_PROVIDERS", "hunter2"),
    ],
)
def test_a_wrong_provider_is_one_line_without_its_value(
    tmp_path: Path, name: str, value: str
) -> None:
    line = line_of(tmp_path, {name: value, "RUNWRIGHT_PROVIDER_OURS_KEY": "hunter2"})
    assert "provider" in line.lower()
    assert "hunter2" not in line


@pytest.mark.parametrize("text", ["[providers.Ours]", "[providers.'a b']", "providers = 1"])
def test_a_wrong_name_of_a_provider_stops_the_start(tmp_path: Path, text: str) -> None:
    (tmp_path / "runwright.toml").write_text(text)
    assert "providers" in line_of(tmp_path)


def test_falling_back_is_asked_for_in_so_many_words(tmp_path: Path) -> None:
    assert not load(tmp_path).fallback
    assert load(tmp_path, {"RUNWRIGHT_FALLBACK": "true"}).fallback
    assert "RUNWRIGHT_FALLBACK" in line_of(tmp_path, {"RUNWRIGHT_FALLBACK": "perhaps"})


def test_settings_reach_further_processes_as_they_are(tmp_path: Path) -> None:
    environ = {
        "RUNWRIGHT_PROVIDER_OURS_URL": "http://b/v1",
        "RUNWRIGHT_PROVIDER_OURS_KEY": "sk-1",
        "RUNWRIGHT_FALLBACK": "true",
        "RUNWRIGHT_RATE_LIMIT": "7/min",
    }
    settings = load(tmp_path, environ)
    assert load(tmp_path, config.as_environment(settings)) == settings
