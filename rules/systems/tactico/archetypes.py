"""Choosing a role, which proposes the points and the gear; and background and talents of the table's Lienzos.

(TAC-HOUSE-03)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from rules.core.creation import OWN, Offered, Pick, Said, offered, offered_as, unanswered
from rules.core.equipment import taken
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Figure, Input, Option, Several
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tactico.attributes import AVERAGE, CHARACTERISTICS, Characteristic, attributes
from rules.systems.tactico.sheet import PERSON
from rules.systems.tactico.skills import SKILLS, UNTRAINED, Skill
from rules.systems.tactico.weapons import PROTECTION, WEAPON_CATEGORIES, Protection, WeaponCategory


@dataclass(frozen=True, slots=True)
class Archetype:
    """What an experienced player would choose for a role; the rows are in `tables/archetypes.toml`."""

    values: tuple[int, int, int, int, int, int]
    """Characteristics in their order, 30 points."""
    skills: Mapping[Skill, int]
    """25 points, the most needed first."""
    weapons: tuple[WeaponCategory, ...]
    """The first is in hand."""
    protection: Protection
    things: tuple[str, ...]
    """Of `tables/things.toml`."""
    icon: str
    """The emblem of the role."""

    def characteristics(self) -> dict[Characteristic, int]:
        """The six values by characteristic."""
        return dict(zip(CHARACTERISTICS, self.values, strict=True))


ARCHETYPES: Mapping[str, Archetype] = load_table("tactico", "archetypes", Archetype)

AIMED_AT = "guard"
"""The role whose skills are learned where none was chosen and points are left."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a role proposes."""

    characteristics: Mapping[Characteristic, int]
    skills: Mapping[Skill, int]
    weapons: tuple[WeaponCategory, ...] = ()
    protection: Protection | None = None
    things: tuple[str, ...] = ()
    rows: Mapping[str, Mapping[str, Json]] = field(default_factory=dict)
    """What a Lienzo says of a weapon or protection, by its category or kind, as a row of the sheet."""

    @property
    def strong_in(self) -> tuple[Skill, ...]:
        """The skills in which it is best, the best first."""
        return tuple(
            sorted((name for name, value in self.skills.items() if value), key=lambda name: -self.skills[name])
        )


PLAIN = Role(dict.fromkeys(CHARACTERISTICS, AVERAGE), {})
"""What nobody has chosen a role for: average, untrained, with nothing."""


def _of_archetype(name: str) -> Role:
    made = ARCHETYPES[name]
    return Role(made.characteristics(), made.skills, made.weapons, made.protection, made.things)


def _of_entry(entry: Offered) -> Role:
    gives = entry.gives
    arms = cast("list[Mapping[str, Json]]", gives.get("weapons") or [])
    worn = cast("list[Mapping[str, Json]]", gives.get("protection") or [])
    rows = {str(row.get("category") or row.get("kind")): row for row in reversed([*arms, *worn])}
    return Role(
        {name: int(gives.get(name) or AVERAGE) for name in CHARACTERISTICS},
        {name: int(gives.get(name) or UNTRAINED) for name in SKILLS},
        tuple(name for name in WEAPON_CATEGORIES if name in rows),
        next((name for name in PROTECTION if name in rows), None),
        ("first_aid", "backpack") if gives.get("equipment") else ("backpack", "water", "ration"),
        rows,
    )


def role_of(said: Said) -> Role:
    """The role that was chosen; the plain one without."""
    chosen = said.get("role")
    if isinstance(chosen, str) and chosen in ARCHETYPES:
        return _of_archetype(chosen)
    entry = offered_as(said, chosen, "archetype")
    return _of_entry(entry) if entry else PLAIN


def role_name(said: Said) -> Word | str:
    """What the role is called."""
    chosen = said.get("role")
    if isinstance(chosen, str) and chosen in ARCHETYPES:
        return Word(f"archetype.{chosen}")
    entry = offered_as(said, chosen, "archetype")
    return entry.name if entry else Word("told.somebody")


def _tile(value: str, label: Fact, role: Role, notes: tuple[Fact, ...], icon: str) -> Option:
    found = attributes(role.characteristics)
    figures = (
        Figure(Fact("tile.count", found.life_points), "value.life_max"),
        Figure(Fact("tile.count", found.initiative), "value.initiative"),
        Figure(Fact("tile.count", found.movement), "value.movement"),
        Figure(Fact("tile.count", found.endurance), "value.endurance"),
    )
    strong = tuple(fact("tile.skill", name=Word(f"skill.{one}"), at=role.skills[one]) for one in role.strong_in[:3])
    return Option(value, label, notes=(*notes, *strong), icon=icon, figures=figures)


def role_inputs(said: Said) -> tuple[Input, ...]:
    """The archetypes of the Lienzos, those of the house, and none."""
    own = Option(OWN, Fact("role.own"), notes=(Fact("role_line.own"),), icon="pencil")
    tiles = (
        *(_tile(one.code, one.label, _of_entry(one), one.line, "users") for one in offered(said, "archetype")),
        *(
            _tile(name, Fact(f"archetype.{name}"), _of_archetype(name), (Fact(f"role_line.{name}"),), made.icon)
            for name, made in ARCHETYPES.items()
        ),
    )
    return (Choice("role", "creation.role", layout="tiles", options=(*tiles, own)),)


def fill_role(said: Said, pick: Pick) -> Said:
    """Any role of the house."""
    names = tuple(ARCHETYPES)
    return {"role": names[pick(len(names))]} if unanswered(said, "role") else {}


def why_role(said: Said) -> Explanation:
    """What it is good for."""
    chosen = said.get("role")
    if isinstance(chosen, str) and chosen in ARCHETYPES:
        return (fact("why.role", name=role_name(said), line=Word(f"role_line.{chosen}")),)
    entry = offered_as(said, chosen, "archetype")
    return entry.line if entry else (Fact("why.role_own"),)


# Background and talents


def _trait(entry: Offered) -> Option:
    required = str(entry.values.get("requires") or "")
    notes = (*entry.line, fact("tile.requires", what=required)) if required else entry.line
    rows = cast("list[Mapping[str, Json]]", entry.gives.get("other_skills") or [])
    brings = tuple(fact("tile.skill", name=str(row["name"]), at=int(row.get("value") or 0)) for row in rows)
    return Option(entry.code, entry.label, notes=(*notes, *brings))


def trait_inputs(said: Said) -> tuple[Input, ...]:
    """A background and talents, where the Lienzos have any; how many is the game master's to say."""
    backgrounds, talents = (tuple(map(_trait, offered(said, kind))) for kind in ("background", "talent"))
    found: list[Input] = []
    if backgrounds:
        found.append(Choice("origin", "entry.background", required=False, layout="tiles", options=backgrounds))
    if talents:
        found.append(
            Several("talents", "entry.talent.many", required=False, ordered=False, layout="tiles", options=talents)
        )
    return tuple(found)


def _traits(said: Said) -> tuple[Offered, ...]:
    codes = (said.get("origin"), *(said.get("talents") or ()))
    found = (offered_as(said, code, "background", "talent") for code in codes)
    return tuple(entry for entry in found if entry is not None)


def fill_traits(said: Said, pick: Pick) -> Said:
    """Any background; talents only as the game master allows them."""
    codes = [entry.code for entry in offered(said, "background")]
    return {"origin": codes[pick(len(codes))]} if codes and unanswered(said, "origin") else {}


def why_traits(said: Said) -> Explanation:
    """What each of them brings."""
    return tuple(fact("why.entry", name=entry.name, line=entry.text) for entry in _traits(said))


def with_traits(said: Said, values: Mapping[str, Json]) -> dict[str, Json]:
    """The sheet after background and talents."""
    found = dict(values)
    for entry in _traits(said):
        found = taken(found, entry.gives, PERSON)
    return found
