"""The requirements files: each package is pinned with hashes, and script/pin makes them without touching the rest."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from support import pin, prepare

HASH = "sha256:" + "a" * 64
OTHER = "sha256:" + "b" * 64


def wheel(folder: Path, name: str, *brings: str) -> str:
    """Make a wheel without content in a folder; its hash."""
    metadata = "\n".join(
        ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", *(f"Requires-Dist: {one}" for one in brings)]
    )
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}-1.0.dist-info/METADATA", metadata + "\n")
        archive.writestr(
            f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Requirements files of a project whose packages lie in a folder, so that no registry is asked."""
    for name in pin.FILES:
        (tmp_path / name).write_text("# Nothing yet\n")
    monkeypatch.setenv("UV_NO_INDEX", "1")
    monkeypatch.setenv("UV_FIND_LINKS", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", pin.FILES)
def test_every_requirement_is_pinned_with_hashes_and_names_no_host(name: str) -> None:
    text = (pin.ROOT / name).read_text()
    asked = [line for line in pin.strip_hashes(text) if line and not line.startswith(("#", "-r "))]
    assert [line for line in asked if not pin.PIN.match(line)] == []
    assert [pinned for pinned, hashes in pin.read_hashes(text).items() if not hashes] == []
    assert "://" not in text
    assert pin.write_hashes(pin.strip_hashes(text), pin.read_hashes(text)) == text


def test_hashes_are_written_below_pins_and_everything_else_stays(project: Path) -> None:
    hashes = {name: wheel(project, name) for name in ("alpha", "beta")}
    lines = ["# Why", 'alpha==1.0; python_version > "3"', "", "# Brought", "beta==1.0"]
    (project / "requirements.txt").write_text("\n".join(lines) + "\n")
    (project / "requirements-dev.txt").write_text("-r requirements.txt\nbeta==1.0\n")
    pin.pin(project)
    written = (project / "requirements.txt").read_text()
    assert pin.strip_hashes(written) == lines
    assert pin.read_hashes(written) == {(name, "1.0"): [said] for name, said in hashes.items()}
    pin.pin(project)
    assert (project / "requirements.txt").read_text() == written


def test_another_version_takes_the_place_of_old_hashes(project: Path) -> None:
    right = wheel(project, "alpha")
    (project / "requirements.txt").write_text(f"alpha==1.0 \\\n    --hash={HASH} \\\n    --hash={OTHER}\n")
    pin.pin(project)
    assert (project / "requirements.txt").read_text() == f"alpha==1.0 \\\n    --hash={right}\n"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("alpha==1.0", "requirements.txt lacks what its packages bring: beta==1.0."),
        ("beta>=1.0", "'beta>=1.0' is not pinned: write NAME==VERSION."),
        ("beta==2.0", "beta==2.0"),
    ],
)
def test_what_cannot_be_pinned_changes_nothing(project: Path, line: str, message: str) -> None:
    wheel(project, "alpha", "beta")
    wheel(project, "beta")
    (project / "requirements.txt").write_text(f"{line}\n")
    with pytest.raises(pin.CannotPinError, match=message.replace(".", r"\.")):
        pin.pin(project)
    assert (project / "requirements.txt").read_text() == f"{line}\n"


def test_everything_is_installed_by_hash_and_pip_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[tuple[object, ...]] = []
    monkeypatch.setattr(prepare, "VENV", tmp_path)
    monkeypatch.setattr(prepare, "run", lambda what, *command: commands.append(command))
    prepare.make_venv("development")
    installs = [command for command in commands if "install" in command]
    assert [Path(str(command[-1])).name for command in installs] == ["requirements-pip.txt", "requirements-dev.txt"]
    assert ["--require-hashes" in command for command in installs] == [True, True]
