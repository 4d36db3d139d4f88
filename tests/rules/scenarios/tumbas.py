"""A Tumbas fight under way: two characters, two of a group and one that the table has not seen; most have declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.fight import Combatant, Fight
from rules.core.gear import NO_GEAR, Gear
from rules.core.outfit import fresh_body
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.systems.tumbas.situation import engage
from rules.systems.tumbas.state import Declared, Round
from tests.rules.things import gear, thing

WARRIOR: Mapping[str, Json] = {
    "race": "human",
    "character_class": "warrior",
    "level": 2,
    "strength": 2,
    "agility": 1,
    "resistance": 1,
    "talents": ["quick", "strong_arm"],
    "weapons": [{"weapon": "axe"}, {"weapon": "dagger"}],
    "armour": "leather",
    "shield": True,
    "items": [{"name": "Pala pequeña", "declared": True}, {"name": "Yunque", "spaces": 4}],
    "levels_due": 1,
}
WIZARD: Mapping[str, Json] = {
    "race": "elf",
    "character_class": "wizard",
    "intelligence": 3,
    "will": 1,
    "talents": ["foresight"],
    "weapons": [{"weapon": "crossbow"}, {"weapon": "staff"}],
    "hp_max": 6,
    "provisions": 1,
}
WOLF: Mapping[str, Json] = {"template": "wolf"}
BANDIT: Mapping[str, Json] = {"template": "bandit", "shoots": True}

ROUND = Round(
    number=1,
    stage="declaration",
    declared={
        "aa": Declared("attack", target="ca"),
        "bb": Declared("shoot", hurried=True, target="cb"),
        "ca": Declared("attack", target="aa"),
        "cb": Declared("charge", hurried=True, target="bb"),
    },
)


def armed(system: AnySystem) -> Gear:
    """A bow in hand with two sorts of arrows, a sabre at the belt, mail that is worn and a flask."""
    return gear(
        thing(system, "1", "weapon", "Arco", place="hand", use="ranged", hands="2", ammunition="arrow"),
        thing(system, "2", "ammunition", "Flechas", charges=2),
        thing(system, "3", "ammunition", "Flechas de hueso", charges=1, spaces=0),
        thing(system, "4", "weapon", "Sable", place="worn", attribute="either", damage_die="8"),
        thing(system, "5", "armour", "Coraza", place="worn", armour=2),
        thing(system, "6", "consumable", "Redoma", charges=1, restores=2, spaces=0),
    )


def scenario(system: AnySystem) -> Fight[Any, Any]:
    """The fight when all but the hidden have declared."""

    def one(who: str, name: str, kind: str, sheet: Mapping[str, Json], **more: Any) -> Combatant[Any]:
        loaded = system.sheet_kinds[kind].load(sheet)
        carried = more.get("gear", NO_GEAR)
        return Combatant(who, name, fresh_body(system, kind, loaded, carried, {}), kind=kind, sheet=loaded, **more)

    lurker = one("dd", "Sombra", "creature", BANDIT, hidden=True, gear=armed(system))
    people = (
        one("aa", "Ana", "person", WARRIOR, side="party", controllers=frozenset({"p1"})),
        one("bb", "Bruno", "person", WIZARD, side="party", controllers=frozenset({"p2"}), gear=armed(system)),
        one("ca", "Lobo", "creature", WOLF, group="wolves", numbered=True, number=1),
        one("cb", "Lobo", "creature", WOLF, group="wolves", numbered=True, number=2),
        replace(lurker, public_name="Alguien"),
    )
    return engage(
        Fight(
            round=ROUND,
            combatants={someone.id: someone for someone in people},
            order=tuple(someone.id for someone in people),
            status="running",
        ),
        "aa",
        "ca",
    )
