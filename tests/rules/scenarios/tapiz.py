"""A Tapiz fight under way: two characters, two of a group and one that the table has not seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.fight import RESERVE, Combatant, Fight, Purse
from rules.core.gear import NO_GEAR, Gear
from rules.core.outfit import fresh_body
from rules.core.system import AnySystem
from rules.core.types import Json
from tests.rules.things import gear, thing

HERO: Mapping[str, Json] = {
    "level": 3,
    "strength": 14,
    "dexterity": 15,
    "wisdom": 12,
    "physical_max": 24,
    "mental_max": 18,
    "armour": "light",
    "primary": "strength",
    "stances": ["all_out_attack", "focus_on_damage", "iron_defence", "aim"],
    "weight": 30,
    "languages": [{"name": "Enana", "spoken": "erudite", "written": "low"}],
    "traits": [{"text": "Esgrimista", "sort": "ability"}, {"text": "Terca", "sort": "personality"}],
}
CREATURE: Mapping[str, Json] = {"level": 1, "size": "large", "strength": 13, "physical_max": 9, "mental_max": 6}


HOUSE: Mapping[str, Json] = {
    "tzr0001": True,
    "slots": "by_kind",
    "blow_cap": "by_means",
    "damage_dice": True,
    "success_with_consequences": True,
}


def armed(system: AnySystem) -> Gear:
    """A bow in hand with two arrows, a sword at the belt, mail, a shield and a flask."""
    return gear(
        thing(system, "1", "weapon", "Arco", place="hand", use="ranged", size="two_handed", ammunition="arrow"),
        thing(system, "2", "ammunition", "Flecha", quantity=1, weight=40),
        thing(system, "3", "ammunition", "Flecha de plata", quantity=1, weight=40),
        thing(system, "4", "weapon", "Espada", place="worn", weight=1200),
        thing(system, "5", "armour", "Cota de malla", place="worn", armour="medium", weight=9000),
        thing(system, "6", "shield", "Rodela", place="worn", weight=2500),
        thing(system, "7", "consumable", "Redoma", charges=2, restores=3),
    )


def scenario(system: AnySystem) -> Fight[Any, Any]:
    """The fight before initiative."""

    def one(who: str, name: str, kind: str, sheet: Mapping[str, Json], **more: Any) -> Combatant[Any]:
        loaded = system.sheet_kinds[kind].load(sheet)
        carried = more.get("gear", NO_GEAR)
        return Combatant(who, name, fresh_body(system, kind, loaded, carried, HOUSE), kind=kind, sheet=loaded, **more)

    lurker = one("dd", "Sombra", "creature", CREATURE, hidden=True)
    people = (
        one("aa", "Ana", "person", HERO, side="party", controllers=frozenset({"p1"}), purse="p1", gear=armed(system)),
        one(
            "bb", "Bruno", "person", {**HERO, "dexterity": 11}, side="party", controllers=frozenset({"p2"}), purse="p2"
        ),
        one("ca", "Orco", "creature", CREATURE, group="orcs", numbered=True, number=1, gear=armed(system)),
        one("cb", "Orco", "creature", CREATURE, group="orcs", numbered=True, number=2),
        replace(lurker, public_name="Alguien"),
    )
    return Fight(
        round=system.begin(HOUSE),
        house=HOUSE,
        combatants={someone.id: someone for someone in people},
        order=tuple(someone.id for someone in people),
        status="running",
        purses={"p1": Purse(3), "p2": Purse(1), RESERVE: Purse(2)},
    )
