"""Sessions in the database, as Django keeps them; every request reads one, by a query that is made once."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from incursions.prepared_reads import PreparedRead

SESSION = PreparedRead(lambda key: Session.objects.filter(session_key=key))


class SessionStore(DatabaseSessions):
    """The session of a key, unless it has expired."""

    def _get_session_from_db(self) -> Session | None:
        found = SESSION.first(self.session_key)
        if found is not None and found.expire_date > timezone.now():
            return found
        self._session_key = None
        return None
