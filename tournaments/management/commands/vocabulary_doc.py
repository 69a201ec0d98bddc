"""`vocabulary_doc`: write docs/vocabulary.md, the vocabulary of effects, again from the code. Needs no database."""

from tournaments.management.documents import DocumentCommand


class Command(DocumentCommand):
    """The command that writes the page."""

    help = "Write docs/vocabulary.md anew from the code."
    document = "vocabulary.md"
