"""Languages: two media, four levels, and what mastery is worth (TAP-LANG-01 to -08)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, at_least, one_of

Proficiency = Literal["none", "low", "medium", "high", "erudite"]
Medium = Literal["spoken", "written"]

PROFICIENCIES: tuple[Proficiency, ...] = get_args(Proficiency)
"""Levels of a medium, lowest first (TAP-LANG-02)."""

MEDIA: tuple[Medium, ...] = get_args(Medium)

LEVELS_PER_ADVANCE = 2
"""Levels that one advance point raises at most (TAP-LANG-03)."""


@dataclass(frozen=True)
class Language:
    """How well somebody masters the two media of one language (TAP-LANG-02)."""

    spoken: Proficiency = "none"
    written: Proficiency = "none"


COMMON_LANGUAGE_AT_START = Language(spoken="high", written="medium")
"""What every character knows of the common language (TAP-HOUSE-21)."""


@dataclass(frozen=True)
class LanguageUse:
    """The circumstances of a roll in which command of a language matters (TAP-LANG-05 to -07)."""

    rule_tzr0001: bool
    proficiency: Proficiency
    esteemed: bool
    unexpected: bool


def at_least_as_good(proficiency: Proficiency, wanted: Proficiency) -> bool:
    """Say whether a level reaches the wanted one (TAP-LANG-02)."""
    return PROFICIENCIES.index(_known(proficiency)) >= PROFICIENCIES.index(_known(wanted))


def language_bonus(use: LanguageUse) -> int:
    """Return the +0 to +2 of optional rule TZR0001, before the cap (TAP-LANG-05, TAP-LANG-06, TAP-LANG-07)."""
    _known(use.proficiency)
    if not use.rule_tzr0001:
        return 0
    mastery = use.proficiency == "erudite"
    admired = use.esteemed and use.unexpected and at_least_as_good(use.proficiency, "medium")
    return int(mastery) + int(admired)


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
