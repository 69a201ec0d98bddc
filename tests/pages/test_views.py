"""The pages as they are served: to players, spectators and strangers."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from cards.catalogue import current_starters
from incursions.accounts.models import User
from incursions.games.incursions.kind import KIND
from tests.addresses import address_at_table
from tests.append_only import log_unlocked
from tests.markup import read_page, read_words
from tournaments.matches.dice_page import faults
from tournaments.matches.life import concede_match
from tournaments.matches.models import Match
from tournaments.matches.table_rows import game_of
from tournaments.players.recording import strike_match

PAGES = ["home", "matches", "new_table", "rulebook"]


def address(name, match, *more):
    return address_at_table(name, match.public_id, *more)


@pytest.mark.parametrize("name", PAGES)
def test_page_for_a_stranger_has_one_h1_and_asks_nothing_of_the_session(name, stranger, db):
    response = stranger.get(address_at_table(name))
    assert response.status_code == 200
    assert len(re.findall(r"<h1\b", read_page(response))) == 1
    assert User.objects.count() == 0


def test_page_is_sent_with_a_strict_policy(stranger, db):
    policy = stranger.get("/").headers["Content-Security-Policy"]
    assert "script-src 'self';" in f"{policy};"
    assert "style-src 'self';" in f"{policy};"


def test_play_now_is_one_press_to_a_running_match(stranger, catalogue):
    response = stranger.post(reverse("tables:play"))
    match = Match.objects.get()
    assert (response.status_code, response.url) == (303, match.get_absolute_url())
    assert match.is_running
    page = stranger.get(response.url)
    assert 'name="text"' in read_page(page) or f"{KIND.bots[0].title} plays" in read_page(page)


def test_weakest_bot_is_offered_first_until_three_matches_are_finished(stranger, catalogue):
    bots = KIND.bots
    for _ in range(3):
        assert f"Your opponent is the {bots[0].title.lower()}" in read_page(stranger.get("/"))
        stranger.post(reverse("tables:play"))
        match = Match.objects.latest("pk")
        assert match.seats.get(index=1).bot == bots[0].name
        concede_match(match.public_id, match.host)
    home = read_page(stranger.get("/"))
    assert f"Your opponent is the {bots[1].title.lower()}" in home
    assert home.count(f'name="bot_1" value="{bots[1].name}"') == 3  # the starters that newcomers are introduced to
    assert f'<option value="{bots[1].name}" selected' in read_page(stranger.get(reverse("tables:new_table")))
    stranger.post(reverse("tables:play"))
    assert Match.objects.latest("pk").seats.get(index=1).bot == bots[1].name


def test_created_table_waits_and_shows_its_link(stranger, catalogue):
    created = stranger.post(reverse("tables:matches"), {"mode": "basic", "seats": "2", "bots": "0"})
    page = read_page(stranger.get(created.url))
    match = Match.objects.get()
    assert created.status_code == 303
    assert match.is_open
    assert f'value="http://testserver{match.get_absolute_url()}"' in page


def test_friend_with_the_link_sits_down_and_the_match_begins(stranger, people, browser_of):
    stranger.post(reverse("tables:matches"), {"mode": "basic", "seats": "2", "bots": "0"})
    open_table = Match.objects.get(state="open")
    friend = browser_of(people[3])
    assert "Sit down" in read_page(friend.get(open_table.get_absolute_url()))
    friend.post(address("join", open_table))
    pages = [read_page(browser.get(open_table.get_absolute_url())) for browser in (friend, stranger)]
    assert sum("Your first maneuver" in page for page in pages) == 1


def test_match_page_of_the_player_asked_has_the_move_form(lay, people, browser_of):
    match = lay()
    pages = [read_page(browser_of(people[seat]).get(match.get_absolute_url())) for seat in (0, 1)]
    asked, waiting = sorted(pages, key=lambda page: "is-own" in page or 'id="move-version"' not in page)
    assert f'name="version" value="{match.version}" form="move"' in asked
    assert 'name="text" value="decline"' in asked
    assert 'id="move-version"' not in waiting
    assert 'class="prompt waiting"' in waiting


def test_match_page_of_a_spectator_offers_nothing(lay, stranger):
    page = read_page(stranger.get(lay().get_absolute_url()))
    assert "You are watching." in page
    assert 'form="move" name="text"' not in page
    assert "Concede" not in page


def test_match_page_ids_are_unique(lay, play_on, people, browser_of):
    match = play_on(lay(4), 25)
    for person in people[:4]:
        ids = re.findall(r'\sid="([^"]+)"', read_page(browser_of(person).get(match.get_absolute_url())))
        assert len(ids) == len(set(ids))


def test_match_page_facts_are_json(lay, play_on, people, browser_of):
    match = play_on(lay(), 6)
    response = browser_of(people[0]).get(match.get_absolute_url())
    facts = json.loads(response.context["page"].facts)
    assert (facts["version"], facts["own"], facts["over"]) == (game_of(match).number_for(0), 0, False)
    assert facts["move"] == match.actions.filter(move__gt=0).last().move


def test_match_page_without_scripts_looks_again_while_it_waits(lay, stranger):
    match = lay()
    assert f'content="3; url={match.get_absolute_url()}"' in read_page(stranger.get(match.get_absolute_url()))


def test_unknown_match_is_404(stranger, db):
    response = stranger.get("/matches/nosuchtable")
    assert response.status_code == 404
    assert "Not on the chart" in read_page(response)


def test_concede_asks_first_and_then_ends_a_duel(lay, people, browser_of):
    match = lay()
    browser = browser_of(people[0])
    assert "Concede this match?" in read_page(browser.get(address("concede", match)))
    match.refresh_from_db()
    assert match.is_running
    assert browser.post(address("concede", match)).status_code == 303
    match.refresh_from_db()
    assert (match.is_over, match.result["winner"], match.result["ending"]) == (True, 1, "concession")
    page = read_page(browser.get(match.get_absolute_url()))
    assert match.published_seed in page
    assert "Rematch" in page


def test_concede_is_nothing_for_a_spectator(lay, stranger):
    match = lay()
    assert stranger.post(address("concede", match)).url == match.get_absolute_url()
    match.refresh_from_db()
    assert match.is_running


def test_result_is_told_in_the_viewers_words(lay, people, browser_of, stranger):
    match = lay()
    browser_of(people[0]).post(address("concede", match))
    winner = read_page(browser_of(people[1]).get(match.get_absolute_url()))
    watcher = read_page(stranger.get(match.get_absolute_url()))
    assert "You won" in winner
    assert "You won" not in watcher
    assert " wins</h2>" in watcher
    assert 'form="rematch"' not in watcher


def test_replay_shows_what_was_chosen_at_each_move(lay, play_on, stranger):
    match = play_on(lay(), 12)
    for action in match.actions.filter(move__gt=0):
        response = stranger.get(address("replay_at", match, action.move))
        assert response.status_code == 200
        assert "is-selected" in read_page(response), action.text
        assert f"Move {action.move}: " in read_page(response)


def test_replay_begins_at_the_start_and_ends_at_the_last_move(lay, play_on, stranger):
    match = play_on(lay(), 9)
    assert stranger.get(address("replay_at", match, 0)).context["page"].number == 0
    assert stranger.get(address("replay", match)).context["page"].number == match.version
    assert stranger.get(address("replay_at", match, 999)).context["page"].number == match.version
    assert stranger.get(address("replay", match), {"at": "4"}).url == address("replay_at", match, 4)


def test_replay_of_an_open_table_leads_back(stranger, catalogue):
    stranger.post(reverse("tables:matches"), {"mode": "basic", "seats": "2", "bots": "0"})
    match = Match.objects.get()
    assert stranger.get(address("replay", match)).url == match.get_absolute_url()


def test_replay_of_other_rules_is_not_tried(lay, stranger):
    match = lay()
    Match.objects.update(rules_version=0)
    assert stranger.get(address("replay", match)).status_code == 302


def test_verify_keeps_the_seed_until_the_end_and_then_checks_it(lay, people, browser_of, stranger):
    match = lay()
    before = read_page(stranger.get(address("verify", match)))
    assert bytes(match.seed).hex() not in before
    assert match.commitment in before
    browser_of(people[0]).post(address("concede", match))
    after = read_page(stranger.get(address("verify", match)))
    assert bytes(match.seed).hex() in after
    assert "Dice verified" in after
    assert ">no</b>" not in after
    assert "def faults(file, match=None)" in before
    account, record = (stranger.get(address(name, match)).json() for name in ("every_throw", "export"))
    assert account["throws"][0]["move"] == 0
    assert faults(account, record) == []


def test_verify_says_where_a_tampered_match_departs(lay, play_on, people, browser_of, stranger):
    match = play_on(lay(), 4)
    browser_of(people[0]).post(address("concede", match))
    with log_unlocked():
        match.actions.filter(number=2).update(text="decline it all")
    assert "differs from what its seed gives" in read_page(stranger.get(address("verify", match)))


@pytest.mark.parametrize(("chosen", "kept"), [("dark", "dark"), ("light", "light"), ("system", ""), ("pink", "")])
def test_theme_is_kept_in_the_browser(chosen, kept, stranger, db):
    response = stranger.post(reverse("tables:theme"), {"theme": chosen}, HTTP_REFERER="http://testserver/matches")
    assert (response.status_code, response.url) == (303, "http://testserver/matches")
    assert response.cookies["theme"].value == kept
    assert ('data-theme="dark"' in read_page(stranger.get("/"))) == (kept == "dark")


def test_theme_leads_to_no_other_site(stranger, db):
    response = stranger.post(reverse("tables:theme"), {"theme": "dark"}, HTTP_REFERER="https://elsewhere.example/")
    assert response.url == "/"


def test_home_lists_own_and_running_matches(lay, people, browser_of):
    match = lay(seats=4, bots=("captain", "captain"))
    page = read_page(browser_of(people[0]).get("/"))
    assert "Your matches" in page
    assert f"Against {match.seats.get(index=1).name} and 2 Captain bots" in page
    assert page.count(f'href="{match.get_absolute_url()}"') == 3  # the bar, the own matches, the cards


def own_matches_on(page):
    """Return the lines of the front page's list of own matches as their words."""
    listed = page.partition("Your matches</h2>")[2].partition("</section>")[0]
    return [" ".join(re.sub("<[^>]+>", " ", line).split()) for line in listed.split("<li>")[1:]]


def test_own_matches_say_who_won_against_whom_and_when(lay, people, browser_of):
    match = lay()
    ended = datetime(2026, 3, 12, 21, 5, tzinfo=UTC)
    concede_match(match.public_id, people[1])
    Match.objects.update(ended_at=ended)
    winner, loser = (own_matches_on(read_page(browser_of(person).get("/"))) for person in people[:2])
    assert winner == [f"Against {people[1]} Incursions: Basic · ended 12 March 2026, 21:05 UTC won"]
    assert loser == [f"Against {people[0]} Incursions: Basic · ended 12 March 2026, 21:05 UTC lost"]


def test_own_matches_under_way_come_first_and_say_since_when(lay, people, browser_of):
    concede_match(lay().public_id, people[0])
    running = lay(bots=("captain",))
    lines = own_matches_on(read_page(browser_of(people[0]).get("/")))
    since = running.started_at.strftime(f"{running.started_at.day} %B %Y, %H:%M UTC")
    assert lines[0] == f"Against Captain bot Incursions: Basic · began {since} running"
    assert [line.rpartition(" ")[2] for line in lines] == ["running", "lost"]


def test_struck_match_counts_as_neither_won_nor_lost(lay, people, browser_of):
    match = lay()
    concede_match(match.public_id, people[1])
    strike_match(match.public_id)
    assert own_matches_on(read_page(browser_of(people[0]).get("/")))[0].endswith("struck")


def test_own_matches_lead_an_account_to_the_whole_history(lay, people, browser_of):
    lay()
    assert f'href="{reverse("players:history", args=[people[0].username])}"' in read_page(
        browser_of(people[0]).get("/")
    )


def test_home_introduces_three_starters_and_plays_each_with_one_press(stranger, catalogue):
    page = read_page(stranger.get("/"))
    ways = page.partition('<ul class="ways">')[2].partition("</ul>")[0].split("<li")[1:]
    introduced = [starter for starter in current_starters().values() if starter.style]
    for way, starter in zip(ways, introduced, strict=True):
        assert f"{starter.style}</span> {starter.title}" in way
        assert " ".join(starter.plan.split()) in read_words(way)
        fields = dict(re.findall(r'name="(bots|bot_1|mode|starter)"\s+value="([^"]*)"', way))
        match = Match.objects.get(public_id=stranger.post("/matches", fields).url.rpartition("/")[2])
        own, bot = match.seats.all()
        assert (match.mode, own.loadout, bot.bot) == ("full", {"starter": starter.title}, match.kind.bots[0].name)


def test_form_for_a_table_introduces_the_starters_before_the_others(stranger, catalogue):
    form = read_words(read_page(stranger.get("/tables/new"))).partition(
        "Three starter decks that play most differently:"
    )[2]
    assert form.index("The fighter First Blood") < form.index("The fortress Slow Certainty")
    assert form.index("The fortress Slow Certainty") < form.index("The other starter decks")


def test_refused_table_says_why_above_its_form_and_keeps_what_was_chosen(stranger, db):
    said = {
        "mode": "tournament",
        "seats": "3",
        "bots": "5",
        "bot_2": "admiral",
        "bot_starter_3": "The Harvest",
        "bank_s": "",
    }
    answer = stranger.post("/matches", {**said, "starter": "First Blood", "minutes": '7"', "other": "x"}, follow=True)
    ((address, status),) = answer.redirect_chain
    assert (address.partition("?")[0], status, "other" in address) == ("/tables/new", 303, False)
    page = read_page(answer)
    assert "At least one seat is for a person." in page
    chosen = re.findall(r'<option(?: value="([^"]*)")?[^>]* selected>([^<]*)', page)
    offered = KIND.bots[0].name
    assert [value or label for value, label in chosen] == [
        "tournament", "3", "5", "First Blood", offered, "admiral", offered, "The Harvest", offered, offered,
    ]  # fmt: skip
    assert 'value="7&quot;"' in page
    assert 'name="bank_s" type="number" min="0" max="7200" value=""' in page


def test_form_for_a_table_has_the_usual_choices(stranger, db):
    page = read_page(stranger.get("/tables/new"))
    assert re.findall(r'name="(\w+)" type="number"[^>]* value="([^"]*)"', page) == [
        ("hex_points", "30"), ("hex_tolerance", "2"),
        ("minutes", ""), ("free_s", "20"), ("bank_s", "900"), ("pace_s", "1"),
    ]  # fmt: skip
    assert re.findall(r"<option[^>]* selected>([^<]*)", page)[1:3] == ["2", "0"]


@pytest.mark.parametrize("path", ["login", "signup", "password/reset", "logout", "delete"])
def test_account_pages_are_in_the_house_style(path, stranger, people, browser_of):
    browser = browser_of(people[0]) if path in ("logout", "delete") else stranger
    page = read_page(browser.get(f"/accounts/{path}/"))
    assert 'class="brand"' in page
    assert 'class="field' in page or ">Sign out</button>" in page
    assert len(re.findall(r"<h1\b", page)) == 1
    headings = re.findall(r"<(?:h1|title)>([^<·]+)", page)
    assert [text.strip() for text in headings] == [text.strip().capitalize() for text in headings]
    assert ('href="/accounts/tokens/"' in page) == (browser is not stranger)  # in the menu of an account


def test_signup_errors_stand_at_their_field(stranger, db):
    page = read_page(stranger.post("/accounts/signup/", {"username": "Maren", "password1": "x", "password2": "y"}))
    assert re.search('<div class="error" id="id_password[12]_error">', page)
    assert 'value="Maren"' in page
