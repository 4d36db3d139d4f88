"""What people do on the pages of a fight: the demo table in real browsers, with scripts and without."""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import re
import shutil
import tempfile
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.db import connection
from django.test import Client
from playwright.sync_api import BrowserContext, Locator, Page, expect

from combat import demo, history, services, store
from combat.deeds import Deed
from combat.models import Encounter
from combat.views import news, shared
from equipment.packs.installing import install_shipped
from equipment.packs.models import Pack
from rules.core import engine
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import calls
from tests.kept import Replay

from .visitors import ANSWERS, PANELS, first_page

TABLET = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NARROW = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

T = TypeVar("T")
Windows = Callable[..., BrowserContext]


def turn_page(page: Page, press: Callable[[], object]) -> None:
    """Press what answers with a page of its own, and wait until that one has loaded.

    Without this a test may read the page that is being left, or what its press has not yet done.
    """
    page.locator("html").evaluate("page => page.dataset.left = ''")
    press()
    page.locator("html:not([data-left])").wait_for(state="attached")
    page.wait_for_load_state()


class Threes:
    """Dice of the app that always show 3, so that a story can be told."""

    def randint(self, least: int, most: int) -> int:
        return 3


@dataclass(frozen=True)
class Demo:
    """The demo table as it is loaded on an empty installation, with the passwords of its people."""

    passwords: Mapping[str, str]
    scene: str = "Emboscada en la bodega"

    @property
    def encounter(self) -> Encounter:
        """The fight under way."""
        return Encounter.objects.get(name=self.scene)

    def id(self, name: str) -> str:
        """A combatant of it, by the name that the game master reads."""
        combatants = store.read(self.encounter.pk).head.fight.combatants.values()
        return next(one.id for one in combatants if one.called(by_game_master=True) == name)

    @property
    def table(self) -> str:
        """The address of the table."""
        return str(self.encounter.table.get_absolute_url())


_BEGUN: dict[Hashable, tuple[Replay, Any]] = {}
"""What filling an empty database wrote, and what it told of."""


def begun_once(name: Hashable, fill: Callable[[], T]) -> T:
    """Fill the database; an empty one is filled by what was written when this name was filled first in this run."""
    if User.objects.exists() or Pack.objects.exists():
        return fill()
    with connection.cursor() as cursor:
        # a table that is emptied would go on counting
        cursor.execute("DELETE FROM sqlite_sequence")
    if name not in _BEGUN and (written := _heard(name)):
        _BEGUN[name] = pickle.loads(written)
    if name not in _BEGUN:
        replay = Replay()
        with replay.noted():
            _BEGUN[name] = replay, fill()
        _tell(name, pickle.dumps(_BEGUN[name]))
    else:
        # what was kept of another test's rows with these ids
        for forgetful in (history, shared, calls):
            forgetful.forget()
        _BEGUN[name][0].again()
    told: T = _BEGUN[name][1]
    return told


def _heard(name: Hashable) -> bytes:
    """What another process of this run has told under this name."""
    with suppress(FileNotFoundError):
        return _place(name).read_bytes()
    return b""


def _tell(name: Hashable, what: bytes) -> None:
    """Tell the other processes of this run, where there are some; the first that ends takes it all away."""
    place = _place(name)
    if "PYTEST_XDIST_TESTRUNUID" not in os.environ:
        return
    atexit.register(shutil.rmtree, place.parent, ignore_errors=True)
    place.parent.mkdir(mode=0o700, exist_ok=True)
    with suppress(FileNotFoundError):
        ours = place.with_suffix(f".{os.getpid()}")
        ours.write_bytes(what)
        ours.replace(place)


def _place(name: Hashable) -> Path:
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "alone")
    number = hashlib.sha256(repr(name).encode()).hexdigest()
    return Path(tempfile.gettempdir(), f"tapiz-begun-{run}", number)


def install_packs() -> None:
    """The packs that ship, as a new installation has them."""
    begun_once("packs", install_shipped)


def elsewhere(demo: Demo, action: str, actor: str = "", /, **inputs: Any) -> None:
    """What the game master does on a device that the test does not open, so that pages hear of it."""
    read, user = store.read(demo.encounter.pk), User.objects.get(username=next(iter(demo.passwords)))
    viewer, who = read.head.fight.viewer(str(user.pk), game_master=True), demo.id(actor) if actor else None
    declared = engine.action(read.system, action).inputs(read.head.fight, who, viewer)
    filled = {item.name: inputs.get(item.name, item.default) for item in declared}
    _act(demo, user, Deed("command", action, who, filled, read.system.moment(read.head.fight)))


def answer_elsewhere(demo: Demo, name: str, request: str, **inputs: Any) -> None:
    """What a person answers on a device that the test does not open."""
    _act(demo, User.objects.get(username=name), Deed("answer", request=request, inputs=inputs))


def _act(demo: Demo, user: User, deed: Deed) -> None:
    contents = partial(news.of_act, user)
    services.act(encounter=demo.encounter.pk, user=user, deed=deed, key=store.new_id(), contents=contents)


def harm_elsewhere(demo: Demo, amount: int, **shares: str) -> None:
    """Harm that the game master does on a device that the test does not open; it lands at once."""
    targets = {demo.id(name.replace("_", " ")): share for name, share in shares.items()}
    elsewhere(demo, "damage", verb="harm", amount=amount, targets=targets, asks=False)


def log_ins(path: Path, *, packs: bool = False) -> list[tuple[str, str, str]]:
    """Load a demo table: log-in, password and role of its people.

    packs: the installation has the packs that ship.
    """

    def fill() -> list[tuple[str, str, str]]:
        if packs:
            install_shipped()
        return demo.load(path)

    return begun_once((path, packs), fill)


def load_demo(*, packs: bool = False) -> Demo:
    """Load the demo table of Tapiz into the test database."""
    path = next(path for path in demo.demos() if path.parent.name == "tapiz")
    return Demo({name: password for name, password, _role in log_ins(path, packs=packs)})


@dataclass(frozen=True)
class Person:
    """A person before a screen, with scripts or without."""

    page: Page
    scripts: bool = True

    # Getting there

    def log_in(self, name: str, password: str) -> None:
        """Log in as people do."""
        self.page.goto("/entrar/")
        self.page.locator("[name=login]").fill(name)
        self.page.locator("[name=password]").fill(password)
        self.page.get_by_role("button", name="Entrar").click()
        self.page.wait_for_url("**/mesas/")

    def open(self, url: str) -> Person:
        """Open a page and put a mark in it that a reload would take away."""
        self.page.goto(url)
        if self.scripts:
            self.page.evaluate("window.untouched = true")
        return self

    def hears(self) -> Person:
        """Wait until the page hears what others do."""
        self.page.locator("[data-live-status]:not([hidden], .sync--off)").first.wait_for(state="attached")
        return self

    def assert_never_reloaded(self) -> None:
        """The page is still the one that was opened."""
        if self.scripts:
            assert self.page.evaluate("window.untouched === true")

    # Parts of the page

    @property
    def panel(self) -> Locator:
        return self.page.locator("#panel")

    @property
    def dock(self) -> Locator:
        return self.page.locator("#f-dock")

    @property
    def result(self) -> Locator:
        return self.page.locator("#f-result")

    @property
    def log(self) -> Locator:
        """The newest lines of the log: at the side for the game master."""
        return self.page.locator("#f-log, #f-side")

    def row(self, name: str) -> Locator:
        """The row of a combatant in the order."""
        whose = self.page.locator(".turn__who").filter(has_text=re.compile(rf"^\s*{re.escape(name)}\s*$"))
        return self.page.locator("#f-order li").filter(has=whose)

    def cue(self, text: str) -> Locator:
        """What the strip in the header says."""
        return self.page.locator("#f-stage").get_by_text(text)

    def button(self, name: str) -> Locator:
        """A button by the beginning of its name."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    # Doing

    @contextmanager
    def taken_in(self, mark: str) -> Iterator[None]:
        """Wait until the page has put in one more answer; before that it would drop the next press."""
        html = self.page.locator("html")
        before = int(html.get_attribute(mark) or 0)
        yield
        self.page.locator(f"html[{mark}='{before + 1}']").wait_for(state="attached")

    def act(self, button: Locator) -> None:
        """Press a button that acts, and wait for the answer and for what comes next."""
        if not self.scripts:
            turn_page(self.page, button.click)
            return
        with self.taken_in(ANSWERS):
            button.click()
        # what comes next is there and can be pressed; looks again sooner than an expectation does
        self.page.locator("#panel:not([inert])").wait_for(state="attached")

    def press(self, name: str) -> None:
        """Press the button whose name begins so."""
        self.act(self.button(name))

    def end_scene(self) -> None:
        """End the scene on its closing page, and come back to it."""
        fight = self.page.url
        self.follow("Más")
        self.panel.get_by_role("link", name="Terminar la escena").click()
        self.page.get_by_role("button", name="Terminar").click()
        self.page.wait_for_url("**/mesas/*/")
        self.open(fight)

    def undo(self) -> None:
        """Take back the newest step."""
        self.act(self.dock.get_by_role("button", name="Deshacer"))

    def follow(self, name: str) -> None:
        """Press a link of the fight that shows another panel."""
        link = self.page.get_by_role("link", name=re.compile(f"^{re.escape(name)}"))
        if self.scripts:
            with self.taken_in(PANELS):
                link.click()
        else:
            turn_page(self.page, link.click)

    def verb(self, name: str) -> None:
        """Open a verb of the table that stands under Más."""
        self.follow("Más")
        self.follow(name)
        expect(self.panel.get_by_role("heading", name=name, exact=True).first).to_be_visible()

    def action(self, name: str) -> None:
        """Choose what one's asalto is used for; where there is nothing else the button alone says so."""
        tab = self.panel.get_by_role("link", name=name, exact=True)
        folded = self.panel.get_by_role("link", name=name, exact=True, include_hidden=True)
        alone = self.page.locator("#f-dock .btn--next").filter(has_text=name)
        folded.or_(alone).first.wait_for(state="attached")
        if not tab.count() and not self.panel.get_by_role("heading", name="Acción", exact=True).count():
            return
        # folded or not, it must have come before one can ask which
        folded.first.wait_for(state="attached")
        if not tab.is_visible():
            self.panel.locator(
                "details:not([open])", has=self.page.get_by_role("link", name=name, exact=True, include_hidden=True)
            ).locator("summary").click()
        if tab.get_attribute("aria-current") is None:
            self.follow(name)
        expect(tab).to_have_attribute("aria-current", "true")

    def pick(self, question: str, answer: str) -> None:
        """Tap one answer to a question of the panel."""
        group = self.panel.get_by_role("radiogroup", name=question, exact=True)
        group = group.or_(self.panel.get_by_role("group", name=question, exact=True))
        self.tap(group.get_by_role("radio", name=re.compile(f"^{re.escape(answer)}"), include_hidden=True))

    def tick(self, name: str) -> None:
        """Tap something that can be ticked."""
        self.tap(self.panel.get_by_role("checkbox", name=re.compile(f"^{re.escape(name)}")))

    def tap(self, control: Locator) -> None:
        """Tap the label of a control: what people see of it."""
        name = control.get_attribute("id")
        # what one seldom means is behind a fold
        folded = self.page.locator(f'details:not([open]):has([id="{name}"]) > summary')
        if folded.count():
            folded.click()
        self.page.locator(f'label[for="{name}"], label:has([id="{name}"])').click()
        expect(self.page.locator(f'[id="{name}"]')).to_be_checked()

    def faces(self, *faces: int) -> None:
        """Type the faces of real dice and send them."""
        for place, face in enumerate(faces):
            self.page.locator(f'label[for="face{place}-{face}"]').click()
        expect(self.page.locator("[id^=face]:checked")).to_have_count(len(faces))
        self.press("Enviar")

    def attack(self, target: str, attribute: str, traits: Mapping[str, str], faces: tuple[int, ...]) -> None:
        """Attack with traits, each with how it helps, and with real dice."""
        self.action("Atacar")
        self.pick("A quién", target)
        self.pick("Atributo", attribute)
        for name, how in traits.items():
            self.tick(name)
            self.panel.get_by_label(f"Cómo ayuda {name}").fill(how)
        self.by_hand()
        self.faces(*faces)

    def by_hand(self) -> None:
        """Choose to type the faces of real dice."""
        self.act(self.button("Mis dados").or_(self.button("Teclear dados")))

    def harm(self, amount: int, targets: Mapping[str, str], verb: str = "Daño") -> None:
        """Damage or heal several at once by the keypad."""
        self.prepare_harm(amount, targets, verb)
        self.press("Aplicar")
        # the order is new before the panel is
        expect(self.panel.get_by_role("heading", name="Daño o cura")).to_have_count(0)

    def prepare_harm(self, amount: int, targets: Mapping[str, str], verb: str = "Daño") -> None:
        """Fill in the keypad, up to the press that acts."""
        self.follow("Daño o cura")
        expect(self.panel.get_by_role("heading", name="Daño o cura")).to_be_visible()
        self.pick("Daño o cura", verb)
        field = self.panel.get_by_label("Cantidad")
        for digit in str(amount):
            self.panel.get_by_role("button", name=digit, exact=True).click()
        expect(field).to_have_value(str(amount))
        for who, share in targets.items():
            self.pick(who, share)
        asks = self.panel.get_by_label("Preguntar antes a quien pueda responder")
        if asks.count():
            # the harm of these stories lands at once
            asks.uncheck()


def entered(windows: Windows, site: str, name: str, url: str, **options: Any) -> Person:
    """A person who is logged in already, with this page open."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = windows(**options)
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": site}])
    return Person(first_page(context), options.get("java_script_enabled", True)).open(url)
