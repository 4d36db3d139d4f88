"""Choosing talents and spells: what each does and how much, with those of the table's Lienzos.

(TUMS-CHAR-01, TUM-HOUSE-02, TUM-HOUSE-06, TUM-HOUSE-26)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from rules.core.creation import Left, Offered, Pick, Said, offered, offered_as, unanswered
from rules.core.equipment import taken
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Figure, Input, Option, Several, Text, seldom
from rules.core.types import Json
from rules.systems.tumbas.archetypes import ARCHETYPES, class_of, people_values, race_of
from rules.systems.tumbas.house import CLASSES, GRADES, RACES, TALENT_VALUES, TALENTS, Talent
from rules.systems.tumbas.sheet import PERSON

INITIAL_TALENTS = 1
"""Talents of a new character before race (TUMS-CHAR-01)."""


FIRST_SPELLS = 3
"""Spells that a new caster is given at once, where the Lienzos have any; the rules set no number (TUM-HOUSE-26)."""


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


def given_talents(said: Said) -> tuple[str, ...]:
    """The talents that class and people of a Lienzo bring, which are not among those to choose."""
    return tuple(name for name in cast("Sequence[str]", people_values(said).get("talents") or ()) if name in TALENTS)


def chosen_talents(said: Said) -> tuple[str, ...]:
    """The talents of the house that were chosen."""
    return tuple(name for name in said.get("talents") or () if name in TALENTS and name not in given_talents(said))


def talents_of(said: Said) -> tuple[str, ...]:
    """All talents of the house that the character has."""
    return (*given_talents(said), *chosen_talents(said))


def _ordered(said: Said) -> tuple[Talent, ...]:
    first = ARCHETYPES[class_of(said)].talents
    return (*first, *(name for name in TALENTS if name not in first))


def _option(name: Talent) -> Option:
    gain = Figure(Fact(f"talent_gain.{name}", TALENT_VALUES[name]))
    return Option(name, Fact(f"talent.{name}"), notes=(Fact(f"talent_line.{name}"),), figures=(gain,))


def _entry(entry: Offered) -> Option:
    required = str(entry.values.get("requires") or "")
    notes = (*entry.line, fact("tile.requires", what=required)) if required else entry.line
    return Option(entry.code, entry.label, notes=notes)


def talent_inputs(said: Said) -> tuple[Input, ...]:
    """Talents, those that go with the class first; what the class brings anyway is not offered."""
    owned = given_talents(said)
    tiles = tuple(_option(name) for name in _ordered(said) if name not in owned)
    own = Text("other_talent", "sheet.other_talent", required=False, length=80)
    return (
        Several(
            "talents",
            "sheet.talents",
            required=False,
            ordered=False,
            layout="tiles",
            options=(*tiles, *map(_entry, offered(said, "talent"))),
        ),
        *seldom(own),
    )


def _chosen(said: Said) -> list[str]:
    """All that was chosen: of the house, of the Lienzos, and the player's own."""
    known = {*_ordered(said), *(entry.code for entry in offered(said, "talent"))} - {*given_talents(said)}
    own = str(said.get("other_talent") or "").strip()
    return [*(name for name in said.get("talents") or () if name in known), *((own,) if own else ())]


def talent_left(said: Said) -> Sequence[Left]:
    """One talent, two for a human (TUMS-CHAR-01, TUM-HOUSE-02)."""
    wanted = initial_talents(race_of(said))
    return (Left("talents", wanted - len(_chosen(said)), wanted),)


def talent_faults(said: Said) -> Sequence[RuleError]:
    """More talents than there are to choose; fewer is what is left (TUMS-CHAR-01, TUM-HOUSE-02)."""
    chosen, race = _chosen(said), race_of(said)
    if len(chosen) < initial_talents(race):
        return []
    try:
        check_talents(chosen, race)
    except RuleError as fault:
        return [fault]
    return []


def fill_talents(said: Said, pick: Pick) -> Said:
    """The talents that go with the class, as far as there are places."""
    (left,) = talent_left(said)
    chosen = list(said.get("talents") or ())
    more = [name for name in _ordered(said) if name not in chosen and name not in given_talents(said)]
    return {"talents": [*chosen, *more[: max(0, left.left)]]}


def why_talents(said: Said) -> Explanation:
    """What each of them brings."""
    known = (*chosen_talents(said),)
    found = [fact("why.talent", name=Word(f"talent.{name}"), line=Word(f"talent_line.{name}")) for name in known]
    entries = (offered_as(said, code, "talent") for code in said.get("talents") or ())
    found += [fact("why.entry", name=entry.name, line=entry.text) for entry in entries if entry is not None]
    if own := str(said.get("other_talent") or "").strip():
        found.append(fact("why.own_talent", name=own))
    return tuple(found)


# Spells


def casts(said: Said) -> bool:
    """Whether the class casts (TUM-HOUSE-26)."""
    return CLASSES[class_of(said)].casts_with is not None


def _grade(entry: Offered) -> str:
    found = entry.values.get("grade")
    return found if isinstance(found, str) and found in GRADES else next(iter(GRADES))


def _spells(said: Said) -> tuple[Offered, ...]:
    grades = list(GRADES)
    return tuple(sorted(offered(said, "spell"), key=lambda entry: grades.index(_grade(entry))))


def _spell(entry: Offered) -> Option:
    grade = _grade(entry)
    row = GRADES[grade]
    figures = (
        Figure(Fact(f"grade.{grade}")),
        Figure(Fact("tile.count", row.punishment_dice), "tile.punishment"),
        Figure(Fact("tile.die", row.effect_die), "tile.effect"),
    )
    return Option(entry.code, entry.label, notes=entry.line, figures=figures)


def spell_inputs(said: Said) -> tuple[Input, ...]:
    """The spells of the Lienzos for a class that casts; without them what a spell does is agreed in play."""
    spells = _spells(said) if casts(said) else ()
    if not spells:
        return ()
    options = tuple(map(_spell, spells))
    return (Several("spells", "creation.spells", required=False, ordered=False, layout="tiles", options=options),)


def _known_spells(said: Said) -> tuple[Offered, ...]:
    if not casts(said):
        return ()
    found = (offered_as(said, code, "spell") for code in said.get("spells") or ())
    return tuple(entry for entry in found if entry is not None)


def fill_spells(said: Said, pick: Pick) -> Said:
    """Some of the lowest grade, which need no punishment dice."""
    if not unanswered(said, "spells"):
        return {}
    return {"spells": [entry.code for entry in _spells(said)[:FIRST_SPELLS]]}


def why_spells(said: Said) -> Explanation:
    """With what they are cast."""
    casts_with = CLASSES[class_of(said)].casts_with
    known = _known_spells(said)
    if casts_with is None or not known:
        return ()
    return (fact("why.spells", len(known), attribute=Word(f"attribute.{casts_with}")),)


# On the sheet


def talent_values(said: Said, values: Mapping[str, Json]) -> dict[str, Json]:
    """The sheet with talents and spells."""
    found: dict[str, Json] = {**values, "talents": list(talents_of(said))}
    chosen = (offered_as(said, code, "talent") for code in said.get("talents") or ())
    for entry in (*chosen, *_known_spells(said)):
        if entry is not None:
            brought = found["talents"]
            found = taken(found, entry.gives, PERSON)
            found["talents"] = list(dict.fromkeys((*brought, *found["talents"])))
    if own := str(said.get("other_talent") or "").strip():
        found = taken(found, {"other_talents": [{"name": own}]}, PERSON)
    return found
