"""The installers of programs that optional tests need, with stand-ins for apt-get and id."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.processes import ROOT


def install(folder: Path, **programs: str) -> subprocess.CompletedProcess[str]:
    """Run on a machine that has these programs alone."""
    for name, script in programs.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    return subprocess.run(
        [ROOT / "tests" / "install_program", "java", "default-jre-headless"],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": str(folder), "LOG": str(folder / "log")},
    )


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    done = install(tmp_path, java="", apt_get="exit 1", id="echo 1000")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_root_installs_the_package(tmp_path: Path) -> None:
    done = install(tmp_path, apt_get='echo "$@" >> "$LOG"; echo much', id="echo 0")
    assert (done.returncode, done.stderr) == (0, "")
    update, install_ = (tmp_path / "log").read_text().splitlines()
    assert update.startswith("update")
    assert install_.startswith("install") and install_.endswith(
        "--no-install-recommends default-jre-headless"
    )


@pytest.mark.parametrize(
    ("programs", "message"),
    [
        ({"id": "echo 0"}, "without apt-get Debian's package default-jre-headless cannot be installed"),
        ({"apt_get": "", "id": "echo 1000"}, "only root can install Debian's package default-jre-headless"),
        ({"apt_get": "exit 100", "id": "echo 0"}, "apt-get cannot install Debian's package"),
        ({"apt_get": '[ "$1" = update ]', "id": "echo 0"}, "apt-get cannot install Debian's package"),
    ],
)
def test_what_cannot_be_installed_is_said(tmp_path: Path, programs: dict[str, str], message: str) -> None:
    done = install(tmp_path, **programs)
    assert done.returncode == 1
    assert done.stderr.startswith("java is not on the path, ") and message in done.stderr
