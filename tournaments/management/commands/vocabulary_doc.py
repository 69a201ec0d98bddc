"""`vocabulary_doc`: write docs/vocabulary.md, the vocabulary of effects, again from the code. Needs no database."""

from tournaments.management.commands import actions_doc


class Command(actions_doc.Command):
    """The command that writes the page."""

    help = "Write docs/vocabulary.md anew from the code."
    document = "vocabulary.md"
