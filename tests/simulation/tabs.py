"""A page of a fight that is open in a browser and is kept up to date by its stream, as `static/js/live.js` does it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from tests.pieces import drawn, renewed

from .people import Answer, Broken, Person
from .reading import Filled, Page, inside
from .wire import Stream

if TYPE_CHECKING:
    from .evening import Evening

PARTS = ("f-bar", "f-stage", "f-order", "f-side", "f-log", "f-seat", "f-result", "f-dock", "f-picture", "panel")
WITH_PANEL = ("panel", "f-dock", "f-picture")
TOKEN = re.compile(r'name="token" value="(\w+)"')
SWAP = re.compile(r'<div id="([\w-]+)" hx-swap-oob="\w+">')
TOPICS = re.compile(r'data-live-topics="([^"]*)"')
OWN = re.compile(r'<div id="f-all"[^>]* data-live-topic="([^"]*)"[^>]* hx-get="([^"]*)"')


class Tab:
    """One open page of one person; `parts` is what stands in it now, by the ids of its elements."""

    def __init__(self, evening: Evening, person: Person, address: str) -> None:
        self.evening = evening
        self.person = person
        self.address = address
        self.parts: dict[str, str] = {}
        self.known: dict[str, int] = {}
        self.shown: dict[str, int] = {}
        self.own: list[str] = []
        self.source = ""
        self.stream: Stream | None = None
        self.closed = False
        """The person may not see it any more."""

    def load(self) -> None:
        """Load the page and listen."""
        self.sleep()
        answer = self.person.get(self.address)
        topics, own = TOPICS.search(answer.text), OWN.search(answer.text)
        self.closed = answer.status != 200 or topics is None or own is None
        if topics is None or own is None or self.closed:
            return
        listed = [one.rpartition("@") for one in topics[1].split()]
        self.known = {name: int(number) for name, _at, number in listed}
        self.own, self.source = own[1].split(), own[2].replace("&amp;", "&")
        self.shown = dict(self.known)
        self.parts = inside(answer.text, PARTS)
        self.wake()

    def sleep(self) -> None:
        """The connection is lost; what happens now is missed."""
        if self.stream is not None:
            self.stream.hang_up()
        self.stream = None

    def wake(self) -> None:
        """Listen again; the stream begins by telling what was missed."""
        if self.stream is None and not self.closed:
            self.stream = Stream(self.evening.loop, self.person.session_key, list(self.known))

    @property
    def awake(self) -> bool:
        """Whether it listens."""
        return self.stream is not None and not self.closed

    def hear(self) -> bool:
        """Take what the stream brought, and fetch what it did not bring; whether there was anything."""
        if self.stream is None:
            return False
        text, events = self.stream.heard()
        if not events and not self.stream.over:
            return False
        self.evening.received(self.person, text, f"stream of {self.address}")
        wanted = False
        for name, data in events:
            if name == "content":
                wanted |= self._take(data["versions"], data["contents"])
            elif name == "beat":
                wanted |= any(self.shown[one] < self.known[one] for one in self.own)
            elif name != "denied":
                wanted |= self._take(data, {})
        if self.stream.over:
            self.stream = None
            self.load()
        elif wanted:
            self.fetch()
        return True

    def _take(self, versions: Mapping[str, int], contents: Mapping[str, Any]) -> bool:
        """Note what is new and put in what came with it; whether something is left to fetch."""
        news = {one: number for one, number in versions.items() if self.known.get(one) != number}
        self.known.update(news)
        fresh = {one: number for one, number in news.items() if one in self.own and self.shown[one] < number}
        whole = [
            one
            for one, number in fresh.items()
            if one in contents and self.shown[one] == number - 1 and self._filled(contents[one])
        ]
        if len(whole) < len(fresh):
            return True
        self.shown.update(fresh)
        return False

    def _filled(self, content: Mapping[str, Any]) -> bool:
        """Put in what came with the news; whether the page then lacks nothing (`app.js`, `fight.js`)."""
        for name, part in content.get("parts", {}).items():
            if name in self.parts:
                self.parts[name] = part
        own = content.get("own")
        if own is not None:
            picture, shown = own.get("picture"), self.parts.get("f-picture", "")
            if not self._shows(own["shows"]) or (picture and picture["was"] != drawn(shown)):
                return False
            self._put(own["swaps"])
            if picture:
                self.parts["f-picture"] = renewed(shown, picture)
            return True
        return "follows" in content or ("about" in content and not self._names(content))

    def _shows(self, fields: Mapping[str, str]) -> bool:
        """Whether the panel is the one that these fields tell; nobody types into the page that is looked at."""
        form = self.page.form()
        given = {name: one.value for name, one in form.fields.items() if one.kind == "hidden"}
        return all(given.get(name) == fields.get(name) for name in (*fields, "panel", "kept"))

    def _names(self, content: Mapping[str, Any]) -> bool:
        """Whether the form that stands here names one of the combatants that the news are about."""
        form = self.page.form()
        filled = form.fields.get("filled")
        same = filled is not None and filled.value in content.get("same", [])
        for one in form.fields.values():
            values = one.chosen if same and one.kind in ("one", "many") else [*one.options, one.value]
            if any(who in values or one.name.endswith(f"__{who}") for who in content["about"]):
                return True
        return False

    @property
    def page(self) -> Page:
        """What can be filled in and pressed on it."""
        return Page("".join(self.parts.get(name, "") for name in ("panel", "f-dock", "f-picture")))

    def fetch(self, *, acted: bool = False) -> None:
        """Ask for all parts in one answer, as the page does after news."""
        sent = self.page.form().as_it_stands() if "panel" in self.parts else {}
        sent.pop("filled", None)
        query = urlencode({**sent, **({"acted": "1"} if acted else {})}, doseq=True)
        joint = "&" if "?" in self.source else "?"
        self.swap(self.person.get(f"{self.source}{joint}{query}", script=True))

    def swap(self, answer: Answer) -> None:
        """Put the parts of an answer in their places."""
        if answer.status != 200 or "HX-Refresh" in answer.headers:
            self.load()
            return
        self._put(answer.text)
        triggers = json.loads(answer.headers.get("HX-Trigger", "{}"))
        self.shown.update(triggers.get("live:known", {}))

    def _put(self, swaps: str) -> None:
        pieces = SWAP.split(swaps)
        for name, part in zip(pieces[1::2], pieces[2::2], strict=True):
            self.parts[name] = part.removesuffix("</div>")

    def send(self, address: str, filled: Filled) -> Answer:
        """Send the page's form as its script does, and show what comes back."""
        answer = self.person.post(address, filled, script=True)
        self.show(answer)
        return answer

    def show(self, answer: Answer) -> None:
        """What the page does with the answer to an act of its own."""
        if answer.status == 204:
            self.fetch(acted=True)
        elif answer.status == 200 and "hx-swap-oob" in answer.text:
            self.swap(answer)
        else:
            # The refusal stands in the panel; the person goes back to what can be done now.
            self.load()

    @staticmethod
    def _token(parts: Mapping[str, str]) -> str:
        found = TOKEN.search(parts.get("panel", ""))
        return found[1] if found else ""

    def compare(self) -> None:
        """What the stream has brought is what the address answers now."""
        if not self.awake or self.evening.waits_unawares(self.person):
            return
        answer = self.person.get(self.address)
        if answer.status != 200:
            raise Broken("pushed", f"{self.person} still looks at {self.address}, which answers {answer.status}")
        fresh = inside(answer.text, PARTS)
        # a panel stays at the action that its person has chosen, and its dock with it
        same = self._token(self.parts) == self._token(fresh)
        for name in PARTS if same else (one for one in PARTS if one not in WITH_PANEL):
            old, new = self.parts.get(name), fresh.get(name)
            if old != new and name != "panel":
                raise Broken("pushed", f"{name} of {self.person} at {self.address}\n{_parting(old or '', new or '')}")


def _parting(some: str, others: str) -> str:
    place = next(
        (at for at, (a, b) in enumerate(zip(some, others, strict=False)) if a != b), min(len(some), len(others))
    )
    begin = max(0, place - 150)
    return f"    pushed: …{some[begin : place + 150]!r}\n    fetched: …{others[begin : place + 150]!r}"
