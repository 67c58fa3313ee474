"""The systemd units: known keys, an ordinary user, few rights, and time to stop."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from deploy.files import DEPLOY, SHUTDOWN_GRACE, SIGNING_KEY, assignments, broken, seconds, text_of
from runwright import config
from runwright.config import SettingsError

FOLDER = DEPLOY / "systemd"
UNITS = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.service"))}
PROGRAM = "/opt/runwright/bin/runwright"
MOST_EXPOSED = 25
"""Tenths, as `systemd-analyze security` counts: 0 can do nothing, 100 anything."""

KNOWN = {
    "Unit": {"Description", "Wants", "After", "StartLimitIntervalSec", "StartLimitBurst"},
    "Install": {"WantedBy"},
    "Service": {
        *("Type", "Environment", "EnvironmentFile", "ExecStart", "User", "Group", "UMask"),
        *("StateDirectory", "StateDirectoryMode", "WorkingDirectory"),
        *("Restart", "RestartSec", "RestartPreventExitStatus", "TimeoutStopSec", "KillMode"),
        *("OOMPolicy", "LimitNOFILE", "LimitCORE"),
        *("NoNewPrivileges", "CapabilityBoundingSet", "AmbientCapabilities"),
        *("ProtectSystem", "ProtectHome", "ProtectProc", "ProtectClock", "ProtectHostname"),
        *("ProtectControlGroups", "ProtectKernelLogs", "ProtectKernelModules"),
        *("ProtectKernelTunables", "PrivateTmp", "PrivateDevices", "RemoveIPC"),
        *("LockPersonality", "RestrictRealtime", "RestrictSUIDSGID", "RestrictAddressFamilies"),
        *("RestrictNamespaces", "SystemCallArchitectures", "SystemCallFilter"),
        "SystemCallErrorNumber",
    },
}
OWN = {"ExecStart", "EnvironmentFile"}
"""What differs between the units."""


def parsed(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(
        interpolation=None, delimiters=("=",), comment_prefixes=("#",)
    )
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)
    return parser


def problems(units: Mapping[str, str]) -> list[str]:
    found = [f"{name}: {each}" for name, text in units.items() for each in _of_unit(text)]
    common = [
        {key: value for key, value in parsed(text)["Service"].items() if key not in OWN}
        for text in units.values()
    ]
    if any(each != common[0] for each in common):
        found.append("the units do not have the same rights")
    return found


def _of_unit(text: str) -> Iterator[str]:
    unit = parsed(text)
    for section in unit.sections():
        for key in unit[section]:
            if key not in KNOWN.get(section, set()):
                yield f"no key of [{section}]: {key}"
    service = unit["Service"]
    if service.get("User", "root") not in users(text_of("systemd/runwright.sysusers.conf")):
        yield f"nobody makes the user {service.get('User')}"
    if seconds(service["TimeoutStopSec"]) <= SHUTDOWN_GRACE:
        yield "is killed before it has stopped"
    if service.get("KillMode") != "mixed":
        yield "its readers are stopped before it is, and take that for a broken file"
    if not {"user", "net"} <= set(service.get("RestrictNamespaces", "user net").split()):
        yield "its readers cannot give their network away"
    if service["ExecStart"].split()[0] != PROGRAM:
        yield f"starts {service['ExecStart']}"
    data = service["Environment"].partition("=")[2]
    if data != f"/var/lib/{service['StateDirectory']}":
        yield f"may not write to {data}"


def users(text: str) -> set[str]:
    """Whom a sysusers file makes."""
    return {line.split()[1] for line in text.splitlines() if line.startswith("u ")}


def test_the_units_are_sound() -> None:
    assert len(UNITS) == 3
    assert problems(UNITS) == []


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("ProtectSystem=strict", "ProtectSytem=strict", "no key of [Service]: ProtectSytem"),
        ("User=runwright", "User=root", "nobody makes the user root"),
        ("TimeoutStopSec=30", "TimeoutStopSec=10", "killed before it has stopped"),
        ("KillMode=mixed", "KillMode=control-group", "its readers are stopped"),
        ("RestrictNamespaces=user net", "RestrictNamespaces=yes", "network away"),
        ("StateDirectory=runwright", "StateDirectory=runs", "may not write to /var/lib/runwright"),
        ("PrivateTmp=yes\n", "", "do not have the same rights"),
        (PROGRAM, "/usr/bin/runwright", "starts /usr/bin/runwright"),
    ],
)
@pytest.mark.parametrize("name", sorted(UNITS))
def test_what_is_wrong_is_found(name: str, old: str, new: str, problem: str) -> None:
    changed = {**UNITS, name: broken(UNITS[name], old, new)}
    assert problem in "; ".join(problems(changed))


# By systemd itself, where it is installed ------------------------------------------------------

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def verified(text: str, name: str, folder: Path) -> str:
    """What systemd says of a unit whose program is there; nothing when all is well."""
    (folder / name).write_text(text.replace(PROGRAM, "/bin/true"))
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(folder / name)],
        capture_output=True,
        text=True,
    )
    # It looks at what the unit depends on too, and that is the machine's business.
    return "\n".join(line for line in done.stderr.splitlines() if name in line)


@needs_systemd
@pytest.mark.parametrize("name", sorted(UNITS))
def test_systemd_finds_nothing_wrong(name: str, tmp_path: Path) -> None:
    assert verified(UNITS[name], name, tmp_path) == ""
    wrong = broken(UNITS[name], "KillMode=mixed", "KillMode=sometimes")
    assert "sometimes" in verified(wrong, name, tmp_path)


@needs_systemd
@pytest.mark.parametrize("name", sorted(UNITS))
def test_systemd_finds_few_rights(name: str, tmp_path: Path) -> None:
    def is_safe(text: str) -> bool:
        (tmp_path / name).write_text(text.replace(PROGRAM, "/bin/true"))
        judge = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}"]
        return subprocess.run([*judge, tmp_path / name], capture_output=True).returncode == 0

    assert is_safe(UNITS[name])
    assert not is_safe(re.sub(r"(?m)^(Protect|Private|Restrict)\w+=.*\n", "", UNITS[name]))


# Settings ----------------------------------------------------------------------------------------


def example(**given: str) -> dict[str, str]:
    found = assignments(text_of("systemd/runwright.env.example"))
    settings = {name: value for name, value in found.items() if name.startswith("RUNWRIGHT_")}
    return {**settings, **given}


def test_the_example_of_settings_is_right_once_it_is_filled_in() -> None:
    settings = config.load(example(RUNWRIGHT_SIGNING_KEY=SIGNING_KEY), FOLDER)
    assert not settings.is_sqlite
    assert settings.blobs is not None


def test_an_example_that_was_not_filled_in_is_refused() -> None:
    with pytest.raises(SettingsError, match="RUNWRIGHT_SIGNING_KEY"):
        config.load(example(), FOLDER)
