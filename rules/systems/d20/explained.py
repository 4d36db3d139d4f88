"""Every die explains itself: what was rolled for, the face, each term with its rule, what it had to reach.

Rules: D20C-SAV-01, D20C-SAV-02, D20C-HOUSE-04, D20H-BASE-01, D20H-BASE-02, D20C-CON-04, D20S-HOUSE-01, D20S-HOUSE-02.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, cast

from rules.core import people
from rules.core.audience import GAME_MASTER, controllers_of
from rules.core.facts import Explanation, Fact, Notes, Word
from rules.core.people import rolls_seen
from rules.core.requests import Steps
from rules.core.terms import reach, thrown
from rules.core.throws import Asking, Decision, Dice, Known
from rules.core.types import Id
from rules.systems.d20.abilities import ABILITIES, SAVES, SKILLS
from rules.systems.d20.bearing import effects_of, modifier, save_terms, skill_terms
from rules.systems.d20.dice import D20, FELL, ROLLED, Fell, Roll, Rolled
from rules.systems.d20.state import D20Fight
from rules.systems.d20.terms import Term, die_term, facts_of

AUTOMATIC = ("D20C-SAV-02", "D20H-BASE-01")

NO_MORE: Mapping[str, tuple[Term, ...]] = {}

Choosing: TypeAlias = Callable[[Decision], Steps[Any]]
"""How a choice in the middle of a rule is asked."""

NO_CHOICES: Mapping[str, Choosing] = {}


def usual_terms(fight: D20Fight, who: Id, purpose: str) -> tuple[Term, ...] | None:
    """What is added to a save or check as things are; None for dice that are told elsewhere."""
    body, effects = fight.body(who), effects_of(fight, who)
    if purpose in SAVES:
        return save_terms(body, purpose, effects)
    if purpose in SKILLS:
        return skill_terms(body, purpose, effects)
    if purpose in ABILITIES:
        found = Term(purpose, modifier(body, purpose, effects), ("D20H-BASE-02",))
        return (found,) if found.value else ()
    return () if purpose == "save" else None


def asking(
    fight: D20Fight,
    rollers: Mapping[str, Id | None],
    notes: Notes,
    *,
    key: str = "",
    odds: Callable[[Dice], Fact | None] = lambda dice: None,
    because: tuple[str, ...] = (),
    secret: bool = False,
    more: Mapping[str, tuple[Term, ...]] = NO_MORE,
    tell: Callable[[Known], None] = lambda known: None,
) -> Asking:
    """How a rule asks the people of a fight for dice, with saves and checks told as they fall.

    because: the rows that a difficulty comes from. secret: only the game master may know it. more: what the rule adds
    to the usual bonus, by the role or id that rolls. tell: tells what else is known before the rule ends.
    """

    def told(found: Known) -> None:
        if found.name == FELL:
            tell_fell(fight, asks.who(found.value.roller), found.value, notes, because)
            return
        if found.name != ROLLED:
            tell(found)
            return
        rolled = cast(Rolled, found.value)
        who = asks.who(rolled.roller)
        if who is not None and who in fight.combatants:
            tell_die(fight, who, rolled, notes, because=because, secret=secret, more=more.get(rolled.roller, ()))

    asks = people.asking(fight, rollers, notes, key=key, odds=odds, tell=told)
    return asks


def tell_die(
    fight: D20Fight,
    who: Id,
    rolled: Rolled,
    notes: Notes,
    *,
    because: tuple[str, ...] = (),
    secret: bool = False,
    more: tuple[Term, ...] = (),
) -> None:
    """Tell a save or check: face, terms, total, and the number that it had to reach, to those who may see the die."""
    usual = usual_terms(fight, who, rolled.purpose)
    if usual is None:
        return
    save = rolled.purpose in SAVES or rolled.purpose == "save"
    rules = ("D20C-SAV-01", "D20H-BASE-01") if save else ("D20H-BASE-02", "D20C-HOUSE-04")
    parts = [*usual, *more]
    rest = rolled.roll.total - rolled.roll.face - sum(term.value for term in parts)
    if rest:
        parts.append(Term("circumstances", rest, rules))
    what = Word(f"dice.{rolled.purpose}")
    seen = rolls_seen(fight, who)
    needed = reach(rolled.roll.needed, *(because or rules), audience=GAME_MASTER if secret else seen)
    notes.tell(
        "roll.total",
        rolled.roll.total,
        who=who,
        what=what,
        rules=rules,
        audience=seen,
        terms=(*roll_terms(fight, who, rolled.roll.face, parts, rules), *natural(rolled.roll, save=save), needed),
    )


FALLEN: Mapping[str, tuple[str, ...]] = {
    "miss_chance": ("D20C-CON-04", "D20C-HOUSE-08"),
    "poison_risk": ("D20H-POIS-05",),
    "duration": ("D20H-NL-06",),
    "incubation": ("D20H-DISE-08",),
    "restored": ("D20S-REP-02",),
}
"""The rows behind dice that are summed or read, by what they are thrown for."""


def tell_fell(fight: D20Fight, who: Id | None, fallen: Fell, notes: Notes, because: tuple[str, ...]) -> None:
    """Tell dice that are summed or read: their faces, what is added, and what they had to reach."""
    who = who if who in fight.combatants else None
    seen, own = rolls_seen(fight, who), controllers_of(*(() if who is None else (who,)))
    rules = FALLEN.get(fallen.purpose) or because or ("D20H-HP-02",)
    least = fallen.total - sum(fallen.faces) - fallen.bonus - fallen.strength
    terms = [thrown(fallen.faces, *rules, audience=seen)]
    if fallen.bonus:
        terms.append(Fact("term.fixed", fallen.bonus, rules=rules))
    if fallen.strength:
        terms.append(Fact("term.strength", fallen.strength, rules=("D20C-DMG-04",), audience=own))
    if least:
        terms.append(Fact("term.least_damage", least, rules=("D20C-DMG-03",)))
    if fallen.needed is not None:
        terms.append(reach(fallen.needed, *rules, audience=seen))
    told = tuple(terms)
    what, audience = Word(f"dice.{fallen.purpose}"), own if fallen.strength else seen
    if who is None:
        notes.tell("roll.total_plain", fallen.total, what=what, rules=rules, audience=audience, terms=told)
    else:
        notes.tell("roll.total", fallen.total, who=who, what=what, rules=rules, audience=audience, terms=told)


def roll_terms(
    fight: D20Fight, who: Id, face: int, parts: list[Term] | tuple[Term, ...], rules: tuple[str, ...]
) -> Explanation:
    """The die as those see it who may see it, and what is added, which only the roller's players know."""
    own = controllers_of(who)
    told = facts_of((term for term in parts if term.value), own)
    return (die_term(face, rules, rolls_seen(fight, who)), *told)


def natural(roll: Roll, *, save: bool) -> Explanation:
    """What a natural 1 or 20 decides by itself, whatever the total (D20C-SAV-02, D20H-BASE-01)."""
    if not save or roll.face not in (1, D20):
        return ()
    return (Fact("term.natural_one" if roll.face == 1 else "term.natural_twenty", rules=AUTOMATIC),)
