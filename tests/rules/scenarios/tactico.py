"""A Táctico fight under way: two characters, two of a group and one that the table has not seen; most have declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.core.fight import Combatant, Fight
from rules.core.system import AnySystem
from rules.core.types import Json
from rules.systems.tactico.melee import engage
from rules.systems.tactico.state import Planned, Round, Turn, Wound

GUARD: Mapping[str, Json] = {
    "strength": 6,
    "dexterity": 5,
    "constitution": 6,
    "perception": 4,
    "athletics": 3,
    "brawl": 4,
    "melee_weapons": 5,
    "ranged_weapons": 3,
    "weapons": [
        {"name": "Machete", "category": "melee_weapons", "place": "sheath"},
        {"category": "handguns", "spares": 2, "place": "holster"},
    ],
    "protection": [{"name": "Chaleco", "kind": "heavy", "location": "torso", "size": 3}],
    "containers": [{"name": "Mochila", "size": 1, "capacity": 8}],
    "items": [{"name": "Ración", "category": "food_and_drink", "quantity": 3, "place": "container_1"}],
}
MEDIC: Mapping[str, Json] = {
    "intelligence": 7,
    "perception": 6,
    "medicine": 6,
    "ranged_weapons": 5,
    "other_skills": [{"name": "Radio", "characteristic": "intelligence", "value": 4}],
    "weapons": [{"category": "rifles"}],
    "equipment": True,
    "expert": True,
}
RAIDER: Mapping[str, Json] = {"trained": "melee_weapons", "weapon": "melee_weapons", "worn": "light"}
SNIPER: Mapping[str, Json] = {"trained": "ranged_weapons", "weapon": "precision_rifles"}

STILL = Planned()
ROUND = Round(
    number=1,
    stage="declaration",
    turns={
        "aa": Turn((Planned("attack", "ca"), STILL, STILL)),
        "bb": Turn((Planned("shoot", "cb"), Planned("move"), STILL), words="Desde la esquina"),
        "ca": Turn((Planned("attack", "aa"), STILL, Planned("attack", "aa"))),
    },
)


def scenario(system: AnySystem) -> Fight[Any, Any]:
    """The fight when the slowest of the others and the hidden have still to declare."""

    def one(who: str, name: str, kind: str, sheet: Mapping[str, Json], **more: Any) -> Combatant[Any]:
        loaded = system.sheet_kinds[kind].load(sheet)
        return Combatant(who, name, system.body(kind, loaded, {}), kind=kind, sheet=loaded, **more)

    guard = one("aa", "Ana", "person", GUARD, side="party", controllers=frozenset({"p1"}))
    body = guard.body
    hurt = replace(
        body,
        life=body.life - 3,
        resistance={**body.resistance, "left_arm": body.resistance["left_arm"] - 3},
        wounds={"w1": Wound("left_arm", 3)},
    )
    lurker = one("dd", "Sombra", "creature", SNIPER, hidden=True)
    people = (
        replace(guard, body=hurt),
        one("bb", "Bruno", "person", MEDIC, side="party", controllers=frozenset({"p2"})),
        one("ca", "Saqueador", "creature", RAIDER, group="raiders", numbered=True, number=1),
        one("cb", "Saqueador", "creature", RAIDER, group="raiders", numbered=True, number=2),
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
