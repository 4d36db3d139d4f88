"""Languages: two media, four levels, and what mastery is worth (TAP-LANG-01 to -08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue, at_least, one_of
from rules.core.facts import fact
from rules.core.inputs import Choice, Flag, Input, Option, game_master_decides
from rules.core.types import Id, Json
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.sheet import PROFICIENCIES, Language, Proficiency
from rules.systems.tapiz.state import Body, TapizFight

Medium = Literal["spoken", "written"]

MEDIA: tuple[Medium, ...] = get_args(Medium)

LEVELS_PER_ADVANCE = 2
"""Levels that one advance point raises at most (TAP-LANG-03)."""

COMMON_LANGUAGE_AT_START = Language(spoken="high", written="medium")
"""What every character knows of the common language (TAP-HOUSE-21)."""


@dataclass(frozen=True, slots=True)
class LanguageUse:
    """A roll in which command of a language matters (TAP-LANG-05 to -07)."""

    rule_tzr0001: bool
    """The optional rule is in force."""
    proficiency: Proficiency
    esteemed: bool
    """The audience esteems the language."""
    unexpected: bool
    """The audience did not expect the speaker to know it."""
    erudite_impresses: bool = True
    """The second case holds for the erudite too (TAP-ODD-04)."""


def at_least_as_good(proficiency: Proficiency, wanted: Proficiency) -> bool:
    """Say whether a level reaches the wanted one (TAP-LANG-02)."""
    return PROFICIENCIES.index(_known(proficiency)) >= PROFICIENCIES.index(_known(wanted))


def language_bonus(use: LanguageUse) -> int:
    """Return the +0 to +2 of optional rule TZR0001, before the cap (TAP-LANG-05, TAP-LANG-06, TAP-LANG-07)."""
    _known(use.proficiency)
    if not use.rule_tzr0001:
        return 0
    mastery = use.proficiency == "erudite"
    impresses = at_least_as_good(use.proficiency, "medium") and (use.erudite_impresses or not mastery)
    return int(mastery) + int(use.esteemed and use.unexpected and impresses)


def language_advance(known: Language, raise_spoken: int, raise_written: int, *, erudite_allowed: bool) -> Language:
    """Spend one advance point on one language (TAP-LANG-03, TAP-LANG-04)."""
    for level in (known.spoken, known.written):
        _known(level)
    for name, steps in (("raise_spoken", raise_spoken), ("raise_written", raise_written)):
        at_least(steps, 0, "tapiz.language.raise_negative", field=name)
    steps = raise_spoken + raise_written
    if not 1 <= steps <= LEVELS_PER_ADVANCE:
        raise NotAllowed("tapiz.language.levels_per_advance", params={"value": steps, "most": LEVELS_PER_ADVANCE})
    raised = Language(_raised("spoken", known.spoken, raise_spoken), _raised("written", known.written, raise_written))
    if not erudite_allowed:
        _refuse_erudite("spoken", known.spoken, raised.spoken)
        _refuse_erudite("written", known.written, raised.written)
    return raised


def _known(proficiency: Proficiency) -> Proficiency:
    return one_of(proficiency, PROFICIENCIES, "tapiz.language.proficiency_unknown", field="proficiency")


def _raised(medium: Medium, before: Proficiency, steps: int) -> Proficiency:
    index = PROFICIENCIES.index(before) + steps
    if index >= len(PROFICIENCIES):
        raise OutOfRange("tapiz.language.beyond_erudite", field=f"raise_{medium}", params={"value": steps})
    return PROFICIENCIES[index]


def _refuse_erudite(medium: Medium, before: Proficiency, after: Proficiency) -> None:
    if after == "erudite" != before:
        raise NotAllowed("tapiz.language.erudite_closed", field=f"raise_{medium}")


def known_media(body: Body) -> list[tuple[str, str, Medium, Proficiency]]:
    """Each medium of each language that a combatant knows: key, name, medium and level (TAP-LANG-02)."""
    found: list[tuple[str, str, Medium, Proficiency]] = []
    for place, language in enumerate(body.languages):
        for medium in MEDIA:
            level = language.mastery.spoken if medium == "spoken" else language.mastery.written
            if level != "none":
                found.append((f"{medium}{place}", language.name, medium, level))
    return found


def language_inputs(fight: TapizFight, body: Body) -> tuple[Input, ...]:
    """The language of a roll and how the audience takes it; none where TZR0001 is off (TAP-LANG-05, TAP-LANG-06)."""
    media = known_media(body)
    if not settings_of(fight.house).tzr0001 or not media:
        return ()
    options = tuple(
        Option(key, fact(f"language.{medium}", name=name), notes=(fact(f"proficiency.{level}"),))
        for key, name, medium, level in media
    )
    return (
        Choice("language", "input.language", required=False, layout="grid", options=options),
        *game_master_decides(
            Flag("esteemed", "input.esteemed", note=fact("note.esteemed", rules=("TAP-LANG-06",))),
            Flag("unexpected", "input.unexpected", note=fact("note.unexpected", rules=("TAP-LANG-06",))),
            rules=("TAP-LANG-06",),
        ),
    )


def language_used(fight: TapizFight, who: Id, values: Mapping[str, Json]) -> LanguageUse | None:
    """The use of a language in a roll; None where none was chosen (TAP-LANG-07)."""
    key = values.get("language")
    if not key:
        return None
    for known, _, _, level in known_media(fight.body(who)):
        if known == key:
            settings = settings_of(fight.house)
            esteemed, unexpected = bool(values.get("esteemed")), bool(values.get("unexpected"))
            erudite = settings.esteem_rule == "from_medium"
            return LanguageUse(settings.tzr0001, level, esteemed, unexpected, erudite)
    raise UnknownValue("tapiz.language.not_known", field="language")
