"""Days that pass: provisions, hunger, nights of rest (TUM-PROV-*, TUM-HOUSE-11, TUM-HOUSE-22, TUM-HOUSE-23)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, at_least
from rules.core.facts import Explanation, Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import Throws
from rules.core.types import Id
from rules.systems.tumbas.dice import AttributeTest, Trial, cause, roll_test
from rules.systems.tumbas.gear.carrying import carried, count, fewer, with_carried
from rules.systems.tumbas.harm import hurt
from rules.systems.tumbas.healing import PLACES, Surroundings, known_place, mend, night_gain
from rules.systems.tumbas.state import Body, Round, TumbasFight, characters
from rules.systems.tumbas.trials import needs_ten, only_given, redeemed, roll_all, tell_pool, tell_total, trial_of

DAY = 24 * 60 * 60
"""Seconds of a day."""

MOST_DAYS = 14
"""The most days that pass by one command."""


@dataclass(frozen=True, slots=True)
class Eaten:
    """What whole days take from the provisions."""

    provisions: int
    """The points that are left."""
    consumed: int
    days_unfed: int


@dataclass(frozen=True, slots=True)
class Hunger:
    """The test of a day without food, and the hit points it costs."""

    test: AttributeTest
    lost: int


def eat(provisions: int, days: int, place: Surroundings) -> Eaten:
    """Cross off one point of provisions for each whole day outside a settlement (TUM-PROV-01, TUM-PROV-02).

    Raises UnknownValue for another place and OutOfRange for negative numbers.
    """
    known_place(place)
    at_least(provisions, 0, "tumbas.load.negative", field="provisions")
    at_least(days, 0, "tumbas.days.negative", field="days")
    needed = 0 if place == "settlement" else days
    consumed = min(provisions, needed)
    return Eaten(provisions - consumed, consumed, needed - consumed)


def hunger_causes(hungry_day: int) -> Explanation:
    """A penalty die for each earlier day without food in a row; raises OutOfRange below day 1 (TUM-HOUSE-23)."""
    earlier = at_least(hungry_day, 1, "tumbas.hunger.day", field="hungry_day") - 1
    return only_given(cause("hunger", -earlier, "TUM-HOUSE-23"))


def hungry_day(day: int, one: Trial) -> Throws[Hunger]:
    """Test a day without food, the how manyth in a row (TUM-HOUSE-23).

    Success costs nothing, failure as many hit points as days, a fumble twice that.
    """
    test = yield from roll_test(one, "hunger")
    if test.success:
        return Hunger(test, 0)
    return Hunger(test, 2 * day if test.fumble else day)


# At the table


def _inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How many days, where, and whether the nights are spent resting."""
    return (
        Number("days", "input.days", default=1, minimum=1, maximum=MOST_DAYS, required=False),
        Choice("place", "input.place", default="outdoors", layout="segments", options=options_of("place", PLACES)),
        Flag("resting", "input.resting", default=True),
    )


def _check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """No days pass in a fight or while a combatant is dying."""
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")
    if _any_dying(fight):
        raise NotAllowed("tumbas.time.dying")


def _days(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Day by day: those who eat cross off a point and may rest, the others make a test (TUM-HOUSE-22, -23)."""
    notes = Notes()
    place = cast(Surroundings, command.inputs["place"])
    days: int = command.inputs["days"] or 1
    notes.tell("time.days", days, rules=("TUM-PROV-02",), count=days, place=Word(f"place.{place}"))
    passed = 0
    while passed < days and not _any_dying(fight):
        passed += 1
        fight = yield from _day(fight, passed, place, notes, resting=bool(command.inputs["resting"]))
    if passed < days:
        # hunger has left a character dying: as when days begin, its fate must be known first
        notes.tell("time.stops", passed, rules=("TUM-HOUSE-21", "TUM-HOUSE-23"), days=passed)
    return Outcome(replace(fight, clock=fight.clock + DAY * passed), notes.so_far)


def _any_dying(fight: TumbasFight) -> bool:
    return any(one.body.dying for one in fight.combatants.values())


def _living(fight: TumbasFight) -> list[Id]:
    return [who for who in characters(fight) if fight.body(who).health != "dead"]


def _day(fight: TumbasFight, day: int, place: Surroundings, notes: Notes, *, resting: bool) -> Steps[TumbasFight]:
    hungry: list[Id] = []
    for who in _living(fight):
        gear = carried(fight.combatants[who])
        found = eat(count(gear, "provisions"), 1, place)
        if found.consumed:
            fight = with_carried(fight, who, fewer(gear, "provisions", found.consumed))
            notes.tell("time.eats", rules=("TUM-PROV-01", "TUM-PROV-02"), who=who, left=found.provisions)
        body = fight.body(who)
        row = body.hungry_days + 1 if found.days_unfed else 0
        fight = fight.with_body(who, replace(body, healed=False, hungry_days=row))
        if found.days_unfed:
            hungry.append(who)
    fight = yield from _hunger(fight, hungry, day, notes)
    return _night(fight, hungry, place, notes) if resting else fight


def _night(fight: TumbasFight, hungry: list[Id], place: Surroundings, notes: Notes) -> TumbasFight:
    """A night of rest for those who live and do not lie dying (TUM-HOUSE-22)."""
    healer = any(fight.body(who).bonus("healer") for who in _living(fight))
    for who in _living(fight):
        body = fight.body(who)
        if body.dying or body.hp >= body.hp_max:
            continue
        fed = who not in hungry
        if gain := night_gain(body.hp, body.value("resistance"), place, fed=fed, healer=healer):
            fight = mend(fight, who, gain, notes)
    return fight


def _hunger(fight: TumbasFight, hungry: list[Id], day: int, notes: Notes) -> Steps[TumbasFight]:
    """The tests of those without food; overload adds no die (TUM-HOUSE-06, TUM-HOUSE-11, TUM-HOUSE-23)."""
    rules: dict[Id, Throws[Hunger]] = {}
    trials: list[Trial] = []
    for who in hungry:
        body = fight.body(who)
        days = body.hungry_days
        gut = only_given(cause("iron_gut", body.bonus("iron_gut"), "TUM-HOUSE-06"))
        one = trial_of(fight, who, "resistance", (*hunger_causes(days), *gut))
        notes.tell("time.hungry", days, rules=("TUM-HOUSE-23",), who=who, days=days)
        tell_pool(fight, one, notes)
        rules[who] = hungry_day(days, one)
        trials.append(one)
    results = yield from roll_all(fight, rules, f"hunger:{day}", notes, trials)
    for who, found in results.items():
        fight = redeemed(fight, who)
        tell_total(fight, found.test, notes, needs=needs_ten(fight, who))
        if found.lost:
            if found.test.fumble:
                notes.tell("test.fumble", rules=("TUM-FUMB-01", "TUM-HOUSE-23"), who=who)
            fight = hurt(fight, who, found.lost, notes, rules=("TUM-HOUSE-23", "TUM-HOUSE-20"))
        else:
            notes.tell("time.endures", rules=("TUM-HOUSE-23",), who=who)
    return fight


DAYS: Action[Body, Round] = Action(
    "days", _days, _inputs, _check, icon="hourglass", for_game_master=True, undo="with_all_after"
)
