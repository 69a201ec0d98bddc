"""Mail to players who want it."""

import pytest
from django.core import mail

from tests.tournaments.events.organizing.tournaments import announced, play_round, started, with_people
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.mail import mail_rounds
from tournaments.events.progress import advance


@pytest.fixture
def row(owner):
    """Three people and a round about to be published; the first two want mail, and one of these has no address."""
    row = announced(owner, no_show_s=3000, delay_s=30)
    for number, player in enumerate(with_people(row, 3)):
        player.mails_tournaments = number < 2
        player.email = "" if number == 1 else f"player-{number}@incursions.example"
        player.save()
    return started(row, owner)


def test_tables_and_results_are_mailed_once_to_those_who_want_it(row):
    advance(row.public_id, NOON)
    assert mail_rounds(later(seconds=1)) == 1
    assert mail_rounds(later(seconds=2)) == 0
    (letter,) = mail.outbox
    assert letter.to == ["player-0@incursions.example"]
    assert letter.subject.startswith("Lantern Night, round 1: ")
    assert row.get_absolute_url() in letter.body
    play_round(row, later(seconds=30))
    before = len(mail.outbox)
    mail_rounds(later(seconds=91))  # the result of the first round, where one sat at a table, and the table of the next
    assert {each.to[0] for each in mail.outbox[before:]} == {"player-0@incursions.example"}
    assert any("round 2" in each.subject for each in mail.outbox[before:])
    assert mail_rounds(later(seconds=92)) == 0


def test_what_was_long_ago_is_no_news(row):
    advance(row.public_id, NOON)
    assert mail_rounds(later(minutes=20)) == 0
    assert mail.outbox == []


def test_mail_server_that_is_away_holds_nothing_up(row, settings):
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 1
    advance(row.public_id, NOON)
    assert mail_rounds(later(seconds=1)) == 0


def test_names_cannot_break_the_head_of_a_letter(row, owner):
    row.name = "Lantern\nBcc: all@incursions.example"
    row.save()
    advance(row.public_id, NOON)
    mail_rounds(later(seconds=1))
    assert "\n" not in mail.outbox[0].subject
