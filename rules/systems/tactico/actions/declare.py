"""Declaring the three segments of a turn, and changing them later at a price (TAC-TURN-03, TAC-ACT-01 to -06).

(TAC-INT-01, TAC-INT-02, TAC-MEL-02 to -04, TAC-FAT-02, TAC-HEAL-03, TAC-DMG-08, TAC-DMG-09)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Option, Text
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id, Json
from rules.systems.tactico.actions.acting import check_able, here, others_than, people_input
from rules.systems.tactico.actions.care import begun, wound_input, wound_of
from rules.systems.tactico.budget import change_intention
from rules.systems.tactico.declaration import ActionKind, check_plan, plan_faults
from rules.systems.tactico.locations import LEGS, is_melee
from rules.systems.tactico.movement import too_many_moves
from rules.systems.tactico.situation import nearest, opponents, seen_opponents
from rules.systems.tactico.state import Body, Planned, Round, TacticoFight, Turn, What
from rules.systems.tactico.time import SEGMENTS
from rules.systems.tactico.turns import allowance, budget, declarer, passed_segments, to_act, with_turn

NAMES = ("first", "second", "third")
"""The inputs of the three segments; `<name>_target` is at or with whom."""

ORDER: tuple[What, ...] = (
    *("attack", "shoot", "move", "athletics_move", "crawl"),
    *("test", "reload", "handle_item", "treat", "give_up"),
)


def kind_of(what: str) -> ActionKind:
    """What the rules call a declared action (TAC-ACT-02)."""
    return {"shoot": "attack", "test": "skill"}.get(what, what)  # type: ignore[return-value]


def possible(fight: TacticoFight, actor: Id, viewer: Viewer) -> tuple[What, ...]:
    """What somebody may declare; nothing that their weapons and wounds leave no use for (TAC-DMG-08, TAC-DMG-09)."""
    body = fight.combatants[actor].body
    torso, leg = "torso" in body.disabled, any(one in LEGS for one in body.disabled)
    guns = [arm for arm in body.arms.values() if not is_melee(arm.values.skill)]
    lacks: Mapping[str, bool] = {
        "shoot": not guns,
        "reload": not any(arm.rounds is not None for arm in guns),
        "move": leg or torso,
        "athletics_move": leg or torso,
        "crawl": not leg and not torso,
        "treat": not wound_input(fight, actor, viewer, required=False),
        "attack": torso,
        "test": torso,
        "handle_item": torso,
    }
    return tuple(what for what in ORDER if not lacks.get(what, False) and not (torso and what in ("shoot", "reload")))


def proposed(fight: TacticoFight, actor: Id, viewer: Viewer) -> tuple[What, ...]:
    """What is preselected: to strike once and keep the rest while locked, else to shoot with a gun, else to come."""
    body = fight.combatants[actor].body
    can = possible(fight, actor, viewer)
    held = body.arm(body.in_hand)
    if seen_opponents(fight, actor, viewer) and "attack" in can:
        first: What = "attack"
    elif "shoot" in can and not is_melee(held.values.skill) and (held.left or held.spares_left != 0):
        first = "shoot" if held.left or "reload" not in can else "reload"
    else:
        first = "move" if "move" in can else can[0]
    return (first, "give_up", "give_up")


def segment_inputs(fight: TacticoFight, actor: Id, viewer: Viewer, plan: Sequence[Planned]) -> tuple[Input, ...]:
    """The three segments, each with whom it is at; `plan`: what is preselected."""
    can = possible(fight, actor, viewer)
    options = tuple(Option(what, Fact(f"what.{what}", rules=("TAC-ACT-02",))) for what in can)
    people = others_than(fight, actor, viewer, itself=True)
    near = seen_opponents(fight, actor, viewer)
    people = sorted(people, key=lambda who: who not in near)
    found: list[Input] = []
    for at, name in enumerate(NAMES):
        known = plan[at].what if plan[at].what in can else "give_up"
        found.append(Choice(name, f"input.{name}", default=known, fresh=True, layout="select", options=options))
        target = people_input(
            people, name=f"{name}_target", label="input.declared_target", required=False, default=plan[at].target
        )
        known_target = plan[at].target if plan[at].target in people else None
        found.append(replace(target, default=known_target, layout="select", fresh=True))
    return tuple(found)


def inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """What one does in each segment and at whom, whether the turn goes into leaving a melee, which wound, words."""
    if actor is None or actor not in fight.combatants or fight.combatants[actor].body.machine is not None:
        return ()
    turn = fight.round.turns.get(actor)
    near = seen_opponents(fight, actor, viewer)
    plan = turn.segments if turn else tuple(Planned(what) for what in proposed(fight, actor, viewer))
    leaving = (Flag("leaving", "input.leaving", fresh=True, note=Fact("note.leaving", rules=("TAC-MEL-03",))),)
    alike = (Flag("group", "input.whole_group", fresh=True),)
    return (
        *segment_inputs(fight, actor, viewer, plan),
        *(leaving if near or (turn and turn.leaving) else ()),
        *wound_input(fight, actor, viewer, required=False),
        *(alike if viewer.game_master and fight.combatants[actor].group is not None else ()),
        Text("words", "input.words", required=False, fresh=True, length=120),
    )


def plan_of(values: Mapping[str, Json], fight: TacticoFight, actor: Id) -> tuple[Planned, ...]:
    """The three segments of a form; where no target is named it is that of the segment before.

    A blow is meant for the one opponent with whom one is locked.
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
    return tuple(found)


def check_segments(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> None:
    """Refuse a declaration that the rules do not allow (rows as in `check_plan`)."""
    plan = plan_of(values, fight, actor)
    patient = _patient(fight, actor, values)
    kinds = [kind_of(one.what) for one in plan]
    who = declarer(fight, actor, leaving=bool(values.get("leaving")))
    check_plan(who, kinds, "self" if patient in (None, actor) else "other")
    if "treat" in kinds and values.get("wound") is not None:
        begun(fight, actor, values["wound"])


def _patient(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> Id | None:
    named = wound_of(fight, values.get("wound"))
    return named.patient if named else None


def check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """Only while it is declared, able, and in order from the lowest initiative (TAC-TURN-03)."""
    actor = here(fight, command)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if not fight.round.number:
        raise NotAllowed("tactico.not_begun")
    if fight.round.stage != "declaration":
        raise NotAllowed("tactico.declare.too_late")
    check_able(fight.combatants[actor].body)
    if not viewer.game_master and actor in fight.round.turns:
        raise NotAllowed("tactico.declare.already")
    if not viewer.game_master and to_act(fight)[:1] != (actor,):
        raise NotAllowed("tactico.declare.slower_first")
    if command.inputs.get("first") is not None:
        check_segments(fight, actor, command.inputs)


def resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Write the declaration down; everybody hears it (TAC-TURN-03, TAC-TURN-05)."""
    yield from ()
    actor = here(fight, command)
    notes = Notes()
    for who in _alike(fight, actor) if command.inputs.get("group") else (actor,):
        fight = _declared(fight, who, command.inputs, notes)
    return Outcome(fight, notes.so_far)


def _alike(fight: TacticoFight, actor: Id) -> tuple[Id, ...]:
    """Those of a group who have not declared yet, and whoever does it for them."""
    group = fight.combatants[actor].group
    return tuple(
        who
        for who in fight.order
        if who == actor
        or (
            group is not None
            and fight.combatants[who].group == group
            and fight.combatants[who].body.able
            and who not in fight.round.turns
        )
    )


def _declared(fight: TacticoFight, who: Id, values: Mapping[str, Json], notes: Notes) -> TacticoFight:
    check_segments(fight, who, values)
    plan = plan_of(values, fight, who)
    turn = Turn(plan, allowance(fight, who), leaving=bool(values.get("leaving")), words=values.get("words") or "")
    if any(one.what == "treat" for one in plan):
        fight = begun(fight, who, values.get("wound"))
    fight = with_turn(fight, who, turn)
    tell_plan(who, turn, notes, "declare")
    return fight


def tell_plan(who: Id, turn: Turn, notes: Notes, code: str) -> None:
    """Tell what somebody has declared, segment by segment (TAC-TURN-03)."""
    params: dict[str, Param] = {"who": Ref(who)}
    for name, planned in zip(NAMES, turn.segments, strict=True):
        params[name] = Word(f"what.{planned.what}")
    rules = ("TAC-TURN-03", "TAC-ACT-02") if code == "declare" else ("TAC-INT-01", "TAC-INT-02")
    notes.add(Fact(f"{code}.segments", params=params, rules=rules))
    targets = tuple(dict.fromkeys(one.target for one in turn.segments if one.target is not None))
    for target in targets:
        notes.add(Fact("declare.target", params={"who": Ref(who), "target": Ref(target)}, rules=("TAC-TURN-03",)))
    if turn.leaving:
        notes.add(Fact("declare.leaving", params={"who": Ref(who)}, rules=("TAC-MEL-03",)))
    if turn.words:
        notes.add(Fact("declare.words", params={"who": Ref(who), "words": turn.words}, rules=("TAC-TURN-03",)))


def change_inputs(fight: TacticoFight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The segments still to come, as they were declared."""
    if actor is None or actor not in fight.combatants or actor not in fight.round.turns:
        return ()
    turn = fight.round.turns[actor]
    whole = segment_inputs(fight, actor, viewer, turn.segments)
    return (*whole[2 * passed_segments(fight, actor) :], *wound_input(fight, actor, viewer, required=False))


def _changed(fight: TacticoFight, actor: Id, values: Mapping[str, Json]) -> Turn:
    """The turn after a change, one action poorer (TAC-INT-01, TAC-INT-02); raises NotAllowed where none is left."""
    turn, past = fight.round.turns[actor], passed_segments(fight, actor)
    plan = (*turn.segments[:past], *plan_of(values, fight, actor)[past:])
    planned = sum(one.what != "give_up" for one in plan[past:])
    after = change_intention(budget(fight, actor), planned)
    kinds = [kind_of(one.what) for one in plan]
    if too_many_moves(kinds):
        raise NotAllowed("tactico.plan.second_move")
    # what is past cannot be at fault, whatever wounds or melee it has brought
    to_come = [kind if at >= past else "give_up" for at, kind in enumerate(kinds)]
    leaving = turn.leaving and not any(kind in ("attack", "move", "athletics_move") for kind in to_come)
    leaving = leaving and nearest(fight, actor) is not None
    who = replace(declarer(fight, actor, leaving=leaving), fatigue_level=0)
    patient = _patient(fight, actor, values)
    for fault in plan_faults(who, to_come, "self" if patient in (None, actor) else "other"):
        raise NotAllowed(fault)
    return replace(turn, segments=plan, lost=after.actions_lost, leaving=leaving)


def change_check(fight: TacticoFight, command: Command, viewer: Viewer) -> None:
    """After declaring, while a segment is still to come and an action is left to lose (TAC-INT-01, TAC-INT-02)."""
    actor = here(fight, command)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    turn = fight.round.turns.get(actor)
    if turn is None:
        raise NotAllowed("tactico.intention.nothing_declared")
    check_able(fight.combatants[actor].body)
    if passed_segments(fight, actor) >= SEGMENTS:
        raise NotAllowed("tactico.intention.turn_over")
    left = budget(fight, actor)
    if left.allowance - left.actions_done - left.defences_used - left.actions_lost < 1:
        raise NotAllowed("tactico.intention.no_action_to_lose")
    if any(name in command.inputs for name in NAMES):
        _changed(fight, actor, command.inputs)


def change_resolve(fight: TacticoFight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Do other actions than declared, at the price of one action that cannot defend either (TAC-INT-02)."""
    yield from ()
    actor = here(fight, command)
    notes = Notes()
    after = _changed(fight, actor, command.inputs)
    if any(one.what == "treat" for one in after.segments[passed_segments(fight, actor) :]):
        fight = begun(fight, actor, command.inputs.get("wound"))
    tell_plan(actor, after, notes, "intention")
    return Outcome(with_turn(fight, actor, after), notes.so_far)


DECLARE: Action[Body, Round] = Action(
    "declare", resolve, inputs, check, icon="message-circle", of_the_turn=True, needs_actor=True
)
CHANGE: Action[Body, Round] = Action(
    "change_intention", change_resolve, change_inputs, change_check, icon="refresh-cw", needs_actor=True
)
