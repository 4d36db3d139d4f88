"""Initiative: who rolls, ties parted by dice, everybody in their place (D20C-INI-01 to -05, D20C-HOUSE-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.people import asking
from rules.core.requests import Steps
from rules.core.throws import Asking, asked
from rules.core.types import Id
from rules.systems.d20.actions.acting import rolls_seen
from rules.systems.d20.initiative import Contender, initiative_order, roll_initiative, roll_ties
from rules.systems.d20.state import D20Fight
from rules.systems.d20.telling import die_term
from rules.systems.d20.values import initiative_fact


def fighters(fight: D20Fight) -> tuple[Id, ...]:
    """Everybody who can have a turn: no objects, nobody dead."""
    return tuple(
        who
        for who in fight.order
        if fight.combatants[who].body.being != "object" and fight.combatants[who].body.vital != "dead"
    )


def without_initiative(fight: D20Fight, among: Sequence[Id]) -> tuple[Id, ...]:
    """Those who have not rolled yet, one for each group: one that is seen, where there is one."""
    seen: set[Id] = set()
    found: list[Id] = []
    for who in sorted(among, key=lambda one: fight.combatants[one].hidden):
        one = fight.combatants[who]
        if one.body.initiative is not None or (one.group is not None and one.group in seen):
            continue
        if one.group is not None:
            seen.add(one.group)
        found.append(who)
    return tuple(found)


def mates(fight: D20Fight, who: Id) -> tuple[Id, ...]:
    """Everybody who shares somebody's initiative, in order."""
    group = fight.combatants[who].group
    return tuple(one for one in fight.order if one == who or (group and fight.combatants[one].group == group))


def roll_for(fight: D20Fight, rolling: Sequence[Id], notes: Notes) -> Steps[D20Fight]:
    """Let these roll, a group once, part ties by dice, and put them into the order (D20C-INI-01 to -05)."""
    if not rolling:
        return fight
    modifiers = {who: initiative_fact(fight, who).value or 0 for who in rolling}
    rolled = yield from asked(
        roll_initiative(tuple(modifiers.items())), Asking(audience=lambda die, to: rolls_seen(fight, to))
    )
    for one in rolled:
        tell_rolled(fight, one, notes)
    there: list[Contender] = []
    for who in fight.order:
        body = fight.combatants[who].body
        leads = mates(fight, who)[0] == who
        if body.initiative is not None and leads and who not in modifiers:
            there.append(Contender(who, body.initiative, body.rolled, established=True, tie_dice=body.ties))
    parted = yield from asked(
        roll_ties((*there, *rolled)),
        asking(fight, {}, notes),
    )
    for one in parted:
        if one.tie_dice and one.tie_dice != fight.combatants[one.id].body.ties:
            params: dict[str, Param] = {"who": Ref(one.id)}
            notes.add(Fact("initiative.tie", one.tie_dice[-1], params, ("D20C-INI-03", "D20C-HOUSE-02")))
        for member in mates(fight, one.id):
            body = replace(fight.combatants[member].body, initiative=one.total, rolled=one.modifier, ties=one.tie_dice)
            fight = fight.with_body(member, body)
    ranked = initiative_order(parted)
    order = tuple(dict.fromkeys(member for who in ranked for member in mates(fight, who)))
    rest = tuple(who for who in fight.order if who not in order)
    return replace(fight, order=(*order, *rest))


def tell_rolled(fight: D20Fight, one: Contender, notes: Notes) -> None:
    own = controllers_of(one.id)
    fact = initiative_fact(fight, one.id)
    seen = rolls_seen(fight, one.id)
    die = die_term(one.total - one.modifier, ("D20C-INI-01",), seen)
    terms = (die, *(term.told_to(own) for term in fact.terms))
    params: dict[str, Param] = {"who": Ref(one.id)}
    notes.add(Fact("initiative.rolled", one.total, params, ("D20C-INI-01",), terms=terms))
