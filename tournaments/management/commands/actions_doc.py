"""`actions_doc`: write docs/actions.md, the table of all lines, again from the code. Needs no database."""

from tournaments.management.documents import DocumentCommand


class Command(DocumentCommand):
    """The command that writes the page."""

    help = "Write docs/actions.md anew from the code."
    document = "actions.md"
