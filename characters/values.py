"""The numbers of a sheet and the condition that encounters left, in words for one reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from rules.core.audience import Viewer
from rules.core.facts import Fact, Word, visible
from rules.core.fight import Combatant, Fight
from rules.core.gear import Gear
from rules.core.outfit import fresh_body
from rules.core.overrides import Override, overrides_of
from rules.core.registry import get_system
from rules.core.types import Json
from rules.core.words import number
from tapiz_site.campaigns.house import house_of
from tapiz_site.speech import PageSpeaker, speaker

from .gear import counted, gear_of
from .models import Character
from .purses import Held, held
from .sheets import kind_of, sheet_of


@dataclass(frozen=True, slots=True)
class Value:
    """A fact in words and numbers."""

    code: str
    """The fact's code, for a system's own templates."""
    text: str
    number: str
    signed: str
    """The number with its sign."""
    params: Mapping[str, int | str] = field(default_factory=dict)
    """The fact's parameters, for a system's own templates."""
    amount: int | None = None
    """The bare number."""
    rules: tuple[str, ...] = ()
    """The ids of the rules it rests on."""
    terms: tuple[Value, ...] = ()
    """The terms that add up to it."""
    by_hand: str = ""
    """Why its number was set by hand, if it was."""
    overridable: bool = False
    """Whether its number may be set by hand."""


USUAL = "usual."
"""The prefix of codes of frequent rolls; `params` may name their action and its first inputs."""

ATTACKS = "arm."
"""The prefix of codes of attacks with each weapon."""


def said(
    facts: Iterable[Fact],
    words: PageSpeaker,
    overrides: Mapping[str, Override] | None = None,
    overridable: frozenset[str] = frozenset(),
) -> tuple[Value, ...]:
    """These facts, already filtered for the reader, in words and numbers."""
    reasons = {code: override.reason for code, override in (overrides or {}).items()}
    return tuple(
        Value(
            code=fact.code,
            text=words.text(fact),
            number="" if fact.value is None else number(fact.value),
            signed="" if fact.value is None else number(fact.value, sign=fact.value != 0),
            params=dict(_params(fact, words)),
            amount=fact.value,
            rules=fact.rules,
            terms=said(fact.terms, words),
            by_hand=reasons.get(fact.code, ""),
            overridable=fact.code in overridable,
        )
        for fact in facts
    )


def _params(fact: Fact, words: PageSpeaker) -> Iterator[tuple[str, int | str]]:
    for name, value in fact.params.items():
        if isinstance(value, Word):
            yield name, words.first_word(value.code, default=value.code)
        elif isinstance(value, int | str):
            yield name, value


def viewer_of(character: Character, *, game_master: bool, controls: bool = True) -> Viewer:
    """A reader of this sheet as the rules know them."""
    own = frozenset({str(character.pk)}) if controls else frozenset()
    return Viewer(game_master=game_master, controls=own)


def values_of(
    character: Character, *, game_master: bool, controls: bool = True, gear: Gear | None = None
) -> tuple[Value, ...]:
    """The numbers of a sheet with their terms, as the DJ, its controllers or others at the table may know them."""
    return values_in(character, sheet_of(character), game_master=game_master, controls=controls, gear=gear)


def values_in(
    character: Character,
    sheet: Mapping[str, Json],
    *,
    game_master: bool,
    controls: bool = True,
    gear: Gear | None = None,
) -> tuple[Value, ...]:
    """The numbers of any loaded sheet, stored or not; `gear`: what it counts with, if known."""
    system = get_system(character.table.system)
    facts = system.values(character.kind, counted(character, sheet, gear), house_of(character.table))
    viewer = viewer_of(character, game_master=game_master, controls=controls)
    known = frozenset(one.code for one in kind_of(character.table, character.kind).overridable)
    return said(visible(facts, viewer), speaker(system.slug), overrides_of(sheet), known)


@dataclass(frozen=True, slots=True)
class ChangedNumber:
    """A number of a sheet that an edit would change, for its preview."""

    label: str
    old: str
    new: str
    is_list: bool = False


def changed(character: Character, before: Mapping[str, Json], after: Mapping[str, Json]) -> tuple[ChangedNumber, ...]:
    """The numbers that differ between two loaded sheets, for a reader who may edit them."""
    gear = gear_of(character)
    old, new = (values_in(character, sheet, game_master=True, gear=gear) for sheet in (before, after))
    return differing(old, new)


def differing(old: Iterable[Value], new: Iterable[Value]) -> tuple[ChangedNumber, ...]:
    """The numbers that are different. Frequent rolls and attacks are left out: they repeat others.

    An attack may also rest on what this reader has yet to find out of a weapon.
    """
    before, after = {value.code: value for value in old}, list(new)
    one_each = Counter(value.code for value in after)
    return tuple(
        ChangedNumber(value.text, before[value.code].number, value.number)
        for value in after
        if value.code in before
        and before[value.code].number != value.number
        and one_each[value.code] == 1
        and not value.code.startswith((USUAL, ATTACKS))
    )


def came_and_went(old: Iterable[Value], new: Iterable[Value]) -> tuple[ChangedNumber, ...]:
    """The facts that hold only before or only after, or with another number."""
    before, after = ({value.code: value for value in found} for found in (old, new))
    found = ((before.get(code), after.get(code)) for code in {**before, **after})
    return tuple(_changed_state(one, other) for one, other in found if _in_force(one) != _in_force(other))


def _changed_state(old: Value | None, new: Value | None) -> ChangedNumber:
    if old is not None and new is not None and old.text != new.text:
        # The words hold the number already.
        return ChangedNumber(old.text, "", new.text)
    return ChangedNumber((old or new).text, _in_force(old), _in_force(new))  # type: ignore[union-attr]


def _in_force(value: Value | None) -> str:
    return "–" if value is None else value.signed or _("sí")


def condition_of(
    character: Character,
    *,
    game_master: bool,
    controls: bool = True,
    purses: Mapping[UUID, Held] | None = None,
    gear: Gear | None = None,
) -> tuple[Value, ...]:
    """The character's condition as the system's card says it: as its last encounter left it, or fresh.

    `purses`: the purses of the table's characters, and `gear`: the character's, if the caller has read them.
    """
    fight = fight_of(character, purses=purses, gear=gear)
    system, who = get_system(character.table.system), str(character.pk)
    facts = system.card(fight, who).facts
    viewer = viewer_of(character, game_master=game_master, controls=controls)
    return said(visible(facts, viewer), speaker(system.slug, lambda combatant: character.name))


def fight_of(
    character: Character, *, purses: Mapping[UUID, Held] | None = None, gear: Gear | None = None
) -> Fight[Any, Any]:
    """A fight of this character alone, in its condition, as rules read it; `purses` and `gear` as in `condition_of`."""
    system = get_system(character.table.system)
    house = house_of(character.table)
    who = str(character.pk)
    sheet = sheet_of(character)
    gear = gear_of(character) if gear is None else gear
    body = fresh_body(system, character.kind, sheet, gear, house)
    if character.condition:
        body = system.with_lasting(body, character.condition)
    one = Combatant(who, character.name, body, side="party", kind=character.kind, sheet=sheet, character=who, gear=gear)
    fight: Fight[Any, Any] = Fight(round=system.begin(house), combatants={who: one}, order=(who,), house=house)
    purses = held(character.table, [character]) if purses is None else purses
    if purse := purses.get(character.pk):
        fight = fight.with_combatant(replace(one, purse=purse.key)).with_points(purse.key, purse.points)
    return fight
