"""A field of machines: two mechs of two players, a mech and a tank against them, and a hidden fighter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.fight import Combatant, Fight
from rules.core.registry import get_system
from rules.core.types import Json
from tests.rules.recorder import Recorder

SYSTEM = get_system("tactico")

FALCON: Mapping[str, Json] = {"tonnage": 60, "jump_jets": True, "dexterity": 7, "perception": 6, "tactics": 3}
ROCK: Mapping[str, Json] = {"tonnage": 80, "melee_arm": "right_arm", "dexterity": 5, "perception": 5}
RAIDER: Mapping[str, Json] = {"tonnage": 60, "piloting": 4, "gunnery": 4}
TANK: Mapping[str, Json] = {"vehicle_kind": "tank", "gunners": [{"name": "Torreta", "perception": 6, "gunnery": 4}]}
FIGHTER: Mapping[str, Json] = {"vehicle_kind": "fighter"}


def one(who: str, name: str, kind: str, sheet: Mapping[str, Json], **more: Any) -> Combatant[Any]:
    """A machine as it is enlisted."""
    loaded = SYSTEM.sheet_kinds[kind].load(sheet)
    return Combatant(who, name, SYSTEM.body(kind, loaded, {}), kind=kind, sheet=loaded, **more)


def field(**house: Json) -> Fight[Any, Any]:
    """The field before the first turn."""
    people = (
        one("aa", "Halcón", "mech", FALCON, side="party", controllers=frozenset({"p1"}), shows="number", entered=0),
        one("bb", "Roca", "mech", ROCK, side="party", controllers=frozenset({"p2"}), shows="number", entered=1),
        one("ca", "Saqueador", "mech", RAIDER, entered=2),
        one("cb", "Carro", "vehicle", TANK, entered=3),
        one("dd", "Sombra", "vehicle", FIGHTER, hidden=True, entered=4),
    )
    return Fight(
        round=SYSTEM.begin(house),
        combatants={someone.id: someone for someone in people},
        order=tuple(someone.id for someone in people),
        status="running",
        house=house,
    )


def recorder(**house: Json) -> Recorder:
    """An encounter on the field."""
    return Recorder(SYSTEM, field(**house))
