"""Making a character: step by step in the order of the rules, or at once from an archetype.

(TUMS-CHAR-01 to -03, TUM-EQP-01, TUM-BUY-01, TUM-BUY-02, TUM-HOUSE-01 to -03, TUM-HOUSE-05 to -09)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from rules.core.creation import HOUSE, Creation, CreationStep, Pick, Said, Say, WholeCharacter
from rules.core.errors import NotAllowed, RuleError, needed, one_of
from rules.core.facts import Explanation, Fact
from rules.core.inputs import Choice, Input, Number, Several, options_of
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tumbas.attributes import ATTRIBUTES, LEAST, MOST, Attribute, check_value
from rules.systems.tumbas.gear.trading import PRICES, cost_of
from rules.systems.tumbas.house import (
    ARMOURS,
    CLASSES,
    RACES,
    STARTING_COINS,
    TALENTS,
    WEAPONS,
    Talent,
    talent_bonus,
)
from rules.systems.tumbas.load import UNITS_PER_SPACE, Load, capacity, spaces_taken
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.sheet import (
    APPEARANCE,
    ARMOUR,
    BACKGROUND,
    CLASS,
    NOTES,
    RACE,
    SHIELD,
    STARTING_EQUIPMENT_POINTS,
    WEAPON_ROWS,
    burden_of,
    load_person,
)

Method: TypeAlias = Literal["standard", "free"]

METHODS: tuple[Method, ...] = get_args(Method)

STANDARD_LEAST, STANDARD_MOST = -1, 3
"""The values of the standard method (TUMS-CHAR-03)."""

STANDARD_SUM = 5
"""The five attributes of the standard method add up to this at most (TUMS-CHAR-03)."""

INITIAL_TALENTS = 1
"""Talents of a new character before race (TUMS-CHAR-01)."""


@dataclass(frozen=True, slots=True)
class NewCharacter:
    """What a new character begins with, besides its backpack; hit points follow from its sheet (TUM-EQP-01)."""

    attributes: Mapping[Attribute, int]
    """After race."""
    equipment_points: int
    coins: int
    capacity: int


def check_attributes(attributes: Mapping[Attribute, int], method: Method) -> int:
    """Check the attributes chosen before race and return their sum (TUMS-CHAR-02, TUMS-CHAR-03, TUM-HOUSE-01).

    Raises Missing, then OutOfRange, then UnknownValue, then NotAllowed.
    """
    for name in ATTRIBUTES:
        needed(attributes.get(name), "tumbas.attribute.missing", field=name)
    for name in ATTRIBUTES:
        check_value(attributes[name], field=name)
    one_of(method, METHODS, "tumbas.creation.method_unknown", field="method")
    total = sum(attributes[name] for name in ATTRIBUTES)
    if method == "standard":
        for name in ATTRIBUTES:
            if not STANDARD_LEAST <= attributes[name] <= STANDARD_MOST:
                raise NotAllowed("tumbas.creation.standard_range", field=name, params={"value": attributes[name]})
        if total > STANDARD_SUM:
            raise NotAllowed("tumbas.creation.standard_sum", params={"sum": total, "most": STANDARD_SUM})
    return total


def with_race(attributes: Mapping[Attribute, int], race: str) -> dict[Attribute, int]:
    """Return the attributes after race; raises NotAllowed unless each stays from -2 to 4 (TUM-HOUSE-02)."""
    modifiers = RACES[one_of(race, RACES, "tumbas.race.unknown", field="race")].modifiers
    after = {name: attributes[name] + modifiers.get(name, 0) for name in ATTRIBUTES}
    for name, value in after.items():
        if not LEAST <= value <= MOST:
            raise NotAllowed("tumbas.creation.race_range", field=name, params={"value": value})
    return after


def initial_talents(race: str) -> int:
    """Return how many talents a new character of this race has (TUMS-CHAR-01, TUM-HOUSE-02)."""
    return INITIAL_TALENTS + RACES[race].extra_talents


def check_talents(talents: Sequence[str], race: str) -> None:
    """Refuse another number of initial talents, or one twice (TUMS-CHAR-01, TUM-HOUSE-02)."""
    wanted = initial_talents(race)
    if len(talents) != wanted:
        raise NotAllowed("tumbas.creation.talents", field="talents", params={"given": len(talents), "wanted": wanted})
    if len(set(talents)) != len(talents):
        raise NotAllowed("tumbas.creation.talent_twice", field="talents")


def starting_points(talents: Sequence[str]) -> int:
    """Return the equipment points of a new character with these talents (TUM-EQP-01, TUM-HOUSE-06)."""
    return STARTING_EQUIPMENT_POINTS + talent_bonus(talents, "foresight")


def create_character(
    attributes: Mapping[Attribute, int], race: str, character_class: str, talents: Sequence[str], method: Method
) -> NewCharacter:
    """Build a character of level 1 (TUMS-CHAR-01, TUM-EQP-01, TUM-LOAD-02, TUM-HOUSE-02, -03, -06, -07).

    attributes: before race. Raises Missing, UnknownValue, OutOfRange, NotAllowed.
    """
    for name in ATTRIBUTES:
        needed(attributes.get(name), "tumbas.attribute.missing", field=name)
    one_of(race, RACES, "tumbas.race.unknown", field="race")
    one_of(character_class, CLASSES, "tumbas.class.unknown", field="character_class")
    for talent in talents:
        one_of(talent, TALENTS, "tumbas.talent.unknown", field="talents")
    check_attributes(attributes, method)
    after = with_race(attributes, race)
    check_talents(talents, race)
    return NewCharacter(
        attributes=after,
        equipment_points=starting_points(talents),
        coins=STARTING_COINS,
        capacity=capacity(after["strength"], after["resistance"], talent_bonus(talents, "pack_mule")),
    )


# Step by step


_METHOD = Choice(
    "method",
    "creation.method",
    default="standard",
    layout="column",
    options=options_of("creation_method", METHODS),
)
_BUY: tuple[Input, ...] = (
    Number("buy_points", "input.buy_points", default=0, minimum=0, maximum=99, required=False),
    Number("buy_lots", "input.buy_lots", default=1, minimum=0, maximum=99, required=False),
)
_START = 1
"""Five ones make the sum of the standard method."""


def _method(said: Said) -> Method:
    found = said.get("method")
    return found if found in METHODS else "standard"


def _race(said: Said) -> str:
    found = said.get("race")
    return found if isinstance(found, str) and found in RACES else "human"


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
    options = options_of("talent", TALENTS, line="talent_line")
    return (Several("talents", "sheet.talents", ordered=False, layout="grid", options=options, minimum=1),)


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


def _cost(said: Said) -> int:
    """What the gear chosen so far costs; names that no table has cost nothing yet."""
    weapons = [str(row.get("weapon")) for row in said.get("weapons") or () if isinstance(row, Mapping)]
    armours = (str(said.get("armour")), *(("shield",) if said.get("shield") else ()))
    return cost_of(
        _bought(said, "buy_points"),
        _bought(said, "buy_lots"),
        [name for name in weapons if name in WEAPONS],
        [name for name in armours if name in ARMOURS],
    )


def _coins(said: Said) -> int:
    """The gold coins with which a character begins at this table (TUM-HOUSE-07)."""
    return cast(int, setting(said.get(HOUSE) or {}, "starting_coins"))


def _bought(said: Said, name: str) -> int:
    value = said.get(name)
    return max(0, value) if isinstance(value, int) else 0


def _gear_faults(said: Said) -> Sequence[RuleError]:
    cost = _cost(said)
    if cost > (coins := _coins(said)):
        return [NotAllowed("tumbas.buy.too_dear", params={"cost": cost, "coins": coins})]
    made = load_person(sheet(said, str))
    free = capacity(made["strength"], made["resistance"], talent_bonus(made["talents"], "pack_mule"))
    try:
        Load(free, spaces_taken(burden_of(made), round_up=False)).check()
    except RuleError as fault:
        return [fault]
    return []


def _gear_notes(said: Said) -> Explanation:
    return (Fact("creation.coins_left", _coins(said) - _cost(said), rules=("TUM-HOUSE-07",)),)


def start(say: Say) -> Mapping[str, Json]:
    """A new sheet begins with nothing beyond its defaults."""
    return {}


def sheet(said: Said, say: Say) -> Mapping[str, Json]:
    """The values of the sheet from everything that was said (TUMS-CHAR-01, TUM-EQP-01, TUM-HOUSE-02, -06, -07)."""
    plain = (RACE, CLASS, WEAPON_ROWS, ARMOUR, SHIELD, APPEARANCE, BACKGROUND, NOTES)
    values: dict[str, Json] = {item.name: said[item.name] for item in plain if item.name in said}
    values |= {str(name): value for name, value in with_race(_numbers(said), _race(said)).items()}
    talents = [name for name in said.get("talents") or () if name in TALENTS]
    values["talents"] = talents
    values["equipment_points"] = starting_points(talents) + _bought(said, "buy_points")
    values["provisions"] = _bought(said, "buy_lots") * PRICES["provisions"].points
    values["coins"] = max(0, _coins(said) - _cost(said))
    return values


# At once


NAMES: tuple[str, ...] = (
    *("Abrán", "Alcor", "Amber", "Ansel", "Aruel", "Baldo", "Beril", "Brano", "Calvar", "Carel"),
    *("Dagmir", "Denia", "Dorel", "Eder", "Elgar", "Erwil", "Fabel", "Farid", "Galen", "Gildar"),
    *("Hadrel", "Ibar", "Ilio", "Iriel", "Jorul", "Kael", "Lander", "Leral", "Loris", "Maril"),
    *("Nadel", "Nubar", "Odel", "Orane", "Perel", "Quilar", "Rodel", "Sabar", "Tadel", "Urbel"),
)
"""Invented, and of nobody in particular."""


@dataclass(frozen=True)
class Archetype:
    """A usual character of a class; the rows are in `tables/archetypes.toml`."""

    attributes: tuple[int, int, int, int, int]
    """Before race, in the order of `ATTRIBUTES`."""
    talents: tuple[Talent, ...]
    """In the order in which they are taken; a race may have one or two."""
    weapons: tuple[str, ...]
    armour: str = "none"
    shield: bool = False

    def by_attribute(self) -> dict[Attribute, int]:
        """The five values by attribute."""
        return dict(zip(ATTRIBUTES, self.attributes, strict=True))

    @property
    def armours(self) -> tuple[str, ...]:
        """Armour and shield."""
        return (self.armour, *(("shield",) if self.shield else ()))

    @property
    def spaces(self) -> int:
        """The spaces of the gear (TUM-LOAD-01, TUM-HOUSE-09)."""
        return len(self.weapons) + sum(ARMOURS[name].spaces for name in self.armours)


ARCHETYPES: Mapping[str, Archetype] = load_table("tumbas", "archetypes", Archetype)


def propose(archetype: str, pick: Pick, say: Say) -> WholeCharacter:
    """A whole character of a class, any of them for "" (TUMS-CHAR-01 to -03, TUM-HOUSE-02, -03, -05 to -09)."""
    classes = tuple(CLASSES)
    drawn = classes[pick(len(classes))]
    name = archetype if archetype in CLASSES else drawn
    made = ARCHETYPES[name]
    fitting = [race for race in RACES if _fits(made, race)]
    race = fitting[pick(len(fitting))]
    talents = made.talents[: initial_talents(race)]
    new = create_character(made.by_attribute(), race, name, talents, "standard")
    left = new.coins - cost_of(0, 0, made.weapons, made.armours)
    food = PRICES["provisions"]
    free = new.capacity - new.equipment_points - made.spaces
    # provisions only where they can be carried freely
    lots = 1 if left >= food.coins and free >= food.points // UNITS_PER_SPACE["provisions"] else 0
    values: dict[str, Json] = {
        "race": race,
        "character_class": name,
        "talents": list(talents),
        "weapons": [{"weapon": weapon, "note": ""} for weapon in made.weapons],
        "armour": made.armour,
        "shield": made.shield,
        "equipment_points": new.equipment_points,
        "provisions": lots * food.points,
        "coins": left - lots * food.coins,
    }
    values |= {str(attribute): value for attribute, value in new.attributes.items()}
    return WholeCharacter(NAMES[pick(len(NAMES))], values)


def _fits(made: Archetype, race: str) -> bool:
    modifiers = RACES[race].modifiers
    after = (value + modifiers.get(name, 0) for name, value in made.by_attribute().items())
    return all(LEAST <= value <= MOST for value in after)


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
    archetypes=options_of("class", CLASSES),
    propose=propose,
)
"""The steps of the rules; hit points and capacity follow by themselves."""
