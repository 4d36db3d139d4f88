"""The forecast of a scene in preparation: a helper process plays it for less than two seconds, one scene at a time.

What was played is kept by the content of the scene, so that asking again makes the estimate better. Nobody waits longer
for it, but a helper that takes longer to begin goes on, and who asks again is told what it has played.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import Lock

from django.conf import settings
from django.utils.translation import gettext as _

from rules.core.forecast import MOST_ROUNDS, Forecast, sides
from rules.core.types import Json

from .store import Read

PLAYS_SECONDS, WAITS_SECONDS = 1.5, 1.9
"""How long the helper begins further fights, and how long its caller waits for it in all."""
LATE_SECONDS = 20
"""How long a helper may take to tell of its first fight, while nobody waits for it."""
ENOUGH = 60
"""After this number of fights the estimate is not made better."""
MOST_KEPT = 30
HELPER = ("-m", "combat.simulating")

_kept: OrderedDict[str, Forecast] = OrderedDict()
ONE_AT_A_TIME = Lock()


@dataclass(frozen=True)
class _Helper:
    """A process that plays, and what it was asked."""

    about: tuple[str, Json, int]
    process: subprocess.Popen[str]
    since: float
    asks: str | None
    """What it has still to be told; None once it has been."""

    @property
    def goes_on(self) -> bool:
        """Whether it has time left, and has not ended by itself."""
        return self.process.poll() is None and time.monotonic() - self.since < LATE_SECONDS

    def end(self) -> str:
        """End it; all that it has told."""
        self.process.kill()
        told, _errors = self.process.communicate()
        return told


_late: list[_Helper] = []
"""The helper that had told nothing when its caller went on, where there is one."""


def forget() -> None:
    """Forget what was played so far."""
    _kept.clear()
    while _late:
        _late.pop().end()


@dataclass(frozen=True)
class Bar:
    """One line of a chart: what it is of, and its share in percent."""

    label: str
    percent: int


@dataclass(frozen=True)
class Estimate:
    """A forecast in numbers and words."""

    fights: int
    chance: int | None
    """The party's chance to win, in percent; None where most fights were not decided."""
    word: str
    rounds: tuple[Bar, ...]
    fell: tuple[Bar, ...]
    undecided: int

    @property
    def enough(self) -> bool:
        """Whether asking again would not make it better."""
        return self.fights >= ENOUGH


def has_two_sides(read: Read) -> bool:
    """Whether both sides have combatants."""
    party, foes = sides(read.head.fight)
    return bool(party and foes)


def estimate(read: Read) -> Estimate | None:
    """What the scene is likely to come to, within two seconds; None while nothing has been played in that time."""
    state: Json = read.system.codec.dump(type(read.head)(read.head.fight))
    key = sha256(json.dumps([read.system.slug, state], sort_keys=True).encode()).hexdigest()
    found = _kept.setdefault(key, Forecast())
    if found.fights < ENOUGH and ONE_AT_A_TIME.acquire(blocking=False):
        try:
            _add(found, _played(read.system.slug, state, found.fights))
        finally:
            ONE_AT_A_TIME.release()
    while len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return _said(read, found) if found.fights else None


def _played(slug: str, state: Json, first: int) -> dict[str, Json]:
    """The last line of a helper process that plays for a while; empty where it has told nothing yet.

    If a slow machine has told nothing in that time, the helper keeps playing, and the next request gets its result.
    """
    about = (slug, state, first)
    helper = _late.pop() if _late else None
    if helper is not None and helper.about != about:
        if helper.goes_on:
            _late.append(helper)
            return {}
        helper.end()
        helper = None
    helper = helper or _begun(slug, state, first)
    try:
        told, _errors = helper.process.communicate(helper.asks, timeout=WAITS_SECONDS)
    except subprocess.TimeoutExpired as late:
        if not late.output and helper.goes_on:
            _late.append(replace(helper, asks=None))
            return {}
        told = helper.end()
    lines = [line for line in told.split("\n")[:-1] if line]
    return dict(json.loads(lines[-1])) if lines else {}


def _begun(slug: str, state: Json, first: int) -> _Helper:
    asks = json.dumps({"system": slug, "head": state, "first": first, "until": time.time() + PLAYS_SECONDS})
    command = [sys.executable, *HELPER]
    process = subprocess.Popen(  # noqa: S603 - our own module, and what it reads is data
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=settings.BASE_DIR, text=True
    )
    return _Helper((slug, state, first), process, time.monotonic(), asks + "\n")


def _add(found: Forecast, told: dict[str, Json]) -> None:
    if not told:
        return
    found.fights += told["fights"]
    found.won += told["won"]
    found.ended += told["ended"]
    found.rounds.update(Counter({int(number): count for number, count in told["rounds"].items()}))
    found.fell.update(Counter(told["fell"]))


def _said(read: Read, found: Forecast) -> Estimate:
    fight = read.head.fight
    chance = round(100 * found.won / found.fights) if 2 * found.ended >= found.fights else None
    party, _foes = sides(fight)
    fell = sorted(((found.fell[who], fight.combatants[who].called(by_game_master=True)) for who in party), reverse=True)
    return Estimate(
        fights=found.fights,
        chance=chance,
        word=_word(chance) if chance is not None else _("Sin decidir"),
        rounds=tuple(Bar(_rounds(number), _percent(found, count)) for number, count in sorted(found.rounds.items())),
        fell=tuple(Bar(name, _percent(found, count)) for count, name in fell),
        undecided=found.fights - found.ended,
    )


def _rounds(number: int) -> str:
    return str(number) if number <= MOST_ROUNDS else f"{MOST_ROUNDS}+"


def _percent(found: Forecast, count: int) -> int:
    return round(100 * count / found.fights)


def _word(chance: int) -> str:
    words = ((90, _("Fácil")), (70, _("Favorable")), (45, _("Reñido")), (20, _("Peligroso")), (0, _("Casi perdido")))
    return next(word for least, word in words if chance >= least)
