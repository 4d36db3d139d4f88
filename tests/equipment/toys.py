"""A small equipment for Tapiz, and verbs that use it, so that tests of the ledger rest on no system's catalogue.

Armour that is worn changes the sheet's armour; grams are what things weigh.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.core.equipment import Coin, EntryKind, Equipment, Values
from rules.core.fight import Command, Outcome
from rules.core.gear import Gear, Thing
from rules.core.inputs import Number, Text
from rules.core.outfit import regeared
from rules.core.registry import get_system
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.verbs import AnyFight, AnyOutcome

WEIGHT = Number("grams", "input.grams", minimum=0, maximum=99_999, default=0, required=False)
PRICE = Number("price", "input.price", minimum=0, maximum=99_999, default=0, required=False)


def outfit(kind: str, sheet: Values, gear: Gear, house: Values) -> Values:
    worn = next((one for one in gear.at("worn") if one.kind == "suit"), None)
    return {**sheet, "armour": worn.values["armour"]} if worn else sheet


def burden(thing: Thing) -> Mapping[str, int]:
    grams = int(thing.values.get("grams") or 0) * thing.quantity
    return {"grams": grams} if grams else {}


EQUIPMENT = Equipment(
    kinds={
        kind.name: kind
        for kind in (
            EntryKind("blade", "item", (WEIGHT, PRICE), places=("hand",)),
            EntryKind("suit", "item", (WEIGHT, PRICE, Text("armour", required=False)), places=("worn",)),
            EntryKind("arrow", "item", (WEIGHT, PRICE), uses=True),
            EntryKind("wand", "item", (WEIGHT, PRICE, Number("charges", default=5)), charges="charges"),
            EntryKind("box", "item", (WEIGHT, PRICE, Number("room")), holds="room", holds_measure="grams"),
            EntryKind("stuff", "item", (WEIGHT, PRICE)),
            EntryKind("coin", "item", (Text("coin"),)),
        )
    },
    coins=(Coin("copper", 1), Coin("silver", 10), Coin("gold", 100)),
    outfit=outfit,
    burden=burden,
)


def with_gear(fight: AnyFight, who: str, gear: Gear) -> AnyFight:
    """The fight after a combatant's gear has changed."""
    return fight.with_combatant(regeared(get_system("tapiz"), fight.combatants[who], gear, fight.house))


def _shoot(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    """Spend a quantity of a thing."""
    yield from ()
    one = fight.combatants[command.actor or ""]
    gear = one.gear.spend(str(command.inputs["thing"]), int(command.inputs.get("count") or 1))
    return Outcome(with_gear(fight, one.id, gear))


def _wave(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    """Use a charge of a thing."""
    yield from ()
    one = fight.combatants[command.actor or ""]
    return Outcome(with_gear(fight, one.id, one.gear.use_charge(str(command.inputs["thing"]), 0)))


def _gather(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    """Make a new thing."""
    yield from ()
    one = fight.combatants[command.actor or ""]
    thing = Thing(f"{command.id}:made", "arrow", str(command.inputs["name"]), {"grams": 10, "price": 0}, quantity=2)
    return Outcome(with_gear(fight, one.id, one.gear.put(thing)))


def _draw(fight: AnyFight, command: Command) -> Steps[AnyOutcome]:
    """Put a thing in another place."""
    yield from ()
    one = fight.combatants[command.actor or ""]
    thing = replace(one.gear.things[str(command.inputs["thing"])], place=command.inputs["place"])
    return Outcome(with_gear(fight, one.id, one.gear.put(thing)))


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give Tapiz this equipment and these verbs."""
    system = get_system("tapiz")
    rules = {"toy_shoot": _shoot, "toy_wave": _wave, "toy_gather": _gather, "toy_draw": _draw}
    verbs = {name: Action(name, resolve, internal=True, needs_actor=True) for name, resolve in rules.items()}
    monkeypatch.setattr(type(system), "equipment", EQUIPMENT)
    monkeypatch.setattr(type(system), "actions", {**system.actions, **verbs})
