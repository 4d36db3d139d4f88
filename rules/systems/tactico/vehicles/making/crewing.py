"""Choosing who takes a machine out: one of three crews, or one's own numbers, and gunners apart.

(TAC-HOUSE-02 to -04, TAC-VEH-02, TAC-VEH-06)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from rules.core.creation import OWN, Pick, Said, unanswered
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.inputs import Choice, Figure, Input, Number, Option, Text, seldom
from rules.core.types import Json
from rules.systems.tactico.archetypes import ARCHETYPES
from rules.systems.tactico.vehicles.sheet import AVERAGE, CREW, GUNNERS

ABILITIES: tuple[str, ...] = tuple(item.name for item in CREW if isinstance(item, Number))
"""The characteristics and skills of who takes a machine out."""

PILOT = ARCHETYPES["pilot"]

_ABLE: Mapping[str, int] = {**dict(PILOT.characteristics().items()), **dict(PILOT.skills.items())}

CREWS: Mapping[str, Mapping[str, int]] = {
    # the pilot of the table of roles, whose points are those of a new character (TAC-HOUSE-03)
    "pilot": {name: _ABLE[name] for name in ABILITIES},
    # the same points, spent on shooting
    "gunner": {"dexterity": 5, "perception": 8, "intelligence": 5, "piloting": 5, "gunnery": 6, "tactics": 4},
    # a quick figure (TAC-HOUSE-03), trained in both
    "average": {**dict.fromkeys(ABILITIES, AVERAGE), "tactics": 0},
}
"""Who may take a machine out."""


def abilities_of(said: Said) -> dict[str, int]:
    """The characteristics and skills of the crew chosen."""
    chosen = said.get("crew")
    if isinstance(chosen, str) and chosen in CREWS:
        return {name: CREWS[chosen][name] for name in ABILITIES}
    usual = CREWS["average"]
    return {name: value if isinstance(value := said.get(name), int) else usual[name] for name in ABILITIES}


def _tile(name: str) -> Option:
    able = CREWS[name]
    figures = (
        Figure(Fact("tile.count", able["dexterity"] + able["piloting"]), "value.piloting"),
        Figure(Fact("tile.count", able["perception"] + able["gunnery"]), "value.gunnery"),
        Figure(Fact("tile.count", able["intelligence"] + able["tactics"]), "value.tactics"),
        Figure(Fact("tile.count", able["dexterity"] + able["perception"]), "value.initiative"),
    )
    return Option(name, Fact(f"crew.{name}"), notes=(Fact(f"crew_line.{name}"),), icon=ICONS[name], figures=figures)


ICONS: Mapping[str, str] = {"pilot": "crown", "gunner": "target", "average": "users"}
"""The emblem of each crew."""


def crew_inputs(said: Said) -> tuple[Input, ...]:
    """The crews and one's own numbers; the name at the controls; gunners apart."""
    own = Option(OWN, Fact("crew.own"), notes=(Fact("crew_line.own"),), icon="pencil")
    chosen = Choice("crew", "creation.crew", layout="tiles", options=(*map(_tile, CREWS), own))
    names = tuple(item for item in CREW if isinstance(item, Text))
    numbers = tuple(
        Number(
            item.name,
            item.label,
            default=item.default,
            minimum=item.minimum,
            maximum=item.maximum,
            required=False,
            layout="points",
        )
        for item in CREW
        if isinstance(item, Number)
    )
    return (chosen, *names, *(numbers if said.get("crew") == OWN else ()), *seldom(GUNNERS))


def fill_crew(said: Said, pick: Pick, names: tuple[str, ...]) -> Said:
    """A trained pilot with a name."""
    found: dict[str, Json] = {}
    if unanswered(said, "crew"):
        found["crew"] = "pilot"
    if unanswered(said, "pilot"):
        found["pilot"] = names[pick(len(names))]
    return found


def why_crew(said: Said) -> Explanation:
    """What they roll."""
    able = abilities_of(said)
    return (
        fact(
            "why.crew",
            name=str(said.get("pilot") or "") or Word("gunner.pilot"),
            piloting=able["dexterity"] + able["piloting"],
            gunnery=able["perception"] + able["gunnery"],
        ),
    )


def gunners_of(said: Said) -> list[Mapping[str, Json]]:
    """The gunners apart from the pilot, in their order."""
    return [row for row in cast("list[Json]", said.get("gunners") or []) if isinstance(row, Mapping)]


def crew_values(said: Said) -> dict[str, Json]:
    """What the crew writes on the sheet."""
    return {"pilot": said.get("pilot") or "", **abilities_of(said), "gunners": list(gunners_of(said))}
