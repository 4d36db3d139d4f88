"""The choice of a weapon, of how it is used, and of whom it is meant for."""

from __future__ import annotations

from rules.core.errors import UnknownValue
from rules.core.facts import Fact
from rules.core.fight import Command
from rules.core.inputs import Choice, Input, Option
from rules.core.types import Id
from rules.systems.d20.arms import BARE_HANDS, UNARMED, Weapon
from rules.systems.d20.state import Body, D20Fight


def arms_of(body: Body) -> tuple[Weapon, ...]:
    """The weapons of ordinary attacks: what bursts or splashes is thrown by other rules."""
    return tuple(one for one in body.carried() if not (one.explosive or one.splash))


def weapon_input(body: Body, arms: tuple[Weapon, ...], *, name: str = "weapon", label: str = "input.weapon") -> Choice:
    """The choice of a weapon, the one in hand first; dice and what is loaded stand beside it."""
    ordered = sorted(arms, key=lambda one: (one.key != body.main, one.key != body.off))
    options = []
    for one in ordered:
        notes = [Fact("note.dice", params={"dice": one.dice})]
        loaded = body.loaded(one.key)
        if loaded is not None:
            notes.append(Fact("note.loaded", value=loaded))
        options.append(Option(one.key, weapon_name(one), notes=tuple(notes)))
    default = ordered[0].key if ordered else None
    return Choice(name, label, required=False, default=default, layout="grid", options=tuple(options))


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


def target_of(fight: D20Fight, command: Command) -> Id:
    """The target of a command, who is still there and not its actor."""
    target = str(command.inputs.get("target"))
    if target not in fight.combatants or target == command.actor:
        raise UnknownValue("core.combatant.gone", field="target")
    return target
