"""What there is to know of a combatant, each fact with its audience."""

from __future__ import annotations

from dataclasses import replace

from rules.core.audience import TABLE, Audience, controllers_of
from rules.core.facts import Explanation, Fact, Param, Ref, Word
from rules.core.fight import Card
from rules.core.relations import relation_facts
from rules.core.types import Id
from rules.systems.tactico.locations import LOCATIONS
from rules.systems.tactico.situation import KINDS
from rules.systems.tactico.state import Body, TacticoCombatant, TacticoFight
from rules.systems.tactico.turns import defences_left, passed_segments, to_act
from rules.systems.tactico.values import arm_param


def health_word(body: Body) -> str:
    """How somebody looks from outside: unhurt, hurt (more than half), badly_hurt, or down."""
    if body.health in ("dead", "unconscious"):
        return "down"
    if body.life >= body.life_max:
        return "unhurt"
    return "hurt" if 2 * body.life > body.life_max else "badly_hurt"


def numbers_for(one: TacticoCombatant) -> Audience:
    """Who may read a combatant's points as numbers."""
    return TABLE if one.shows == "number" else controllers_of(one.id)


def words_for(one: TacticoCombatant) -> Audience:
    """Who may read how a combatant looks, and its states."""
    return controllers_of(one.id) if one.shows == "nothing" else TABLE


def life_fact(one: TacticoCombatant) -> Fact:
    """Puntos de Vida as a number for those who may read it, else as a word for those who may see that."""
    key = health_word(one.body)
    otherwise = Fact("life.word", params={"word": Word(f"health.{key}"), "key": key}) if one.shows == "word" else None
    return Fact(
        "life.number",
        value=one.body.life,
        params={"maximum": one.body.life_max, "key": key},
        rules=("TAC-DMG-02",),
        audience=numbers_for(one),
        otherwise=otherwise,
    )


def location_facts(one: TacticoCombatant) -> Explanation:
    """The resistance of each location; to the others only that one is out of use (TAC-DMG-04, TAC-DMG-06)."""
    body = one.body
    facts: list[Fact] = []
    for name in LOCATIONS:
        gone = name in body.disabled
        plain = Fact(f"disabled.{name}", params={"key": name}, rules=("TAC-DMG-06",), audience=words_for(one))
        facts.append(
            Fact(
                "resistance.now",
                value=body.resistance[name],
                params={
                    "maximum": body.resistance_max[name],
                    "location": Word(f"location.{name}"),
                    "key": name,
                    "gone": int(gone),
                },
                rules=("TAC-DMG-04", "TAC-DMG-06"),
                audience=numbers_for(one),
                otherwise=plain if gone else None,
            )
        )
    return tuple(facts)


def declared_facts(fight: TacticoFight, who: Id) -> Explanation:
    """What somebody has declared for the three segments, heard by everybody (TAC-TURN-03, TAC-TURN-05)."""
    turn = fight.round.turns.get(who)
    if turn is None or not fight.ordered:
        return ()
    facts: list[Fact] = []
    past = passed_segments(fight, who)
    for at, planned in enumerate(turn.segments, start=1):
        params: dict[str, Param] = {
            "segment": at,
            "what": Word(f"what.{planned.what}"),
            "key": planned.what,
            "past": int(at <= past),
        }
        fact = Fact("declared.segment", value=at, params=params, rules=("TAC-TURN-03", "TAC-ACT-02"))
        if planned.target is not None and planned.target in fight.combatants:
            # whoever may not know the target still hears what is to be done
            named: dict[str, Param] = {**params, "target": Ref(planned.target)}
            fact = replace(fact, code="declared.segment_at", params=named, otherwise=fact)
        facts.append(fact)
    if turn.leaving:
        facts.append(Fact("declared.leaving", rules=("TAC-MEL-03",)))
    if turn.words:
        facts.append(Fact("declared.words", params={"words": turn.words}))
    left = defences_left(fight, who)
    if left:
        facts.append(Fact("state.defences", value=left, rules=("TAC-ACT-06",)))
    if turn.moved:
        facts.append(Fact("state.moved", value=turn.moved, rules=("TAC-ATK-01", "TAC-ATK-02")))
    if turn.lost:
        facts.append(Fact("state.lost", value=turn.lost, rules=("TAC-INT-02",)))
    return tuple(facts)


def state_facts(fight: TacticoFight, one: TacticoCombatant) -> Explanation:
    """The states that the fight has brought."""
    body = one.body
    seen = words_for(one)
    facts: list[Fact] = []
    if body.health not in ("ok", "disabled"):
        facts.append(Fact(f"status.{body.health}", rules=("TAC-DMG-03", "TAC-DMG-09", "TAC-DMG-10"), audience=seen))
    if body.lies and body.health != "dead":
        facts.append(Fact("state.lies", rules=("TAC-DMG-08",), audience=seen))
    if body.tiredness != "normal":
        rules = ("TAC-FAT-02", "TAC-FAT-03")
        facts.append(Fact(f"state.{body.tiredness}", rules=rules, audience=seen))
    facts.extend(relation_facts(fight, KINDS, one.id))
    if one.id in fight.round.left:
        facts.append(Fact("state.left_melee", rules=("TAC-MEL-04",)))
    if body.treating is not None and body.treating.patient in fight.combatants:
        treated: dict[str, Param] = {"target": Ref(body.treating.patient), "turns": body.treating.turns}
        facts.append(Fact("state.treating", params=treated, rules=("TAC-HEAL-02", "TAC-HEAL-03")))
    return tuple(facts)


def awaited_facts(fight: TacticoFight, one: TacticoCombatant) -> Explanation:
    """That the turn waits for somebody (TAC-TURN-03, TAC-TURN-04)."""
    if not to_act(fight) or to_act(fight)[0] != one.id:
        return ()
    stage = "declaration" if fight.round.stage == "declaration" else "action"
    return (Fact(f"awaited.{stage}", rules=("TAC-TURN-03", "TAC-TURN-04"), audience=words_for(one)),)


def weapon_facts(one: TacticoCombatant) -> Explanation:
    """What is in hand, which the table sees, and how many shots are left, which it does not (TAC-HOUSE-13)."""
    body, own = one.body, controllers_of(one.id)
    arm = body.arm(body.in_hand)
    named: dict[str, Param] = {"weapon": arm_param(body.in_hand, arm), "key": body.in_hand}
    facts = [Fact("value.in_hand", params=named, rules=("TAC-DMG-07",), audience=own)]
    if arm.rounds is not None:
        shots: dict[str, Param] = {"maximum": arm.rounds}
        facts.append(Fact("value.shots", value=arm.left, params=shots, rules=("TAC-ACT-05",), audience=own))
        if arm.spares_left is not None:
            spares: dict[str, Param] = {"reload": Word(f"reload.{arm.reload}")}
            facts.append(Fact("value.spares", arm.spares_left, spares, ("TAC-ACT-05",), own))
    return tuple(facts)


def card(fight: TacticoFight, who: Id) -> Card:
    """All facts of a combatant."""
    one = fight.combatants[who]
    body, own = one.body, controllers_of(who)
    facts = [
        Fact("initiative", value=body.initiative, rules=("TAC-HOUSE-04", "TAC-TURN-03")),
        life_fact(one),
        *location_facts(one),
        *state_facts(fight, one),
        *awaited_facts(fight, one),
        *declared_facts(fight, who),
    ]
    if not body.able:
        facts.append(Fact("out", rules=("TAC-DMG-03", "TAC-DMG-10", "TAC-FAT-03"), audience=words_for(one)))
    tired: dict[str, Param] = {"maximum": body.fatigue_attribute}
    facts.append(Fact("fatigue.level", max(0, body.fatigue), tired, ("TAC-FAT-01", "TAC-FAT-02"), own))
    facts.extend(weapon_facts(one))
    facts.append(Fact("value.movement", value=body.movement, rules=("TAC-ACT-03",), audience=own))
    if not body.npc:
        load: dict[str, Param] = {"endurance": body.endurance, "left": body.endurance - body.load}
        facts.append(Fact("value.load", value=body.load, params=load, rules=("TAC-INV-06",), audience=own))
    return Card(who, tuple(facts))
