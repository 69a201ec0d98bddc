"""First-time hints at tables: which one is shown, to whom, and that it goes away for good when used or dismissed."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.games.incursions.table.first_hints import HINTS
from tests.markup import read_page
from tests.pages.full_matches import DECKS
from tests.pages.games import SEED
from tournaments.matches.hints import note_seen
from tournaments.matches.life import TableRules, create_match
from tournaments.matches.models import Action, Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import table_for

TITLE = re.compile(r'<aside id="hint-([a-z]+)" class="first-hint" aria-label="([^"]+)">')


def find_hints(browser, match) -> list[tuple[str, str]]:
    return TITLE.findall(read_page(browser.get(match.get_absolute_url())))


def find_asked(match, people) -> User:
    return people[table_for(match, None).game.decision.seat]


@pytest.fixture
def asked(lay, people, browser_of):
    """A Basic match at its first maneuver, the player who is asked, and the player's browser."""
    match = lay(mode="basic")
    player = find_asked(match, people)
    return match, player, browser_of(player)


def dismiss(browser, match, name, **headers):
    return browser.post(reverse("tables:hints", args=[match.public_id]), {"hint": name}, **headers)


def test_one_hint_is_shown_beside_what_it_explains_with_a_button_of_a_form(asked):
    match, _, browser = asked
    page = read_page(browser.get(match.get_absolute_url()))
    assert TITLE.findall(page) == [("ships", "What is warp power?")]
    assert (
        '<button class="button small" form="hint" name="hint" value="power" id="hint-dismiss">Got it</button>' in page
    )
    assert f'<form id="hint" method="post" action="{reverse("tables:hints", args=[match.public_id])}"' in page


def test_dismissed_hint_is_gone_for_good_and_the_next_one_comes(asked, lay):
    match, player, browser = asked
    sent = dismiss(browser, match, "power")
    assert (sent.status_code, sent.url) == (303, match.get_absolute_url())
    player.refresh_from_db()
    assert player.seen_hints == ["incursions:power"]
    assert find_hints(browser, match) == [("options", "What is the bank?")]
    assert ("ships", "What is warp power?") not in find_hints(browser, lay(mode="basic"))


def test_dismissing_by_script_answers_with_the_hints_alone(asked):
    match, _, browser = asked
    answer = dismiss(browser, match, "power", headers={"HX-Request": "true"}).content.decode()
    assert set(re.findall(r'hx-target="#([^"]+)"', answer)) == {f"hint-{hint.place}" for hint in HINTS}
    assert "What is warp power?" not in answer


def test_unknown_hint_and_strangers_are_refused(asked, stranger):
    match, player, browser = asked
    assert dismiss(browser, match, "warts").status_code == 400
    assert dismiss(stranger, match, "power").status_code == 403
    player.refresh_from_db()
    assert player.seen_hints == []


def test_spectators_see_no_hint(asked, stranger):
    match, _, _ = asked
    assert find_hints(stranger, match) == []


def test_what_was_used_needs_no_hint_any_more(lay, play_on, people):
    play_on(lay(mode="full", starters=DECKS), 30)
    assert all(User.objects.get(pk=player.pk).seen_hints for player in people[:2])


def test_stop_is_a_use_and_a_refused_move_is_none(lay, people, browser_of):
    match = lay(mode="full", starters=DECKS)
    player = find_asked(match, people)
    table = table_for(match, player)
    stop = next(text for text in table.game.standing(table.seat) if text.startswith("set stop"))
    move = {"version": table.game.number_for(table.seat), "text": "play Nothing", "key": "k"}
    assert browser_of(player).post(reverse("tables:actions", args=[match.public_id]), move).status_code == 422
    player.refresh_from_db()
    assert player.seen_hints == []
    play_move(match.public_id, player, Move(None, stop))
    player.refresh_from_db()
    assert player.seen_hints == ["incursions:stops"]


def test_spending_power_on_a_maneuver_is_a_use(asked):
    match, player, browser = asked
    other = 1 - table_for(match, player).seat
    play_move(match.public_id, player, Move(None, f"fire torpedoes at seat {other} with 1 power"))
    player.refresh_from_db()
    assert player.seen_hints == ["incursions:power"]
    assert ("ships", "What is warp power?") not in find_hints(browser, match)


def choose_line(table, verb: str) -> str:
    """Return the first option that begins with the verb, the first of all if there is none."""
    options = list(table.game.decision.options)
    return next((line for line in options if line.startswith(verb)), options[0])


def test_roll_in_a_wormhole_is_a_use(lay, people):
    match = lay(mode="basic")
    rolled = Action.objects.filter(match=match, events__icontains="wormhole_rolled")
    while not rolled.exists():
        assert not any("incursions:wormhole" in User.objects.get(pk=each.pk).seen_hints for each in people)
        player = find_asked(match, people)
        play_move(match.public_id, player, Move(None, choose_line(table_for(match, player), "explore")))
    player.refresh_from_db()
    assert "incursions:wormhole" in player.seen_hints


def test_time_taken_from_the_bank_is_a_use(asked):
    match, player, _ = asked
    table = table_for(match, player)
    seat = Seat.objects.get(match=match, index=table.seat)
    play_move(match.public_id, player, Move(None, choose_line(table, "explore")), now=seat.clock.free_until)
    player.refresh_from_db()
    assert player.seen_hints == []
    table = table_for(match, player)
    seat.refresh_from_db()
    late = seat.clock.free_until + timedelta(seconds=2)
    play_move(match.public_id, player, Move(None, choose_line(table, "decline")), now=late)
    player.refresh_from_db()
    assert player.seen_hints == ["incursions:bank"]


def test_choosing_when_to_be_asked_is_a_use(lay, people, browser_of):
    match = lay(mode="full", starters=DECKS)
    browser_of(people[0]).post(reverse("tables:windows", args=[match.public_id]), {"preset": "able"})
    people[0].refresh_from_db()
    assert people[0].seen_hints == ["incursions:stops"]


def test_bank_is_not_explained_where_there_is_no_clock(catalogue, browser_of):
    guest = create_guest()
    match = create_match(host=guest, rules=TableRules(bots=("random",)), seed=SEED)
    note_seen(guest, [f"incursions:{hint.name}" for hint in HINTS if hint.name != "bank"])
    assert find_hints(browser_of(guest), Match.objects.get(pk=match.pk)) == []


def test_guest_who_signs_in_brings_the_seen_hints_along(db):
    guest, account = create_guest(), User.objects.create_user("account", password="secret word")
    note_seen(guest, ["incursions:bank", "incursions:power"])
    note_seen(account, ["incursions:hand", "incursions:power"])
    merge_guest(guest, account=account)
    account.refresh_from_db()
    assert account.seen_hints == ["incursions:bank", "incursions:hand", "incursions:power"]


def test_list_of_seen_hints_holds_nothing_but_hints(catalogue):
    guest = create_guest()
    note_seen(guest, ["incursions:power", "incursions:gone", "x" * 10_000])
    guest.refresh_from_db()
    assert guest.seen_hints == ["incursions:power"]


def test_every_hint_is_short_and_has_a_name_of_its_own():
    assert len({hint.name for hint in HINTS}) == len(HINTS)
    assert all(len(hint.words) <= 200 and hint.title.endswith("?") for hint in HINTS)
