"""The words with which Den of Wolves introduces itself."""

from incursions.games.presentations import Presentation

PRESENTATION = Presentation(
    headline="A megagame for a whole room",
    summary=(
        "26 to 41 people lead the last vessels of a fleet in flight. They talk, bargain and vote, while Control, two to"
        " six people more, runs the day from a console."
    ),
    length="A day in one room: as many turns of 30 minutes as fit.",
    story=(
        (
            "Each vessel has a team of its own, with a captain and officers who mind its crew, stations and stores. Few"
            " vessels can live on what they make. The council makes laws, and the reporters tell the room what they"
            " have seen."
        ),
        (
            "The Wolves follow. In an attack the fighting officers stand at the map, and everybody else waits. Then the"
            " fleet must choose where to jump, and who has the fuel."
        ),
        "Nobody wins or loses. The console keeps the counters, the clock, the dice and the secrets.",
    ),
    credit=(
        (
            "Den of Wolves is a megagame designed by John Mizon for South West Megagames. The game and the ideas of its"
            " rules are theirs. If you want to organize an event, ask them for permission first."
        ),
        (
            "The words of these pages, the rules as told here, the fleet and its cards are ours. This site is made by"
            " players. It is not affiliated with the publisher or endorsed by them."
        ),
    ),
)
