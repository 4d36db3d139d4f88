"""Bull rush, and aiding a friend (D20S-BULL-01 to -10, D20S-AID-01 to -05)."""

from __future__ import annotations

from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, Option
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.actions.acting import here, people_input
from rules.systems.d20.actions.afflict import counted
from rules.systems.d20.actions.blows import others_input
from rules.systems.d20.actions.effort import strain
from rules.systems.d20.actions.moving import past_input
from rules.systems.d20.actions.special.common import (
    against,
    attack_spent,
    check_attack,
    contest,
    draws,
    footing,
    others_near,
    target_input,
    target_of,
    tell_contest,
    tries,
)
from rules.systems.d20.actions.special.rushes import BULL_RUSHING, check_rush, check_way, rushes
from rules.systems.d20.actions.special.tripping import falls
from rules.systems.d20.marks import Effect
from rules.systems.d20.phases import Round
from rules.systems.d20.situation import adjacent, foes
from rules.systems.d20.special.aid import AID_BONUS, AID_CHOICES, AidChoice, aid_another
from rules.systems.d20.special.bull_rush import PUSH_FT, Pusher, bull_rush
from rules.systems.d20.special.maneuvers import WITHIN, Within, obstacles
from rules.systems.d20.state import Body, D20Fight, with_effect

BULL = tuple(f"D20S-BULL-{row:02}" for row in range(1, 11))
AID_RULES = tuple(f"D20S-AID-{row:02}" for row in range(1, 6))


def push_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom, as part of what, how much movement is left, and what stands behind."""
    if actor is None or actor not in fight.combatants:
        return ()
    within = tuple(Option(name, Fact(f"within.{name}")) for name in WITHIN[:2])
    return (
        target_input(fight, actor, viewer),
        Choice("within", "input.within", required=False, default=WITHIN[0], layout="segments", options=within),
        Number("feet", "input.feet_before", default=5, minimum=0, maximum=200, required=False),
        Number("left", "input.feet_left", default=0, minimum=0, maximum=200, required=False),
        past_input(fight, actor, viewer),
        Flag("follows", "input.follows", note=Fact("note.follows", rules=("D20S-BULL-07",))),
        Flag("occupied", "input.behind_occupied", fresh=True),
    )


def push_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """A move with the attack action, or a charge, must be left, and nothing forbid it."""
    check_rush(fight, command, viewer, BULL_RUSHING)


def push_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Push somebody straight back by opposed Strength (D20S-BULL-01 to -10)."""
    actor, target, values, notes = here(fight, command), target_of(fight, command), command.inputs, Notes()
    within = cast(Within, values["within"] or WITHIN[0])
    mine, theirs = fight.combatants[actor].body, fight.combatants[target].body
    stopped = obstacles("bull_rush", mine.size, theirs.size, within=within)
    if stopped:
        raise NotAllowed(f"d20.maneuver.{stopped[0]}", field="target")
    # into the square of somebody who stands beside one it is a step's length
    feet, left = max(values["feet"] or 0, PUSH_FT), values["left"] or 0
    check_way(fight, actor, target, within, feet, left if values["follows"] else 0)
    tries(actor, target, "bull_rush", notes, BULL)
    fight, goes_on = yield from rushes(fight, actor, target, BULL_RUSHING, within, feet, values["past"], notes)
    if not goes_on:
        return Outcome(fight, notes.so_far)
    stands = footing(fight, actor), footing(fight, target)
    rule = bull_rush(
        Pusher(stands[0].size, stands[0].strength_modifier),
        Pusher(stands[1].size, stands[1].strength_modifier, stands[1].stable),
        charging=within == "charge",
        moves_with_target=bool(values["follows"]),
        movement_left_ft=left,
        square_behind_occupied=bool(values["occupied"]),
    )
    found = yield from contest(fight, rule, actor, target, notes, "push")
    tell_contest(fight, actor, target, found.check, notes, BULL)
    if found.push_ft:
        params: dict[str, Param] = {"who": Ref(target), "feet": found.push_ft}
        notes.add(Fact("push.back", found.push_ft, params, ("D20S-BULL-06", "D20S-BULL-07", "D20S-BULL-08")))
        for key, who, other, act in (
            ("pushed:", target, actor, "bull_rush_push_target"),
            ("follows:", actor, target, "bull_rush_push_actor"),
        ):
            fight, _ = yield from draws(fight, who, other, act, notes, key)  # type: ignore[arg-type]
    else:
        told: dict[str, Param] = {"who": Ref(actor), "feet": found.actor_back_ft}
        notes.add(Fact("push.fails", found.actor_back_ft, told, ("D20S-BULL-10",)))
        if found.actor_prone:
            fight = falls(fight, actor, notes, ("D20S-BULL-10",))
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


def aid_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """Whom one helps, against whom, with what."""
    if actor is None or actor not in fight.combatants:
        return ()
    near = others_near(fight, actor, viewer)
    friends = [who for who in near if not foes(fight, actor, who)]
    enemies = [who for who in near if foes(fight, actor, who)]
    choices = tuple(Option(name, Fact(f"aid.{name}")) for name in AID_CHOICES)
    return (
        people_input(friends, name="friend", label="input.friend"),
        people_input(enemies),
        Choice("choice", "input.aid", required=False, default="attack", layout="segments", options=choices),
        others_input(),
    )


def aid_may(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """An attack must be left, and a friend there."""
    actor = check_attack(fight, command, viewer)
    if not any(not foes(fight, actor, who) for who in others_near(fight, actor, viewer)):
        raise NotAllowed("d20.aid.nobody")


def aid_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack Defense 10; the friend gets +2 on attacks or to Defense against that opponent (D20S-AID-01 to -05)."""
    actor, target, values, notes = here(fight, command), target_of(fight, command), command.inputs, Notes()
    friend: Id = values["friend"]
    if friend not in fight.combatants or friend in (actor, target):
        raise UnknownValue("core.combatant.gone", field="friend")
    choice = cast(AidChoice, values["choice"] or "attack")
    fight, base = attack_spent(fight, actor, "aid_another")
    weapon = fight.combatants[actor].body.weapon(fight.combatants[actor].body.main)
    bonus = against(fight, actor, target, base, values["others"], weapon=weapon, touch=False).bonus
    tries(actor, target, "aid", notes, AID_RULES)
    in_position = not fight.ordered or adjacent(fight, actor, target)
    rule = aid_another(attack_bonus=bonus, in_position=in_position, choice=choice)
    found = yield from contest(fight, rule, actor, target, notes, "aid")
    params: dict[str, Param] = {"who": Ref(actor), "friend": Ref(friend), "target": Ref(target)}
    if found.success:
        name = f"aid_{choice}"
        effect = Effect(f"{name}:{actor}", "bonus", name, value=AID_BONUS, by=actor, towards=target)
        fight = with_effect(fight, friend, counted(fight, effect, 1, actor))
        notes.add(Fact(f"aid.helps_{choice}", AID_BONUS, params, AID_RULES))
    else:
        notes.add(Fact("aid.fails", params=params, rules=AID_RULES))
    fight = yield from strain(fight, actor, notes)
    return Outcome(fight, notes.so_far)


BULL_RUSH: Action[Body, Round] = Action(
    "bull_rush", push_resolve, push_inputs, push_may, icon="chevrons-right", of_the_turn=True, needs_actor=True
)
AID: Action[Body, Round] = Action(
    "aid", aid_resolve, aid_inputs, aid_may, icon="hand-helping", of_the_turn=True, needs_actor=True
)
