"""The choice of a weapon, of how it is used, and of whom it is meant for."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Choice, Input, Option
from rules.core.types import Id, Json
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon
from rules.systems.d20.bearing import effects_of
from rules.systems.d20.hands import at_hand, holds_nothing, main_free, off_free
from rules.systems.d20.state import Body, D20Fight


def arms_of(body: Body) -> tuple[Weapon, ...]:
    """The weapons of ordinary attacks: what bursts or splashes is thrown by other rules."""
    return tuple(one for one in body.carried() if not (one.explosive or one.splash))


NOT_IN_HAND = "d20.weapon.not_in_hand"


def why_not(fight: D20Fight, actor: Id, weapon: Weapon) -> str:
    """The reason why a weapon cannot be used as things are; "" where it can (D20C-MVA-04, D20C-CIR-10)."""
    if not at_hand(fight, fight.combatants[actor].body, weapon):
        return NOT_IN_HAND
    forbidden = effects_of(fight, actor).forbidden_weapons
    if not weapon.melee and (weapon.kind in forbidden or (weapon.use == "thrown" and "thrown" in forbidden)):
        return "d20.attack.prone_weapon"
    return ""


def check_usable(fight: D20Fight, actor: Id, weapon: Weapon) -> Weapon:
    """The weapon, which can be used as things are; raises NotAllowed otherwise."""
    reason = why_not(fight, actor, weapon)
    if reason:
        raise NotAllowed(reason, field="weapon")
    return weapon


def weapon_input(fight: D20Fight, actor: Id, arms: tuple[Weapon, ...], *, used: bool = True) -> Choice:
    """The choice of a weapon, the one in hand first, those that cannot be used last and with the reason.

    Dice and what is loaded stand beside each; with what is not in hand goes how it gets there. used: as a weapon.
    """
    body = fight.combatants[actor].body
    reasons = {one.key: why_not(fight, actor, one) if used else "" for one in arms}
    ordered = sorted(arms, key=lambda one: (bool(reasons[one.key]), one.key != body.main, one.key != body.off))
    options = []
    for one in ordered:
        notes = [Fact("note.dice", params={"dice": one.dice})]
        loaded = body.loaded(one.key)
        if loaded is not None:
            notes.append(Fact("note.loaded", value=loaded))
        reason = reasons[one.key]
        refused = Fact(f"error.{reason}") if reason else None
        extra: Mapping[str, Json] = {"instead": ways_to_hand(body, one)} if reason == NOT_IN_HAND else {}
        options.append(Option(one.key, weapon_name(one), notes=tuple(notes), reason=refused, extra=extra))
    default = ordered[0].key if ordered else None
    return Choice("weapon", "input.weapon", required=False, default=default, layout="grid", options=tuple(options))


def ways_to_hand(body: Body, weapon: Weapon) -> list[Json]:
    """What brings a weapon into a hand: drawing it, or making room first (D20C-MVA-04, D20C-AOT-02, D20C-AOT-04)."""
    if main_free(body, weapon):
        return [_instead("draw", weapon)]
    other = [_instead("draw_off", weapon)] if off_free(body, weapon) else []
    full = [body.weapon(key) for key in (body.main, body.off) if not holds_nothing(body, key)]
    return [*other, *(_instead(verb, one) for one in full for verb in ("drop", "sheathe"))]


def _instead(verb: str, weapon: Weapon) -> Json:
    return {"action": "gear", "label": f"instead.{verb}", "name": weapon.name, "verb": verb, "weapon": weapon.key}


def weapon_name(weapon: Weapon) -> Fact:
    """A weapon by its name."""
    return Fact("weapon.named", params={"name": weapon.name}) if weapon.name else Fact("weapon.unarmed")


def mode_input(arms: tuple[Weapon, ...]) -> tuple[Input, ...]:
    """Hand to hand or thrown, where a weapon serves for both."""
    if not any(len(one.modes) > 1 for one in arms):
        return ()
    options = tuple(Option(mode, Fact(f"mode.{mode}")) for mode in ("usual", "melee", "ranged"))
    return (Choice("mode", "input.mode", required=False, default="usual", layout="segments", options=options),)


def weapon_of(fight: D20Fight, actor: Id, key: str | None) -> Weapon:
    """The weapon that was chosen, else the one in hand; raises UnknownValue for one that is no longer there."""
    body = fight.combatants[actor].body
    wanted = key or body.main
    if wanted == UNARMED:
        return BARE_HANDS
    if not body.has(wanted):
        raise UnknownValue("d20.weapon.gone", field="weapon")
    return body.weapon(wanted)


def armed_with(fight: D20Fight, actor: Id, key: str | None) -> Weapon:
    """The weapon that was chosen, which can be used as things are; raises UnknownValue, NotAllowed."""
    return check_usable(fight, actor, weapon_of(fight, actor, key))


def target_of(fight: D20Fight, command: Command) -> Id:
    """The target of a command, who is still there and not its actor."""
    target = str(command.inputs.get("target"))
    if target not in fight.combatants or target == command.actor:
        raise UnknownValue("core.combatant.gone", field="target")
    return target
