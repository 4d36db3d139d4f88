"""What a combatant fights with: weapons in hand, arms that work, shots left (TAC-ACT-02, TAC-DMG-07, TAC-INV-01)."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import GAME_MASTER, Audience, controllers_of
from rules.core.errors import NotAllowed
from rules.core.facts import Fact, fact
from rules.core.inputs import Choice, Option
from rules.core.once import once
from rules.core.types import Id, put
from rules.systems.tactico.gear.carrying import into_hand
from rules.systems.tactico.harm import arms_of
from rules.systems.tactico.locations import is_melee
from rules.systems.tactico.settings import setting
from rules.systems.tactico.state import UNARMED, Body, TacticoFight
from rules.systems.tactico.values import arm_facts, arm_param, named


def arms_for(body: Body, *, melee: bool) -> tuple[Id, ...]:
    """The keys of what strikes, the bare hands among them, or of what shoots; what is in hand comes first."""
    keys = (*body.arms, *((UNARMED,) if melee else ()))
    found = [key for key in keys if is_melee(body.arm(key).values.skill) == melee]
    return tuple(sorted(found, key=lambda key: key != body.in_hand))


def unusable(fight: TacticoFight, who: Id, key: Id) -> str | None:
    """Why a weapon cannot be used now, as the reason of a refusal (TAC-DMG-07, TAC-ACT-02)."""
    body = fight.body(who)
    disabled = body.disabled
    if key == UNARMED:
        return "tactico.weapon.no_arm" if {"right_arm", "left_arm"} <= set(disabled) else None
    arm = body.arm(key)
    if arm.dropped:
        return "tactico.weapon.dropped"
    if fight.ordered and fight.round.number and key != body.in_hand:
        return "tactico.weapon.not_in_hand"
    hand = body.hand if key == body.in_hand else arm.hand
    return "tactico.weapon.no_arm" if any(one in disabled for one in arms_of(hand)) else None


def finds_values_out(fight: TacticoFight, who: Id) -> bool:
    """Return whether a combatant learns what weapons do in play alone (TAC-INV-01)."""
    return bool(setting(fight.house, "weapon_values_hidden")) and not fight.body(who).expert


def knows_values(fight: TacticoFight, who: Id) -> Audience:
    """Who may read the values of a combatant's weapons: not its players, where these find them out (TAC-INV-01)."""
    return GAME_MASTER if finds_values_out(fight, who) else controllers_of(who)


def hides_values(fight: TacticoFight, who: Id, key: Id) -> bool:
    """Return whether the players of a combatant do not know what this weapon does; bare hands hide nothing."""
    return finds_values_out(fight, who) and key != UNARMED and bool(fight.combatants[who].controllers)


def arm_label(body: Body, key: Id) -> Fact:
    """The name of a weapon as an option."""
    return named(arm_param(key, body.arm(key)))


def shots_note(left: int, rounds: int | None) -> Fact:
    """How many shots of the magazine are left, beside an option (TAC-ACT-05)."""
    return fact("note.shots", left, rules=("TAC-ACT-05",), maximum=rounds or 0)


def weapon_input(fight: TacticoFight, who: Id, *, melee: bool, game_master: bool) -> Choice:
    """The choice of a weapon with its values and shots; what cannot be used says why."""
    body = fight.body(who)
    keys = arms_for(body, melee=melee)
    seen = game_master or knows_values(fight, who) != GAME_MASTER

    def option(key: Id) -> Option:
        arm = body.arm(key)
        reason = unusable(fight, who, key)
        notes = [Fact("note.weapon", params=arm_facts(key, arm), rules=("TAC-HOUSE-13",))] if seen else []
        if arm.rounds is not None:
            notes.append(shots_note(arm.left, arm.rounds))
        return Option(key, arm_label(body, key), notes=tuple(notes), reason=fact(f"error.{reason}") if reason else None)

    options = tuple(option(key) for key in keys)
    default = next((one.value for one in options if one.reason is None), None)
    return Choice("weapon", "input.weapon", default=default, layout="column", fresh=True, options=options)


def taken(fight: TacticoFight, who: Id, key: Id | None, *, melee: bool) -> Id:
    """The weapon of a form, else the first that can be used; raises NotAllowed where there is none."""
    keys = arms_for(fight.body(who), melee=melee)
    if key is None:
        key = next((one for one in keys if unusable(fight, who, one) is None), None)
        if key is None:
            reason = unusable(fight, who, keys[0]) if keys else None
            raise NotAllowed(reason or "tactico.shoot.no_weapon", field="weapon")
    if key not in keys:
        raise NotAllowed("tactico.weapon.not_carried", field="weapon")
    reason = unusable(fight, who, key)
    if reason:
        raise NotAllowed(reason, field="weapon")
    return key


def held(fight: TacticoFight, who: Id, key: Id) -> TacticoFight:
    """Return the fight in which a combatant has this weapon in hand."""
    body = fight.body(who)
    if key in (body.in_hand, UNARMED) or key not in body.arms:
        return fight
    return into_hand(fight, who, key, body.arms[key].hand)


@once
def fired(fight: TacticoFight, who: Id, key: Id, shots: int) -> TacticoFight:
    """Return the fight with this many shots of a weapon gone; raises NotAllowed when it has fewer (TAC-HOUSE-13)."""
    body = fight.body(who)
    arm = body.arm(key)
    if arm.rounds is None:
        return fight
    if arm.left < shots:
        raise NotAllowed("tactico.shoot.empty", field="weapon", params={"left": arm.left})
    return fight.with_body(who, replace(body, arms=put(body.arms, key, replace(arm, left=arm.left - shots))))
