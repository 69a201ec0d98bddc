import pytest

from incursions.accounts.models import User
from tests.tournaments.laid_matches import NOON
from tournaments.live.chat.messages import set_named
from tournaments.live.models import WebServer
from tournaments.live.presence.attendance import write_attendance
from tournaments.matches.table_rows import describe_watching, read_rows, row_shelf

pytestmark = pytest.mark.both_databases


@pytest.mark.parametrize(
    ("count", "names", "words"),
    [
        (0, [], ""),
        (1, [], "1 watching"),
        (1, ["Ann"], "1 watching: Ann"),
        (2, ["Ann"], "2 watching: Ann and another one"),
        (12, ["Ann", "Ben"], "12 watching: Ann, Ben and 10 others"),
    ],
)
def test_watching_words(count, names, words):
    assert describe_watching(count, names).replace("\u2068", "").replace("\u2069", "") == words


def test_those_who_like_are_named_and_players_are_not_among_them(duel, django_assert_num_queries):
    match, players = duel
    server = WebServer.objects.create(seen_at=NOON)
    ann, ben = (User.objects.create_user(name, password="secret word") for name in ("ann", "ben"))
    row_shelf.clear()
    rows = read_rows(match.public_id)
    with django_assert_num_queries(0):
        assert rows.watching == ""
    write_attendance(server.pk, match.room, {players[0].pk: 1, ann.pk: 1, ben.pk: 1, None: 3}, NOON)
    set_named(players[0], match.room, is_named=True)
    set_named(ann, match.room, is_named=True)
    rows = read_rows(match.public_id)
    with django_assert_num_queries(1):
        assert rows.watching == rows.watching == "5 watching: \u2068ann\u2069 and 4 others"
    before = rows.match.revision
    set_named(ann, match.room, is_named=False)
    rows = read_rows(match.public_id)
    assert (rows.watching, rows.match.revision) == ("5 watching", before + 1)
