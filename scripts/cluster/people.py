"""People at a table of the cluster: who act, and send an act again until it is answered, and who listen."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from uuid import uuid4

if TYPE_CHECKING:
    from scripts.bench.world import FightAtPlay
    from tapiz_site.accounts.models import User

LIVE_SECONDS = 2.0
"""How soon a page must know of an act, once it has a stream again."""
PAUSE = 0.1
PATIENCE = 30.0
ANSWERED = (200, 204)
AWAY = (500, 502, 503, 504)


class Person(Thread):
    """A person with a log-in and a connection of their own."""

    def __init__(self, address: str, user: User) -> None:
        super().__init__(daemon=True)
        from django.conf import settings

        from scripts.bench.world import cookie

        self.address, self.secret = address, uuid4().hex
        self.cookies = f"{settings.SESSION_COOKIE_NAME}={cookie(user)}; csrftoken={self.secret}"
        self.faults: list[str] = []
        self._over = Event()

    def stop(self) -> None:
        """End after what is under way."""
        self._over.set()
        self.join(PATIENCE)


class Player(Person):
    """Takes a point from a combatant and gives it back, again and again."""

    def __init__(self, address: str, user: User, place: FightAtPlay, number: int) -> None:
        super().__init__(address, user)
        self._url = f"{place.url('act')}?do=command&action=damage"
        self._target = list(place.party.values())[number]
        self.taken: list[str] = []
        self.repeated = 0

    def run(self) -> None:
        """Act until it is over."""
        while not self._over.is_set():
            key = uuid4().hex
            data = {
                "verb": ("harm", "heal")[len(self.taken) % 2], "pool": "physical", "amount": "1", "asks": "",
                f"targets__{self._target}": "full", "panel": "verb", "key": key, "csrfmiddlewaretoken": self.secret,
            }  # fmt: skip
            deadline = time.monotonic() + PATIENCE
            while (status := self._send(urlencode(data))) in (0, *AWAY):
                self.repeated += 1
                if time.monotonic() > deadline:
                    self.faults.append(f"no answer to an act within {PATIENCE:.0f} s")
                    return
                time.sleep(PAUSE)
            if status not in ANSWERED:
                self.faults.append(f"an act was answered with {status}")
                return
            self.taken.append(key)
            time.sleep(PAUSE)

    def _send(self, body: str) -> int:
        connection = HTTPConnection(self.address, timeout=20)
        headers = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "Cookie": self.cookies}
        try:
            connection.request("POST", self._url, body, headers)
            return connection.getresponse().status
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()


class Listener(Person):
    """Hears the topic of the table; notes the newest version."""

    def __init__(self, address: str, user: User, place: FightAtPlay) -> None:
        super().__init__(address, user)
        from combat import topics

        self._topic = topics.table(place.encounter.pk)
        self.version = 0
        self._topics = urlencode([("topic", self._topic), ("topic", place.encounter.table.topic)])

    def run(self) -> None:
        """Listen, and connect again where the stream ends."""
        while not self._over.is_set():
            with suppress(OSError, HTTPException):
                self._listen()
            time.sleep(PAUSE)

    def _listen(self) -> None:
        connection = HTTPConnection(self.address, timeout=20)
        try:
            connection.request("GET", f"/live/?{self._topics}", headers={"Cookie": self.cookies})
            answer = connection.getresponse()
            if answer.status not in (200, *AWAY):
                self.faults.append(f"the stream was answered with {answer.status}")
                self._over.set()
            while answer.status == 200 and not self._over.is_set() and (line := answer.readline()):
                if not line.startswith(b"data: "):
                    continue
                said = json.loads(line[len(b"data: ") :])
                now = said.get("versions", said).get(self._topic)
                if now is not None:
                    self.version = max(self.version, int(now))
        finally:
            connection.close()
