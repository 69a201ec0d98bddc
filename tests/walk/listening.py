"""Everybody around one match, each with a browser and a socket, and whatever reaches them."""

import base64
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.viewers import SocketViewer
from tests.rows import find_models
from tests.sampling import sample
from tests.walk.secret_words import Knowledge, words_in
from tests.walk.table import routes
from tournaments.live.chat.messages import ChatWord, frame_for, load_listener
from tournaments.matches.models import Match
from tournaments.tables.consumers import draw

NO_MATCH_IS_READ = {
    "admin/": "shown to staff alone, whose pages of matches are asked apart",
    "cards/": "the catalogue",
    "decks/": "decks, whose secrets tests/walk/test_private_decks.py looks for",
    "balance/": "games of bots, for staff",
    "api/v1/": "catalogue, decks and what pages of players show",
    "accounts/": "one's own account",
    "rules/": "the rulebook",
    "match-files/": "what somebody has brought, of whatever match",
    "flights/": "games of bots, for who owns their deck",
    "healthz": "whether the house is well",
}
"""Where addresses begin that are not asked, and why."""
SCANNED = "api/v1/players/", "api/v1/ratings/", "accounts/data/"
"""Addresses that are asked although they begin so."""
QUERIES = (
    "?as=seat&room=table&after=0&moves=0,1,{last}",
    "?as=0&room=spectators&after=0&moves={last}&undone=1",
    "?as=1&moves={last}",
)
SHOWN, JSON = 200, "application/json"
JUNK: dict[str, object] = {
    "version": 1,
    "text": "warp to 99,99",
    "key": "k",
    "said": "agree",
    "request": 1,
    "do": "x 1",
}


def addresses(words: dict[str, str]) -> list[str]:
    """Return an address for every pattern that is asked, its parts filled with these words, or with 1."""
    found = []
    for route in sorted(routes()):
        if route.startswith(tuple(NO_MATCH_IS_READ)) and not route.startswith(SCANNED):
            continue
        parts = [_filled(part, route, words) for part in route.strip("^$").split("/")]
        found.append("/" + "/".join(parts))
    return found


def _filled(part: str, route: str, words: dict[str, str]) -> str:
    if not part.startswith("<"):
        return part
    name = part.strip("<>").rpartition(":")[2]
    return words.get(f"{route.partition('/')[0]} {name}", words.get(name, "1"))


@dataclass
class Listener:
    """One of those around the table. `seat` is None for whoever only watches."""

    name: str
    user: Any
    seat: int | None
    client: Client
    told: set[str] = field(default_factory=set)
    """Words that are no pieces, which this one has come to know by right."""


@dataclass
class Ears:
    """What everybody around a match hears, compared at once with what each may know."""

    match: Match
    knowledge: Knowledge
    listeners: list[Listener]
    shows_late: tuple[int, int] | None = None
    """The seat that lets those who watch see its hand, and how many turns late."""
    leaks: list[str] = field(default_factory=list)
    heard: int = 0

    def note(self, who: Listener, where: str, text: str) -> None:
        """Compare what has reached somebody with what may be known there."""
        self.heard += 1
        allowed = self.knowledge.known[who.seat] | who.told
        if self.shows_late and who.seat is None and "/hands" in where:
            allowed = allowed | self.knowledge.hand_shown(*self.shows_late)
        seed = bytes(self.match.seed)
        secrets = words_in(text) - allowed
        secrets |= {form for form in (seed.hex(), base64.b64encode(seed).decode()) if form in text}
        if secrets:
            self.leaks.append(f"{who.name} after move {len(self.knowledge.hands) - 1}, {where}: {sorted(secrets)[:4]}")

    def answer(self, who: Listener, where: str, response: HttpResponse) -> HttpResponse:
        """Note an answer with its headers and cookies."""
        body = b"".join(response.streaming_content) if response.streaming else response.content
        headers = f"{response.headers} {response.cookies}"
        self.note(who, where, f"{response.status_code} {headers} {body.decode(errors='replace')}")
        return response

    def push(self) -> None:
        """Draw what every socket gets of the table as it is."""
        for who in self.listeners:
            user = AnonymousUser() if who.user is None else who.user
            self.note(who, "push", draw(self.match.public_id, SocketViewer({"user": user}), self.match.revision).whole)

    def chat(self, word: ChatWord) -> None:
        """Send everybody the frame of something said, if they get one."""
        for who in self.listeners:
            frame = frame_for(word, load_listener(AnonymousUser() if who.user is None else who.user, self.match.room))
            if frame is not None:
                self.note(who, "chat", str(frame))

    def walk(self, words: dict[str, str]) -> None:
        """Ask addresses as everybody, and send junk to those of the match, of which nothing stays."""
        words = words | {"public_id": self.match.public_id, "number": str(self.match.version)}
        for address in sample(addresses(words), 10):
            for who in self.listeners:
                with transaction.atomic():
                    answer = self.answer(who, f"GET {address}", who.client.get(address))
                    if address.startswith(f"/matches/{self.match.public_id}"):
                        self._ask_more(who, address, is_shown=answer.status_code == SHOWN)
                    transaction.set_rollback(True)

    def _ask_more(self, who: Listener, address: str, *, is_shown: bool) -> None:
        """Ask an address of the match in other ways: by queries, as JSON, by posting."""
        for query in QUERIES if is_shown else ():
            asked = address + query.format(last=self.match.version)
            self.answer(who, f"GET {asked}", who.client.get(asked))
        if is_shown:
            self.answer(who, f"GET JSON {address}", who.client.get(address, HTTP_ACCEPT=JSON))
        else:
            self.answer(who, f"POST {address}", who.client.post(address, JUNK))
            posted = who.client.post(address, JUNK, content_type=JSON, HTTP_ACCEPT=JSON)
            self.answer(who, f"POST JSON {address}", posted)

    def walk_admin(self) -> None:
        """Ask for the admin's pages of matches as whoever may see them."""
        for who in self.listeners:
            if not getattr(who.user, "is_staff", False):
                continue
            for model in sample(find_models(), 5):
                if not admin.site.is_registered(model):
                    continue
                address = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
                self.answer(who, address, who.client.get(address))
                for pk in model._default_manager.order_by("-pk").values_list("pk", flat=True)[:12]:
                    self.answer(who, f"{address}{pk}", who.client.get(f"{address}{pk}/change/"))


def browser_of(user: User | None) -> Client:
    """Return a browser of the user, or of a stranger."""
    client = Client(HTTP_ACCEPT="text/html")
    if user is not None:
        client.force_login(user)
    return client
