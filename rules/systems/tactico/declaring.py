"""Declaring the three segments of a turn (TAC-TURN-03, TAC-ACT-01 to -06).

Fatigue, melee and wounds restrict what may be declared (TAC-FAT-02, TAC-MEL-02 to -04, TAC-HEAL-03, TAC-DMG-08,
TAC-DMG-09).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, cast, get_args

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of
from rules.core.facts import Fact, Notes, Word, fact
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text, seldom
from rules.core.people import people_input
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.acting import check_able, here, others_than, person, worth_attacking
from rules.systems.tactico.attributes import ACTIONS_PER_TURN, fatigue
from rules.systems.tactico.budget import with_turn
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.harm import wounds_of
from rules.systems.tactico.healing import begun, wound_input, wound_of
from rules.systems.tactico.initiative import to_act
from rules.systems.tactico.locations import LEGS, Location, is_melee, known_location
from rules.systems.tactico.melee import (
    MeleeStage,
    is_engaged,
    known_stage,
    may_move,
    nearest,
    opponents,
    seen_opponents,
)
from rules.systems.tactico.moving import MOVING, too_many_moves
from rules.systems.tactico.state import Body, Planned, Round, TacticoFight, Treating, Turn, What

ActionKind = Literal["move", "athletics_move", "attack", "skill", "reload", "handle_item", "crawl", "treat", "give_up"]
Patient = Literal["self", "other"]

ACTION_KINDS: tuple[ActionKind, ...] = get_args(ActionKind)
"""What a segment can hold (TAC-ACT-02)."""

PATIENTS: tuple[Patient, ...] = get_args(Patient)

ON_THE_GROUND: tuple[ActionKind, ...] = ("crawl", "treat", "give_up")
"""What a disabled torso leaves (TAC-DMG-09)."""

NAMES = ("first", "second", "third")
"""The inputs of the three segments; `<name>_target` is the target of each."""

ORDER: tuple[What, ...] = (
    *("attack", "shoot", "move", "athletics_move", "crawl"),
    *("test", "reload", "handle_item", "treat", "give_up"),
)
"""What may be declared, in the order in which it is offered."""


@dataclass(frozen=True)
class Declarer:
    """A combatant at the moment of declaring."""

    fatigue_level: int
    fatigue_attribute: int
    movement: int
    """Metres."""
    distance_m: int | Fraction | None
    """To the nearest opponent; None where there is none."""
    melee_stage: MeleeStage
    disabled: tuple[Location, ...]
    """Locations out of use."""


@dataclass(frozen=True)
class Plan:
    """What follows from an accepted declaration."""

    actions_allowed: int
    leaves_melee: bool


def actions_allowed(who: Declarer) -> int:
    """Return the actions of a turn: 3, 1 or 0 (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03, TAC-DMG-10)."""
    allowed = fatigue(who.fatigue_level, who.fatigue_attribute).actions_per_turn
    return 0 if "head" in who.disabled else allowed


def check_plan(who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient) -> Plan:
    """Accept a declaration or refuse it with the first of its faults (TAC-ACT-01 to -04, TAC-ACT-06).

    `segments` holds exactly three kinds of action (else `OutOfRange`). Fatigue, melee, wounds and treatment restrict
    them: TAC-FAT-02 to -04, TAC-MEL-01 to -04, TAC-MEL-06, TAC-DMG-08 to -10, TAC-HEAL-03,
    TAC-HOUSE-10, TAC-HOUSE-17.
    """
    for fault in plan_faults(who, segments, treat_patient):
        raise NotAllowed(fault, field="segments")
    return Plan(actions_allowed(who), who.melee_stage == "leaving")


def actions_used(segments: Sequence[ActionKind]) -> int:
    """Count the actions of a declaration (TAC-ACT-01, TAC-ACT-06)."""
    return len(segments) - segments.count("give_up")


def plan_faults(who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient) -> tuple[str, ...]:
    """List the reasons for which a declaration is not allowed, none when it is (rows as in `check_plan`)."""
    _check_words(who, segments, treat_patient)
    allowed = actions_allowed(who)
    at_least(who.movement, 0, "tactico.movement.negative", field="movement")
    is_engaged(who.distance_m)
    if len(segments) != SEGMENTS:
        raise OutOfRange("tactico.turn.segments", field="segments", params={"given": len(segments), "needed": SEGMENTS})
    return (
        *_number_faults(segments, allowed),
        *_melee_faults(who, segments),
        *_wound_faults(who, segments),
        *_treatment_faults(who, segments, treat_patient, allowed),
    )


def _check_words(who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient) -> None:
    known_stage(who.melee_stage)
    for location in who.disabled:
        known_location(location, field="disabled")
    for action in segments:
        one_of(action, ACTION_KINDS, "tactico.action.unknown", field="segments")
    one_of(treat_patient, PATIENTS, "tactico.treatment.patient_unknown", field="treat_patient")


def _number_faults(segments: Sequence[ActionKind], allowed: int) -> Iterator[str]:
    if actions_used(segments) > allowed:
        yield "tactico.plan.too_many_actions"
    if too_many_moves(segments):
        yield "tactico.plan.second_move"


def _melee_faults(who: Declarer, segments: Sequence[ActionKind]) -> Iterator[str]:
    moves = any(action in MOVING for action in segments)
    if who.melee_stage == "leaving":
        if not is_engaged(who.distance_m):
            yield "tactico.plan.nothing_to_leave"
        if moves or "attack" in segments:
            yield "tactico.plan.leaving_takes_the_turn"
    elif moves and not may_move(who.distance_m, who.melee_stage):
        yield "tactico.plan.locked_in_melee"


def _wound_faults(who: Declarer, segments: Sequence[ActionKind]) -> Iterator[str]:
    torso, leg = "torso" in who.disabled, any(location in LEGS for location in who.disabled)
    if "crawl" in segments and not torso and not leg:
        yield "tactico.plan.no_need_to_crawl"
    if torso and any(action not in ON_THE_GROUND for action in segments):
        yield "tactico.plan.torso_disabled"
    if leg and any(action in MOVING and action != "crawl" for action in segments):
        yield "tactico.plan.leg_disabled"


def _treatment_faults(
    who: Declarer, segments: Sequence[ActionKind], treat_patient: Patient, allowed: int
) -> Iterator[str]:
    if "treat" not in segments:
        return
    if any(action not in ("treat", "give_up") for action in segments) or segments.count("treat") < allowed:
        yield "tactico.plan.treating_takes_the_turn"
    if treat_patient == "other" and "torso" in who.disabled:
        yield "tactico.plan.only_own_wounds"


# in a fight


def declarer(fight: TacticoFight, who: Id, *, leaving: bool = False) -> Declarer:
    """A combatant as the check of a declaration sees it."""
    body = fight.body(who)
    stage: MeleeStage = "leaving" if leaving else "left_last_turn" if who in fight.round.left else "none"
    return Declarer(
        max(0, body.fatigue), body.fatigue_attribute, body.movement, nearest(fight, who), stage, body.disabled
    )


def allowance(fight: TacticoFight, who: Id) -> int:
    """The actions that the next declaration may hold (TAC-ACT-01, TAC-FAT-02, TAC-FAT-03, TAC-DMG-10)."""
    if not fight.body(who).able:
        return ACTIONS_PER_TURN["exhausted"]
    return actions_allowed(declarer(fight, who))


def kind_of(what: str) -> ActionKind:
    """What the rules call a declared action (TAC-ACT-02)."""
    return cast(ActionKind, {"shoot": "attack", "test": "skill"}.get(what, what))


def named_wound(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> str | None:
    """The wound that a form names; a friend who is named beside the treatment comes before a wound of another's."""
    wound: str | None = values.get("wound")
    named = wound_of(fight, wound)
    for name in NAMES:
        target: Id | None = values.get(f"{name}_target")
        if target is None or target not in fight.combatants or values.get(name) != "treat":
            continue
        if named is not None and named.patient == target:
            continue
        own = next((key for key, _ in wounds_of(fight.body(target))), None)
        if own is not None and fight.combatants[target].side == fight.combatants[actor].side:
            return f"{target} {own}"
    return wound


def patient_of(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> Patient:
    """Whose wound a form names: the actor's own, also where it names none, or another's."""
    named = wound_of(fight, named_wound(fight, actor, values))
    return "other" if named is not None and named.patient != actor else "self"


def possible(fight: TacticoFight, actor: Id, viewer: Viewer) -> tuple[What, ...]:
    """What may be declared; nothing that weapons and wounds leave no use for (TAC-DMG-08, TAC-DMG-09)."""
    body = fight.body(actor)
    torso, leg = "torso" in body.disabled, any(one in LEGS for one in body.disabled)
    guns = [arm for arm in body.arms.values() if not is_melee(arm.values.skill)]
    lacks: Mapping[str, bool] = {
        "shoot": not guns or torso,
        "reload": not any(arm.rounds is not None for arm in guns) or torso,
        "move": leg or torso,
        "athletics_move": leg or torso,
        "crawl": not leg and not torso,
        "treat": not wound_input(fight, actor, viewer, required=False),
        "attack": torso,
        "test": torso,
        "handle_item": torso,
    }
    return tuple(what for what in ORDER if not lacks.get(what, False))


def proposed(fight: TacticoFight, actor: Id, viewer: Viewer) -> tuple[Planned, ...]:
    """What is preselected: to strike once and keep the rest while locked, else to shoot with a gun, else to come."""
    body = fight.body(actor)
    can = possible(fight, actor, viewer)
    held = body.arm(body.in_hand)
    if seen_opponents(fight, actor, viewer) and "attack" in can:
        first: What = "attack"
    elif "shoot" in can and not is_melee(held.values.skill) and (held.left or held.spares_left != 0):
        first = "shoot" if held.left or "reload" not in can else "reload"
    else:
        first = "move" if "move" in can else can[0]
    if not _may_begin_with(fight, actor, first):
        first = next((what for what in can if _may_begin_with(fight, actor, what)), "give_up")
    foe = next(iter(worth_attacking(fight, actor, viewer)), None)
    target = foe if first in ("attack", "shoot") else None
    return (Planned(first, target), Planned("give_up"), Planned("give_up"))


def _may_begin_with(fight: TacticoFight, actor: Id, what: What) -> bool:
    """Whether a turn that begins with this and then rests may be declared."""
    kinds = [kind_of(what), *(kind_of("give_up"),) * (SEGMENTS - 1)]
    return not plan_faults(declarer(fight, actor), kinds, "self")


def segment_inputs(fight: TacticoFight, actor: Id, viewer: Viewer, plan: Sequence[Planned]) -> tuple[Input, ...]:
    """The three segments, each with its target; `plan`: what is preselected."""
    can = possible(fight, actor, viewer)
    options = tuple(Option(what, fact(f"what.{what}", rules=("TAC-ACT-02",))) for what in can)
    people = others_than(fight, actor, viewer)
    found: list[Input] = []
    for name, planned in zip(NAMES, plan, strict=True):
        known = planned.what if planned.what in can else "give_up"
        found.append(Choice(name, f"input.{name}", default=known, fresh=True, layout="select", options=options))
        target = people_input(
            people,
            name=f"{name}_target",
            label="input.declared_target",
            required=False,
            default=planned.target,
            fresh=True,
        )
        found.append(replace(target, layout="select"))
    return tuple(found)


def plan_of(values: Mapping[str, Json], fight: TacticoFight, actor: Id) -> tuple[Planned, ...]:
    """The three segments of a form; where no target is named it is that of the segment before.

    A blow is meant for the opponent that the actor is locked with, if there is only one. Treatment in the first segment
    takes the others too where nothing else is named for them (TAC-HEAL-03).
    """
    found: list[Planned] = []
    last: Id | None = None
    near = [one for one in opponents(fight, actor) if not fight.combatants[one].hidden]
    for name in NAMES:
        what = cast(What, values.get(name) or "give_up")
        target: Id | None = values.get(f"{name}_target")
        last = target if target in fight.combatants else last
        if what == "attack" and last is None and len(near) == 1:
            last = near[0]
        found.append(Planned(what, last if what in ("attack", "shoot", "move", "athletics_move", "test") else None))
    first, *rest = found
    if first.what == "treat" and all(one.what == "give_up" for one in rest):
        allowed = actions_allowed(declarer(fight, actor))
        return tuple(first if place < allowed else one for place, one in enumerate(found))
    return tuple(found)


def _checked(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> Plan:
    """Return what follows from a declaration, or refuse one that the rules do not allow (rows as in `check_plan`)."""
    kinds = [kind_of(one.what) for one in plan_of(values, fight, actor)]
    who = declarer(fight, actor, leaving=bool(values.get("leaving")))
    found = check_plan(who, kinds, patient_of(fight, actor, values))
    wound = named_wound(fight, actor, values)
    if "treat" in kinds and wound is not None:
        begun(fight, actor, wound)
    return found


# the action


def _inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What is done in each segment and its target, whether the turn goes into leaving a melee, which wound, words."""
    actor = person(fight, actor)
    if actor is None:
        return ()
    turn = fight.round.turns.get(actor)
    near = seen_opponents(fight, actor, viewer)
    plan = turn.segments if turn else proposed(fight, actor, viewer)
    leaving = (Flag("leaving", "input.leaving", fresh=True, note=fact("note.leaving", rules=("TAC-MEL-03",))),)
    alike = (Flag("group", "input.whole_group", fresh=True),)
    return (
        *segment_inputs(fight, actor, viewer, plan),
        *(leaving if near or (turn and turn.leaving) else ()),
        *seldom(*wound_input(fight, actor, viewer, required=False)),
        *(alike if viewer.game_master and fight.combatants[actor].group is not None else ()),
        *seldom(Text("words", "input.words", required=False, fresh=True, length=120)),
    )


def _check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Refuse it outside the declarations, and to players out of order: the lowest initiative first (TAC-TURN-03)."""
    actor = here(fight, command)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.round.number:
        raise NotAllowed("core.not_begun")
    if fight.round.stage != "declaration":
        raise NotAllowed("tactico.declare.too_late")
    check_able(fight.body(actor))
    if not viewer.game_master and actor in fight.round.turns:
        raise NotAllowed("tactico.declare.already")
    if not viewer.game_master and to_act(fight)[:1] != (actor,):
        raise NotAllowed("tactico.declare.slower_first")
    if command.inputs.get("first") is not None:
        _checked(fight, actor, command.inputs)


def _resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write the declaration down; everybody hears it (TAC-TURN-03, TAC-TURN-05)."""
    yield from ()
    actor = here(fight, command)
    notes = Notes()
    for who in _alike(fight, actor) if command.inputs.get("group") else (actor,):
        fight = _declared(fight, who, command.inputs, notes)
    return Outcome(fight, notes.so_far)


def _alike(fight: TacticoFight, actor: Id) -> tuple[Id, ...]:
    """The actor, and those of its group who have not declared yet."""
    group = fight.combatants[actor].group

    def joins(who: Id) -> bool:
        same = group is not None and fight.combatants[who].group == group
        return same and fight.body(who).able and who not in fight.round.turns

    return tuple(who for who in fight.order if who == actor or joins(who))


def _declared(fight: TacticoFight, who: Id, values: Mapping[str, Json], notes: Notes) -> TacticoFight:
    found = _checked(fight, who, values)
    plan = plan_of(values, fight, who)
    turn = Turn(plan, found.actions_allowed, leaving=found.leaves_melee, words=values.get("words") or "")
    if any(one.what == "treat" for one in plan):
        fight = begun(fight, who, named_wound(fight, who, values))
    fight = with_turn(fight, who, turn)
    treated = _treated(fight, who, turn.segments, values)
    if treated is not None and treated.patient == who:
        notes.tell("declare.treats_own", rules=("TAC-TURN-03", "TAC-HEAL-03"), who=who)
    elif treated is not None:
        notes.tell("declare.treats", rules=("TAC-TURN-03", "TAC-HEAL-03"), who=who, target=treated.patient)
    else:
        _tell_segments(who, turn.segments, notes)
    tell_rest(who, turn, notes)
    return fight


def _tell_segments(who: Id, plan: Sequence[Planned], notes: Notes) -> None:
    """Tell what is declared for each segment, the ones given up at the end in one word (TAC-TURN-03, TAC-ACT-06)."""
    rules = ("TAC-TURN-03", "TAC-ACT-02")
    acts = without_rest(plan)
    if not acts:
        notes.tell("turn.gives_up", rules=("TAC-ACT-06",), who=who)
        return
    if len(acts) > 1 and _is_late(acts):
        notes.tell("declare.late", rules=rules, who=who, what=what_words(acts)[-1], segment=len(acts))
        return
    first, second, third = what_words(plan)
    if len(acts) == 1:
        notes.tell("declare.one_segment", rules=rules, who=who, first=first)
    elif len(acts) == SEGMENTS - 1:
        notes.tell("declare.two_segments", rules=rules, who=who, first=first, second=second)
    else:
        notes.tell("declare.segments", rules=rules, who=who, first=first, second=second, third=third)


def _is_late(acts: Sequence[Planned]) -> bool:
    """Whether nothing is done before the last of these segments."""
    return all(one.what == "give_up" for one in acts[:-1])


def _treated(fight: TacticoFight, who: Id, plan: Sequence[Planned], values: Mapping[str, Json]) -> Treating | None:
    """The wound that a plan treats, where it holds nothing but the treatment (TAC-HEAL-03)."""
    alone = {one.what for one in without_rest(plan)} == {"treat"}
    return wound_of(fight, named_wound(fight, who, values)) if alone else None


def without_rest(plan: Sequence[Planned]) -> Sequence[Planned]:
    """A plan up to its last action: what is given up after it is left out."""
    last = max((place for place, one in enumerate(plan, start=1) if one.what != "give_up"), default=0)
    return plan[:last]


def what_words(plan: Sequence[Planned]) -> tuple[Word, ...]:
    """The words for what is declared in the three segments."""
    return tuple(Word(f"what.{planned.what}") for planned in plan)


def brief_words(plan: Sequence[Planned]) -> tuple[Word, ...]:
    """One word for each of what is declared, where several stand on a button."""
    return tuple(Word(f"brief.{planned.what}") for planned in plan)


def tell_rest(who: Id, turn: Turn, notes: Notes) -> None:
    """Tell the targets of a declaration, that it leaves a melee, and its words (TAC-TURN-03)."""
    for target in dict.fromkeys(one.target for one in turn.segments if one.target is not None):
        notes.tell("declare.target", rules=("TAC-TURN-03",), who=who, target=target)
    if turn.leaving:
        notes.tell("declare.leaving", rules=("TAC-MEL-03",), who=who)
    if turn.words:
        notes.tell("declare.words", rules=("TAC-TURN-03",), who=who, words=turn.words)


def _says(fight: TacticoFight, command: Command) -> Fact | None:
    """What is about to be declared: the actions, with the target where there is a single one."""
    if command.actor is None:
        return None
    plan = plan_of(command.inputs, fight, command.actor)
    acts = without_rest(plan)
    if not acts:
        return fact("declare.says_leaving" if command.inputs.get("leaving") else "declare.says_nothing")
    treated = _treated(fight, command.actor, plan, command.inputs)
    if treated is not None and treated.patient == command.actor:
        return fact("declare.says_treat_own")
    if treated is not None:
        return fact("declare.says_treat", target=treated.patient)
    if len(acts) > 1 and _is_late(acts):
        return fact("declare.says_late", what=what_words(acts)[-1], segment=len(acts))
    if len(acts) > 1:
        first, second, third = brief_words(plan)
        if len(acts) == SEGMENTS:
            return fact("declare.says", first=first, second=second, third=third)
        return fact("declare.says_two", first=first, second=second)
    target = acts[0].target if acts[0].what != "test" else None
    if target is None:
        return fact("declare.says_one", first=what_words(acts)[0])
    return fact("declare.says_target", first=what_words(acts)[0], target=target)


DECLARE: Action[Body, Round] = Action(
    "declare", _resolve, _inputs, _check, says=_says, icon="message-circle", of_the_turn=True, needs_actor=True
)
