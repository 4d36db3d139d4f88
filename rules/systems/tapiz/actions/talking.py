"""Command of a language in a roll: optional rule TZR0001 (TAP-LANG-05 to -07)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.errors import UnknownValue
from rules.core.facts import Fact
from rules.core.inputs import Choice, Flag, Input, Option
from rules.core.types import Id, Json
from rules.systems.tapiz.languages import MEDIA, LanguageUse, Medium, Proficiency
from rules.systems.tapiz.settings import settings_of
from rules.systems.tapiz.state import Body, TapizFight


def known_media(body: Body) -> list[tuple[str, str, Medium, Proficiency]]:
    """Each medium of each language that somebody knows: a key, the name, the medium and its level (TAP-LANG-02)."""
    found: list[tuple[str, str, Medium, Proficiency]] = []
    for place, language in enumerate(body.languages):
        for medium in MEDIA:
            level = language.mastery.spoken if medium == "spoken" else language.mastery.written
            if level != "none":
                found.append((f"{medium}{place}", language.name, medium, level))
    return found


def language_inputs(fight: TapizFight, body: Body) -> tuple[Input, ...]:
    """The language in which a roll is made and how the audience holds it, where la carta has TZR0001."""
    media = known_media(body)
    if not settings_of(fight.house).tzr0001 or not media:
        return ()
    options = tuple(
        Option(
            key,
            Fact(f"language.{medium}", params={"name": name}),
            notes=(Fact(f"proficiency.{level}"),),
        )
        for key, name, medium, level in media
    )
    return (
        Choice("language", "input.language", required=False, layout="grid", options=options),
        Flag("esteemed", "input.esteemed", note=Fact("note.esteemed", rules=("TAP-LANG-06",))),
        Flag("unexpected", "input.unexpected", note=Fact("note.unexpected", rules=("TAP-LANG-06",))),
    )


def spoken_in(fight: TapizFight, who: Id, values: Mapping[str, Json]) -> LanguageUse | None:
    """The use of a language in this roll, None where it does not matter (TAP-LANG-07)."""
    key = values.get("language")
    if not key:
        return None
    for known, _, _, level in known_media(fight.combatants[who].body):
        if known == key:
            rule = settings_of(fight.house).tzr0001
            return LanguageUse(rule, level, bool(values.get("esteemed")), bool(values.get("unexpected")))
    raise UnknownValue("tapiz.language.not_known", field="language")
