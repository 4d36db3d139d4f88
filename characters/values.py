"""The numbers of a sheet and the condition that fights left, said for one reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.core.audience import Viewer
from rules.core.facts import Fact, visible
from rules.core.fight import Combatant, Fight
from rules.core.registry import get_system
from rules.core.words import number
from tapiz_site.campaigns.house import house_of
from tapiz_site.speech import PageSpeaker, speaker

from .models import Character
from .sheets import sheet_of


@dataclass(frozen=True, slots=True)
class Value:
    """A fact said: its words, its number and the same with a sign, the rules it rests on and what adds up to it.

    code and params are for a system's own templates.
    """

    code: str
    text: str
    number: str
    signed: str
    params: Mapping[str, str] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    terms: tuple[Value, ...] = ()


def said(facts: Iterable[Fact], words: PageSpeaker) -> tuple[Value, ...]:
    """These facts, already filtered for the reader, in words and numbers."""
    return tuple(
        Value(
            code=fact.code,
            text=words.text(fact),
            number="" if fact.value is None else number(fact.value),
            signed="" if fact.value is None else number(fact.value, sign=fact.value != 0),
            params={name: str(value) for name, value in fact.params.items() if isinstance(value, int | str)},
            rules=fact.rules,
            terms=said(fact.terms, words),
        )
        for fact in facts
    )


def values_of(character: Character, *, game_master: bool) -> tuple[Value, ...]:
    """The numbers of a sheet with their terms, as its controllers or the DJ may know them."""
    system = get_system(character.table.system)
    facts = system.values(character.kind, sheet_of(character), house_of(character.table))
    viewer = Viewer(game_master=game_master, controls=frozenset({str(character.pk)}))
    return said(visible(facts, viewer), speaker(system.slug))


def condition_of(character: Character, *, game_master: bool) -> tuple[Value, ...]:
    """How the character is after its last fight, as a card of the system says it; nothing before the first."""
    if not character.condition:
        return ()
    system = get_system(character.table.system)
    house = house_of(character.table)
    who = str(character.pk)
    sheet = sheet_of(character)
    body = system.with_lasting(system.body(character.kind, sheet, house), character.condition)
    one = Combatant(who, character.name, body, side="party", kind=character.kind, sheet=sheet)
    fight = Fight(round=system.begin(house), combatants={who: one}, order=(who,), house=house)
    facts = system.card(fight, who).facts
    viewer = Viewer(game_master=game_master, controls=frozenset({who}))
    return said(visible(facts, viewer), speaker(system.slug, lambda combatant: character.name))
