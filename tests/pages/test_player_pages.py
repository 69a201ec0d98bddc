"""Pages of players, lists of the best, and what each shows to whom."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps

from cards.decks.abilities import Visibility
from cards.decks.changes import create_deck, share_deck
from incursions.accounts.models import User
from incursions.accounts.privacy import ASPECTS, Audience
from incursions.accounts.tokens import make_token
from incursions.accounts.viewers import SocketViewer, create_guest
from tests.markup import read_page
from tests.pages.players import browser, shown
from tests.tournaments.laid_matches import NOON, lay_match, people, play
from tests.tournaments.matches.ended import ended_match
from tournaments.live.chat.messages import Said, say
from tournaments.live.models import MutedChannel
from tournaments.live.rooms import Room
from tournaments.matches.game_kinds import game_kinds
from tournaments.matches.life import TableRules, concede_match, create_match
from tournaments.players.models import SeatRecord
from tournaments.players.own_data import exported_rows
from tournaments.players.profile_page import history_of
from tournaments.players.recording import recompute_due, record_match, strike_match
from tournaments.tables.consumers import draw

pytestmark = pytest.mark.django_db


def recorded(*args, **columns):
    match = ended_match(*args, **columns)
    record_match(match.public_id)
    return match


@pytest.fixture(scope="module")
def rows_of_ada(module_rows) -> None:
    """Somebody who won at four tables, with a private deck, a public and an unlisted one, and with a starter."""
    ada, ben = people(2)
    decks = {name: create_deck(owner=ada, name=f"{name} deck", content={}) for name in ("secret", "public", "unlisted")}
    for name in ("public", "unlisted"):
        decks[name] = share_deck(decks[name], Visibility(name), by=ada, number=decks[name].number)
    for deck in decks.values():
        recorded([ada, ben], [[0], [1]], mode="full", deck=deck)
    recorded([ada, ben, "captain"], [[0], [2], [1]], mode="full", ended_at=NOON + timedelta(minutes=1))
    recorded([ada, ben], [[1], [0]], winner=1, rated=False)


@pytest.fixture
def ada(rows_of_ada, db) -> User:
    return User.objects.get(username="player-0")


def restrict(user: User, audience: str) -> None:
    User.objects.filter(pk=user.pk).update(**dict.fromkeys(ASPECTS, audience))


def test_page_shows_matches_badges_ratings_and_results(ada):
    text = shown(browser(people_named("tobias")), "/players/player-0/")
    assert "A player since" in text
    assert text.count('class="played-outcome won"') == 4
    assert "Clear of the Wrecks" in text
    assert "Old Hand" not in text  # not earned, and so told to nobody else
    assert "Full, people only" in text
    assert "Full, with bots" in text
    assert "Basic, people only" not in text  # casual matches move what nobody sees
    assert "provisional" in text
    assert '<a href="/players/player-1/"><bdi>player-1</bdi></a>' in text
    assert "Federation" in text
    assert "Old Hand" in shown(browser(ada), "/players/player-0/")


def people_named(name: str) -> User:
    return User.objects.create_user(name, password="secret word")


def test_decks_are_named_to_those_alone_who_find_them(ada):
    other, staff = people_named("tobias"), User.objects.create_superuser("staff")
    for address in ("/players/player-0/", "/players/player-0/matches/"):
        told = {
            who: [name for name in ("secret", "public", "unlisted") if f"{name} deck" in shown(browser(user), address)]
            for who, user in {"stranger": None, "other": other, "owner": ada, "staff": staff}.items()
        }
        everything = ["secret", "public", "unlisted"]
        assert told == {"stranger": [], "other": ["public"], "owner": everything, "staff": everything}
    assert "Decks of their own" in shown(browser(other), "/players/player-0/")


@pytest.mark.parametrize(
    ("audience", "who", "sees"),
    [
        ("everybody", "stranger", True),
        ("signed_in", "stranger", False),
        ("signed_in", "guest", False),
        ("signed_in", "other", True),
        ("nobody", "other", False),
        ("nobody", "owner", True),
        ("nobody", "staff", True),
    ],
)
def test_what_a_player_hides_stands_nowhere(ada, catalogue, audience, who, sees):
    restrict(ada, audience)
    running = lay_match([ada, *people_of("cyd")])
    viewers = {
        "stranger": lambda: None,
        "guest": create_guest,
        "other": lambda: people_named("tobias"),
        "owner": lambda: ada,
        "staff": lambda: User.objects.create_superuser("staff"),
    }
    client = browser(viewers[who]())
    page, history = shown(client, "/players/player-0/"), shown(client, "/players/player-0/matches/")
    secrets = [SeatRecord.objects.first().record.match.public_id, "Federation", "curve", "badge-picture"]
    assert {secret: secret in page for secret in [*secrets, running.public_id]} == dict.fromkeys(
        [*secrets, running.public_id], sees
    )
    assert ("player-1" in history, "won" in history) == (sees, sees or "won" in page)


def people_of(*names: str) -> list[User]:
    return [people_named(name) for name in names]


def test_curve_names_no_match_to_those_who_may_not_see_the_history(ada):
    User.objects.filter(pk=ada.pk).update(history_for=Audience.NOBODY)
    text = shown(browser(), "/players/player-0/")
    assert 'class="curve-line"' in text
    assert "/matches/" not in text


def test_private_tables_are_listed_to_those_alone_who_sat_there(ada):
    ben = User.objects.get(username="player-1")
    private = recorded([ada, ben], [[0], [1]], is_private=True)
    running_less = {}
    for who, user in {"stranger": None, "other": people_named("tobias"), "ben": ben, "ada": ada}.items():
        running_less[who] = private.public_id in shown(browser(user), "/players/player-0/") + shown(
            browser(user), "/players/player-0/matches/"
        )
    assert running_less == {"stranger": False, "other": False, "ben": True, "ada": True}


def test_private_match_under_way_is_not_told_of(catalogue):
    players = people_of("cyd", "dan")
    match = lay_match(players)
    address = "/players/cyd/"
    other = browser(people_named("tobias"))
    assert match.public_id in shown(other, address)
    type(match).objects.filter(pk=match.pk).update(is_private=True)
    assert match.public_id not in shown(other, address)
    assert match.public_id in shown(browser(players[0]), address)


def test_api_tells_what_the_pages_tell(ada):
    other, staff = people_named("tobias"), User.objects.create_superuser("staff")
    address = "/api/v1/players/player-0/"
    whole = browser(staff).get(address).json()
    assert (len(whole["ratings"]), [badge["badge"] for badge in whole["badges"]]) == (2, ["first-win", "doubles"])
    assert whole["by_race"] == [{"name": "Federation", "matches": 5, "won": 4, "drawn": 0, "lost": 1, "url": ""}]
    to_others = browser(other).get(address).json()
    assert [result["name"] for result in to_others["by_deck"]] == ["Decks of their own", "public deck"]
    assert browser().get(f"{address}matches/?result=lost").json()["count"] == 1
    restrict(ada, Audience.NOBODY)
    hidden = browser(other).get(address).json()
    nothing = {"ratings", "badges", "by_mode", "by_race", "by_deck"}
    assert {name for name, value in hidden.items() if value is None} == nothing
    assert browser(other).get(f"{address}matches/").json()["count"] == 0


def test_api_names_of_a_match_what_may_be_known(ada):
    other = browser(people_named("tobias"))
    address = "/api/v1/players/player-0/matches/"
    told = other.get(f"{address}?opponent=captain").json()["results"][0]
    assert told["others"] == [
        {"name": "player-1", "player": "player-1", "bot": ""},
        {"name": "Captain bot", "player": None, "bot": "captain"},
    ]
    assert (told["rated"], told["outcome"], told["place"], told["deck"]) == (True, "won", 1, None)
    assert told["change"] == told["rating"] - 1000
    assert [line["deck"]["name"] for line in other.get(address).json()["results"] if line["deck"]] == ["public deck"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", 5),
        ("mode=full", 4),
        ("result=lost", 1),
        ("mode=full&result=lost", 0),
        ("opponent=PLAYER-1", 5),
        ("opponent=captain", 1),
        ("opponent=Captain+bot", 1),
        ("opponent=player-0", 0),
        ("opponent=%F0%9F%90%99", 0),
    ],
)
def test_history_is_narrowed_down(ada, asked, found):
    text = shown(browser(ada), f"/players/player-0/matches/?{asked}")
    assert text.count('class="played-outcome') == found


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ("mode=chess", 400, "Select a valid choice"),
        ("result=glory", 400, "Select a valid choice"),
        (f"opponent={'x' * 151}", 400, "at most 150"),
        ("opponent=%00", 400, "Null characters"),
        ("page=0", 400, "Pages are numbered"),
        ("page=x", 400, "Pages are numbered"),
        ("page=2", 404, "There is no page 2"),
    ],
)
def test_history_refuses_what_cannot_be_asked_for(ada, asked, status, said):
    assert said in shown(browser(ada), f"/players/player-0/matches/?{asked}", status)


@pytest.mark.parametrize("name", ["nobody", "PLAYER-0", "%00", "locked", "x" * 400])
def test_who_is_not_there_has_no_page(ada, name):
    User.objects.create_user("locked", is_active=False)
    for address in (f"/players/{name}/", f"/players/{name}/matches/"):
        shown(browser(), address, 404)


def test_deleted_player_is_a_former_player_and_has_no_page(ada):
    other, client = people_named("tobias"), browser()
    recorded([ada, other], [[0], [1]])
    ada.delete()
    shown(client, "/players/player-0/", 404)
    assert "a former player" in shown(client, "/players/tobias/")


def test_guest_has_a_small_page(ada):
    guest = create_guest()
    recorded([guest, ada], [[0], [1]], rated=False)
    text = shown(browser(), guest.get_absolute_url())
    assert "A guest since" in text
    assert "No rated match" in text


def test_struck_match_is_marked_and_counts_nowhere(ada):
    match = SeatRecord.objects.of_user(ada).filter(record__is_casual=False).first().record.match
    strike_match(match.public_id)
    recompute_due()
    text = shown(browser(ada), "/players/player-0/")
    assert text.count('class="is-struck"') == 1
    assert SeatRecord.objects.of_user(ada).without_struck().count() == 4


def test_pages_take_as_many_queries_for_one_match_as_for_many(ada, django_assert_num_queries):
    client = browser(people_named("tobias"))
    ben = User.objects.get(username="player-1")
    for matches in (0, 12):
        for number in range(matches):
            recorded([ada, ben, "captain"], [[0], [2], [1]], mode="full", ended_at=NOON + timedelta(hours=number))
        with django_assert_num_queries(16):
            shown(client, "/players/player-0/")
        with django_assert_num_queries(8):
            shown(client, "/players/player-0/matches/?opponent=player-1")


def test_own_data_is_whole_and_only_ones_own(ada, django_assert_num_queries):
    client = browser(ada)
    with django_assert_num_queries(10 + len(exported_rows())):
        answer = client.get("/accounts/data/")
    data = answer.json()
    assert "attachment" in answer["Content-Disposition"]
    assert data["account"]["name"] == "player-0"
    assert [deck["name"] for deck in data["decks"]] == ["secret deck", "public deck", "unlisted deck"]
    assert (len(data["seats"]), len(data["results"]), len(data["ratings"])) == (5, 5, 3)
    assert data["badges"][0]["badge"] == "first-win"
    assert '"player-1"' not in read_page(answer)
    assert ada.password not in read_page(answer)


IN_PARTS_OF_THEIR_OWN = {
    "cards.Deck.owner", "matches.Seat.user", "players.SeatRecord.user", "players.Rating.user",
    "players.BoosterRun.user", "players.CollectedPiece.user", "players.Award.user",
}  # fmt: skip
LEFT_OUT = {
    "admin.LogEntry.user": "work of staff for the house",
    "cards.PieceChange.by": "work of staff for the house",
    "runs.BalanceReport.by": "work of staff for the house",
    "days.Day.host": "the day of a whole room; its host reads it there",
    "days.DayEntry.by": "the day of a whole room; the log names seats",
    "live.ChatMessage.hidden_by": "work of staff; the message is its author's",
    "live.MutedPerson.person": "the choice of another, who would be given away",
    "live.Report.about": "written by another, who would be given away",
    "live.Report.taken_by": "work of staff; the report is its reporter's",
}


def test_every_relation_to_a_user_is_in_the_file_or_is_left_out_for_a_reason():
    related = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if field.related_model is User
    }
    kept = {f"{each.model._meta.label}.{each.whose}" for each in exported_rows().values()}
    assert related - kept - IN_PARTS_OF_THEIR_OWN == LEFT_OUT.keys()


def test_every_column_of_the_file_has_a_name_of_its_own():
    for name, each in exported_rows().items():
        keys = [column.split("__")[-2] if "__" in column else column for column in each.columns]
        assert len(set(keys)) == len(keys), name


def test_own_data_holds_what_the_user_said_and_the_names_of_tokens(ada):
    EmailAddress.objects.create(user=ada, email="other@example.org")
    secret = make_token(ada, "my program").secret
    match = lay_match([ada, User.objects.create_user("tobias")], now=None)
    say(match.room, ada, Said("Hail!"))
    MutedChannel.objects.create(by=ada, room=Room("tournament", "abcdefghjk"), channel="players")
    answer = browser(ada).get("/accounts/data/")
    data = answer.json()
    assert [one["email"] for one in data["email_addresses"]] == ["other@example.org"]
    assert [one["name"] for one in data["tokens"]] == ["my program"]
    assert [(one["match"], one["text"]) for one in data["chat"]] == [(match.public_id, "Hail!")]
    assert data["muted_rooms"] == [{"tournament": "abcdefghjk", "room": "players"}]
    assert match.public_id in [one["public_id"] for one in data["hosted"]]
    assert secret not in read_page(answer)


def test_history_of_whom_nobody_may_see_is_empty(ada):
    restrict(ada, Audience.NOBODY)
    ada.refresh_from_db()
    assert not history_of(ada, people_named("tobias"))


def test_names_lead_to_players_wherever_they_sit(catalogue):
    players = people_of("cyd", "dan")
    open_table = create_match(host=players[0])
    match = lay_match(players)
    client, link = browser(players[1]), '<a href="/players/cyd/">'
    assert f"{link}<bdi>cyd</bdi></a>" in shown(client, open_table.get_absolute_url())
    assert f"{link}<bdi>cyd</bdi></a>" in shown(client, "/matches")
    assert f'<p class="who">{link}cyd</a>' in shown(client, match.get_absolute_url())
    assert link not in shown(browser(players[0]), match.get_absolute_url())  # one's own panel says "You"
    play(match, players[0], "concede")
    over = shown(client, match.get_absolute_url())
    assert f'<span class="soft">{link}cyd</a></span>' in over


@pytest.mark.parametrize(("who", "status"), [("stranger", 403), ("guest", 403), ("other", 200), ("player", 200)])
def test_match_is_watched_by_those_whom_its_players_let(catalogue, who, status):
    players = people_of("cyd", "dan")
    match = lay_match(players)
    User.objects.filter(pk=players[0].pk).update(watching_for=Audience.SIGNED_IN)
    viewers = {
        "stranger": lambda: None,
        "guest": create_guest,
        "other": lambda: people_named("tobias"),
        "player": lambda: players[1],
    }
    viewer = viewers[who]()
    client, path = browser(viewer), match.get_absolute_url()
    answers = [client.get(f"{path}{page}").status_code for page in ("", "/state", "/replay", "/export")]
    posted = client.post(f"{path}/actions", {"version": 1, "text": "pass"}, headers={"HX-Request": "true"})
    assert answers == [status] * 4
    assert ("panel-0" in read_page(posted)) == (status == 200)
    assert (draw(match.public_id, SocketViewer({"user": viewer})) is None) == (status == 403)
    assert "Watch<span" not in shown(browser(), "/matches")
    play(match, players[0], "concede")
    assert [client.get(f"{path}{page}").status_code for page in ("", "/state", "/export")] == [200] * 3


def test_history_and_page_tell_the_games_of_a_player_apart(catalogue):
    player = User.objects.create_user("of-both")
    for kind in game_kinds().values():
        match = create_match(host=player, rules=TableRules(game=kind.name, bots=(kind.usual_bot,)))
        concede_match(match.public_id, player)
        record_match(match.public_id)
    page = shown(browser(player), f"/players/{player.username}/")
    for kind in game_kinds().values():
        assert f'<h3 class="badges-of">{kind.title}</h3>' in page
        assert f"{kind.title}: {kind.modes[0].title}" in page
        history = shown(browser(player), f"/players/{player.username}/matches/?game={kind.name}")
        assert "1 match" in history
        assert f"{kind.title}: {kind.modes[0].title}</a> against" in history
    answer = browser(player).get(f"/players/{player.username}/matches/?game=chess")
    assert answer.status_code == 400
