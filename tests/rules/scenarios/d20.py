"""A d20 fight under way: two people, two of a group, one that the table has not seen, a door and a lock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.fight import Combatant, Fight
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.systems.d20.situation import beside
from rules.systems.d20.state import Round, Turn

KNIFE: Mapping[str, Json] = {
    "name": "Navaja",
    "dice": "1d4",
    "threat_from": 19,
    "use": "thrown",
    "weapon_kind": "thrown",
    "increment": 10,
    "properties": ["light"],
    "weapon_size": "tiny",
    "pieces": 2,
    "weight": "0.5",
}
PISTOL: Mapping[str, Json] = {
    "name": "Pistola",
    "dice": "2d6",
    "use": "projectile",
    "weapon_kind": "firearm",
    "increment": 30,
    "capacity": 15,
    "reload": "box",
    "weapon_size": "small",
    "weight": "3",
}
RIFLE: Mapping[str, Json] = {
    **PISTOL,
    "name": "Fusil",
    "dice": "2d8",
    "increment": 80,
    "capacity": 30,
    "weapon_size": "large",
    "properties": ["two_handed", "longarm", "automatic"],
    "weight": "9",
}
BATON: Mapping[str, Json] = {"name": "Porra", "dice": "1d6", "threat_from": 19, "properties": ["nonlethal"]}
SOLDIER: Mapping[str, Json] = {
    "class_name": "Protectora",
    "level": 6,
    "attack_growth": "fast",
    "strength": 14,
    "dexterity": 16,
    "constitution": 13,
    "feats": ["personal_firearms", "improved_initiative", "two_weapon_fighting"],
    "skills": [{"skill": "tumble", "ranks": 4}, {"skill": "treat_injury", "ranks": 2}],
    "weapons": [RIFLE, PISTOL, KNIFE],
    "armour": "Chaleco",
    "armour_bonus": 1,
    "armour_proficient_bonus": 3,
    "armour_max_dexterity": 5,
    "armour_penalty": -2,
    "armour_weight": "3",
}
MEDIC: Mapping[str, Json] = {
    "class_name": "Entregada",
    "level": 3,
    "wisdom": 16,
    "will_growth": "good",
    "skills": [{"skill": "treat_injury", "ranks": 6, "other": 2}],
    "weapons": [PISTOL, BATON],
    "items": [{"name": "Botiquín", "weight": "5"}],
}
THUG: Mapping[str, Json] = {"level": 2, "hp_max": 14, "strength": 13, "weapons": [BATON, KNIFE]}
DOG: Mapping[str, Json] = {
    "level": 2,
    "hp_max": 13,
    "size": "medium",
    "legs": "quadruped",
    "speed": 40,
    "natural_armor": 1,
    "weapons": [{"name": "Mordisco", "dice": "1d6", "use": "natural"}],
}

ROUND = Round(
    number=1,
    stage="normal",
    turn=Turn("aa"),
    aware=("aa", "bb", "ca", "cb", "dd"),
    ready=frozenset({"aa"}),
)


def scenario(system: AnySystem) -> Fight[Any, Any]:
    """The fight when the first of the order has just begun her turn."""

    def one(
        who: str, name: str, kind: str, sheet: Mapping[str, Json], count: int | None, **more: Any
    ) -> Combatant[Any]:
        loaded = system.sheet_kinds[kind].load(sheet)
        body = replace(system.body(kind, loaded, {}), initiative=count)
        return Combatant(who, name, body, kind=kind, sheet=loaded, **more)

    lurker = one("dd", "Sombra", "creature", THUG, 7, hidden=True)
    people = (
        one("aa", "Ana", "person", SOLDIER, 21, side="party", controllers=frozenset({"p1"})),
        one("bb", "Bruno", "person", MEDIC, 12, side="party", controllers=frozenset({"p2"})),
        one("ca", "Matón", "creature", THUG, 15, group="thugs", numbered=True, number=1),
        one("cb", "Matón", "creature", THUG, 15, group="thugs", numbered=True, number=2),
        replace(lurker, public_name="Alguien"),
        one("ee", "Perro", "creature", DOG, 9),
        one("oo", "Puerta", "object", {"preset": "wooden_door", "size": "large"}, None, side="others"),
    )
    return beside(
        Fight(
            round=ROUND,
            combatants={someone.id: someone for someone in people},
            order=("aa", "ca", "cb", "bb", "ee", "dd", "oo"),
            status="running",
        ),
        "aa",
        "ca",
    )
