"""A second game on the shelf: the platform lets people play it as it does Incursions."""

import json
import re
from io import BytesIO
from random import Random

import pytest
from django.test import Client

from incursions.kit.refusals import DomainError
from tests.catalogue_rows import fill_catalogue
from tests.games.duel.kind import KIND
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import again, announced, play_all, replays, with_bots
from tests.tournaments.events.organizing.tournaments import started as started_tournament
from tests.tournaments.laid_matches import NOON, SEED, later, people, play, version_for
from tournaments.events.files.restoration import read_file, restore_tournament
from tournaments.events.files.tournament_file import write_tournament_file
from tournaments.events.history import standings_of
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.export import export_match
from tournaments.matches.life import TableRules, concede_match, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.rematches import rematch_match
from tournaments.matches.table_rows import game_of
from tournaments.matches.table_settings import settings_data
from tournaments.matches.taking_back.requests import AGREE, answer_take_back, ask_to_take_back
from tournaments.matches.verification import first_difference, read_match_file
from tournaments.players.models import Rating
from tournaments.players.recording import record_match
from tournaments.tables.matchmaking import Wish, enter_queue, find_matches
from tournaments.tables.models import Seeker
from tournaments.tables.open_tables import change_settings, seat_bot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("duels")]


def laid(players, **rules) -> Match:
    """Create a duel of these players that has begun."""
    rules = {"bots": ("hunter",)[: 2 - len(players)], **rules}
    match = create_match(host=players[0], rules=TableRules(game="duel", **rules), seed=SEED, now=NOON)
    for player in players[1:]:
        join_match(match.public_id, player, now=NOON)
    match.refresh_from_db()
    return match


def played(match: Match, players) -> Match:
    """Let the players answer at random until the duel is over."""
    rng = Random(1)
    while (question := game_of(match).decision) is not None:
        play(match, players[question.seat], rng.choice(list(question.options)))
        match.refresh_from_db()
    return match


def test_duel_is_created_joined_and_played_to_its_end():
    players = people(2)
    match = played(laid(players), players)
    assert (match.game, match.mode, match.state, match.kind) == ("duel", "quick", "over", KIND)
    assert match.result["ending"] == "goal"
    assert match.setup["goal"] == 10
    assert max(match.left) >= 10
    assert [seat.loadout for seat in match.seats.all()] == [None, None]


def test_number_is_hidden_until_the_blow_lands():
    players = people(2)
    match = laid(players)
    play(match, players[0], "strike with 3")
    game = game_of(Match.objects.get(pk=match.pk))
    assert [game.view(seat)["hidden"] for seat in (0, 1, None)] == [3, None, None]
    assert "strike with 3" not in json.dumps(export_match(Match.objects.get(pk=match.pk), 1))


def test_file_of_a_duel_holds():
    players = people(2)
    match = played(laid(players, mode="long", game_terms={"goal": 5}), players)
    record = read_match_file(BytesIO(json.dumps(export_match(match)).encode()))
    assert (record["format"], record["setup"]["goal"]) == ("duel-match-1", 5)
    assert first_difference(record) is None


def test_duel_between_accounts_moves_their_ratings():
    players = people(2)
    match = played(laid(players, rated=True), players)
    assert record_match(match.public_id)
    ratings = Rating.objects.filter(mode="quick", is_casual=False)
    assert sorted(rating.user_id for rating in ratings) == [player.pk for player in players]
    assert len({rating.mu for rating in ratings}) == 2


def test_clock_decides_a_duel_whose_time_is_up():
    match = laid(people(2), minutes=1)
    sweep_deadlines(later(minutes=2), queue=lambda *_: None)
    match.refresh_from_db()
    assert match.is_over


def test_bot_strikes_back():
    [player] = people(1)
    match = laid([player], pace_s=0)
    play(match, player, "strike with 1")
    match.refresh_from_db()
    while game_of(match).decision.seat == 1:
        play_bots(match.public_id, match.last_action, now=NOON)
        match.refresh_from_db()
    assert match.seats.get(index=1).name == "Hunter bot"
    assert game_of(match).turns == 2


def test_turn_is_taken_back_when_the_other_agrees():
    players = people(2)
    match = laid(players)
    play(match, players[0], "strike with 1")
    play(match, players[1], "pass")
    seen = version_for(match, players[1])
    outcome = ask_to_take_back(match.public_id, players[1], version=seen, key="back", now=NOON)
    assert outcome.code == "asked"
    match.refresh_from_db()
    answer_take_back(match.public_id, players[0], request=match.take_back_id, said=AGREE, now=NOON)
    match.refresh_from_db()
    assert (game_of(match).decision.topic, game_of(match).turns) == ("answer", 1)


def test_rematch_is_a_duel():
    players = people(2)
    match = laid(players, mode="long", game_terms={"goal": 7})
    concede_match(match.public_id, players[0], now=NOON)
    following = rematch_match(match.public_id, players[1], now=NOON)
    assert (following.game, following.mode, following.game_terms) == ("duel", "long", {"goal": 7})


def test_settings_are_the_game_s_own():
    host, _ = people(2)
    match = create_match(host=host, rules=TableRules(game="duel"))
    data = settings_data(match, 2)
    assert (data["game"], data["mode"], data["goal"]) == ("duel", "quick", None)
    assert "hex_points" not in data
    changed = TableRules(game="duel", mode="long", game_terms={"goal": 20})
    change_settings(match.public_id, host, changed, seats=2)
    match.refresh_from_db()
    assert settings_data(match, 2)["goal"] == 20
    with pytest.raises(DomainError, match="A bot is one of: hunter"):
        seat_bot(match.public_id, host, 1, "captain")


def asked(client: Client, **fields):
    return client.post("/matches", json.dumps(fields), content_type="application/json")


def test_api_and_form_make_duels():
    fill_catalogue()
    client = Client()
    made = asked(client, game="duel", mode="long", goal=12)
    assert made.status_code == 201
    match = Match.objects.get(public_id=made.json()["id"])
    assert (match.game, match.game_terms, match.seats.count()) == ("duel", {"goal": 12}, 2)
    for fields, words in (
        ({"game": "duel", "mode": "full"}, "mode is one of: quick, long."),
        ({"game": "duel", "mode": "long", "goal": 2}, "goal is from 3 to 30."),
        ({"game": "duel", "seats": 3}, "seats is from 2 to 2."),
        ({"game": "duel", "bots": "captain"}, "bots is a number from 0 to 1, or names out of: hunter."),
        ({"game": "chess"}, "game is one of: incursions, duel."),
    ):
        refused = asked(client, **fields)
        assert (refused.status_code, refused.json()["message"]) == (400, words)
    page = read_page(client.get("/tables/new?game=duel", headers={"accept": "text/html"}))
    assert 'name="goal"' in page
    assert "hex_points" not in page
    assert "Your deck" not in page
    assert '<a href="?game=incursions">Incursions</a>' in page


def test_duel_is_laid_joined_and_played_over_http():
    fill_catalogue()
    host, friend = Client(), Client()
    address = f"/matches/{asked(host, game='duel').json()['id']}"
    lobby = read_page(host.get(address, headers={"accept": "text/html"}))
    assert "Duel: Quick, 2 seats" in lobby
    assert "Hunter: plays at random" in lobby
    assert "Your deck" not in lobby
    assert host.get(f"{address}/settings", headers={"accept": "text/html"}).status_code == 200
    assert friend.post(f"{address}/join").status_code == 200
    state = host.get(f"{address}/state").json()
    assert (state["state"], state["options"][0], state["settings"]["game"]) == ("running", "strike with 1", "duel")
    move = json.dumps({"version": state["version"], "text": "strike with 2", "key": "first"})
    answer = host.post(f"{address}/actions", move, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (200, "applied")
    assert [each.get(f"{address}/state").json()["hidden"] for each in (host, friend)] == [2, None]
    assert friend.get(f"{address}/export").json()["format"] == "duel-match-1"


INCURSIONS_WORDS = re.compile(
    r"\bdecks?\b|hexpile|\bhex |captain|\bmap\b|take the hit|wormhole|\bAUX\b|\b(?:13|19)\.\d+|\b(?:4|21)\.\d+\b",
    re.IGNORECASE,
)


def test_pages_of_a_duel_speak_no_words_of_incursions():
    fill_catalogue()
    players = people(2)
    client = Client()
    client.force_login(players[0])
    open_table = create_match(host=players[0], rules=TableRules(game="duel"), seed=SEED, now=NOON)
    running = laid(players)
    address, others = open_table.get_absolute_url(), running.get_absolute_url()
    for page in ("/tables/new?game=duel", "/quick/?game=duel", address, f"{address}/settings", others):
        main = re.sub(r"<[^>]*>", " ", page_of(client, page).partition("<main")[2].partition("</main>")[0])
        assert not INCURSIONS_WORDS.findall(main), page


def test_explanation_of_ratings_names_the_modes_and_rules_of_the_games():
    page = page_of(Client(), "/ratings/explained/")
    assert "in Incursions Basic, Full and Tournament; in Duel Quick and Long. Each" in " ".join(page.split())
    assert page.count('class="rule"') == len({"ranking", "leaving", "concede", "draw"})


def page_of(client: Client, address: str) -> str:
    return read_page(client.get(address, headers={"accept": "text/html"}))


def test_pages_of_a_duel_show_it_to_players_watchers_and_in_its_replay():
    fill_catalogue()
    players = people(2)
    match = laid(players)
    play(match, players[0], "strike with 3")
    browsers = [Client(), Client(), Client()]
    for browser, player in zip(browsers, players, strict=False):
        browser.force_login(player)
    own, other, watcher = (page_of(browser, match.get_absolute_url()) for browser in browsers)
    assert ("You hide 3." in own, "You hide 3." in other, "You hide 3." in watcher) == (True, False, False)
    assert 'value="parry 2"' in other
    assert 'value="parry 2"' not in own + watcher
    assert "Turn 1: Seat 0 strikes." in watcher
    assert "Seat 0 strikes" in page_of(browsers[2], "/matches")
    match = played(Match.objects.get(pk=match.pk), players)
    assert "Seat 0 hides 3." in page_of(browsers[2], f"{match.get_absolute_url()}/replay/1")
    assert "reached the goal." in page_of(browsers[2], match.get_absolute_url())


def test_forms_offer_the_duel_beside_incursions():
    fill_catalogue()
    owner = people(1)[0]
    client = Client(HTTP_ACCEPT="text/html")
    client.force_login(owner)
    search = read_page(client.get("/quick/?game=duel"))
    assert ("Quick: whoever has ten points first" in search, "Your deck" in search) == (True, False)
    assert 'href="?plan=duel%20swiss"' in read_page(client.get("/tournaments/new"))
    form = read_page(client.get("/tournaments/new?plan=duel%20swiss"))
    assert '<input type="hidden" name="game" value="duel" id="id_game">' in form
    assert "Hull and shield margin" not in form


def test_search_finds_a_duel():
    players = people(2)
    for player in players:
        enter_queue(player, Wish(game="duel"), now=NOON)
    assert find_matches(NOON) == 1
    assert Seeker.objects.first().match.game == "duel"


def test_swiss_of_eight_bots_ends_with_standings():
    owner = people(1)[0]
    row = with_bots(announced(owner, game="duel"), owner, 8, "hunter")
    row = started_tournament(row, owner)
    play_all(row)
    row = again(row)
    assert row.is_over
    assert replays(row)
    assert len(standings_of(row)) == 8
    assert {match.game for match in Match.objects.all()} == {"duel"}
    data = read_file(write_tournament_file(row))
    assert data["format"] == "duel-tournament-1"
    assert restore_tournament(data, by=owner).tournament.game == "duel"
