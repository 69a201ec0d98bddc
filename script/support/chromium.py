"""Chromium for the browser tests: named by the environment, found on PATH, or brought by apt.

The tests need no windows: the shell without any has the same engine, and opens a page with a third of the work.
"""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNPACKED = ROOT / "var/chromium"
SHELL = "chromium-headless-shell"
SHELLS = (SHELL, str(UNPACKED / SHELL))
OTHERS = ("chromium", "chromium-browser", "google-chrome")
COMMON = "chromium-common"
"""Debian's package of what lies beside the shell and is read by it."""
NONE_FOUND = (
    f"No Chromium: name one in CHROMIUM, put {SHELL}, chromium, chromium-browser or google-chrome on PATH, "
    "or run the tests on Debian, where apt brings it."
)


class NoChromiumError(Exception):
    """Why there is no Chromium, as a sentence."""


def find() -> Path:
    """Find an installed Chromium. Raises NoChromiumError if there is none."""
    if named := os.environ.get("CHROMIUM"):
        if shutil.which(named):
            return Path(named)
        raise NoChromiumError(f"CHROMIUM names {named}, which cannot be run.")
    if found := first_of(*SHELLS, *OTHERS):
        return found
    raise NoChromiumError(NONE_FOUND)


def first_of(*names: str) -> Path | None:
    """Return the first of these commands that can be run."""
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def find_or_bring() -> Path:
    """Find the shell, else bring Debian's by apt, else find any other. Raises NoChromiumError if there is none."""
    if os.environ.get("CHROMIUM") or first_of(*SHELLS) or not first_of("apt-get"):
        return find()
    print("Fetching Chromium by apt ...", file=sys.stderr)
    try:
        bring()
    except subprocess.CalledProcessError as error:
        try:
            return find()
        except NoChromiumError:
            print(error.output, file=sys.stderr)
            raise NoChromiumError(f"{NONE_FOUND} Here apt failed ({shlex.join(map(str, error.cmd))}).") from error
    return find()


def bring() -> None:
    """Bring the shell. What is installed stays as it is: beside another Chromium it is unpacked."""
    if os.getuid() == 0 and not first_of(*OTHERS):
        install()
    else:
        unpack()


def apt(*arguments: str | Path, folder: Path = ROOT) -> str:
    """Run a program of apt and return what it prints."""
    finished = subprocess.run(
        [str(part) for part in arguments],
        cwd=folder,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return finished.stdout


def install() -> None:
    """Install the package, as root."""
    apt("apt-get", "update")
    apt("apt-get", "install", "--yes", "--no-install-recommends", SHELL)


def unpack() -> None:
    """Download the package and all that it needs and is not installed, and unpack them under var/."""
    packages = UNPACKED / "packages"
    own = [f"-oDir::State::Lists={UNPACKED}/lists", f"-oDir::Cache={UNPACKED}/cache", "-oDebug::NoLocking=1"]
    for folder in (packages, UNPACKED / "lists/partial", UNPACKED / "cache/archives/partial"):
        folder.mkdir(parents=True, exist_ok=True)
    apt("apt-get", *own, "update")
    plan = apt("apt-get", *own, "--simulate", "--no-install-recommends", "install", SHELL)
    needed = {line.split()[1] for line in plan.splitlines() if line.startswith("Inst ")} | {SHELL, COMMON}
    apt("apt-get", *own, "download", *sorted(needed), folder=packages)
    for package in sorted(packages.glob("*.deb")):
        apt("dpkg-deb", "--extract", package, UNPACKED / "root")
    for folder in (packages, UNPACKED / "lists", UNPACKED / "cache"):
        shutil.rmtree(folder)
    write_starter()


def write_starter() -> None:
    """Write a command that finds the unpacked libraries; Debian's own start script looks for them in /usr."""
    libraries = sorted({str(file.parent) for file in (UNPACKED / "root").rglob("*.so*")})
    starter = UNPACKED / SHELL
    starter.write_text(
        "#!/bin/sh\n"
        f"export LD_LIBRARY_PATH={shlex.quote(os.pathsep.join(libraries))}\n"
        f'exec {shlex.quote(str(UNPACKED / "root/usr/lib/chromium" / SHELL))} "$@"\n'
    )
    starter.chmod(0o755)
