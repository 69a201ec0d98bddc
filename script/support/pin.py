"""script/pin: write the hashes of all published files of each pinned package below its line in requirements*.txt.

The pins, comments and order of the files stay. The files name no registry: uv asks the one that it is set up for.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = ("requirements.txt", "requirements-dev.txt", "requirements-npm.txt", "requirements-pip.txt")
OLDEST_PYTHON = "3.11"
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[[^\]]*\])?==(?P<version>[^\s;]+)")
HASH = re.compile(r"--hash=(sha256:[0-9a-f]{64})")
Hashes = Mapping[tuple[str, str], list[str]]
"""The hashes of a package by its normalized name and version."""


class CannotPinError(Exception):
    """The reason, as a sentence for the person at the terminal."""


def normalize(name: str) -> str:
    """Return the name as registries compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def strip_hashes(text: str) -> list[str]:
    """Return the lines without hashes and the backslashes before them."""
    return [line.removesuffix("\\").rstrip() for line in text.splitlines() if not line.lstrip().startswith("--hash=")]


def read_hashes(text: str) -> Hashes:
    """Return the hashes that stand below each pin of a requirements file."""
    found: dict[tuple[str, str], list[str]] = {}
    here: list[str] = []
    for line in text.splitlines():
        if pin := PIN.match(line):
            here = found.setdefault((normalize(pin["name"]), pin["version"]), [])
        here.extend(HASH.findall(line))
    return found


def check_pinned(lines: Iterable[str]) -> None:
    """Raise `CannotPinError` if a line names a package without its version."""
    for line in lines:
        if line and not line.startswith(("#", "-r ")) and not PIN.match(line):
            raise CannotPinError(f"{line!r} is not pinned: write NAME==VERSION.")


def write_hashes(lines: Iterable[str], hashes: Hashes) -> str:
    """Return the lines with the hashes of each pin below it. Raise `CannotPinError` if one has none."""
    written = []
    for line in lines:
        pin = PIN.match(line)
        of_files = hashes.get((normalize(pin["name"]), pin["version"]), []) if pin else []
        if pin and not of_files:
            raise CannotPinError(f"No Python that runs the product installs {line!r}.")
        written.append(" \\\n".join([line, *(f"    --hash={one}" for one in of_files)]))
    return "\n".join(written) + "\n"


def find_missing(lines: Iterable[str], hashes: Hashes) -> list[str]:
    """Return the pins, NAME==VERSION, that others bring and no line has."""
    pinned = {(normalize(pin["name"]), pin["version"]) for line in lines if (pin := PIN.match(line))}
    return sorted(f"{name}=={version}" for name, version in hashes.keys() - pinned)


def resolve(file: Path) -> Hashes:
    """Return the hashes of all that a file without hashes asks for and brings. Raise `CannotPinError`."""
    uv = Path(sys.executable).with_name("uv")
    options = ("--universal", "--python-version", OLDEST_PYTHON, "--generate-hashes", "--no-header", "--no-annotate")
    finished = subprocess.run(
        [uv, "pip", "compile", "--quiet", *options, file], capture_output=True, text=True, check=False
    )
    if finished.returncode:
        raise CannotPinError(finished.stderr.strip())
    return read_hashes(finished.stdout)


def pin(root: Path) -> None:
    """Rewrite the requirements files of a folder. Raise `CannotPinError`, before anything is written."""
    stripped = {name: strip_hashes((root / name).read_text()) for name in FILES}
    for lines in stripped.values():
        check_pinned(lines)
    new = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, lines in stripped.items():
            (Path(folder) / name).write_text("\n".join(lines) + "\n")
        for name, lines in stripped.items():
            hashes = resolve(Path(folder) / name)
            known = lines + (stripped["requirements.txt"] if name == "requirements-dev.txt" else [])
            if missing := find_missing(known, hashes):
                raise CannotPinError(f"{name} lacks what its packages bring: {', '.join(missing)}.")
            new[name] = write_hashes(lines, hashes)
    for name, text in new.items():
        (root / name).write_text(text)


def main() -> int:
    """Pin the files of the project."""
    try:
        pin(ROOT)
    except CannotPinError as reason:
        print(reason, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
