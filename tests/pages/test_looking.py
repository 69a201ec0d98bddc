"""What a script asks for to show what is new takes no message away from the page that its viewer opens."""

import pytest

from incursions.accounts.models import User
from incursions.kit.clients import ONLY_LOOKS
from tests.markup import read_page
from tests.pages.at_desk import announced, browser, desk_of
from tournaments.tables.matchmaking import Wish, enter_queue

pytestmark = pytest.mark.django_db
TOLD = "ada is judge now."


@pytest.mark.parametrize("page", ["desk", "/quick/", "/cards/?q=crew"])
def test_message_stays_for_the_page_that_is_opened(owner, page):
    row = announced(owner)
    User.objects.create_user("ada", password="secret word")
    enter_queue(owner, Wish())
    client, address = browser(owner), desk_of(row) if page == "desk" else page
    client.post(desk_of(row, "staff"), {"do": "appoint", "name": "ada", "role": "judge"})
    looked = client.get(address, headers={ONLY_LOOKS: "true"})
    assert looked.status_code == 200
    assert TOLD not in read_page(looked)
    assert TOLD in read_page(client.get(desk_of(row, "staff")))
    assert TOLD not in read_page(client.get(desk_of(row, "staff")))
