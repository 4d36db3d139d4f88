"""Breaking objects by force, mending them, what holds them, and the saves that they make.

Rules: D20S-BRK-01 to -03, D20S-REP-01 to -03, D20S-OBJ-04, D20S-OBJ-15, D20S-OBJ-16, D20S-HOUSE-02, D20S-HOUSE-09.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of
from rules.core.people import here, may_name, people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.throws import ACTOR, asked
from rules.core.types import Id
from rules.systems.d20.abilities import SAVES, Save
from rules.systems.d20.bearing import effects_of, modifier, save_bonus, save_terms, skill_bonus
from rules.systems.d20.doing import check_spend, spend
from rules.systems.d20.explained import asking
from rules.systems.d20.explosives import saver
from rules.systems.d20.harm import changed, strain
from rules.systems.d20.hazards import HOUR
from rules.systems.d20.healing import mend
from rules.systems.d20.objects import break_object, object_save, repair_object
from rules.systems.d20.state import Body, D20Fight, Round, Spent
from rules.systems.d20.sunder import damaged_arms, damaged_input, mended, sturdiness_of
from rules.systems.d20.time import passes
from rules.systems.d20.turns import check_able, check_turn

BREAKING = ("D20S-BRK-01", "D20S-BRK-02", "D20S-BRK-03", "D20S-HOUSE-02")

MENDING = ("D20S-REP-01", "D20S-REP-02", "D20S-REP-03", "D20S-HOUSE-09")


def things(fight: D20Fight, viewer: Viewer, *, whole: bool = True) -> list[Id]:
    """The things that this viewer may name, those that are destroyed only where `whole` is not asked."""
    found = [who for who in may_name(fight, viewer) if fight.body(who).being == "object"]
    return [who for who in found if fight.body(who).hp > 0 or not whole]


def thing_of(fight: D20Fight, command: Command) -> Id:
    """The thing of a command; raises UnknownValue, NotAllowed."""
    target: Id = command.inputs["target"]
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    if fight.body(target).being != "object":
        raise NotAllowed("d20.object.things_only", field="target")
    return target


def break_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which thing."""
    return (people_input(things(fight, viewer)),)


def break_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """There must be something whole, and an attack action left."""
    actor = check_turn(fight, command, viewer)
    if not things(fight, viewer):
        raise NotAllowed("d20.object.none")
    check_spend(fight, actor, Spent("attack"))


def break_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Strength against what holds it together (D20S-BRK-01 to -03)."""
    actor, target, notes = here(fight, command), thing_of(fight, command), Notes()
    body = fight.body(target)
    if body.hp <= 0:
        raise NotAllowed("d20.object.destroyed", field="target")
    fight = spend(fight, actor, Spent("attack"))
    notes.tell("object.forces", who=actor, target=target, rules=BREAKING)
    strength = modifier(fight.body(actor), "strength", effects_of(fight, actor))
    rule = break_object(
        break_dc=body.thing.break_dc, hp=body.hp, hp_max=body.hp_max, strength_modifier=strength
    )  # fmt: skip
    found = yield from asked(
        rule,
        asking(fight, {ACTOR: actor}, notes, key="break", because=("D20S-BRK-01",)),
    )
    notes.tell("object.dc", found.dc, rules=BREAKING, audience=controllers_of())
    notes.tell("object.broken" if found.broken else "object.holds", who=actor, target=target, rules=BREAKING)
    if found.broken:
        fight = changed(fight, target, replace(body, hp=0), "harm", notes, by=actor, rules=BREAKING)
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def repair_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which thing, and with what tools."""
    note = Fact("note.tools", rules=("D20S-REP-01",))
    arms = damaged_input(fight.body(actor)) if actor is not None and actor in fight.combatants else ()
    return (
        people_input(_all_damaged(fight, viewer), required=not arms),
        *arms,
        Flag("tools", "input.tools", default=True, note=note),
    )


def _all_damaged(fight: D20Fight, viewer: Viewer) -> list[Id]:
    return [who for who in things(fight, viewer, whole=False) if _damaged(fight, who)]


def _damaged(fight: D20Fight, who: Id) -> bool:
    body = fight.body(who)
    return body.hp < body.hp_max and not body.thing.beyond_repair


def repair_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An hour is not to be had in a fight; something must be damaged."""
    check_able(fight, command)
    if fight.ordered:
        raise NotAllowed("d20.repair.in_fight")
    if not _all_damaged(fight, viewer) and not damaged_arms(fight.body(here(fight, command))):
        raise NotAllowed("d20.object.undamaged")


def repair_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """An hour of work, then the check; while damage remains another hour may follow (D20S-REP-01 to -03)."""
    key = command.inputs.get("weapon")
    if key:
        return (yield from _mend_weapon(fight, command, here(fight, command), str(key)))
    actor, target, notes = here(fight, command), thing_of(fight, command), Notes()
    if not _damaged(fight, target):
        raise NotAllowed("d20.object.undamaged", field="target")
    notes.tell("repair.works", who=actor, target=target, rules=MENDING)
    fight = yield from passes(fight, HOUR, notes)
    if target not in fight.combatants or not _damaged(fight, target):
        return Outcome(fight, notes.so_far)
    body = fight.body(target)
    rule = repair_object(
        hp=body.hp,
        hp_max=body.hp_max,
        repair_bonus=skill_bonus(fight, actor, "repair"),
        has_tools=bool(command.inputs["tools"]),
    )
    found = yield from asked(
        rule,
        asking(fight, {ACTOR: actor}, notes, key="repair", because=("D20S-REP-02",)),
    )
    notes.tell("repair.done" if found.success else "repair.fails", who=actor, target=target, rules=MENDING)
    if found.restored:
        fight = mend(fight, target, found.restored, notes, rules=MENDING)
    if found.more_work:
        notes.tell("repair.more", target=target, rules=("D20S-REP-03",))
    return Outcome(fight, notes.so_far)


def _mend_weapon(fight: D20Fight, command: Command, actor: Id, key: str) -> Steps[Outcome[Body, Round]]:
    """An hour of work on a weapon of one's own (D20S-REP-01 to -03)."""
    notes, body = Notes(), fight.body(actor)
    weapon = next((one for one in damaged_arms(body) if one.key == key), None)
    if weapon is None:
        raise NotAllowed("d20.object.undamaged", field="weapon")
    notes.tell("sunder.mends", who=actor, weapon=weapon.name, rules=MENDING)
    fight = yield from passes(fight, HOUR, notes)
    most = sturdiness_of(weapon)[1]
    rule = repair_object(
        hp=max(0, most - fight.body(actor).arm(key).hurt),
        hp_max=most,
        repair_bonus=skill_bonus(fight, actor, "repair"),
        has_tools=bool(command.inputs["tools"]),
    )
    found = yield from asked(rule, asking(fight, {ACTOR: actor}, notes, key="repair", because=("D20S-REP-02",)))
    code = "sunder.mended" if found.success else "sunder.not_mended"
    notes.tell(code, who=actor, weapon=weapon.name, rules=MENDING)
    return Outcome(mended(fight, actor, weapon, found.restored), notes.so_far)


def thing_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Which thing, and what is ruled about it."""
    people = [who for who in may_name(fight, viewer) if fight.body(who).being != "object"]
    verbs = options_of("thing", THING_VERBS)
    saves = options_of("save", SAVES)
    return (
        people_input(things(fight, viewer, whole=False)),
        Choice("verb", "input.thing", default=THING_VERBS[0], layout="segments", options=verbs),
        people_input(people, name="holder", label="input.holder", required=False, fresh=True),
        Choice("save", "input.save", required=False, default="reflex", layout="segments", options=saves),
        Number("dc", "input.dc", required=False, default=15, minimum=1, maximum=60),
    )


THING_VERBS = ("held", "loose", "saves", "beyond_repair")
THING_IS = {"held": "thing.is_held", "loose": "thing.is_loose", "beyond_repair": "thing.is_beyond_repair"}


def thing_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """There must be a thing."""
    if not things(fight, viewer, whole=False):
        raise NotAllowed("d20.object.none")


def thing_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Change its holder, rule it beyond repair, or roll its holder's save (D20S-OBJ-04, -15, -16, HOUSE-09)."""
    target, values, notes = thing_of(fight, command), command.inputs, Notes()
    body = fight.body(target)
    verb, holder = values["verb"], values["holder"]
    if verb == "saves":
        kind = cast(Save, values["save"] or "reflex")
        return Outcome((yield from _thing_saves(fight, target, kind, values["dc"] or 15, notes)), notes.so_far)
    if verb == "held" and holder not in fight.combatants:
        raise NotAllowed("d20.object.who_holds", field="holder")
    params: dict[str, Param] = {"target": Ref(target)}
    if verb == "held":
        params = {**params, "who": Ref(holder)}
    notes.add(Fact(THING_IS[verb], params=params, rules=("D20S-OBJ-04", "D20S-HOUSE-09")))
    if verb == "beyond_repair":
        after = replace(body.thing, beyond_repair=True)
    else:
        after = replace(body.thing, holder=holder if verb == "held" else None)
    return Outcome(fight.with_body(target, replace(body, thing=after)), notes.so_far)


def _thing_saves(fight: D20Fight, target: Id, kind: Save, dc: int, notes: Notes) -> Steps[D20Fight]:
    holder = saver(fight, target)
    bonus = None if holder is None else save_bonus(fight, holder, kind)
    extra = {} if holder is None else {ACTOR: save_terms(fight.body(holder), kind, effects_of(fight, holder))}
    found = yield from asked(
        object_save(dc=dc, holder_save_bonus=bonus),
        asking(fight, {ACTOR: holder}, notes, key=f"thing:{target}", secret=True, more=extra),
    )
    good = found is not None and found.success
    rules = ("D20S-OBJ-15", "D20S-OBJ-16")
    notes.tell(
        "thing.save_made" if good else "thing.save_failed", target=target, what=Word(f"save.{kind}"), rules=rules
    )
    return fight


BREAK: Action[Body, Round] = Action(
    "break_object", break_resolve, break_inputs, break_check, icon="heart-crack", of_the_turn=True, needs_actor=True
)

REPAIR: Action[Body, Round] = Action(
    "repair", repair_resolve, repair_inputs, repair_check, icon="refresh-cw", of_the_turn=True, needs_actor=True
)

THING: Action[Body, Round] = Action(
    "thing", thing_resolve, thing_inputs, thing_check, icon="door-closed", for_game_master=True
)
