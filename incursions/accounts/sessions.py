"""Sessions in the database, as Django keeps them; every request reads one, by a query that is compiled once."""

from typing import Any

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from incursions.kit.health import is_failed_write
from incursions.kit.prepared_reads import PreparedRead

SESSION = PreparedRead(lambda key: Session.objects.filter(session_key=key))


class SessionStore(DatabaseSessions):
    """The session of a key, unless it has expired."""

    def save(self, must_create: bool = False) -> None:
        """Save the session. Raises DatabaseError if the disk is full, broken or read-only.

        Django raises UpdateError for any error, and answers 400 as if the session had been deleted.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            if error.__context__ is not None and is_failed_write(error.__context__):
                raise error.__context__  # noqa: B904 -- its own cause tells of the disk
            raise

    def load(self) -> dict[str, Any]:
        """Return the data of the session. Django looks again for a missing or expired one, and drops its key."""
        found = SESSION.first(self.session_key)
        if found is None or found.expire_date <= timezone.now():
            return super().load()
        return self.decode(found.session_data)
