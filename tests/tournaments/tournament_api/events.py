"""A tournament with everybody at it, each with a client of the API."""

from copy import deepcopy
from dataclasses import dataclass

from incursions.accounts.models import User
from tests.cards.api.client import ApiClient, client_of
from tests.tournaments.organizing.tournaments import again, announced
from tournaments.organizing.creating import appoint
from tournaments.organizing.enums import Role
from tournaments.organizing.models import Tournament


@dataclass
class Event:
    """A tournament, the clients of everybody by what they are there, and how to ask for something of it."""

    row: Tournament
    clients: dict[str, ApiClient]
    users: dict[str, User]

    def ask(self, who: str, method: str, address: str = "", body: object = None, **headers: str):
        """The answer to somebody; the address begins behind that of the tournament."""
        return self.clients[who].ask(method, f"tournaments/{self.row.public_id}/{address}", body, **headers)

    @property
    def now(self) -> Tournament:
        return again(self.row)


def lay_event(owner: User, *phases, **named) -> Event:
    """A tournament with a member of each role, a player by name and a stranger."""
    row = announced(owner, *phases, **named)
    users = {"owner": owner}
    for role in Role:
        if role != Role.OWNER:
            users[role.value] = User.objects.create_user(role.value.replace(" ", "-"), password="secret word")
            appoint(row.public_id, owner, users[role.value], role)
    users["player"] = User.objects.create_user("maren", password="secret word")
    users["other"] = User.objects.create_user("tobias", password="secret word")
    clients = {name: client_of(user) for name, user in users.items()}
    return Event(row, clients | {"stranger": ApiClient()}, users)


def without_ids(data: dict) -> dict:
    """The file but for the ids, which another row here may have."""
    data = deepcopy(data)
    for one in (data, *data["matches"]):
        one.pop("id")
    return data
