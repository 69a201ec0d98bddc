"""Voyages: their reader, acts of the learner, the deck to look at, the badge, and the rest of the match."""

import re
from dataclasses import replace
from functools import partial
from html import unescape
from random import Random

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from cards.decks.models import Deck
from incursions.games.incursions.kind import KIND
from incursions.games.incursions.voyages import read_voyages
from incursions.games.voyage_files import LONGEST_SLUG, VoyageFileError
from tests.tournaments.laid_matches import SEED, version_for
from tournaments.matches.export import export_match
from tournaments.matches.life import new_match
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match
from tournaments.matches.replays.curve import draw_curve
from tournaments.matches.replays.tape import tape_of
from tournaments.matches.taking_back.requests import ask_to_take_back
from tournaments.matches.verification import UnverifiableFileError, first_difference
from tournaments.players.models import Award
from tournaments.players.recording import record_match
from tournaments.voyages.models import VoyageProgress
from tournaments.voyages.progress import list_voyages

FILES = sorted((settings.ROOT / "fixtures" / "voyages").glob("*.yaml"))
VOYAGES = {slug: voyage for slug, (_, voyage) in list_voyages().items()}
"""The voyages of all games by slug."""
TURNS = 4
"""The turns of a rest that are played, with a decision of the learner among them."""


@pytest.fixture(scope="module")
def play_file():
    """A function that plays the voyages of a file, and returns for each why it does not hold, or None."""
    return KIND.commands().prepare_scenarios(settings.ROOT)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_step_is_legal_and_every_goal_holds(path, play_file):
    assert play_file(path) == [None]


@pytest.mark.parametrize(("kind", "voyage"), list_voyages().values(), ids=VOYAGES)
def test_badges_of_voyages_are_known_and_have_pictures(kind, voyage):
    assert voyage.badge in {badge.slug for badge in kind.records.badges}
    assert get_template(f"players/badges/{voyage.badge}.svg")


def test_voyages_of_two_games_have_slugs_of_their_own(monkeypatch):
    other = replace(KIND, name="other", title="Other")
    monkeypatch.setattr("tournaments.voyages.progress.game_kinds", lambda: {"incursions": KIND, "other": other})
    with pytest.raises(ImproperlyConfigured, match="Incursions and Other, with a voyage of one slug: first"):
        list_voyages()


def test_voyages_are_listed_by_game(client, catalogue):
    html = client.get(reverse("voyages:voyages")).content.decode()
    places = [html.index(words) for words in (">Incursions</h2>", 'href="/learn/first/"', ">Talon</h2>")]
    assert places == sorted(places)
    assert html.index('href="/learn/talon-first-battle/"') > places[-1]


@pytest.mark.parametrize(
    ("number", "right", "wrong", "told"),
    [
        (0, "play: repair shields with 2 power", "play: repair shields with 9 power", "repair shields with 9 power"),
        (0, "slug: first", f"slug: {'a' * (LONGEST_SLUG + 1)}", f"slug: up to {LONGEST_SLUG}"),
        (0, "slug: first", "slug: First Voyage", "slug: up to"),
        (0, "then hull, and", "then hull. It is slow. And", "say: one sentence or two"),
        (0, "the Sol. Hits", f"the Sol {'so ' * 40}. Hits", "say: one sentence or two"),
        (0, "hint: Press “North” again.", "hint: ''", "hint: where to press was expected"),
        (1, "starter: Sol Against the Sky", "starter: Nobody's Deck", "starter: one of Sol Against the Sky"),
    ],
)
def test_fault_of_a_voyage_is_told(tmp_path, play_file, number, right, wrong, told):
    text = FILES[number].read_text()
    assert right in text
    (tmp_path / "wrong.yaml").write_text(text.replace(right, wrong, 1))
    (fault,) = play_file(tmp_path / "wrong.yaml")
    assert told in fault


def test_two_voyages_of_one_slug_are_refused(tmp_path):
    folder = tmp_path / "copy"
    folder.mkdir()
    for path in (settings.ROOT / "fixtures").glob("*.yaml"):
        (folder / path.name).symlink_to(path)
    (folder / "voyages").mkdir()
    for name in ("1.yaml", "2.yaml"):
        (folder / "voyages" / name).symlink_to(FILES[0])
    with pytest.raises(VoyageFileError, match="slug: First voyage and First voyage"):
        read_voyages(folder)


def test_longest_slug_fits_its_column():
    assert VoyageProgress._meta.get_field("voyage").max_length == LONGEST_SLUG


def step_of(client, slug="first"):
    return VoyageProgress.objects.get(voyage=slug, user_id=client.session["_auth_user_id"]).step


@pytest.mark.parametrize("voyage", VOYAGES.values(), ids=VOYAGES)
def test_voyage_is_played_with_plain_forms(client, catalogue, voyage):
    url = reverse("voyages:voyage", args=[voyage.slug])
    for number, step in enumerate(voyage.steps):
        html = client.get(url).content.decode()
        assert f"Step {number + 1} of" in html
        offered = [part.split('"')[0] for part in html.split('form="move" name="text" value="')[1:]]
        assert {*offered} == ({step.play} if step.play else set())
        client.post(url, {"step": number, "text": step.play})
    assert "You have finished" in client.get(url).content.decode()
    assert Award.objects.filter(badge=voyage.badge).count() == 1


@pytest.mark.parametrize("voyage", VOYAGES.values(), ids=VOYAGES)
def test_hints_quote_words_that_stand_on_the_page(client, catalogue, voyage):
    url = reverse("voyages:voyage", args=[voyage.slug])
    for number, step in enumerate(voyage.steps):
        page = unescape(strip_tags(client.get(url).content.decode())).replace(step.hint, "")
        for words in re.findall("“(.+?)”", step.hint):
            assert words in " ".join(page.split())
        client.post(url, {"step": number, "text": step.play})


def test_deck_of_a_step_opens_in_the_builder_with_a_way_back(client, catalogue):
    (number,) = (number for number, step in enumerate(KIND.voyages["second"].steps) if step.starter)
    lesson, url = reverse("voyages:voyage", args=["second"]), reverse("voyages:deck", args=["second"])
    client.post(lesson, {"step": 0})
    assert f'action="{url}"' in client.get(lesson).content.decode()
    opened = [client.post(url, {"step": number}).url for _ in range(2)]
    deck = Deck.objects.get()
    assert opened == [reverse("decks:editor", args=[deck.public_id])] * 2
    way_back = f'href="{lesson}">Back to the second voyage'
    for path in (opened[0], f"{opened[0]}?q=mine", deck.get_absolute_url()):
        assert way_back in " ".join(client.get(path).content.decode().split())
    other = client.post(reverse("decks:copy_starter", args=["first-blood"])).url
    assert "Back to the second voyage" not in client.get(other).content.decode()
    assert step_of(client, "second") == number


def test_way_back_ends_with_the_voyage(client, catalogue):
    voyage = KIND.voyages["second"]
    lesson = reverse("voyages:voyage", args=["second"])
    number = next(number for number, step in enumerate(voyage.steps) if step.starter)
    client.post(lesson, {"step": 0})
    builder = client.post(reverse("voyages:deck", args=["second"]), {"step": number}).url
    for step in range(step_of(client, "second"), len(voyage.steps)):
        assert "Back to the second voyage" in client.get(builder).content.decode()
        client.post(lesson, {"step": step, "act": "skip"})
    assert "Back to the second voyage" not in client.get(builder).content.decode()
    client.post(reverse("voyages:deck", args=["second"]), {"step": number})
    client.post(reverse("voyages:rest", args=["second"]))
    assert "Back to the second voyage" not in client.get(builder).content.decode()


@pytest.mark.parametrize("step", ["0", "999", "x"])
def test_step_without_a_deck_opens_none(client, catalogue, step):
    answer = client.post(reverse("voyages:deck", args=["second"]), {"step": step}, follow=True)
    assert "This step opens no deck" in answer.content.decode()
    assert not Deck.objects.exists()


@pytest.mark.parametrize("path", ["/", "/rules/", "/rules/13.4.2/", "/rules/20/"])
def test_lessons_are_offered_on_the_front_page_and_in_the_rulebook(client, catalogue, path):
    assert f'href="{reverse("voyages:voyages")}">Learn to play' in client.get(path).content.decode()


def test_other_lines_are_refused_and_acts_move_the_step(client, catalogue):
    url = reverse("voyages:voyage", args=["first"])
    client.post(url, {"step": 0})
    client.post(url, {"step": 1})
    answer = client.post(url, {"step": 2, "text": "explore south"}, follow=True)
    assert "This step asks for another act" in answer.content.decode()
    assert step_of(client) == 2
    client.post(url, {"step": 2, "text": "explore north"})
    client.post(url, {"step": 2, "text": "explore north"})
    assert step_of(client) == 3
    client.post(url, {"step": 3, "act": "back"})
    assert step_of(client) == 2
    client.post(url, {"step": 2, "act": "skip"})
    assert step_of(client) == 3
    client.post(url, {"step": 3, "act": "again"})
    assert step_of(client) == 0


def test_progress_is_of_one_user(client, client_of_stranger, catalogue):
    url = reverse("voyages:voyage", args=["first"])
    client.post(url, {"step": 0})
    assert "Step 1 of" in client_of_stranger.get(url).content.decode()
    client_of_stranger.post(url, {"step": 0})
    client_of_stranger.post(url, {"step": 1})
    assert step_of(client) == 1


@pytest.fixture
def client_of_stranger():
    from django.test import Client

    return Client()


@pytest.mark.parametrize("slug", VOYAGES)
def test_rest_of_the_match_is_free_and_counts_for_nothing(client, client_of_stranger, catalogue, slug):
    answer = client.post(reverse("voyages:rest", args=[slug]))
    match = Match.objects.get()
    assert answer.status_code == 303
    assert match.is_running
    assert match.is_private
    assert not match.rated
    page = client.get(match.get_absolute_url())
    assert page.status_code == 200
    for nowhere in ("/export", "/verify"):
        assert f"{match.get_absolute_url()}{nowhere}" not in page.content.decode()
    log = re.search(r'<ol id="log-lines">.*?</ol>', page.content.decode(), re.DOTALL)
    assert log
    played = [step for step in VOYAGES[slug].steps if step.play]
    assert log[0].count("data-about") >= len(played), "each move of the lesson has its own line"
    client_of_stranger.post(reverse("tables:join", args=[match.public_id]))
    assert match.seats.filter(user__isnull=False).count() == 1
    client.post(reverse("tables:concede", args=[match.public_id]))
    match.refresh_from_db()
    assert match.is_over
    assert not record_match(match.public_id)
    assert client.get(reverse("tables:export", args=[match.public_id])).status_code >= 400
    assert client.get(match.get_absolute_url()).status_code == 200


@pytest.fixture(params=VOYAGES)
def rest(request, client, catalogue, monkeypatch) -> Match:
    """The rest of each voyage, played at random for `TURNS`."""
    monkeypatch.setattr("tournaments.voyages.progress.new_match", partial(new_match, seed=SEED))
    client.post(reverse("voyages:rest", args=[request.param]))
    match, rng = Match.objects.get(), Random(1)
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, timezone.now())
        until = locked.game.turns + TURNS
        while locked.game.turns < until:
            question = locked.game.decision
            locked.act(question.seat, rng.choice(question.options))
        locked.save()
    match.refresh_from_db()
    return match


def test_rest_is_replayed_from_where_the_lesson_ended(rest, client):
    game = tape_of(rest).position(tape_of(rest).last)
    assert game.to_data() == rest.kind.game.from_data(rest.state_data, rest.setup).to_data()
    assert len(tape_of(rest).turns) == TURNS + 1
    page = client.get(reverse("matches:replay_at", args=[rest.public_id, 0])).content.decode()
    log = re.search(r'<ol id="log-lines">.*?</ol>', page, re.DOTALL)
    assert log
    played = [step for step in VOYAGES[rest_of(rest)].steps if step.play]
    assert log[0].count("data-about") >= len(played), "each move of the lesson has its own line"


def test_curve_of_the_rest_begins_where_the_lesson_ended(rest, client):
    client.post(reverse("tables:concede", args=[rest.public_id]))
    rest.refresh_from_db()
    laid = VOYAGES[rest_of(rest)].lay(len(VOYAGES[rest_of(rest)].steps)).game
    curve = draw_curve(tape_of(rest))
    assert [line.values[0] for line in curve.lines] == laid.points
    assert [line.values[-1] for line in curve.lines] == tape_of(rest).points[-1]
    turns = tape_of(rest).turns
    assert len(turns) == TURNS + 1
    assert curve.last == (len(turns) if curve.unit == "Turn" else len({turn.round for turn in turns}))
    page = client.get(rest.get_absolute_url()).content.decode()
    assert "match-curve" in page
    for nowhere in ("/export", "/verify"):
        assert f"{rest.get_absolute_url()}{nowhere}" not in page


def rest_of(match) -> str:
    """Return the voyage whose rest the match is."""
    return VoyageProgress.objects.get(match=match).voyage


def test_last_decision_of_the_rest_can_be_taken_back(rest):
    user = rest.seats.get(user__isnull=False).user
    before = rest.last_action
    ask_to_take_back(rest.public_id, user, version=version_for(rest, user), key="taken back")
    rest.refresh_from_db()
    assert rest.last_action == before + 1


def test_file_of_the_rest_is_not_judged(rest, client):
    client.post(reverse("tables:concede", args=[rest.public_id]))
    rest.refresh_from_db()
    assert client.get(reverse("matches:every_throw", args=[rest.public_id])).status_code >= 400
    assert "began in a lesson" in client.get(reverse("matches:verify", args=[rest.public_id])).content.decode()
    with pytest.raises(UnverifiableFileError, match="began in a lesson"):
        first_difference(export_match(rest))
