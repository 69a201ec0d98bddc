"""Taking back tells nobody what they may not know: neither the request, nor log, nor replay while it goes on."""

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from incursions.games.incursions.rules import Game
from tests.addresses import address_at_table
from tests.markup import read_page
from tests.tournaments.laid_matches import lay_match, people, version_for
from tests.tournaments.matches.windows import play_until
from tournaments.matches.table_rows import game_of
from tournaments.matches.taking_back.models import TakeBack
from tournaments.matches.taking_back.requests import AGREE, answer_take_back, ask_to_take_back


def drawn(game: Game) -> tuple[int, list[str]] | None:
    """Whose draw the last action brought about, if it was another's than who acted, and what was drawn."""
    last = game.latest
    for event in game.events if last is not None and last.seat is not None else ():
        if event.kind == "drew_cards" and event.audience != (last.seat,):
            return event.audience[0], event.facts["titles"]
    return None


def test_what_another_drew_meanwhile_stays_his(catalogue):
    players, now, found = people(2), timezone.now(), None
    match = lay_match(players, mode="full", now=now)
    stranger, clients = Client(headers={"accept": "text/html"}), [Client(headers={"accept": "text/html"}) for _ in "ab"]
    for client, player in zip(clients, players, strict=True):
        client.force_login(player)

    def another_drew(game: Game) -> bool:
        nonlocal found
        found = drawn(game)
        return found is not None and found[1][0] not in str([game.view(viewer) for viewer in (None, 1 - found[0])])

    play_until(match, players, another_drew, now=now)
    drawer, (title, *_) = found
    asker = 1 - drawer
    version = version_for(match, players[asker])
    assert ask_to_take_back(match.public_id, players[asker], version=version, key="k", now=now).code == "asked"
    table = match.get_absolute_url()
    pages = [table, reverse("matches:take_back", args=[match.public_id])]

    def seen(client: Client, *addresses: str) -> bool:
        return any(title in read_page(client.get(address, follow=True)) for address in addresses)

    assert "asks to take back" in read_page(stranger.get(table))
    assert seen(clients[drawer], table)
    assert not seen(clients[asker], *pages)
    assert not seen(stranger, *pages)
    row = TakeBack.objects.get()
    assert title not in row.why
    answer_take_back(match.public_id, players[drawer], request=row.pk, said=AGREE, now=now)
    match.refresh_from_db()
    assert match.actions.last().text.startswith("step back to ")
    moments = [reverse("matches:replay_at", args=[match.public_id, at]) for at in (match.version - 1, match.version)]
    files = [address_at_table(name, match.public_id) for name in ("state", "export")]
    assert not seen(clients[asker], table, *moments, *files)
    assert not seen(stranger, table, *moments, *files)
    assert title not in str([game_of(match).view(viewer) for viewer in (None, asker)])
