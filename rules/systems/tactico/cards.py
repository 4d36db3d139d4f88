"""What there is to know of a combatant, each fact with its audience."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.audience import controllers_of
from rules.core.facts import Explanation, Fact, Word, fact
from rules.core.fight import Card
from rules.core.health import points_fact
from rules.core.people import numbers_for, words_for
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tactico.budget import defences_left, passed_segments
from rules.systems.tactico.harm import body_word
from rules.systems.tactico.initiative import to_act
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.situation import KINDS
from rules.systems.tactico.state import TacticoCombatant, TacticoFight
from rules.systems.tactico.values import arm_param


def life_fact(one: TacticoCombatant) -> Fact:
    """Puntos de Vida as a number for those who may read it, else as a word for those who may see that."""
    body = one.body
    return points_fact(
        one,
        "life.number",
        body.life,
        body.life_max,
        body_word(body),
        rules=("TAC-DMG-02",),
        spoken="life.word",
    )


def location_facts(one: TacticoCombatant) -> Explanation:
    """The resistance of each location; to the others only that one is out of use (TAC-DMG-04, TAC-DMG-06)."""
    body, numbers, words = one.body, numbers_for(one), words_for(one)

    def resistance(name: str) -> Fact:
        gone = name in body.disabled
        plain = fact(f"disabled.{name}", rules=("TAC-DMG-06",), audience=words, key=name)
        return fact(
            "resistance.now",
            body.resistance[name],
            rules=("TAC-DMG-04", "TAC-DMG-06"),
            audience=numbers,
            otherwise=plain if gone else None,
            maximum=body.resistance_max[name],
            location=Word(f"location.{name}"),
            key=name,
            gone=int(gone),
        )

    return tuple(resistance(name) for name in LOCATIONS)


def declared_facts(fight: TacticoFight, who: Id) -> Iterator[Fact]:
    """What a combatant has declared for the three segments, heard by everybody (TAC-TURN-03, TAC-TURN-05)."""
    turn = fight.round.turns.get(who)
    if turn is None or not fight.ordered:
        return
    passed, rules = passed_segments(fight, who), ("TAC-TURN-03", "TAC-ACT-02")
    for at, planned in enumerate(turn.segments, start=1):
        what, past = Word(f"what.{planned.what}"), int(at <= passed)
        plain = fact("declared.segment", at, rules=rules, segment=at, what=what, key=planned.what, past=past)
        target = planned.target
        if target is None or target not in fight.combatants:
            yield plain
            continue
        # a viewer who may not know the target still hears what is to be done
        yield fact(
            "declared.segment_against" if planned.what == "test" else "declared.segment_at",
            at,
            rules=rules,
            otherwise=plain,
            segment=at,
            what=what,
            key=planned.what,
            past=past,
            target=target,
        )
    if turn.leaving:
        yield fact("declared.leaving", rules=("TAC-MEL-03",))
    if turn.words:
        yield fact("declared.words", words=turn.words)
    left = defences_left(fight, who)
    if left:
        yield fact("state.defences", left, rules=("TAC-ACT-06",))
    if turn.moved:
        yield fact("state.moved", turn.moved, rules=("TAC-ATK-01", "TAC-ATK-02"))
    if turn.lost:
        yield fact("state.lost", turn.lost, rules=("TAC-INT-02",))


def state_facts(fight: TacticoFight, one: TacticoCombatant) -> Iterator[Fact]:
    """The states that the fight has brought."""
    body, seen = one.body, words_for(one)
    if body.health not in ("ok", "disabled"):
        yield fact(f"status.{body.health}", rules=("TAC-DMG-03", "TAC-DMG-09", "TAC-DMG-10"), audience=seen)
    if body.lies and body.health != "dead":
        yield fact("state.lies", rules=("TAC-DMG-08",), audience=seen)
    if body.tiredness != "normal":
        yield fact(f"state.{body.tiredness}", rules=("TAC-FAT-02", "TAC-FAT-03"), audience=seen)
    yield from relation_facts(fight, KINDS, one.id)
    if one.id in fight.round.left:
        yield fact("state.left_melee", rules=("TAC-MEL-04",))
    if body.treating is not None and body.treating.patient in fight.combatants:
        rules = ("TAC-HEAL-02", "TAC-HEAL-03")
        yield fact("state.treating", rules=rules, target=body.treating.patient, turns=body.treating.turns)


def awaited_facts(fight: TacticoFight, one: TacticoCombatant) -> Iterator[Fact]:
    """That the turn waits for a combatant (TAC-TURN-03, TAC-TURN-04)."""
    if to_act(fight)[:1] != (one.id,):
        return
    rules = ("TAC-TURN-03", "TAC-TURN-04")
    if fight.round.stage == "declaration":
        yield fact("awaited.declaration", rules=rules, audience=words_for(one))
    else:
        yield fact("awaited.action", rules=rules, audience=words_for(one))


def weapon_facts(one: TacticoCombatant) -> Iterator[Fact]:
    """What is in hand, which the table sees, and how many shots are left, which it does not (TAC-HOUSE-13)."""
    body, own = one.body, controllers_of(one.id)
    arm = body.arm(body.in_hand)
    weapon = arm_param(body.in_hand, arm)
    yield fact("value.in_hand", rules=("TAC-DMG-07",), audience=own, weapon=weapon, key=body.in_hand)
    if arm.rounds is None:
        return
    yield fact("value.shots", arm.left, rules=("TAC-ACT-05",), audience=own, maximum=arm.rounds)
    if arm.spares_left is not None:
        reload = Word(f"reload.{arm.reload}")
        yield fact("value.spares", arm.spares_left, rules=("TAC-ACT-05",), audience=own, reload=reload)


def _own_facts(one: TacticoCombatant) -> Iterator[Fact]:
    """What the owner of a combatant reads alone."""
    body, own = one.body, controllers_of(one.id)
    tired = max(0, body.fatigue)
    rules = ("TAC-FAT-01", "TAC-FAT-02")
    yield fact("fatigue.level", tired, rules=rules, audience=own, maximum=body.fatigue_attribute)
    yield from weapon_facts(one)
    yield fact("value.movement", body.movement, rules=("TAC-ACT-03",), audience=own)
    if not body.npc:
        left = body.endurance - body.load
        yield fact("value.load", body.load, rules=("TAC-INV-06",), audience=own, endurance=body.endurance, left=left)


def card(fight: TacticoFight, who: Id) -> Card:
    """All facts of a combatant."""
    one = fight.combatants[who]
    out = fact("out", rules=("TAC-DMG-03", "TAC-DMG-10", "TAC-FAT-03"), audience=words_for(one))
    facts = (
        fact("initiative", one.body.initiative, rules=("TAC-HOUSE-04", "TAC-TURN-03")),
        life_fact(one),
        *location_facts(one),
        *state_facts(fight, one),
        *awaited_facts(fight, one),
        *declared_facts(fight, who),
        *(() if one.body.able else (out,)),
        *_own_facts(one),
    )
    return Card(who, facts)
