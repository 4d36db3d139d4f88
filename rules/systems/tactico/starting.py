"""Starting gear: weapons, protection and things from lists, within what can be carried.

(TAC-INV-01, TAC-INV-02, TAC-INV-04 to -06, TAC-HOUSE-13, TAC-HOUSE-14, TAC-HOUSE-18)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from rules.core.creation import HOUSE, Left, Offered, Pick, Said, Say, offered, offered_as
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.gear import Place, Thing
from rules.core.inputs import Choice, Figure, Input, Option, Several, seldom
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tactico.archetypes import role_of
from rules.systems.tactico.attributes import attributes
from rules.systems.tactico.gear.measures import SIZE, burden
from rules.systems.tactico.load import Load, OtherCategory, carried
from rules.systems.tactico.scores import characteristics_of, competence_of, skills_of
from rules.systems.tactico.settings import setting
from rules.systems.tactico.sheet import CONTAINERS_INPUT, ITEMS_INPUT, PROTECTION_INPUT, WEAPONS_INPUT, load_person
from rules.systems.tactico.skills import Skill
from rules.systems.tactico.weapons import PROTECTION, WEAPON_CATEGORIES, Protection, WeaponCategory, weapon_of

SPARES = 2
"""Reloads for each weapon that is loaded."""

SIZE_OF_PROTECTION: Mapping[Protection, int] = {"cloth": 1, "light": 2, "heavy": 4}
"""What a piece for the torso takes of the Aguante."""

NONE = "none"
"""The tile of no protection."""

GOODS = ("weapon", "protection", "gear", "consumable", "container", "ammunition")
"""The kinds of things of the Lienzos that may be chosen."""

PLACE_OF: Mapping[str, str] = {
    "handguns": "holster",
    "submachine_guns": "holster",
    "explosives": "belt",
    "melee_weapons": "sheath",
}
"""Where a weapon is carried; all others on the back (TAC-INV-05)."""


@dataclass(frozen=True, slots=True)
class PlainThing:
    """A thing of `tables/things.toml`."""

    size: int
    category: OtherCategory = "other"
    capacity: int = 0
    """What it holds, of a container."""
    treats: bool = False
    """Wounds are treated with it (TAC-HEAL-01)."""


THINGS: Mapping[str, PlainThing] = load_table("tactico", "things", PlainThing)


def categories_of(said: Said) -> tuple[WeaponCategory, ...]:
    """The categories of the weapons chosen, the first in hand: until then those of the role."""
    chosen = said.get("arms")
    known: dict[str, WeaponCategory] = {str(name): name for name in WEAPON_CATEGORIES}
    return tuple(known[name] for name in chosen if name in known) if isinstance(chosen, list) else role_of(said).weapons


def armour_of(said: Said) -> Protection | None:
    """The protection of the torso: as it was chosen, else that of the role."""
    chosen = said.get("armour")
    if chosen is None:
        return role_of(said).protection
    return cast(Protection, chosen) if chosen in PROTECTION else None


def pack_of(said: Said) -> tuple[str, ...]:
    """The plain things chosen: at first those of the role."""
    chosen = said.get("pack")
    return tuple(name for name in (chosen if isinstance(chosen, list) else role_of(said).things) if name in THINGS)


def _goods(said: Said) -> tuple[Offered, ...]:
    found = (offered_as(said, code, *GOODS) for code in said.get("goods") or ())
    return tuple(entry for entry in found if entry is not None)


def _known(said: Said) -> bool:
    """Whether players know at this table what weapons do before they have used them (TAC-INV-01)."""
    return not setting(said.get(HOUSE) or {}, "weapon_values_hidden")


# Tiles


def skill_of(category: str) -> Skill:
    """The skill with which weapons of a category are used (TAC-HOUSE-13)."""
    return cast(Skill, weapon_of(cast(WeaponCategory, category)).skill)


def _weapon_figures(said: Said, category: str, values: Mapping[str, Json], *, known: bool) -> tuple[Figure, ...]:
    usual = weapon_of(cast(WeaponCategory, category))

    def value(name: str, otherwise: int | None) -> int | None:
        own = values.get(name)
        return own if isinstance(own, int) else otherwise

    skill = skill_of(category)
    found = [Figure(Fact("tile.signed", competence_of(said, skill)), "tile.roll")]
    if known:
        bonus, accuracy = value("bonus", usual.bonus) or 0, value("accuracy", usual.accuracy) or 0
        dice = value("dice", usual.dice) or 0
        damage = fact("tile.damage_plus", bonus, dice=dice) if bonus else fact("tile.damage", dice=dice)
        found += [Figure(damage, "tile.harm"), Figure(Fact("tile.signed", accuracy), "tile.accuracy")]
    if rounds := value("rounds", usual.rounds):
        found.append(Figure(Fact("tile.count", rounds), "tile.rounds"))
    return (*found, Figure(Fact("tile.count", value("size", usual.size)), "tile.size"))


def _used_with(said: Said, category: str) -> tuple[Fact, ...]:
    skill = skill_of(category)
    told = fact("tile.with", skill=Word(f"skill.{skill}"))
    return (told,) if skills_of(said)[skill] else (told, Fact("tile.untrained", rules=("TAC-DIFF-03",)))


def _category_option(said: Said, category: WeaponCategory) -> Option:
    notes = (Fact(f"weapon_line.{category}"), *_used_with(said, category))
    row = role_of(said).rows.get(category, {})
    figures = _weapon_figures(said, category, row, known=_known(said))
    named = fact("core.verbatim", text=str(row["name"])) if row.get("name") else Fact(f"weapon.{category}")
    return Option(category, named, notes=notes, figures=figures)


def _weapon_option(said: Said, entry: Offered) -> Option:
    category = str(entry.values.get("category") or "handguns")
    known = _known(said) and not entry.unknown
    figures = _weapon_figures(said, category, entry.values, known=known)
    return Option(entry.code, entry.label, notes=(*entry.line, *_used_with(said, category)), figures=figures)


def _armour_option(name: str) -> Option:
    if name not in PROTECTION:
        return Option(NONE, Fact("torso.none"), notes=(Fact("armour_line.none"),))
    kind = cast(Protection, name)
    figures = (
        Figure(Fact("tile.takes", PROTECTION[kind])),
        Figure(Fact("tile.count", SIZE_OF_PROTECTION[kind]), "tile.size"),
    )
    return Option(name, Fact(f"protection.{name}"), notes=(Fact(f"armour_line.{name}"),), figures=figures)


def _thing_option(name: str) -> Option:
    figures = (Figure(Fact("tile.count", THINGS[name].size), "tile.size"),)
    return Option(name, Fact(f"thing.{name}"), notes=(Fact(f"thing_line.{name}"),), figures=figures)


def _good_option(said: Said, entry: Offered) -> Option:
    if entry.kind == "weapon":
        return _weapon_option(said, entry)
    figures = (Figure(Fact("tile.count", int(entry.values.get("size") or 0)), "tile.size"),)
    return Option(entry.code, entry.label, notes=entry.line, figures=figures)


def kit_inputs(said: Said) -> tuple[Input, ...]:
    """Weapons, those that are used best first; protection; things; and what stands in no list, in rows."""
    role = role_of(said)

    def rank(name: WeaponCategory) -> tuple[bool, bool, int]:
        skill = skill_of(name)
        return name not in role.weapons, not skills_of(said)[skill], -competence_of(said, skill)

    categories = sorted(WEAPON_CATEGORIES, key=rank)
    arms = Several(
        "arms",
        "sheet.weapons",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(_category_option(said, name) for name in categories),
        default=list(role.weapons),
        assumed=True,
    )
    armour = Choice(
        "armour",
        "creation.armour",
        required=False,
        layout="tiles",
        default=role.protection or NONE,
        options=tuple(map(_armour_option, (NONE, *PROTECTION))),
    )
    pack = Several(
        "pack",
        "sheet.items",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(map(_thing_option, THINGS)),
        default=list(role.things),
        assumed=True,
    )
    others = offered(said, *GOODS)
    goods = Several(
        "goods",
        "creation.goods",
        required=False,
        ordered=False,
        layout="tiles",
        options=tuple(_good_option(said, entry) for entry in others),
    )
    return (arms, armour, pack, *seldom(*((goods,) if others else ()), *OWN_ROWS))


OWN_ROWS: tuple[Input, ...] = (WEAPONS_INPUT, PROTECTION_INPUT, CONTAINERS_INPUT, ITEMS_INPUT)
"""What stands in no list: with values of its own."""


def load_of(said: Said) -> Load:
    """What is carried, and how much can be (TAC-INV-04 to -06)."""
    sheet = load_person(kit_values(said, lambda code: code))
    rest = sum(burden(entry.thing()).get(SIZE, 0) for entry in _goods(said))
    return carried({**sheet, "rest": rest}, attributes(characteristics_of(said)).endurance)


def kit_faults(said: Said) -> Sequence[RuleError]:
    """More than the Aguante, or what does not fit where it is put (TAC-INV-05, TAC-INV-06)."""
    load = load_of(said)
    if not load.within_limit:
        return [NotAllowed("tactico.load.too_much", params={"over": -load.room_left})]
    if load.overfull_containers:
        return [NotAllowed("tactico.load.container_full")]
    if load.misplaced_slots:
        return [NotAllowed("tactico.load.wrong_slot")]
    return []


def kit_left(said: Said) -> Sequence[Left]:
    """The room that is left, which need not be filled (TAC-INV-06, TAC-HOUSE-04)."""
    try:
        left = load_of(said).room_left
    except RuleError:
        return ()
    return (Left("room", left, attributes(characteristics_of(said)).endurance, spent=True, must=False),)


def fill_kit(said: Said, pick: Pick) -> Said:
    """The gear of the role; without a role the weapons that are used best, and a light protection."""
    found: dict[str, Json] = {}
    if not isinstance(said.get("arms"), list):
        found["arms"] = list(role_of(said).weapons or _best_weapons(said))
    if said.get("armour") is None:
        found["armour"] = role_of(said).protection or "light"
    if not isinstance(said.get("pack"), list):
        found["pack"] = list(role_of(said).things or ("backpack", "water", "ration"))
    return found


def _best_weapons(said: Said) -> tuple[WeaponCategory, ...]:
    """What goes with the better of shooting and striking, where either was learned."""
    skills = skills_of(said)
    wanted: tuple[tuple[Skill, WeaponCategory], ...] = (
        ("ranged_weapons", "rifles"),
        ("melee_weapons", "melee_weapons"),
    )
    return tuple(category for skill, category in wanted if skills[skill])


def why_kit(said: Said) -> Explanation:
    """With what each weapon is used, and what the protection is worth."""
    found = [
        fact(
            "why.weapon",
            competence_of(said, skill_of(name)),
            weapon=Word(f"weapon.{name}"),
            skill=Word(f"skill.{skill_of(name)}"),
        )
        for name in categories_of(said)
    ]
    if (armour := armour_of(said)) and PROTECTION[armour]:
        found.append(fact("why.armour", PROTECTION[armour], kind=Word(f"protection.{armour}")))
    load = load_of(said)
    return (*found, fact("why.load", load.total_size, most=load.total_size + load.room_left))


# On the sheet


def kit_values(said: Said, say: Say) -> dict[str, Json]:
    """What the sheet lists, with rows in one's own words behind."""
    rows = {item.name: list(said.get(item.name) or ()) for item in OWN_ROWS}
    of_role = role_of(said).rows
    things = [(name, THINGS[name]) for name in pack_of(said)]
    holds = [name for name, one in things if one.capacity]
    weapons = [
        {
            "category": category,
            "place": PLACE_OF.get(category, "back"),
            "spares": None if weapon_of(category).rounds is None else SPARES,
            **of_role.get(category, {}),
        }
        for category in categories_of(said)
    ]
    armour = armour_of(said)
    usual = {"kind": armour, "location": "torso", "size": SIZE_OF_PROTECTION[armour]} if armour else {}
    worn = [{**usual, **of_role.get(armour, {})}] if armour else []
    items = [
        {
            "name": say(f"thing.{name}"),
            "category": one.category,
            "size": one.size,
            "place": "container_1" if holds else None,
        }
        for name, one in things
        if not one.capacity and not one.treats
    ]
    containers = [
        {"name": say(f"thing.{name}"), "size": THINGS[name].size, "capacity": THINGS[name].capacity} for name in holds
    ]
    first_aid = [
        {"name": say(f"thing.{name}"), "category": one.category, "size": one.size, "place": None}
        for name, one in things
        if one.treats
    ]
    return {
        "weapons": [*weapons, *rows["weapons"]],
        "protection": [*worn, *rows["protection"]],
        "containers": [*containers, *rows["containers"]],
        "items": [*items, *first_aid, *rows["items"]],
        "equipment": bool(first_aid),
    }


def kit_things(said: Said, say: Say) -> tuple[Thing, ...]:
    """The things of the Lienzos: a weapon in hand where none is, protection and containers worn."""
    armed = bool(categories_of(said) or said.get("weapons"))
    found: list[Thing] = []
    for entry in _goods(said):
        place: Place = "packed"
        if entry.kind == "weapon":
            place = "worn" if armed else "hand"
            armed = True
        elif entry.kind in ("protection", "container"):
            place = "worn"
        found.append(entry.thing(place))
    return tuple(found)
