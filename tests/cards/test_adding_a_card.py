"""docs/adding-a-card.md is followed to the letter: its YAML is written, its commands run, their output compared."""

import io
import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

PAGE = settings.ROOT / "docs" / "adding-a-card.md"
BLOCK = re.compile(r"([^\n]*)\n\n```(yaml|sh|text)\n(.*?)```", re.DOTALL)
NAMED_FILE = re.compile(r"`([\w/-]+\.yaml)`")

pytestmark = pytest.mark.django_db


@pytest.fixture
def workplace(tmp_path, settings, monkeypatch) -> Path:
    """A folder with fixtures of its own, in the place of the project's."""
    for folder in ("fixtures", "docs/rulebook"):
        shutil.copytree(settings.ROOT / folder, tmp_path / folder)
    (tmp_path / "tests" / "scenarios").mkdir(parents=True)
    settings.ROOT = tmp_path
    monkeypatch.chdir(tmp_path)
    return tmp_path


def manage(line: str) -> str:
    """Run a line of the page and return its output."""
    program, command, *arguments = line.split()
    assert program == "script/manage"
    out = io.StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def test_the_page_can_be_followed_to_the_letter(workplace):
    printed = ""
    for said, kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "yaml":
            named = NAMED_FILE.search(said)
            assert named, said
            with (workplace / named[1]).open("a", encoding="utf-8") as file:
                file.write(text)
        elif kind == "sh":
            printed = manage(text)
        elif not said.startswith("with file, title"):
            assert text.strip() in printed.splitlines()


def test_a_number_that_the_effects_do_not_share_is_named_as_the_page_says(workplace):
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    card = next(text for _, kind, text in blocks if kind == "yaml")
    fault = next(text for said, kind, text in blocks if kind == "text" and said.startswith("with file, title"))
    with (workplace / "fixtures" / "attack.yaml").open("a", encoding="utf-8") as file:
        file.write(card.replace("add {1.dice}D6", "add 2D6"))
    with pytest.raises(CommandError) as refusal:
        manage("script/manage check_catalogue")
    assert str(refusal.value) == fault.strip()


def test_the_card_is_no_longer_than_the_page_says():
    card = next(text for _, kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if kind == "yaml")
    assert len(card.splitlines()) == 10
