"""What special attacks share: footing, touch attacks, opposed rolls, who may strike (D20S-GEN-01 to -05)."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, UnknownValue
from rules.core.facts import Fact, Notes, Param, Ref, Word
from rules.core.fight import Command
from rules.core.inputs import Combatants
from rules.core.people import asking
from rules.core.requests import Steps
from rules.core.throws import ACTOR, TARGET, Throws, asked
from rules.core.types import Id, Json
from rules.systems.d20.actions.acting import check_turn, others_than, people_input, rolls_seen
from rules.systems.d20.actions.blows import Blow, Reckoned, reckon, said_facts
from rules.systems.d20.actions.opportunity import armed_unarmed, opportunities, provoked
from rules.systems.d20.actions.shelter import through_concealment
from rules.systems.d20.arms import BARE_HANDS, Weapon
from rules.systems.d20.bearing import effects_of, modifier
from rules.systems.d20.cover import check_target
from rules.systems.d20.doing import next_blow, spend_blow
from rules.systems.d20.modifiers import Manner, on_attack, on_defense
from rules.systems.d20.rolls import Opposed, Roll, roll_against
from rules.systems.d20.situation import adjacent, check_near, cover_of, target_notes
from rules.systems.d20.special.provoking import Provoking
from rules.systems.d20.special.provoking import provoked as drawn_by
from rules.systems.d20.special.trip import Footing
from rules.systems.d20.state import D20Fight, in_rounds
from rules.systems.d20.telling import die_term

R = TypeVar("R")


def others_near(fight: D20Fight, actor: Id, viewer: Viewer) -> list[Id]:
    """Creatures that this viewer may name, those next to the actor first."""
    found = [who for who in others_than(fight, actor, viewer) if fight.combatants[who].body.being != "object"]
    return sorted(found, key=lambda who: not adjacent(fight, who, actor))


def target_input(fight: D20Fight, actor: Id, viewer: Viewer) -> Combatants:
    """Whom, with what is declared of them."""
    who = others_near(fight, actor, viewer)
    return people_input(who, notes={one: target_notes(fight, one, actor) for one in who})


def in_reach(fight: D20Fight, actor: Id, command: Command) -> Id:
    """The target of an attack hand to hand: not declared farther away, not wholly covered (D20C-MEL-01, -HOUSE-09)."""
    target = target_of(fight, command)
    check_near(fight, actor, target)
    check_target(cover_of(fight, target, actor))
    return target


def target_of(fight: D20Fight, command: Command) -> Id:
    """The target, who is still there and a creature; raises UnknownValue, NotAllowed."""
    target: Id = command.inputs["target"]
    if target not in fight.combatants:
        raise UnknownValue("core.combatant.gone", field="target")
    if fight.combatants[target].body.being == "object":
        raise NotAllowed("d20.special.creatures_only", field="target")
    return target


def check_attack(fight: D20Fight, command: Command, viewer: Viewer) -> Id:
    """Refuse whoever cannot attack now or has no attack left; returns who acts."""
    actor = check_turn(fight, command, viewer)
    if not effects_of(fight, actor).attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    spend_blow(fight, actor, "attack_unarmed")
    return actor


def attack_spent(fight: D20Fight, actor: Id, row: str) -> tuple[D20Fight, int]:
    """The fight with one attack of the turn spent on this row of the tables, and its base attack bonus."""
    base = next_blow(fight, actor, off=False, two_weapons=False)
    return spend_blow(fight, actor, row), base


def footing(fight: D20Fight, who: Id) -> Footing:
    """How somebody stands (D20S-TRIP-04, D20S-TRIP-05)."""
    body, effects = fight.combatants[who].body, effects_of(fight, who)
    steady = body.steady or body.legs == "quadruped"
    return Footing(body.size, modifier(body, "strength", effects), modifier(body, "dexterity", effects), steady)


def against(
    fight: D20Fight, actor: Id, target: Id, base: int, others: Json = (), *, weapon: Weapon = BARE_HANDS, touch: bool
) -> Reckoned:
    """Both sides of a melee attack as things are, touch or not."""
    blow = Blow(actor, target, weapon, Manner("melee"), base, others=tuple(others or ()), touch=touch)
    attack = on_attack(fight, actor, target, weapon, blow.manner)
    return reckon(fight, blow, attack, on_defense(fight, target, actor, "melee"), blow.others)


def contest(
    fight: D20Fight,
    rule: Throws[R],
    actor: Id,
    target: Id,
    notes: Notes,
    key: str,
) -> Steps[R]:
    """Let two roll for a rule that concerns both."""
    return (
        yield from asked(
            rule,
            asking(fight, {ACTOR: actor, TARGET: target}, notes, key=key),
        )
    )


def touches(fight: D20Fight, actor: Id, target: Id, base: int, others: Json, notes: Notes, key: str) -> Steps[Roll]:
    """A melee touch attack, told; what hides the target may make it miss (D20S-GEN-01, D20C-DEF-10, D20C-CON-04)."""
    sides = against(fight, actor, target, base, others, touch=True)
    rolled = yield from contest(
        fight, roll_against("touch", sides.bonus, sides.defense), actor, target, notes, key
    )  # fmt: skip
    seen, own = rolls_seen(fight, actor), controllers_of(actor)
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target)}
    rules = ("D20C-DEF-10", "D20S-GEN-04")
    terms = (die_term(rolled.face, rules, seen), *said_facts(sides.terms))
    notes.add(Fact("touch.total", rolled.total, params, rules, own, terms))
    notes.add(Fact("touch.hit" if rolled.success else "touch.miss", params=params, rules=rules))
    blow = Blow(actor, target, BARE_HANDS, Manner("melee"), base, touch=True, key=f"{key}:")
    return replace(rolled, success=(yield from through_concealment(fight, blow, notes, hit=rolled.success)))


def tell_contest(fight: D20Fight, actor: Id, target: Id, check: Opposed, notes: Notes, rules: tuple[str, ...]) -> None:
    """Tell both totals, each to those who may see them, and who wins (D20S-HOUSE-01, D20S-HOUSE-02)."""
    totals = ((actor, check.acting_total), (target, check.other_total))
    for who, total in totals:
        notes.add(Fact("contest.total", total, {"who": Ref(who)}, rules, rolls_seen(fight, who)))
    winner = actor if check.won else target
    notes.add(Fact("contest.won", params={"who": Ref(winner)}, rules=(*rules, "D20S-HOUSE-01", "D20S-HOUSE-02")))


def draws(
    fight: D20Fight, who: Id, other: Id, act: Provoking, notes: Notes, key: str = ""
) -> Steps[tuple[D20Fight, bool]]:
    """Let those strike whom a special attack draws; the fight and whether they dealt damage (D20S-AOO-01)."""
    if not in_rounds(fight):
        return fight, False
    body = fight.combatants[who].body
    found = drawn_by(
        act,
        provoked(fight, who),
        other,
        unarmed_counts_as_armed=armed_unarmed(body),
        sunder_feat=body.feat("sunder"),
    )
    return (yield from opportunities(fight, who, found, notes, key=key, rules=("D20S-AOO-01",)))


def tries(actor: Id, target: Id, what: str, notes: Notes, rules: tuple[str, ...]) -> None:
    """Tell what somebody tries with whom."""
    params: dict[str, Param] = {"who": Ref(actor), "target": Ref(target), "what": Word(f"maneuver.{what}")}
    notes.add(Fact("maneuver.tries", params=params, rules=rules))
