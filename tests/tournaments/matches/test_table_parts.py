"""Parts of pictures are kept while they show the same, and games without their set-up."""

import gzip
from random import Random

import pytest
from django.db import transaction

from incursions.kit.markup import make_environment
from tests.sampling import is_long
from tests.tournaments.laid_matches import NOON, lay_match, people, play_on
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.match_page import MatchPage
from tournaments.matches.models import Match
from tournaments.matches.table_rows import TableRows, game_at, game_shelf, read_rows, read_seats, table_of
from tournaments.tables.table_page import picture_of

MOVES = 40 if is_long() else 12
HEAVIEST = 25_000  # bytes of a whole picture, gzipped


def parts(rows, viewer):
    return dict(picture_of(table_of(rows, viewer, now=NOON)).parts)


@pytest.mark.parametrize("mode", ["basic", "full"])
def test_kept_parts_are_those_that_would_be_drawn_anew(mode, catalogue, monkeypatch):
    monkeypatch.setattr(MatchPage, "key", "the same every time")
    players, rng, drawn = people(3), Random(5), []
    match, kept = lay_match(players, mode=mode), None
    draw = TableRows.render_cached

    def count(self, key, shows, again):
        return draw(self, key, shows, lambda: drawn.append(key) or again())

    monkeypatch.setattr(TableRows, "render_cached", count)
    most = 0
    for _ in range(MOVES):
        play_on(match, players, 1, rng=rng)
        kept = read_rows(match.public_id, before=kept)
        for viewer in (*players, None):
            before = len(drawn)
            shown = parts(kept, viewer)
            most = max(most, len(drawn) - before)
            seats = read_seats(match)
            assert shown == parts(TableRows(Match.objects.light().get(pk=match.pk), seats), viewer)
    assert len(drawn) < MOVES * 4 * 2 * most  # or nothing would be kept


def test_set_up_is_read_once(catalogue, django_assert_num_queries):
    match = lay_match(people(2), mode="full")
    game_shelf.clear()
    for columns, left_out in (("setup", "nothing"), ("state_data", "setup")):
        light = Match.objects.light().get(pk=match.pk)
        with django_assert_num_queries(1) as read:
            game = game_at(light)
        assert columns in read.captured_queries[0]["sql"]
        assert left_out not in read.captured_queries[0]["sql"]
        game_shelf.keep(match.public_id, 99, game)  # a later game: this version has to be read again


def test_whole_picture_is_light_at_a_full_table(catalogue):
    players, rng = people(6), Random(3)
    match = lay_match(players, mode="tournament")
    for _ in range(20 if is_long() else 8):
        with transaction.atomic():
            locked = LockedMatch.lock(match.public_id, NOON)
            for _ in range(15):
                question = locked.game.decision
                locked.act(question.seat, rng.choice([text for text in question.options if text != "concede"]))
            asked = locked.game.decision.seat
            locked.save()
        for viewer in (players[asked], players[asked - 1], None):
            picture = picture_of(table_of(read_rows(match.public_id), viewer))
            assert len(gzip.compress(picture.whole.encode())) < HEAVIEST


def test_indentation_of_a_part_is_not_sent():
    part = make_environment().from_string("<p>\n    <b>one</b>\n    {{ word }}\n</p>")
    assert part.render(word="two") == "<p>\n <b>one</b>\n two\n</p>"
