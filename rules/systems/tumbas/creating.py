"""Making a character step by step, in the order of the rules: attributes, race and class, talents, gear, the rest.

(TUMS-CHAR-01 to -03, TUM-EQP-01, TUM-BUY-01, TUM-BUY-02, TUM-HOUSE-01 to -03, TUM-HOUSE-06 to -09)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from rules.core.creation import Creation, CreationStep, Said, Say
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Choice, Input, Number, Option, Several
from rules.core.types import Json
from rules.systems.tumbas import archetypes
from rules.systems.tumbas.attributes import ATTRIBUTES, LEAST, MOST, Attribute
from rules.systems.tumbas.creation import (
    METHODS,
    STANDARD_LEAST,
    STANDARD_MOST,
    STANDARD_SUM,
    Method,
    check_attributes,
    check_talents,
    initial_talents,
    talent_bonus,
    with_race,
)
from rules.systems.tumbas.equipment import PRICES, STARTING_EQUIPMENT_POINTS
from rules.systems.tumbas.gear.measures import spaces_by_measure
from rules.systems.tumbas.house import (
    ARMOURS,
    CLASSES,
    RACES,
    STARTING_COINS,
    TALENTS,
    WEAPONS,
    ArmourName,
    Race,
    WeaponName,
)
from rules.systems.tumbas.load import capacity
from rules.systems.tumbas.sheet import (
    APPEARANCE,
    ARMOUR,
    BACKGROUND,
    CLASS,
    NOTES,
    RACE,
    SHIELD,
    WEAPON_ROWS,
    burden_of,
    load_person,
    options_of,
)

_METHOD = Choice(
    "method",
    "creation.method",
    default="standard",
    layout="column",
    options=options_of("creation_method", METHODS),
)
_BUY: tuple[Input, ...] = (
    Number("buy_points", "input.buy_points", default=0, minimum=0, maximum=STARTING_COINS, required=False),
    Number("buy_lots", "input.buy_lots", default=1, minimum=0, maximum=STARTING_COINS, required=False),
)
_START = 1
"""Five ones make the sum of the standard method."""


def _method(said: Said) -> Method:
    found = said.get("method")
    return found if found in METHODS else "standard"


def _race(said: Said) -> Race:
    found = said.get("race")
    return found if found in RACES else "human"


def _numbers(said: Said) -> dict[Attribute, int]:
    return {name: value if isinstance(value := said.get(name), int) else _START for name in ATTRIBUTES}


def _attribute_inputs(said: Said) -> tuple[Input, ...]:
    least, most = (STANDARD_LEAST, STANDARD_MOST) if _method(said) == "standard" else (LEAST, MOST)
    return tuple(
        Number(name, f"attribute.{name}", default=_START, minimum=least, maximum=most, layout="six")
        for name in ATTRIBUTES
    )


def _attribute_faults(said: Said) -> Sequence[RuleError]:
    try:
        check_attributes(_numbers(said), _method(said))
    except RuleError as fault:
        return [fault]
    return []


def _attribute_notes(said: Said) -> Explanation:
    if _method(said) != "standard":
        return ()
    left = STANDARD_SUM - sum(_numbers(said).values())
    return (Fact("creation.sum_left", left, rules=("TUMS-CHAR-03",)),)


def _people_faults(said: Said) -> Sequence[RuleError]:
    try:
        with_race(_numbers(said), _race(said))
    except RuleError as fault:
        # the attribute stands on an earlier page: the fault belongs to the race
        return [type(fault)(fault.reason, field="race", params=fault.params)]
    return []


def _talent_inputs(said: Said) -> tuple[Input, ...]:
    return (
        Several(
            "talents", "sheet.talents", ordered=False, layout="grid", options=options_of("talent", TALENTS), minimum=1
        ),
    )


def _talent_faults(said: Said) -> Sequence[RuleError]:
    if "talents" not in said:
        return []
    try:
        check_talents(said["talents"], _race(said))
    except RuleError as fault:
        return [fault]
    return []


def _talent_notes(said: Said) -> Explanation:
    return (Fact("creation.talents_free", initial_talents(_race(said)), rules=("TUMS-CHAR-01", "TUM-HOUSE-02")),)


def cost_of(said: Said) -> int:
    """What the gear chosen so far costs (TUM-BUY-01, TUM-BUY-02, TUM-HOUSE-08, TUM-HOUSE-09)."""
    weapons = [row.get("weapon") for row in said.get("weapons") or () if isinstance(row, Mapping)]
    cost = sum(WEAPONS[cast(WeaponName, name)].coins for name in weapons if name in WEAPONS)
    armour = said.get("armour")
    cost += ARMOURS[cast(ArmourName, armour)].coins if armour in ARMOURS else 0
    cost += ARMOURS["shield"].coins if said.get("shield") else 0
    return cost + _bought(said, "buy_points") * PRICES["equipment_point"].coins + _lots(said)


def _bought(said: Said, name: str) -> int:
    value = said.get(name)
    return max(0, value) if isinstance(value, int) else 0


def _lots(said: Said) -> int:
    return _bought(said, "buy_lots") * PRICES["provisions"].coins


def _gear_faults(said: Said) -> Sequence[RuleError]:
    cost = cost_of(said)
    if cost > STARTING_COINS:
        return [NotAllowed("tumbas.buy.too_dear", params={"cost": cost, "coins": STARTING_COINS})]
    made = load_person(sheet(said))
    spaces = sum(spaces_by_measure(burden_of(made), round_up=False).values())
    bonus = talent_bonus(made["talents"], "pack_mule")
    most = 2 * capacity(made["strength"], made["resistance"], bonus)
    if spaces > most:
        return [NotAllowed("tumbas.load.too_much", params={"spaces": spaces, "most": most})]
    return []


def _gear_notes(said: Said) -> Explanation:
    return (Fact("creation.coins_left", STARTING_COINS - cost_of(said), rules=("TUM-HOUSE-07",)),)


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said (TUMS-CHAR-01, TUM-EQP-01, TUM-HOUSE-02, -06, -07)."""
    plain = (RACE, CLASS, WEAPON_ROWS, ARMOUR, SHIELD, APPEARANCE, BACKGROUND, NOTES)
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if item.name in said}
    values |= {str(name): value for name, value in with_race(_numbers(said), _race(said)).items()}
    talents = [name for name in said.get("talents") or () if name in TALENTS]
    extra = talent_bonus(talents, "foresight")
    values["talents"] = talents
    values["equipment_points"] = STARTING_EQUIPMENT_POINTS + extra + _bought(said, "buy_points")
    values["provisions"] = _bought(said, "buy_lots") * PRICES["provisions"].points
    values["coins"] = max(0, STARTING_COINS - cost_of(said))
    return values


CREATION = Creation(
    steps=(
        CreationStep("how", lambda said: (_METHOD,)),
        CreationStep("attributes", _attribute_inputs, faults=_attribute_faults, notes=_attribute_notes),
        CreationStep("people", lambda said: (RACE, CLASS), faults=_people_faults),
        CreationStep("talents", _talent_inputs, faults=_talent_faults, notes=_talent_notes),
        CreationStep("gear", lambda said: (WEAPON_ROWS, ARMOUR, SHIELD, *_BUY), faults=_gear_faults, notes=_gear_notes),
        CreationStep("about", lambda said: (APPEARANCE, BACKGROUND, NOTES)),
    ),
    start=start,
    sheet=sheet,
    archetypes=tuple(Option(name, Fact(f"class.{name}")) for name in CLASSES),
    propose=archetypes.propose,
)
"""The steps of the rules; hit points and capacity follow by themselves."""
