"""A day rehearsed in a hall: scripted phones, two in Control in real browsers, and all that a day brings.

Time is shortened: Control begins each phase by hand, and two minutes without network are as long as the orders take
that are given meanwhile, with closed sockets and with requests or answers that are lost. A phone tries for as long as
it has to where the page gives up after thirty seconds.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page, expect

from incursions.games.wolves.kind import WOLVES
from incursions.games.wolves.pages import PAGES
from incursions.games.wolves.rules.game import Game
from support.benches.hall import NOT_FILLED, ROW
from support.instance import log_file, running_instance
from tests.browser.day_phones import Given, Phones
from tests.browser.instance import DESKTOP, PHONE
from tests.instances import environment_of_its_own, fill
from tests.sampling import is_long

WALL = {"width": 1920, "height": 1080}
CONTROL = ("Control", "Control 2")
LOST_FOR = 6
"""The phones without network in the second turn."""
ORDER_LINE = "#day-orders .is-taken, #day-orders .is-refused"
TOLERATED = ("status of 4", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to", "Failed to fetch")
OF_THE_PLATFORM = "bots"
"""The part of a station that the game does not draw."""
RUNGS_DOWN = "set morale of Dione to 0 because the water is brown"

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not is_long(), reason="a day with all its phones takes minutes: script/test --long"),
]


class Rehearsal:
    """A day with its phones and browsers, step by step."""

    def __init__(self, site: str, browser: Browser, phones: Phones, pictures: Path, players: int) -> None:
        self.site, self.browser, self.phones, self.pictures, self.players = site, browser, phones, pictures, players
        self.complaints: list[str] = []
        self.desks: list[Page] = []
        self.shots: dict[str, Page] = {}
        pictures.mkdir()

    # Opening.

    def visit(self, path: str, viewport: Any, **options: Any) -> Page:
        """Open a page in a browser of its own, whose complaints are kept."""
        page = self.browser.new_context(viewport=viewport, reduced_motion="reduce", **options).new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.goto(self.site + path)
        return page

    def open(self) -> None:
        """Make the day, and open two desks, all phones, four real phones and the projector."""
        first = self.visit("/days/", DESKTOP)
        first.get_by_label("Name of the day").fill("A day rehearsed")
        first.get_by_label(re.compile("players", re.IGNORECASE)).first.fill(str(self.players))
        first.get_by_role("button", name="Make the day").click()
        first.wait_for_url("**/seats")
        rows = [(unescape(seat), f"/days/enter/{key}") for seat, key in ROW.findall(first.content())]
        links = {seat: link for seat, link in rows if NOT_FILLED not in seat}
        self.phones.open({seat: link for seat, link in links.items() if not seat.startswith("Control")})
        assert len(self.phones.of) == self.players
        first.goto(first.url.replace("/seats", "/desk"))
        self.desks = [first, self.visit(links["Control 2"], DESKTOP, color_scheme="dark")]
        self.wall = self.visit(first.url.removeprefix(self.site).replace("/desk", "/projector"), WALL)
        self.shots = {
            "captain": self.visit(links["Dione Captain"], PHONE),
            "warden at night": self.visit(links["Vulcan Warden"], PHONE, color_scheme="dark"),
            "president": self.visit(links["Star Alpha President"], PHONE),
            "projector": self.wall,
            "desk": first,
            "desk at night": self.desks[1],
        }

    # Control.

    def say(self, text: str, desk: int = 0) -> str:
        """Give a command at a desk in words, and return what the desk says of it."""
        page = self.desks[desk]
        lines = page.locator("#day-orders > li")
        page.get_by_label("Order in words").fill(text)
        page.get_by_label("Order in words").press("Enter")
        line = lines.first
        expect(line).to_contain_text(text)
        expect(line).to_have_class(re.compile("is-(taken|refused)"))
        return line.inner_text()

    def do(self, *texts: str, desk: int = 0) -> None:
        """Give commands at a desk which must be taken."""
        for text in texts:
            assert "is-taken" in (
                self.say(text, desk) and self.desks[desk].locator(ORDER_LINE).first.get_attribute("class")
            )

    def press(self, key: str) -> None:
        """Press a key at the first desk, where nobody types."""
        self.desks[0].evaluate("document.activeElement.blur()")
        self.desks[0].keyboard.press(key)

    def shoot(self, moment: str, *names: str) -> None:
        """Keep pictures of pages."""
        for name in names:
            self.shots[name].screenshot(path=self.pictures / f"{moment}, {name}.png", full_page=name != "projector")

    # The steps of the day.

    def try_a_muster(self) -> None:
        """Hold the dry run of a muster, and take it back with a preview at the second desk."""
        first, second = self.desks
        self.shoot("before the start", "desk", "captain")
        self.press("n")
        expect(first.get_by_role("button", name="End muster")).to_be_visible()
        crewed = self.phones.tap("crew the .* at muster", self.captains)
        assert any(given.status == 200 for given in crewed)
        self.press("p")
        expect(first.get_by_role("button", name="Resume")).to_be_visible()
        self.press("p")
        expect(first.get_by_role("button", name="Pause")).to_be_visible()
        second.goto(second.url.replace("/desk", "/preview?to=1"))
        expect(second.get_by_role("region", name="These entries fall")).to_contain_text("at muster")
        second.get_by_label("Why").fill("the dry run is over")
        second.get_by_role("button", name="Undo to entry 1").click()
        second.wait_for_url("**/desk")

    def play_first_turn(self) -> None:
        """Play a turn with work, a council vote, an attack, news, and a riot."""
        first = self.desks[0]
        self.press("n")
        expect(first.locator(".day-phase")).to_have_text(re.compile("Action phase"))
        assert any(given.status == 200 for given in self.phones.tap("use .*", most=1))
        self.phones.tap("move the vessel to quadrant 2", ["Icebreaker Captain"])
        self.vote()
        self.fight()
        self.press("n")
        expect(first.locator(".day-phase")).to_have_text(re.compile("Team phase"))
        self.close_turn(with_riot=True)

    @property
    def captains(self) -> list[str]:
        """The seats that command vessels."""
        return [seat for seat in self.phones.of if seat.endswith((" Captain", " Admiral", "Alpha President"))]

    def vote(self) -> None:
        """Hold a session of the council with one vote."""
        council = [seat for seat in self.phones.of if seat.endswith("Council Member")]
        self.phones.order_all([(seat, "go to Star Alpha") for seat in council])
        self.phones.order("Star Alpha President", "open the motion: Rations are equal for all")
        votes = self.phones.tap("vote yay", [*council, "Star Alpha President"])
        assert any(given.status == 200 for given in votes)
        self.shots["president"].get_by_role("link", name="Council", exact=True).click()
        self.shoot("council", "president")
        self.phones.tap("close the vote", ["Star Alpha President"])
        expect(self.desks[0].locator("body")).to_contain_text("Rations are equal for all")

    def fight(self) -> None:
        """Have an attack of two rounds, led by the first desk's keys."""
        first = self.desks[0]
        self.press("a")
        first.keyboard.press("Enter")
        expect(first.get_by_role("region", name=re.compile("Wolf attack: Fleet round 1"))).to_be_visible()
        self.phones.catch_up(self.find_revision())
        self.phones.tap("report to the map")
        refused = self.phones.order("Dione Captain", "go to Lucas")
        assert (refused.status, refused.answer["rule"]) == (422, "W15.2")
        self.send_squadrons()
        self.phones.catch_up()
        self.shoot("attack", "desk", "desk at night", "captain", "warden at night", "projector")
        refusal = self.say("begin team")
        assert "W2.6" in refusal
        wolves = first.get_by_role("region", name=re.compile("Wolf attack: Wolf round 1"))
        self.press("r")
        expect(wolves).to_be_visible()
        self.press("r")
        expect(wolves).to_have_count(0)
        self.phones.catch_up()
        self.shoot("second round", "desk", "projector")
        attack = first.get_by_role("region", name=re.compile("Wolf attack"))
        if attack.count():
            self.phones.tap(".* attacks .* first")
            self.do("end the attack")
        expect(attack).to_have_count(0)

    def find_revision(self) -> int:
        """Return the revision of the day, as a page loaded now shows it."""
        page = self.wall.evaluate("fetch(location.href).then(r => r.text())")
        return int(page.split('data-revision="')[1].split('"')[0])

    def send_squadrons(self) -> None:
        """Let squadrons fly to where Wolves are, and batteries fire."""
        self.phones.catch_up()
        fields = self.phones.of["Aegis FWCO"].parts["map"]
        squadrons = dict.fromkeys(re.findall(r"(Aegis squadron \d) flies to quadrant", fields))
        flown = self.phones.order_all([("Aegis FWCO", f"{name} flies to quadrant 3") for name in squadrons])
        assert any(given.status == 200 for given in flown), flown or fields
        self.phones.tap(".* (attacks .* first|fires at quadrant .)", most=4)

    def close_turn(self, *, with_riot: bool = False) -> None:
        """Supply, hear the news with an effect, and roll; the clock stands in the Team phase."""
        first = self.desks[0]
        supplied = self.phones.tap("supply food at low", self.captains)
        supplied += self.phones.tap("supply water at low", self.captains)
        assert any(given.status == 200 for given in supplied)
        self.press("n")
        expect(first.locator(".day-phase")).to_have_text(re.compile("close"))
        self.phones.order("News Media Reporter", "broadcast: The fleet holds.")
        self.do("effect of the news is 1")
        self.do("effect of the news on Dione is -2", desk=1)
        self.phones.tap("roll morale", self.captains)
        if with_riot:
            self.do(RUNGS_DOWN)
        rolled = self.phones.tap("roll for riot", self.captains)
        assert any(given.status == 200 for given in rolled)
        self.phones.catch_up()
        self.shoot("close", "desk", "captain", "projector")

    def play_second_turn(self) -> None:
        """Play a turn with a jump, a riot that is dispersed, phones without network, and an override."""
        phones, first = self.phones, self.desks[0]
        self.do("begin turn")
        phones.tap("crew the .* at muster", self.captains)
        self.do("begin action")
        dispersed = phones.tap("disperse the riot on .*", [seat for seat in phones.of if seat.startswith("Dione")])
        assert dispersed
        self.lose_network()
        self.jump()
        refusal = self.say("begin close")
        assert "W2" in refusal
        first.get_by_label("Overrule, because").fill("the hall closes")
        first.get_by_role("button", name="Overrule").click()
        expect(first.locator("#day-orders > li").first).to_have_class(re.compile("is-taken"))
        phones.order("News Media Reporter", "broadcast: We have jumped.")
        self.do("effect of the news is 0")
        self.phones.tap("roll (morale|for riot)", self.captains, most=2)
        self.phones.catch_up()

    def lose_network(self) -> None:
        """Take the network from some phones, also a real one; their orders are carried out once, when they are back."""
        phones, real = self.phones, self.shots["captain"]
        lost = [seat for seat in phones.of if seat.endswith(("Captain", "Council Member"))][:LOST_FOR]
        phones.cut(lost[::2])
        phones.cut(lost[1::2], loses_answers=True)
        real.context.set_offline(True)
        real.get_by_label("Order in words").fill("propose: a toast to the cook")
        real.get_by_label("Order in words").press("Enter")
        expect(real.locator("#day-orders > li").first).to_contain_text("no answer yet, sent again")
        expect(real.locator("#day-line")).to_contain_text("No connection")
        self.shoot("without network", "captain")

        async def give_and_return() -> list[Given]:
            waiting = [asyncio.create_task(phones.of[seat].order(f"propose: {seat} was cut off")) for seat in lost]
            while any(phones.of[seat].sent_again < 2 for seat in lost):
                await asyncio.sleep(0.2)
            assert not any(task.done() for task in waiting)
            phones.bring_back()
            return await asyncio.gather(*waiting)

        answered = phones.run(give_and_return())
        phones.given += answered
        assert [given.status for given in answered] == [200] * len(lost)
        real.context.set_offline(False)
        expect(real.locator("#day-orders > li").first).to_have_class(re.compile("is-taken"))
        expect(real.locator("#day-line")).to_be_empty()
        phones.catch_up()

    def jump(self) -> None:
        """Let the fleet jump where the first card of the Aegis leads."""
        phones, admiral = self.phones, self.phones.of["Aegis Admiral"]
        digits, distance = re.search(r'class="digits">(\d{5})</b> (\w+)', admiral.parts["hand"]).groups()
        phones.order_all(
            [("Aegis Admiral", f"write to {seat}: jump {digits} {distance}") for seat in self.captains[1:3]]
        )
        phones.order_all([(seat, f"set coordinates {digits} for a {distance} jump") for seat in self.captains])
        raised = phones.tap("raise the Jump sign", self.captains)
        assert any(given.status == 200 for given in raised)
        self.shoot("signs", "desk", "captain", "projector")
        self.do("resolve the jumps", desk=1)
        phones.catch_up()
        for name in ("captain", "warden at night"):
            self.shots[name].get_by_role("link", name="Map").click()
        self.shoot("after the jump", "desk", "captain", "warden at night", "projector")

    def play_third_turn_on_paper(self) -> None:
        """Print the sheets, lose all phones, and bring the figures of paper back at the desk; then they return."""
        phones, first = self.phones, self.desks[0]
        self.do("begin turn", "this is the last turn")
        sheets = first.context.new_page()
        sheets.goto(first.url.replace("/desk", "/sheets"))
        expect(sheets.get_by_text("Strength of an attack").first).to_be_visible()
        sheets.screenshot(path=self.pictures / "sheets.png", full_page=True)
        sheets.close()
        phones.cut(list(phones.of))
        self.do("begin action", "begin team", "begin close")
        for vessel, food, morale in (("Dione", 7, 4), ("Lucas", 3, 6), ("Vulcan", 5, 5)):
            because = "because of the paper of turn 3"
            self.do(
                f"set food of {vessel} to {food} {because}", f"set morale of {vessel} to {morale} {because}", desk=1
            )
        phones.bring_back()
        phones.order("News Media Reporter", "broadcast: That was all.")
        self.do("effect of the news is 0", "end the event")
        expect(first.locator(".day-phase")).to_have_text("the event is over")

    # The end.

    def check_end(self, data: Path) -> None:
        """Check the file of the day, what every phone shows, and that nobody complained."""
        first = self.desks[0]
        file = data / "day.json"
        file.write_bytes(first.context.request.get(first.url.replace("/desk", "/day.json")).body())
        call_command("replay_day", str(file))
        day = json.loads(file.read_text(encoding="utf-8"))
        self.check_log(day)
        self.phones.catch_up(self.find_revision())
        self.phones.check_fresh()
        self.check_drawn_anew(day)
        self.shoot("at the end", "desk", "captain", "projector")
        assert [said for said in self.complaints if not any(words in said for words in TOLERATED)] == []
        logged = log_file(data).read_text(errors="replace")
        assert not re.findall(r'Traceback|"level": "(?:error|critical)"|day_not_shown', logged), logged[-3000:]

    def check_log(self, day: dict[str, Any]) -> None:
        """Assert that every order which was taken stands once in the log, and no other order of a phone."""
        taken = sorted((given.seat, given.text) for given in self.phones.given if given.status == 200)
        stored = [(seat, text) for _, seat, text, _, _ in day["entries"] if seat in self.phones.of]
        stored.remove(("Dione Captain", "propose: a toast to the cook"))  # of the real phone
        assert sorted(stored) == taken
        assert {"Control", "Control 2"} <= {seat for _, seat, *_ in day["entries"]}

    def check_drawn_anew(self, day: dict[str, Any]) -> None:
        """Assert that every phone shows what the day draws for it when it is played again from its file."""
        setup = {"content": WOLVES.read_content(day["content"]), "strict_places": False, "seats": day["seats"]}
        log = [(seat, text, at) for _, seat, text, at, _ in day["entries"]]
        game = Game.replay(setup, bytes.fromhex(day["seed"]), log)
        for phone in self.phones.of.values():
            drawn = {name: str(part) for name, part in PAGES.draw_station(game, phone.seat, 0).items()}
            assert {name: part for name, part in phone.parts.items() if name != OF_THE_PLATFORM} == drawn, phone.seat


@pytest.fixture
def rehearsal(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Rehearsal]:
    """A day on a server of its own, with as many players as the test asks for."""
    fill(tmp_path)
    with (
        running_instance(tmp_path, "--web", "2", environment=environment_of_its_own()) as address,
        Phones(address.rstrip("/")) as phones,
    ):
        of_other_tests = browser.contexts
        yield Rehearsal(address.rstrip("/"), browser, phones, tmp_path / "pictures", request.param)
        for context in browser.contexts:
            if context not in of_other_tests:
                context.close()


@pytest.mark.parametrize("rehearsal", [41, 26], indirect=True)
def test_day_is_rehearsed(rehearsal: Rehearsal, tmp_path: Path) -> None:
    rehearsal.open()
    rehearsal.try_a_muster()
    rehearsal.play_first_turn()
    rehearsal.play_second_turn()
    rehearsal.play_third_turn_on_paper()
    rehearsal.check_end(tmp_path)
