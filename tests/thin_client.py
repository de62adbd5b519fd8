"""The thin client as a stranger has it: its wheel and what it depends on, and nothing else of Captuple."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

PROTO = Path(__file__).resolve().parents[1] / "proto"


def dependencies() -> list[str]:
    """The distributions that the thin client brings, its own dependencies and theirs."""
    project = tomllib.loads((PROTO / "pyproject.toml").read_text())["project"]
    found: list[str] = []
    waiting = list(project["dependencies"])
    while waiting:
        requirement = Requirement(waiting.pop())
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        if requirement.name not in found:
            found.append(requirement.name)
            waiting += importlib.metadata.requires(requirement.name) or ()
    return sorted(found)


def install(site: Path, scratch: Path) -> None:
    """Build the wheel from a copy of ``proto`` and install it, with what it depends on, into a folder."""
    source = scratch / "proto"
    shutil.copytree(PROTO, source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    options = ["--no-deps", "--no-build-isolation", "--no-compile", "--target", str(site)]
    subprocess.run([*command, *options, str(source)], check=True, timeout=300)
    for name in dependencies():
        for file in importlib.metadata.files(name) or ():
            here = Path(str(file.locate()))
            target = site / Path(*file.parts)
            if here.is_file() and "__pycache__" not in file.parts and ".." not in file.parts:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.hardlink_to(here) if _same_disk(here, site) else shutil.copy(here, target)


def run(site: Path, program: str, *arguments: str, folder: Path) -> str:
    """What a program prints that finds the standard library, its own folder and what was installed: nothing else."""
    script = folder / "program.py"
    script.write_text(program)
    code = (
        "import runpy, sys\n"
        f"sys.path[:0] = [{str(folder)!r}, {str(site)!r}]\n"
        f"sys.argv = {[str(script), *arguments]!r}\n"
        f"runpy.run_path({str(script)!r}, run_name='__main__')\n"
    )
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environment,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _same_disk(file: Path, folder: Path) -> bool:
    return file.stat().st_dev == folder.stat().st_dev
