"""Build the wheel, install it in a fresh environment outside the checkout, and play from it there.

Something that works in a checkout may be missing from the wheel: a ruleset, a schema, the grammar, a dependency.
This script builds a wheel from the sdist, installs it in a new virtual environment in a temporary folder, and runs
``cardengine`` from another folder. Only the dependencies are kept between runs, under ``.cache/smoke``, as long as
the wheel requires the same ones.
"""

from __future__ import annotations

import email
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache" / "smoke"
BUNDLED = ("rulesets", "schemas")
TIMEOUT = 300  # seconds, for each command

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "--quiet", "--quiet"]


def fail(message: str) -> NoReturn:
    """Say what went wrong and stop."""
    sys.exit(f"smoke test: {message}")


def run(what: str, command: list[str], cwd: Path) -> str:
    """Run a command, say how long it took, and return its standard output; stop if it fails."""
    started = time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["NO_COLOR"] = "1"
    try:
        done = subprocess.run(
            command,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired:
        fail(f"{what} took longer than {TIMEOUT} seconds")
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        fail(f"{what} ended with exit code {done.returncode}")
    print(f"{what} ... ok ({time.perf_counter() - started:.1f} s)", flush=True)
    return done.stdout


def build(into: Path) -> Path:
    """Build the sdist, from that the wheel, and return the wheel's path."""
    run("build", [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(into), str(ROOT)], into)
    (wheel,) = into.glob("*.whl")
    return wheel


def check_contents(wheel: Path) -> None:
    """Check that the wheel has the whole package and the bundled files, and nothing else."""
    package = ROOT / "engine/cardengine"
    expected = {
        "cardengine/" + path.relative_to(base).as_posix()
        for base, folder in ((package, package), *((ROOT, ROOT / name) for name in BUNDLED))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}
    for name in ("cardengine/py.typed", *(f"cardengine/{folder}/" for folder in BUNDLED)):
        if not any(entry.startswith(name) for entry in held):
            fail(f"the wheel has no {name}")
    if missing := expected - held:
        fail(f"the wheel lacks {', '.join(sorted(missing))}")
    if surplus := held - expected:
        fail(f"the wheel holds what the checkout doesn't: {', '.join(sorted(surplus))}")
    print(f"contents ... ok ({len(held)} files)", flush=True)


def requirements(wheel: Path) -> list[str]:
    """Return what the wheel requires, without extras."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
    return [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]


def dependencies(needs: list[str]) -> Path:
    """Return a folder with the installed dependencies, rebuilt if they or the Python version have changed."""
    what = "\n".join([*needs, sys.version, platform.platform()])
    folder = CACHE / hashlib.sha256(what.encode()).hexdigest()[:16]
    if folder.is_dir():
        print("dependencies ... ok (kept)", flush=True)
        return folder
    shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.mkdir(parents=True)
    unfinished = CACHE / "unfinished"
    run("dependencies", [*PIP, "install", "--target", str(unfinished), *needs], CACHE)
    return unfinished.rename(folder)


def install(wheel: Path, site: Path, into: Path) -> Path:
    """Make a fresh environment from the wheel and the dependencies in ``site``; return its scripts folder."""
    venv.create(into, with_pip=False, symlinks=os.name != "nt")
    commands = into / ("Scripts" if os.name == "nt" else "bin")
    (python,) = (path for path in commands.iterdir() if path.stem == "python")
    where = run("environment", [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], into)
    Path(where.strip(), "dependencies.pth").write_text(f"{site}\n", encoding="utf-8")
    run("install", [*PIP, "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)], into)
    return commands


def play(commands: Path, elsewhere: Path) -> None:
    """Use the installed package from a folder that has nothing to do with the checkout."""
    cardengine = str(commands / "cardengine")
    where = run(
        "import",
        [str(commands / "python"), "-c", "import cardengine; print(cardengine.__file__)"],
        elsewhere,
    )
    if not Path(where.strip()).is_relative_to(commands.parent):
        fail(f"imported {where.strip()}, which isn't the installed one")

    if "area52" not in run("cardengine list", [cardengine, "list"], elsewhere):
        fail("cardengine list doesn't name area52")

    play_command = [cardengine, "play", "area52", "--seats", "random", "--seed", "1", "--plain"]
    if not run("cardengine play", play_command, elsewhere).strip():
        fail("cardengine play printed nothing")

    printed = run("cardengine simulate", [cardengine, "simulate", "area52", "-n", "20", "--json"], elsewhere)
    try:
        report = json.loads(printed)
    except json.JSONDecodeError as error:
        fail(f"cardengine simulate --json didn't print one JSON document: {error}\n{printed}")
    if not isinstance(report, dict) or report.get("games") != 20:
        fail(f"cardengine simulate -n 20 doesn't report 20 games:\n{printed}")


def main() -> None:
    """Run the whole smoke test."""
    with tempfile.TemporaryDirectory(prefix="cardengine-smoke-") as name:
        outside = Path(name).resolve()
        elsewhere = outside / "elsewhere"
        elsewhere.mkdir()
        wheel = build(outside)
        check_contents(wheel)
        commands = install(wheel, dependencies(requirements(wheel)), outside / "venv")
        play(commands, elsewhere)


if __name__ == "__main__":
    main()
