"""docs/adding-a-game.md quotes the duel as it is, names files that exist, and every field that a game must have."""

import re
from dataclasses import MISSING, fields

import pytest
from django.conf import settings

from incursions.games.contract import GameKind, ModeKind
from incursions.games.tables import TableKind

PAGE = (settings.ROOT / "docs" / "adding-a-game.md").read_text()
QUOTED = re.compile(r"^`([\w./-]+)`:\n\n```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w./-]+/[\w./-]*)`")


def test_quotations_stand_in_their_files() -> None:
    quotations = QUOTED.findall(PAGE)
    assert len(quotations) == PAGE.count("```python") > 4
    assert [text for file, text in quotations if text not in (settings.ROOT / file).read_text()] == []


def test_named_files_and_folders_exist() -> None:
    named = NAMED.findall(PAGE)
    assert len(named) > 10
    assert [name for name in named if not (settings.ROOT / name).exists()] == []


@pytest.mark.parametrize("kind", [GameKind, ModeKind, TableKind])
def test_required_fields_are_named(kind: type) -> None:
    required = [each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING]
    assert [name for name in required if f"`{name}`" not in PAGE] == []
