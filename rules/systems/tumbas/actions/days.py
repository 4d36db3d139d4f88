"""Days that pass: provisions, hunger, nights of rest (TUM-PROV-02, -03, TUM-HOUSE-22, TUM-HOUSE-23)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number
from rules.core.requests import Steps, together
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.tumbas.actions.harm import hurt, mend
from rules.systems.tumbas.actions.testing import Try, cause, roll_dice, tell_pool, tell_total
from rules.systems.tumbas.gear.carrying import carried, count, fewer, with_carried
from rules.systems.tumbas.growth import people
from rules.systems.tumbas.hit_points import night_gain
from rules.systems.tumbas.rolls import attribute_test
from rules.systems.tumbas.sheet import options_of
from rules.systems.tumbas.state import Body, Round, TumbasFight
from rules.systems.tumbas.time import PLACES, Surroundings, hunger_loss, pass_days

DAY = 24 * 60 * 60
MOST_DAYS = 14
"""So many days pass at once."""


def inputs(fight: TumbasFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """How many days, where, and whether the nights are spent resting."""
    return (
        Number("days", "input.days", default=1, minimum=1, maximum=MOST_DAYS, required=False),
        Choice("place", "input.place", default="outdoors", layout="segments", options=options_of("place", PLACES)),
        Flag("resting", "input.resting", default=True),
    )


def check(fight: TumbasFight, command: Command, viewer: Viewer) -> None:
    """In a fight no days pass, and not while somebody is dying."""
    if fight.ordered:
        raise NotAllowed("tumbas.time.in_fight")
    if _somebody_dying(fight):
        raise NotAllowed("tumbas.time.dying")


def resolve(fight: TumbasFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Day by day: whoever eats crosses off a point and may rest, whoever does not makes a test (TUM-HOUSE-22, -23)."""
    notes = Notes()
    place = cast(Surroundings, command.inputs["place"])
    days: int = command.inputs["days"] or 1
    params: dict[str, Param] = {"count": days, "place": Word(f"place.{place}")}
    notes.add(Fact("time.days", days, params, ("TUM-PROV-02",)))
    passed = 0
    while passed < days and not _somebody_dying(fight):
        passed += 1
        fight = yield from _day(fight, passed, place, notes, resting=bool(command.inputs["resting"]))
    if passed < days:
        # by hunger: as when days begin, it must first be known what becomes of them
        notes.add(Fact("time.stops", passed, {"days": passed}, ("TUM-HOUSE-21", "TUM-HOUSE-23")))
    return Outcome(replace(fight, clock=fight.clock + DAY * passed), notes.so_far)


def _somebody_dying(fight: TumbasFight) -> bool:
    return any(one.body.dying for one in fight.combatants.values())


def _living(fight: TumbasFight) -> list[Id]:
    return [who for who in people(fight) if fight.combatants[who].body.health != "dead"]


def _day(fight: TumbasFight, day: int, place: Surroundings, notes: Notes, *, resting: bool) -> Steps[TumbasFight]:
    hungry: list[Id] = []
    for who in _living(fight):
        body = fight.combatants[who].body
        gear = carried(fight.combatants[who])
        found = pass_days(count(gear, "provisions"), 1, place)
        if found.consumed:
            fight = with_carried(fight, who, fewer(gear, "provisions", found.consumed))
            told: dict[str, Param] = {"who": Ref(who), "left": found.provisions}
            notes.add(Fact("time.eats", params=told, rules=("TUM-PROV-01", "TUM-PROV-02")))
        body = replace(fight.combatants[who].body, healed=False)
        row = body.hungry_days + 1 if found.days_unfed else 0
        fight = fight.with_body(who, replace(body, hungry_days=row))
        if found.days_unfed:
            hungry.append(who)
    fight = yield from _hunger(fight, hungry, day, notes)
    if not resting:
        return fight
    healer = any(fight.combatants[who].body.bonus("healer") for who in _living(fight))
    for who in _living(fight):
        body = fight.combatants[who].body
        if who in hungry or body.dying or body.hp >= body.hp_max:
            continue
        gain = night_gain(body.value("resistance"), place, healer=healer)
        fight = mend(fight, who, gain, notes)
    return fight


def _hunger(fight: TumbasFight, hungry: list[Id], day: int, notes: Notes) -> Steps[TumbasFight]:
    """The tests of those without food, harder for each day before; overload adds no die (TUM-HOUSE-11, -23)."""
    tries: dict[Id, Try] = {}
    for who in hungry:
        body = fight.combatants[who].body
        earlier, gut = body.hungry_days - 1, body.bonus("iron_gut")
        causes = (
            *((cause("hunger", -earlier, "TUM-HOUSE-23"),) if earlier else ()),
            *((cause("iron_gut", gut, "TUM-HOUSE-06"),) if gut else ()),
        )
        tries[who] = Try(who, "resistance", causes)
        notes.add(Fact("time.hungry", body.hungry_days, {"who": Ref(who), "days": body.hungry_days}, ("TUM-HOUSE-23",)))
        tell_pool(fight, tries[who], notes)
    rolled = yield from together(
        {who: roll_dice(fight, test, f"hunger:{day}:{who}", label="dice.hunger") for who, test in tries.items()},
        key=f"hunger:{day}",
        so_far=notes.so_far,
    )
    for who, test in tries.items():
        body = fight.combatants[who].body
        result = attribute_test(body.value("resistance"), rolled[who])
        tell_total(fight, test, result, notes)
        lost = hunger_loss(body.hungry_days, result)
        if lost:
            fight = hurt(fight, who, lost, notes)
        else:
            notes.add(Fact("time.endures", params={"who": Ref(who)}, rules=("TUM-HOUSE-23",)))
    return fight


DAYS: Action[Body, Round] = Action(
    "days", resolve, inputs, check, icon="hourglass", for_game_master=True, undo="with_all_after"
)
