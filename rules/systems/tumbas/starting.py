"""Starting gear: a ready kit, or one's own choice from the lists, and points and food for what is left.

(TUM-EQP-01, TUM-BUY-01, TUM-BUY-02, TUM-LOAD-01 to -05, TUM-HOUSE-06 to -10)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.core.creation import HOUSE, OWN, Left, Offered, Pick, Said, Say, offered, unanswered
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Place, Thing
from rules.core.inputs import Choice, Figure, Flag, Input, Number, Option, Several, seldom
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tumbas.archetypes import ARCHETYPES, class_of
from rules.systems.tumbas.attributes import Attribute
from rules.systems.tumbas.gear.entries import KINDS
from rules.systems.tumbas.gear.measures import burden
from rules.systems.tumbas.gear.trading import PRICES, cost_of
from rules.systems.tumbas.house import ARMOURS, SUITS, WEAPONS, Weapon, talent_bonus
from rules.systems.tumbas.load import POINTS, PROVISIONS, SPACES, Load, capacity, spaces_taken
from rules.systems.tumbas.scores import after_race
from rules.systems.tumbas.settings import setting
from rules.systems.tumbas.sheet import STARTING_EQUIPMENT_POINTS
from rules.systems.tumbas.talents import talents_of

GOODS = ("weapon", "armour", "shield", "object", "consumable", "container", "ammunition")
"""The kinds of things of the Lienzos that may be bought."""

KEPT_COINS = 2
"""Coins that a character who is made at once keeps, for the first night under a roof."""


@dataclass(frozen=True)
class Kit:
    """Weapons and armour that are chosen together; the rows are in `tables/kits.toml`."""

    weapons: tuple[str, ...]
    """The first is in hand."""
    armour: str = "none"
    shield: bool = False

    @property
    def suits(self) -> tuple[str, ...]:
        """Armour and shield, as the tables name them."""
        return (self.armour, *(("shield",) if self.shield else ()))

    @property
    def cost(self) -> int:
        """In gold coins (TUM-HOUSE-08, TUM-HOUSE-09)."""
        return cost_of(0, 0, self.weapons, self.suits)

    @property
    def spaces(self) -> int:
        """The spaces that it takes (TUM-LOAD-01, TUM-HOUSE-09)."""
        return sum(name != "unarmed" for name in self.weapons) + sum(ARMOURS[name].spaces for name in self.suits)


KITS: Mapping[str, Kit] = load_table("tumbas", "kits", Kit)


def coins_of(said: Said) -> int:
    """The gold coins with which a character begins at this table (TUM-HOUSE-07)."""
    return cast(int, setting(said.get(HOUSE) or {}, "starting_coins"))


def kit_of(said: Said) -> Kit:
    """The weapons and armour chosen: of the kit, or one by one; names that no table has are left out."""
    chosen = said.get("kit")
    if isinstance(chosen, str) and chosen in KITS:
        return KITS[chosen]
    if chosen != OWN:
        return Kit(())
    armour = said.get("armour")
    return Kit(
        tuple(name for name in said.get("arms") or () if name in WEAPONS),
        armour if armour in SUITS else "none",
        said.get("shield") is True,
    )


def goods_of(said: Said) -> tuple[Offered, ...]:
    """The things of the Lienzos that were chosen."""
    wanted = said.get("goods") or () if said.get("kit") == OWN else ()
    return tuple(entry for entry in offered(said, *GOODS) if entry.code in wanted)


def _count(said: Said, name: str) -> int:
    value = said.get(name)
    return max(0, value) if isinstance(value, int) else 0


def cost(said: Said) -> int:
    """What all of it costs, in gold coins (TUM-BUY-01, TUM-BUY-02)."""
    kit = kit_of(said)
    bought = cost_of(_count(said, "buy_points"), _count(said, "buy_lots"), kit.weapons, kit.suits)
    return bought + sum(int(entry.values.get("price") or 0) for entry in goods_of(said))


def coins_left(said: Said) -> int:
    """The coins that are left, less than 0 when too many are spent."""
    return coins_of(said) - cost(said)


def starting_points(talents: Sequence[str]) -> int:
    """Return the equipment points of a new character with these talents (TUM-EQP-01, TUM-HOUSE-06)."""
    return STARTING_EQUIPMENT_POINTS + talent_bonus(talents, "foresight")


def load_of(said: Said) -> Load:
    """What is carried, and how much is carried freely (TUM-LOAD-01, TUM-LOAD-02)."""
    found, talents = after_race(said), talents_of(said)
    free = capacity(found["strength"], found["resistance"], talent_bonus(talents, "pack_mule"))
    units: dict[str, int] = {
        POINTS: starting_points(talents) + _count(said, "buy_points"),
        PROVISIONS: _count(said, "buy_lots") * PRICES["provisions"].points,
        SPACES: kit_of(said).spaces,
    }
    for thing in (_thing(entry, "packed") for entry in goods_of(said)):
        for measure, number in burden(thing).items():
            units[measure] = units.get(measure, 0) + number
    return Load(free, spaces_taken(units, round_up=bool(setting(said.get(HOUSE) or {}, "round_load_up"))))


# Tiles


def best_attribute(said: Said, weapon: Weapon) -> Attribute:
    """With what a weapon is used: the higher of its attributes (TUM-HOUSE-08)."""
    found = after_race(said)
    return max(weapon.attributes, key=lambda name: found[name])


def damage_bonus(said: Said, weapon: Weapon) -> int:
    """What is added to the damage die: Strength in melee, and talents (TUM-HOUSE-06, TUM-HOUSE-16)."""
    talents = talents_of(said)
    if weapon.use == "ranged":
        return talent_bonus(talents, "sharp_shot")
    return after_race(said)["strength"] + talent_bonus(talents, "strong_arm")


def _damage(said: Said, weapon: Weapon) -> Fact:
    bonus = damage_bonus(said, weapon)
    return fact("tile.damage_plus", bonus, sides=weapon.damage_die) if bonus else Fact("tile.die", weapon.damage_die)


def _arm_figures(said: Said, weapon: Weapon) -> tuple[Figure, ...]:
    attack = after_race(said)[best_attribute(said, weapon)]
    return (
        Figure(Fact("tile.signed", attack), "tile.attack"),
        Figure(_damage(said, weapon), "tile.damage"),
    )


def _kit_option(said: Said, name: str) -> Option:
    kit, alone = KITS[name], {**said, "kit": name, "buy_points": 0, "buy_lots": 0}
    load, left = load_of(alone), coins_left(alone)
    reason = None
    if left < 0:
        reason = fact("error.tumbas.buy.too_dear", cost=kit.cost, coins=coins_of(said))
    elif not load.allowed:
        reason = fact("error.tumbas.load.too_much", spaces=load.spaces, most=load.most)
    heavy = (fact("tile.overloads", load.spaces - load.capacity),) if load.overloaded else ()
    return Option(
        name,
        Fact(f"kit.{name}"),
        notes=(Fact(f"kit_line.{name}"), *heavy),
        icon=_icon(kit),
        reason=reason,
        figures=(
            *_arm_figures(said, WEAPONS[kit.weapons[0]]),
            Figure(Fact("tile.count", ARMOURS[kit.armour].armour), "value.armour"),
            Figure(fact("tile.load", load.spaces, most=load.capacity), "value.load"),
            Figure(Fact("tile.price", kit.cost)),
        ),
    )


def _icon(kit: Kit) -> str:
    weapon = WEAPONS[kit.weapons[0]]
    return "shield" if kit.shield else "target" if weapon.use == "ranged" else "sword"


def _kits(said: Said) -> tuple[str, ...]:
    """The kits that go with the class first."""
    first = ARCHETYPES[class_of(said)].kits
    return (*first, *(name for name in KITS if name not in first))


def _weapon_option(said: Said, name: str) -> Option:
    weapon = WEAPONS[name]
    notes = (fact("tile.use", use=Word(f"weapon_use.{weapon.use}"), hands=weapon.hands),)
    figures = (Figure(Fact("tile.price", weapon.coins)), *_arm_figures(said, weapon))
    return Option(name, Fact(f"weapon.{name}"), notes=notes, figures=figures)


def _armour_option(name: str) -> Option:
    row = ARMOURS[name]
    figures = (Figure(Fact("tile.price", row.coins)),) if row.coins else ()
    numbers = (
        Figure(Fact("tile.count", row.armour), "value.armour"),
        Figure(Fact("tile.count", row.spaces), "value.load"),
    )
    return Option(name, Fact(f"armour.{name}"), figures=(*figures, *(numbers if row.coins else ())))


def _good_option(entry: Offered) -> Option:
    return Option(
        entry.code,
        entry.label,
        notes=entry.line,
        figures=(Figure(Fact("tile.price", int(entry.values.get("price") or 0))),),
    )


def _one_by_one(said: Said) -> tuple[Input, ...]:
    found = after_race(said)
    weapons = sorted(
        (name for name, row in WEAPONS.items() if row.coins),
        key=lambda name: -found[best_attribute(said, WEAPONS[name])],
    )
    arms = Several(
        "arms",
        "sheet.weapons",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(_weapon_option(said, name) for name in weapons),
    )
    armour = Choice(
        "armour",
        "sheet.armour",
        default="none",
        required=False,
        layout="tiles",
        options=tuple(_armour_option(name) for name in SUITS),
    )
    goods = offered(said, *GOODS)
    of_the_lienzos = Several(
        "goods",
        "creation.goods",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(map(_good_option, goods)),
    )
    return (arms, armour, Flag("shield", "sheet.shield"), *seldom(*((of_the_lienzos,) if goods else ())))


def kit_inputs(said: Said) -> tuple[Input, ...]:
    """The kits and one's own; then equipment points and lots of provisions for the coins that are left."""
    own = Option(OWN, fact("creation.own"), notes=(Fact("kit_line.own"),), icon="pencil")
    kits = (*(_kit_option(said, name) for name in _kits(said)), own)
    return (
        Choice("kit", "creation.kit", layout="tiles", options=kits),
        *(_one_by_one(said) if said.get("kit") == OWN else ()),
        Number("buy_points", "input.buy_points", default=0, minimum=0, maximum=99, required=False, layout="points"),
        Number("buy_lots", "input.buy_lots", default=0, minimum=0, maximum=99, required=False, layout="points"),
    )


def kit_faults(said: Said) -> Sequence[RuleError]:
    """More than the coins pay, or more than twice what is carried freely (TUM-HOUSE-07, TUM-LOAD-04)."""
    if (bought := cost(said)) > (coins := coins_of(said)):
        return [NotAllowed("tumbas.buy.too_dear", params={"cost": bought, "coins": coins})]
    try:
        load_of(said).check()
    except RuleError as fault:
        return [fault]
    return []


def kit_notes(said: Said) -> Explanation:
    """That too much of what is carried makes physical actions harder (TUM-LOAD-03)."""
    load = load_of(said)
    over = load.spaces - load.capacity
    return (Fact("creation.overloaded", over, rules=("TUM-LOAD-03",)),) if load.overloaded else ()


def kit_left(said: Said) -> Sequence[Left]:
    """The coins, which may be kept (TUM-HOUSE-07)."""
    return (Left("coins", coins_left(said), coins_of(said), spent=True, must=False),)


def fill_kit(said: Said, pick: Pick) -> Said:
    """The best kit of the class that can be paid and carried freely; then food and points for the room left."""
    found: dict[str, Json] = {}
    kits = _kits(said)
    lightest = min(kits, key=lambda name: (KITS[name].spaces, KITS[name].cost))
    best = next((name for name in kits if _fits({**said, "kit": name})), lightest)
    if unanswered(said, "kit"):
        found["kit"] = best
    elif said["kit"] == OWN and not kit_of(said).weapons and not goods_of(said):
        kit = KITS[best]
        found |= {"arms": list(kit.weapons), "armour": kit.armour, "shield": kit.shield}
    for name in ("buy_lots", "buy_points"):
        if not _count(said, name):
            found[name] = _more(name, {**said, **found})
    return found


def _fits(said: Said) -> bool:
    return coins_left(said) >= 0 and not load_of(said).overloaded


def _more(name: str, said: Said) -> int:
    """One lot of provisions, or as many points as there is room for, while some coins are kept."""
    most = 1 if name == "buy_lots" else coins_of(said)
    number = 0
    while number < most:
        more = {**said, name: number + 1}
        if load_of(more).overloaded or coins_left(more) < KEPT_COINS:
            break
        number += 1
    return number


def why_kit(said: Said) -> Explanation:
    """With what the weapon is used, and what it weighs."""
    kit, load = kit_of(said), load_of(said)
    found: list[Fact] = []
    if kit.weapons and (weapon := WEAPONS[kit.weapons[0]]):
        attribute = best_attribute(said, weapon)
        value, named = after_race(said)[attribute], Word(f"weapon.{kit.weapons[0]}")
        used = fact("why.weapon", value, weapon=named, attribute=Word(f"attribute.{attribute}"))
        found.append(used if value > 0 else fact("why.last_weapon", weapon=named))
    found.append(fact("why.load", load.spaces, most=load.capacity))
    found.append(fact("why.coins", max(0, coins_left(said))))
    return tuple(found)


# On the sheet


def kit_values(said: Said) -> dict[str, Json]:
    """What the sheet lists (TUM-EQP-01, TUM-HOUSE-06, TUM-HOUSE-07)."""
    kit = kit_of(said)
    return {
        "weapons": [{"weapon": name, "note": ""} for name in kit.weapons],
        "armour": kit.armour,
        "shield": kit.shield,
        "equipment_points": starting_points(talents_of(said)) + _count(said, "buy_points"),
        "provisions": _count(said, "buy_lots") * PRICES["provisions"].points,
        "coins": max(0, coins_left(said)),
    }


def _thing(entry: Offered, place: Place) -> Thing:
    return entry.thing(place, KINDS[entry.kind].fresh_charges(entry.values))


def kit_things(said: Said, say: Say) -> tuple[Thing, ...]:
    """The things of the Lienzos: the first weapon in hand where none is, the first of each armour worn."""
    kit = kit_of(said)
    taken = {"weapon": bool(kit.weapons), "armour": kit.armour != "none", "shield": kit.shield}
    found: list[Thing] = []
    for entry in goods_of(said):
        place: Place = "packed"
        if entry.kind == "weapon":
            place = "worn" if taken["weapon"] else "hand"
        elif entry.kind in ("armour", "shield"):
            place = "packed" if taken[entry.kind] else "worn"
        taken[entry.kind] = True
        found.append(_thing(entry, place))
    return tuple(found)
