"""A tournament with everybody at it, each with a client of the API."""

from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from incursions.accounts.models import User
from tests.cards.api.client import ApiClient, client_of
from tests.tournaments.events.organizing.tournaments import again, announced
from tournaments.events.enums import Role
from tournaments.events.models import Tournament
from tournaments.events.plans import appoint


class People(NamedTuple):
    """Everybody at a tournament by what they are there, and the client of each."""

    users: dict[str, User]
    clients: dict[str, ApiClient]


@dataclass
class Event:
    """A tournament, the clients of everybody by what they are there, and how to ask for something of it."""

    row: Tournament
    clients: dict[str, ApiClient]
    users: dict[str, User]

    def ask(self, who: str, method: str, address: str = "", body: object = None, **headers: str):
        """Send a request as somebody; the address begins behind that of the tournament."""
        return self.clients[who].ask(method, f"tournaments/{self.row.public_id}/{address}", body, **headers)

    @property
    def now(self) -> Tournament:
        return again(self.row)


def lay_people(owner: User) -> People:
    """Create a member of the staff for each role, a player by name and a stranger."""
    names = {role.value: role.value.replace(" ", "-") for role in Role if role != Role.OWNER}
    names |= {"player": "maren", "other": "tobias"}
    users = {"owner": owner}
    users |= {what: User.objects.create_user(name, password="secret word") for what, name in names.items()}
    clients = {what: client_of(user) for what, user in users.items()}
    return People(users, clients | {"stranger": ApiClient()})


def lay_event(people: People, *phases, **named) -> Event:
    """Announce a tournament of the owner and appoint its staff."""
    users = people.users
    row = announced(users["owner"], *phases, **named)
    for role in Role:
        if role != Role.OWNER:
            appoint(row.public_id, users["owner"], users[role.value], role)
    return Event(row, people.clients, users)


def without_ids(data: dict) -> dict:
    """Return the file but for the ids, which another row here may have."""
    data = deepcopy(data)
    for one in (data, *data["matches"]):
        one.pop("id")
    return data
