"""Static files are collected when there is something new, and not at every start."""

import json
import os
from pathlib import Path

import pytest

from support import populate


@pytest.fixture
def source(settings, tmp_path) -> Path:
    """A folder with one static file, which goes to a folder of its own."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "table.css").write_text("a { color: red }")
    settings.DATA_DIR, settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path, tmp_path / "static", [folder]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    populate.collect_static_files()
    return folder


@pytest.fixture
def collections(source, monkeypatch) -> list[str]:
    """The commands that are run from now on."""
    run, commands = populate.call_command, []

    def note(command: str, **options: object) -> None:
        commands.append(command)
        run(command, **options)

    monkeypatch.setattr(populate, "call_command", note)
    return commands


def manifest(source: Path) -> dict[str, str]:
    return json.loads((source.parent / "static/staticfiles.json").read_text())["paths"]


def test_nothing_is_collected_again_as_long_as_all_is_as_it_was(source, collections):
    populate.collect_static_files()
    assert collections == []
    assert manifest(source).keys() == {"table.css"}


def test_changed_file_is_collected(source, collections):
    before = manifest(source)
    (source / "table.css").write_text("a { color: sea }")
    populate.collect_static_files()
    assert collections == ["collectstatic"]
    assert manifest(source) != before


def test_new_file_is_collected(source, collections):
    (source / "lobby.css").write_text("")
    populate.collect_static_files()
    assert manifest(source).keys() == {"table.css", "lobby.css"}


def test_file_of_another_time_is_collected(source, collections):
    os.utime(source / "table.css", (1, 1))
    populate.collect_static_files()
    assert collections == ["collectstatic"]


@pytest.mark.parametrize("gone", ["static/staticfiles.json", "static/table.css", "static.state"])
def test_what_is_gone_is_collected_again(source, collections, gone):
    (source.parent / gone).unlink()
    populate.collect_static_files()
    assert collections == ["collectstatic"]
    assert (source.parent / gone).is_file()


def test_half_a_state_is_none(source, collections):
    (source.parent / "static.state").write_text("")
    populate.collect_static_files()
    assert collections == ["collectstatic"]
