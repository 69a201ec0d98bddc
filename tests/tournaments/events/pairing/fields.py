"""Tournaments played by chance, for properties of pairing: with drops, late entries, absences and odd fields."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import networkx as nx

from tournaments.events.pairing import Entrant, SwissRound, are_apart, pair_swiss

WIN, DRAW = 3, 1
BYE = -1
DROP, ENTER, ABSENT, DRAWN = 0.04, 0.5, 0.03, 0.05


@dataclass
class Player:
    """What has become of somebody so far."""

    points: int = 0
    met: Counter[int] = field(default_factory=Counter)
    byes: int = 0
    floated: bool = False

    def entrant(self, number: int) -> Entrant:
        return Entrant(number, self.points, dict(self.met), self.byes, self.floated)


class Field:
    """A tournament: who plays, and what they did."""

    def __init__(self, size: int, chance: Random) -> None:
        self.chance = chance
        self.players = {number: Player() for number in range(size)}
        self.next = size

    def entrants(self) -> list[Entrant]:
        return [player.entrant(number) for number, player in self.players.items()]

    def play(self, tables, bye) -> None:
        """Let these tables be played by chance: in some nobody comes to meet a player, who has won then."""
        gaps = {table.players[0] for table in tables if table.gap}
        for table in tables:
            one, other = (self.players[number] for number in table.players)
            one.met[table.players[1]] += 1
            other.met[table.players[0]] += 1
            drawn = self.chance.random()
            if drawn < DRAWN:
                one.points, other.points = one.points + DRAW, other.points + DRAW
                continue
            winner = one if drawn < (1 + DRAWN) / 2 else other
            winner.points += WIN
            winner.byes += self.chance.random() < ABSENT
        if bye is not None:
            self.players[bye].points += WIN
            self.players[bye].byes += 1
        for number, player in self.players.items():
            player.floated = number in gaps

    def come_and_go(self) -> None:
        """Drop some players, and perhaps let a late one enter."""
        for number in [number for number in self.players if self.chance.random() < DROP]:
            del self.players[number]
        if self.chance.random() < ENTER:
            self.players[self.next] = Player()
            self.next += 1


def legal_graph(entrants: list[Entrant]) -> nx.Graph:
    """Who may meet whom for the first time, as told by the rules alone; the bye is `BYE`, and costs by gaps."""
    graph = nx.Graph()
    graph.add_nodes_from(one.id for one in entrants)
    for place, one in enumerate(entrants):
        for other in entrants[place + 1 :]:
            if not one.met.get(other.id) and not other.met.get(one.id) and not are_apart(one, other):
                graph.add_edge(one.id, other.id, weight=-((one.points - other.points) ** 2))
    if len(entrants) % 2:
        fewest, lowest = min(one.byes for one in entrants), min(one.points for one in entrants)
        graph.add_node(BYE)
        for one in entrants:
            if one.byes == fewest:
                graph.add_edge(one.id, BYE, weight=-((one.points - lowest) ** 2))
    return graph


def best_cost(entrants: list[Entrant]) -> int | None:
    """Return the least sum of squared gaps of a round without rematches; None if there is no such round."""
    graph = legal_graph(entrants)
    matching = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(graph):
        return None
    return -sum(graph.edges[pair]["weight"] for pair in matching)


def cost(entrants: list[Entrant], made) -> int:
    """Return the sum of squared gaps of a round that was paired."""
    points = {one.id: one.points for one in entrants}
    bye = 0 if made.bye is None else (points[made.bye] - min(points.values())) ** 2
    return bye + sum(table.gap**2 for table in made.tables)


def pair_fifth_round() -> SwissRound:
    """Return the fifth round of a field of 121."""
    field = Field(121, Random(9))
    for number in range(4):
        made = pair_swiss(field.entrants(), f"{number}")
        field.play(made.tables, made.bye)
    return pair_swiss(field.entrants(), "4")
