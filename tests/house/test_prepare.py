"""What the scripts fetch from npm: the product its own, development the rest, and neither what is there already."""

import pytest

from support import prepare


@pytest.fixture
def fetched(monkeypatch, tmp_path) -> list[tuple[str, ...]]:
    """The commands given to npm, in a project of its own."""
    commands = []
    modules = tmp_path / "node_modules"
    modules.mkdir()
    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(prepare, "ROOT", tmp_path)
    monkeypatch.setattr(prepare, "NODE_MODULES", modules)
    monkeypatch.setattr(prepare, "npm_command", lambda: ("npm",))
    monkeypatch.setattr(prepare, "run", lambda what, *command: commands.append(command))
    return commands


def test_the_product_is_fetched_without_the_packages_of_development(fetched):
    prepare.install_node_modules("product")
    assert fetched == [("npm", "ci", "--omit=dev", "--ignore-scripts")]
    assert prepare.is_node_ready("product")
    assert not prepare.is_node_ready("development")


def test_development_fetches_everything_and_is_enough_for_the_product(fetched):
    prepare.install_node_modules("development")
    assert fetched == [("npm", "ci", "--ignore-scripts")]
    assert prepare.is_node_ready("development")
    assert prepare.is_node_ready("product")


def test_development_takes_nothing_away_from_a_product_that_may_be_running(fetched):
    prepare.install_node_modules("product")
    prepare.install_node_modules("development")
    assert fetched[1] == ("npm", "install", "--no-save", "--ignore-scripts")
    assert prepare.is_node_ready("development")


def test_another_lock_file_is_fetched_anew(fetched, tmp_path):
    prepare.install_node_modules("development")
    (tmp_path / "package-lock.json").write_text('{"other": 1}')
    assert not prepare.is_node_ready("product")
    assert not prepare.is_node_ready("development")
