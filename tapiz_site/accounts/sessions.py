"""Sessions in the database, as Django keeps them; every request reads one, by a statement that is put together once."""

from __future__ import annotations

from datetime import datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from tapiz_site.statements import Rows, fields


def _current(now: datetime, key: str) -> QuerySet[Session]:
    return Session.objects.filter(expire_date__gt=now, session_key=key)


_SESSION: Rows[Session] = Rows(_current, *fields(Session, "expire_date", "session_key"))


class SessionStore(db.SessionStore):
    """One person's session."""

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.get(timezone.now(), self.session_key)
        if found is None:
            self._session_key = None
        return found
