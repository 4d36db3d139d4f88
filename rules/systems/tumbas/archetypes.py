"""Choosing class and people: those of the house, those of the table's Lienzos, or one's own (TUM-HOUSE-02, -03)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from rules.core.creation import LIENZO, OWN, Offered, Pick, Said, offered, offered_as, unanswered
from rules.core.equipment import taken
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Figure, Input, Option, Text, options_of
from rules.core.tables import load_table
from rules.core.types import Json
from rules.systems.tumbas.attributes import ATTRIBUTES, Attribute
from rules.systems.tumbas.house import CLASSES, RACES, Talent
from rules.systems.tumbas.sheet import CLASS_DIE, PERSON

PLAIN_CLASS, PLAIN_RACE = "warrior", "human"
"""What counts until something is chosen."""


@dataclass(frozen=True)
class Archetype:
    """What an experienced player would choose for a class; the rows are in `tables/archetypes.toml`."""

    best: tuple[Attribute, ...]
    """The attributes, the most needed first."""
    talents: tuple[Talent, ...]
    """In the order in which they are taken; a people may have one or two."""
    kits: tuple[str, ...]
    """Starting kits, the best first."""
    icon: str
    """The emblem of the class."""


ARCHETYPES: Mapping[str, Archetype] = load_table("tumbas", "archetypes", Archetype)


def class_of(said: Said) -> str:
    """The class of the house whose rules hold: the chosen one, or the one that it resembles (TUM-HOUSE-03)."""
    chosen = said.get("character_class")
    if chosen == OWN:
        chosen = said.get("class_like")
    elif entry := offered_as(said, chosen, "class"):
        chosen = entry.gives.get("character_class")
    return chosen if isinstance(chosen, str) and chosen in CLASSES else PLAIN_CLASS


def race_of(said: Said) -> str:
    """The race of the house whose rules hold: the chosen one, or the one that it resembles (TUM-HOUSE-02)."""
    chosen = said.get("race")
    if chosen == OWN:
        chosen = said.get("race_like")
    elif entry := offered_as(said, chosen, "species"):
        chosen = entry.gives.get("race")
    return chosen if isinstance(chosen, str) and chosen in RACES else PLAIN_RACE


def entries_of(said: Said) -> tuple[Offered, ...]:
    """The class and the people of the table's Lienzos that were chosen."""
    found = (offered_as(said, said.get("character_class"), "class"), offered_as(said, said.get("race"), "species"))
    return tuple(entry for entry in found if entry is not None)


def people_values(said: Said) -> dict[str, Json]:
    """What class and people write on the sheet."""
    values: dict[str, Json] = {"character_class": class_of(said), "race": race_of(said)}
    for entry in entries_of(said):
        values = taken(values, entry.gives, PERSON)
    if said.get("character_class") == OWN:
        values |= {"class_name": said.get("class_name") or "", "class_die": said.get("class_die")}
    if said.get("race") == OWN:
        values["race_name"] = said.get("race_name") or ""
    return values


def class_name(said: Said) -> Word | str:
    """What the class is called."""
    values = people_values(said)
    return str(values.get("class_name") or "") or Word(f"class.{class_of(said)}")


def race_name(said: Said) -> Word | str:
    """What the people is called."""
    values = people_values(said)
    return str(values.get("race_name") or "") or Word(f"race.{race_of(said)}")


def hit_die(said: Said) -> int:
    """The sides of the hit die (TUM-HOUSE-03)."""
    own = people_values(said).get("class_die")
    return int(own) if own else CLASSES[class_of(said)].hit_die


# The class


def _class_figures(name: str, die: int) -> tuple[Figure, ...]:
    found = [Figure(Fact("tile.die", die), "tile.hit_die"), Figure(Fact(f"attribute.{best_of(name)}"), "tile.best")]
    if casts_with := CLASSES[name].casts_with:
        found.append(Figure(Fact(f"attribute.{casts_with}"), "tile.casts"))
    return tuple(found)


def _class_option(name: str) -> Option:
    return Option(
        name,
        Fact(f"class.{name}"),
        notes=(Fact(f"class_good.{name}"), fact("tile.aptitude", field=Word(f"class_line.{name}"))),
        icon=ARCHETYPES[name].icon,
        figures=_class_figures(name, CLASSES[name].hit_die),
    )


def _entry_class(entry: Offered) -> Option:
    name = cast(str, entry.gives.get("character_class") or PLAIN_CLASS)
    field = str(entry.values.get("field") or "")
    told = (fact("tile.aptitude", field=field),) if field else ()
    die = int(entry.gives.get("class_die") or CLASSES[name].hit_die)
    return Option(
        entry.code,
        entry.label,
        notes=(*entry.line, *told),
        icon=ARCHETYPES[name].icon,
        figures=_class_figures(name, die),
    )


def best_of(name: str) -> Attribute:
    """The attribute that a class needs most."""
    return ARCHETYPES[name].best[0]


def class_inputs(said: Said) -> tuple[Input, ...]:
    """The classes of the Lienzos, those of the house, and one's own, which resembles one of these."""
    tiles = (*map(_entry_class, offered(said, "class")), *map(_class_option, CLASSES))
    own = Option(OWN, fact("creation.own"), notes=(Fact("class_good.own"),), icon="pencil")
    asked: tuple[Input, ...] = (
        Choice("character_class", "sheet.character_class", layout="tiles", options=(*tiles, own)),
    )
    if said.get("character_class") == OWN:
        like = Choice(
            "class_like",
            "creation.class_like",
            default=PLAIN_CLASS,
            required=False,
            options=options_of("class", CLASSES),
        )
        asked = (*asked, Text("class_name", "sheet.class_name", length=60), like, CLASS_DIE)
    return asked


def fill_class(said: Said, pick: Pick) -> Said:
    """Any class."""
    names = tuple(CLASSES)
    return {"character_class": names[pick(len(names))]} if unanswered(said, "character_class") else {}


def why_class(said: Said) -> Explanation:
    """What it is good for."""
    entry = offered_as(said, said.get("character_class"), "class")
    line = fact("why.class", name=class_name(said), line=Word(f"class_good.{class_of(said)}"))
    return entry.line if entry and entry.line else (line,)


# The people


def _race_figures(name: str) -> tuple[Figure, ...]:
    race = RACES[name]
    found = [Figure(Fact("tile.signed", value), f"attribute.{one}") for one, value in race.modifiers.items()]
    if race.extra_talents:
        found.append(Figure(Fact("tile.signed", race.extra_talents), "tile.talents"))
    return tuple(found)


def _race_option(name: str) -> Option:
    notes = (Fact(f"race_line.{name}"),)
    return Option(name, Fact(f"race.{name}"), notes=notes, icon=RACE_ICONS[name], figures=_race_figures(name))


def _entry_race(entry: Offered) -> Option:
    name = cast(str, entry.gives.get("race") or PLAIN_RACE)
    return Option(entry.code, entry.label, notes=entry.line, icon=RACE_ICONS[name], figures=_race_figures(name))


RACE_ICONS: Mapping[str, str] = {"human": "users", "elf": "feather", "dwarf": "anchor", "halfling": "footprints"}
"""The emblem of each people."""


def race_inputs(said: Said) -> tuple[Input, ...]:
    """The peoples of the Lienzos, those of the house, and one's own, which resembles one of these."""
    tiles = (*map(_entry_race, offered(said, "species")), *map(_race_option, RACES))
    own = Option(OWN, fact("creation.own"), notes=(Fact("race_line.own"),), icon="pencil")
    asked: tuple[Input, ...] = (Choice("race", "sheet.race", layout="tiles", options=(*tiles, own)),)
    if said.get("race") == OWN:
        like = Choice(
            "race_like", "creation.race_like", default=PLAIN_RACE, required=False, options=options_of("race", RACES)
        )
        asked = (*asked, Text("race_name", "sheet.race_name", length=60), like)
    return asked


def fill_race(said: Said, pick: Pick) -> Said:
    """A people that raises what the class needs most, or lowers neither that nor the next; of the Lienzos, if any."""
    if not unanswered(said, "race"):
        return {}
    needed, second = ARCHETYPES[class_of(said)].best[:2]

    def fits(name: str) -> bool:
        change = RACES[race_of({LIENZO: said.get(LIENZO), "race": name})].modifiers
        return change.get(needed, 0) > 0 or min(change.get(needed, 0), change.get(second, 0)) >= 0

    own = [entry.code for entry in offered(said, "species")]
    fitting = [name for name in own or RACES if fits(name)]
    return {"race": fitting[pick(len(fitting))]} if fitting else {"race": PLAIN_RACE}


def why_race(said: Said) -> Explanation:
    """What it brings to the class."""
    race, needed, name = race_of(said), best_of(class_of(said)), race_name(said)
    if RACES[race].modifiers.get(needed, 0) > 0:
        return (fact("why.race_raises", name=name, needed=Word(f"attribute.{needed}")),)
    if RACES[race].extra_talents:
        return (fact("why.race_talent", name=name),)
    line = Word(f"race_line.{race}")
    return (fact("why.race_keeps", name=name, line=line, needed=Word(f"attribute.{needed}")),)


def modifiers(said: Said) -> Mapping[Attribute, int]:
    """What the people adds to each attribute (TUM-HOUSE-02)."""
    found = RACES[race_of(said)].modifiers
    return {name: found.get(name, 0) for name in ATTRIBUTES}
