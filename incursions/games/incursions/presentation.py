"""The words with which Incursions introduces itself."""

from incursions.games.presentations import PicturedMoment, Presentation

PRESENTATION = Presentation(
    headline="Find a wormhole out of the Sea of Wrecks",
    summary=(
        "A game of starships on a chart of hexes, for two to six captains. Explore, fight, and leave through a "
        "wormhole, or be the last ship afloat."
    ),
    length="A match of Basic takes about 15 minutes.",
    story=(
        (
            "Your ship is lost in the Sea of Wrecks, and so are the others. The chart is empty at first: each hex "
            "is a tile that somebody turns up, with whatever waits there."
        ),
        (
            "Four power cards drive your ship. You spend them on warp, weapons, shields and repairs, and there are "
            "never enough for all of it."
        ),
        (
            "In Full and Tournament you bring a deck with a captain, officers, equipment and orders, and a hexpile "
            "of tiles. Ready-made decks are there to begin with."
        ),
    ),
    first_match_title="Basic in a minute",
    first_match=(
        "You are dealt a ship. Each turn its four power cards are ready, and you have two maneuvers.",
        (
            "Explore a free side of your hex, warp over charted ones, fire, or repair. Power makes each of them "
            "stronger."
        ),
        "Fired at, you take the hit, evade, repair, or feed your shields.",
        "Reach a wormhole and roll doubles to leave: you win. Miss, and you are back at the start.",
        "The last ship afloat wins as well.",
    ),
    credit=(
        (
            "Incursions is a game by Raven c.s. McCracken. The game, its name and the names in its rulebook belong "
            "to their owners."
        ),
        (
            "The words of these pages and all pictures are ours. This site is made by players. It is not affiliated"
            " with the owners of the game or endorsed by them."
        ),
    ),
    pictured=PicturedMoment(lines=70),
)
