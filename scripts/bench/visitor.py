"""A person who is logged in and asks for pages without a browser, over one connection."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

from django.conf import settings

from tapiz_site.accounts.models import User

from .world import FightAtPlay, cookie

TIMING = re.compile(r"all;dur=([\d.]+), processor;dur=([\d.]+)")


class Visitor:
    """Requests of one person; each gives the milliseconds that the server says it took, and its processor time."""

    def __init__(self, site: str, user: User) -> None:
        self.connection = HTTPConnection(urlsplit(site).netloc, timeout=30)
        self.secret = uuid4().hex
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={cookie(user)}; csrftoken={self.secret}"

    def get(self, address: str, **headers: str) -> tuple[float, float]:
        """Ask for a page."""
        return self._send("GET", address, None, headers)

    def post(self, address: str, data: Mapping[str, str]) -> tuple[float, float]:
        """Send a form as a script does."""
        body = urlencode({**data, "csrfmiddlewaretoken": self.secret, "key": uuid4().hex})
        headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        return self._send("POST", address, body, headers)

    def damage(self, place: FightAtPlay, who: str) -> tuple[float, float]:
        """Take one point from a combatant, as the keypad does."""
        data = {"verb": "harm", "pool": "physical", "amount": "1", f"targets__{who}": "full", "panel": "verb"}
        return self.post(f"{place.url('act')}?do=command&action=damage", data)

    def _send(self, method: str, address: str, body: str | None, headers: Mapping[str, str]) -> tuple[float, float]:
        self.connection.request(method, address, body, {"Cookie": self.cookies, **headers})
        response = self.connection.getresponse()
        content = response.read()
        if response.status not in (200, 204):
            raise SystemExit(f"{method} {address}: {response.status}\n{content[:2000].decode(errors='replace')}")
        found = TIMING.search(response.headers["Server-Timing"])
        assert found is not None
        return float(found[1]), float(found[2])
