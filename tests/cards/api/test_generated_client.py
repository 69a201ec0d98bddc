"""A client made from the schema by a program of others: it compiles, and builds a deck."""

import compileall
import importlib
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.core.wsgi import get_wsgi_application

from cards.catalogue import current_starters
from cards.decks.models import Deck
from incursions.accounts.tokens import make_token

pytestmark = [pytest.mark.django_db, pytest.mark.long]
NAME = "generated_incursions"
ADDRESS = "http://testserver"
# Else the generator has ruff mend and lay out what it made.
AS_IT_IS = "post_hooks: []\n"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory, schema_file: bytes) -> Iterator[ModuleType]:
    """The package that the generator makes of the schema."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "schema.json").write_bytes(schema_file)
    (folder / "config.yaml").write_text(AS_IT_IS)
    made = subprocess.run(
        [
            Path(sys.executable).with_name("openapi-python-client"), "generate", "--meta", "none",
            "--path", folder / "schema.json", "--config", folder / "config.yaml", "--output-path", folder / NAME,
            "--fail-on-warning",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module(NAME)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
            del sys.modules[name]


def function(package: ModuleType, tag: str, operation: str) -> Any:
    """Import the module of an operation."""
    return importlib.import_module(f"{package.__name__}.api.{tag}.{operation}")


def test_every_module_of_a_generated_client_compiles_and_loads(generated: ModuleType) -> None:
    folder = Path(generated.__path__[0])
    assert compileall.compile_dir(folder, quiet=2, workers=1)
    names = [module.name for module in pkgutil.walk_packages(generated.__path__, f"{NAME}.")]
    assert len(names) > 100
    for name in names:
        importlib.import_module(name)


def test_generated_client_builds_a_deck(generated: ModuleType, owner, one_connection) -> None:
    models = importlib.import_module(f"{NAME}.models")
    client = generated.AuthenticatedClient(base_url=ADDRESS, token=make_token(owner, "tests").secret)
    headers = {"Authorization": f"Bearer {client.token}"}
    transport = httpx.WSGITransport(app=get_wsgi_application())
    client.set_httpx_client(httpx.Client(transport=transport, base_url=ADDRESS, headers=headers))
    ask = {name: function(generated, tag, name).sync for tag, name in (
        ("formats", "formats_list"), ("decks", "decks_create"), ("decks", "draft_save"),
        ("decks", "versions_keep"), ("decks", "decks_read"), ("decks", "decks_change"), ("decks", "decks_list"),
        ("check", "check"),
    )}  # fmt: skip

    starter = next(iter(current_starters().values()))
    content = {
        "ship": starter.ship, "captain": starter.captain, "deck": dict(starter.cards), "hexpile": dict(starter.hexpile),
    }  # fmt: skip
    assert ask["formats_list"](client=client)
    body = models.DecksCreateBody(name="Made by a program", tags=["generated"])
    deck = ask["decks_create"](client=client, body=body)
    draft = ask["draft_save"](
        deck.id, client=client, body=models.DraftSaveBody.from_dict({"number": deck.number, "content": content})
    )
    assert draft.content.to_dict()["ship"] == content["ship"]
    verdicts = ask["check"](client=client, body={"content": content}).verdicts
    assert any(verdict.legal for verdict in verdicts)
    kept = ask["versions_keep"](deck.id, client=client, body=models.VersionsKeepBody(number=draft.number, name="First"))
    read = ask["decks_read"](deck.id, client=client)
    assert (kept.version, read.version, read.content.to_dict()) == (1, 1, draft.content.to_dict())
    assert Deck.objects.get(public_id=deck.id).name == "Made by a program"
    shown = models.DecksChangeBody.from_dict({"number": read.number, "visibility": "public"})
    assert ask["decks_change"](deck.id, client=client, body=shown).visibility == "public"
    assert [one.id for one in ask["decks_list"](client=client).results] == [deck.id]


def test_generated_client_needs_the_bodies_that_the_api_needs(generated: ModuleType, owner) -> None:
    with pytest.raises(TypeError, match="body"):
        function(generated, "decks", "decks_create").sync(client=None)
