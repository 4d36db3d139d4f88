"""The people of an evening: what they ask for, and that nothing comes to them that is kept from them."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Role

from .faults import Killed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .evening import Evening

LAST_LINES = 14
"""How many lines of a traceback are told."""
SCRIPT = {"HX-Request": "true"}


class Broken(Exception):
    """Something that must always hold does not: its name, and what was found."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name
        self.text = text


@dataclass(frozen=True)
class Answer:
    """What the site answered."""

    status: int
    text: str
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def taken(self) -> bool:
        """Whether an act was taken."""
        return 200 <= self.status < 400


@dataclass(eq=False)
class Person:
    """One person with a browser; `role` is that at the table now, None for a stranger."""

    evening: Evening
    user: User
    role: Role | None
    client: Client = field(default_factory=Client)

    def __str__(self) -> str:
        return self.user.username

    @property
    def runs(self) -> bool:
        """Whether this is a game master of the table."""
        return self.role == Role.GAME_MASTER

    @property
    def session_key(self) -> str:
        """The session of this person's browser."""
        return str(self.client.cookies[settings.SESSION_COOKIE_NAME].value)

    def get(self, address: str, *, script: bool = False) -> Answer:
        """Ask for a page or a part of one."""
        return self._ask("get", address, {}, script=script)

    def post(self, address: str, data: Mapping[str, Any], *, script: bool = False) -> Answer:
        """Send a form."""
        return self._ask("post", address, data, script=script)

    def upload(self, address: str, name: str, content: bytes) -> Answer:
        """Send a form with one file."""
        return self._ask("post", address, {"file": SimpleUploadedFile(name, content)}, script=False)

    def _ask(self, method: str, address: str, data: Mapping[str, Any], *, script: bool) -> Answer:
        for _log_in in range(2):
            answer = self._asked(method, address, data, script=script)
            away = answer.headers.get("Location", "").startswith(settings.LOGIN_URL)
            if answer.status != 401 and not away:
                return answer
            # after days the log-in has expired: the person comes back to the same place
            self.client.force_login(self.user)
        return answer

    def _asked(self, method: str, address: str, data: Mapping[str, Any], *, script: bool) -> Answer:
        try:
            ask = self.client.get if method == "get" else self.client.post
            response = ask(address, dict(data), headers=SCRIPT if script else {})
            body = b"".join(response) if response.streaming else response.content
        except (Broken, Killed):
            raise
        except Exception as error:
            where = f"{self} {method} {address} {dict(data)}"
            lines = traceback.format_exc().splitlines()[-LAST_LINES:]
            raise Broken("answers", "\n".join([where, *lines])) from error
        headers = dict(response.items())
        answer = Answer(response.status_code, body.decode(errors="replace"), headers, body)
        if answer.status >= 500:
            raise Broken("answers", f"{self} {method} {address} {dict(data)}: {answer.status}")
        self.evening.received(self, f"{answer.status} {headers} {answer.text}", f"{method} {address}")
        return answer
