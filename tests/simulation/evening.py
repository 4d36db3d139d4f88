"""One evening: its people and pages, the steps that are taken, and what is looked at after each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random

from django.conf import settings
from django.db import connections

from combat import store
from combat.board import board
from combat.models import Encounter
from combat.policy import viewer_of
from rules.core import engine, stage
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.models import Membership, Role, Table

from . import invariants
from .beginning import STRANGER, at, copies, sessions_of
from .chance import Chance
from .faults import Killed, Statements, restart
from .people import Answer, Broken, Person
from .reading import Filled
from .tabs import Tab
from .wire import Loop, streaming, watch

ALL_CHECKED_EVERY = 10
"""After this many steps everything is compared; after each step a page and what is quick."""


CROWD = 0.7
"""The share of the people who have a page of the fight open from the beginning."""


@dataclass(frozen=True)
class Step:
    """One thing that is done in an evening; how, follows from the seed and its number."""

    number: int
    kind: str


@dataclass
class Failure:
    """What did not hold, and after which of the steps."""

    name: str
    text: str
    step: Step | None


@dataclass
class Played:
    """An evening that is over."""

    told: list[str]
    failure: Failure | None
    fingerprint: str
    """Of all bytes that people received: equal where two evenings went the same way."""
    requests: int


@dataclass
class Evening:
    """An evening under way at one of the demo tables."""

    seed: int
    chance: Chance
    loop: Loop
    table: Table
    fight: Encounter
    people: dict[str, Person] = field(default_factory=dict)
    tabs: list[Tab] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    secrets: invariants.Secrets = field(default_factory=invariants.Secrets)
    logs: invariants.Logs = field(default_factory=invariants.Logs)
    requests: int = 0
    keys: int = 0
    others_acted: bool = False
    _fingerprint: object = field(default_factory=sha256)

    # The people

    def begin(self, chance: Random, crowd: float) -> None:
        """Seat the people of the table, this share of them at a page of the fight."""
        members = User.objects.filter(memberships__table=self.table).order_by("pk")
        names = [*members.values_list("username", flat=True), STRANGER]
        keys = sessions_of(names)
        for name in names:
            person = self.people[name] = Person(self, User.objects.get(username=name), None)
            person.client.cookies[settings.SESSION_COOKIE_NAME] = keys[name]
        self.take_roles()
        for person in self.people.values():
            if person.runs or (person.role is not None and chance.random() < crowd):
                self.open_tab(person)
        self.settle()

    def take_roles(self) -> None:
        """Note the roles that people have now."""
        roles = dict(Membership.objects.filter(table=self.table).values_list("user", "role"))
        for person in self.people.values():
            person.role = Role(roles[person.user.pk]) if person.user.pk in roles else None

    def open_tab(self, person: Person) -> Tab:
        """Open a page of the fight."""
        tab = Tab(self, person, self.fight.get_absolute_url())
        self.tabs.append(tab)
        tab.load()
        return tab

    def players(self) -> list[Person]:
        """Those who may act: game masters and players."""
        return [one for one in self.people.values() if one.role in (Role.GAME_MASTER, Role.PLAYER)]

    def master(self) -> Person:
        """A game master."""
        return next(one for one in self.people.values() if one.runs)

    def tab_of(self, chance: Random, person: Person) -> Tab:
        """One of the open pages of a person."""
        tabs = [one for one in self.tabs if one.person is person and one.awake]
        return chance.choice(tabs) if tabs else self.open_tab(person)

    def received(self, person: Person, text: str, where: str) -> None:
        """Look at all that comes to a person."""
        self.requests += 1
        self._fingerprint.update(text.encode(errors="replace"))  # type: ignore[attr-defined]
        self.secrets.kept_from(person, text, where)

    # Acts

    def key(self) -> str:
        """The key of one more act."""
        self.keys += 1
        return f"an-act-of-the-evening-{self.keys}"

    def entries(self) -> int:
        """How many entries all logs of the table have."""
        return sum(self.table.encounters.values_list("sequence", flat=True))

    def act(self, tab: Tab, address: str, filled: Filled, key: str, statements: Statements | None = None) -> Answer:
        """Send a form of the fight from a page, and see that the answer is true of the log."""
        before, others, self.others_acted = self.entries(), self.others_acted, False
        statements = statements or Statements()
        with statements.counting():
            answer = tab.person.post(address, {**filled, "key": [key]}, script=True)
        apart, self.others_acted = not self.others_acted, True
        taken, grown = answer.taken, self.entries() != before
        invariants.act_counts(tab.person, key, taken=taken, grown=grown, apart=apart)
        self.others_acted = self.others_acted or others
        return answer

    def restart(self) -> None:
        """The process has ended: a new one is started, and all pages connect again."""
        for tab in self.tabs:
            if tab.stream is not None:
                tab.stream.cut()
                tab.stream = None
        restart()
        for tab in self.tabs:
            tab.wake()

    def waits_unawares(self, person: Person) -> bool:
        """Whether the game master has something open of which this person may not know: then acts are refused.

        See docs/secrecy.md.
        """
        read = store.read(self.fight.pk)
        viewer = viewer_of(read, person.user)
        head = engine.known_open(read.system, read.head, viewer)
        waiting = engine.waits_for(read.system, head)
        if waiting is None or viewer.game_master or board(read.system, read.head, viewer).held:
            return False
        known = any(engine.knows_of(one, head, viewer) for one in waiting.requests)
        return not known and not stage.own_act_waits(head, viewer)

    # Looking at it

    def settle(self) -> None:
        """Let the streams tell and the pages fetch until nothing is new."""
        watch()
        self.loop.rest()
        for _round in range(8):
            heard = [tab.hear() for tab in self.tabs]
            self.loop.rest()
            if not any(heard):
                break
        self.tabs = [tab for tab in self.tabs if not tab.closed]

    def check(self, tabs: Iterable[Tab], *, everything: bool) -> None:
        """All that must hold."""
        if everything:
            # first: a head that was changed in place is stored with the next act, and the log then does not fold
            invariants.heads_are_as_stored(self.table)
        changed = self.logs.changed(self.table)
        self.secrets.told(self.table, changed)
        self.logs.check(changed)
        if everything:
            invariants.conditions_agree(self.table)
            invariants.ledger_adds_up(self.table)
        for tab in tabs:
            tab.compare()

    def fingerprint(self) -> str:
        """Of all that people have received so far."""
        return str(self._fingerprint.hexdigest()[:16])  # type: ignore[attr-defined]


def play(
    seed: int,
    steps: Sequence[Step],
    built: Path,
    *,
    to_the_end: bool = True,
    thoroughly: bool = False,
    crowd: float = CROWD,
) -> Played:
    """Play these steps of a seed's evening, and in the end let the fight be ended.

    thoroughly: compare everything after each step, and not only now and then. crowd: how many people have a page of
    the fight open from the beginning, beside the game master; the others open one when they act.
    """
    from . import steps as kinds

    chance, step = Chance(seed), None
    with copies(built) as path, at(path), chance.ruling(), streaming() as loop:
        restart()
        slugs = sorted(Table.objects.values_list("pk", "system"), key=lambda row: (row[1], str(row[0])))
        table = Table.objects.get(pk=slugs[seed % len(slugs)][0])
        fight = table.encounters.exclude(status="ready").get(free=False)
        evening = Evening(seed, chance, loop, table, fight)
        try:
            evening.begin(chance.of("the beginning"), crowd)
            for place, step in enumerate(steps, 1):
                taken = kinds.take(evening, step)
                evening.told.append(f"{step.number:4} {step.kind:10} {taken}")
                everything = thoroughly or place % ALL_CHECKED_EVERY == 0
                drawn = Random(f"{seed}:{step.number}:looked at")
                awake = [tab for tab in evening.tabs if tab.awake]
                evening.check(awake if everything else drawn.sample(awake, min(1, len(awake))), everything=everything)
            evening.check([], everything=True)
            if to_the_end:
                step = None
                chance.of("the end")
                kinds.end(evening)
                evening.check([], everything=True)
                invariants.logs_are_sound(table)
            failure = None
        except Broken as broken:
            failure = Failure(broken.name, broken.text, step)
        except Killed:
            raise AssertionError("a kill came out of its step") from None
        finally:
            for tab in evening.tabs:
                tab.sleep()
            connections["default"].close()
            restart()
        return Played(evening.told, failure, evening.fingerprint(), evening.requests)
