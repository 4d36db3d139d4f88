"""Attacks on helpless targets: coup de grace and knockout blow.

Rules: D20C-HLP-01 to -05, D20C-CDG-01 to -05, D20C-KOB-01 to -06.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.audience import Viewer, controllers_of
from rules.core.errors import NotAllowed, one_of
from rules.core.facts import Fact, Notes, Word
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, options_of
from rules.core.people import here, may_name, people_input, rolls_seen, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.terms import reach
from rules.core.throws import ACTOR, TARGET, Known, Throws, asked, known
from rules.core.types import Id
from rules.systems.d20.attack_bonus import TACTICS
from rules.systems.d20.attack_roll import AttackMode, damage, known_attack_mode
from rules.systems.d20.bearing import base_attack, effects_of, modifier, save_bonus
from rules.systems.d20.blows import (
    Attempt,
    ammunition_spent,
    armed_with,
    arms_of,
    check_ammunition,
    others_input,
    reckon,
    weapon_input,
)
from rules.systems.d20.budget import KNOCKOUT_BLOW, ActionType
from rules.systems.d20.cover import check_target
from rules.systems.d20.defence import Defender, Situation, defense_in
from rules.systems.d20.dice import roll_against
from rules.systems.d20.doing import check_spend, spend, whole_round
from rules.systems.d20.explained import asking
from rules.systems.d20.harm import changed, hurt
from rules.systems.d20.hit_points import take_damage
from rules.systems.d20.modifiers import Manner, on_attack, on_defense
from rules.systems.d20.opportunity import attacks_on, distracted
from rules.systems.d20.situation import adjacent, check_near, comes_near, cover_of, foes
from rules.systems.d20.sizes import Size, known_size
from rules.systems.d20.state import Body, D20Fight, Round
from rules.systems.d20.strike import tell_damage, through_concealment
from rules.systems.d20.terms import die_term, facts_of
from rules.systems.d20.turns import check_turn, others_than

HelplessState = Literal["none", "bound", "asleep", "unconscious", "at_mercy"]

KnockoutWeapon = Literal["unarmed", "nonlethal_melee", "lethal_melee", "ranged"]

HELPLESS_STATES: tuple[HelplessState, ...] = get_args(HelplessState)

KNOCKOUT_WEAPONS: tuple[KnockoutWeapon, ...] = get_args(KnockoutWeapon)

COUP_DE_GRACE_DC = 10
"""DC to survive a coup de grace, before the damage adds to it (D20C-CDG-03)."""


@dataclass(frozen=True)
class Survival:
    """Whether a target survives a coup de grace."""

    save_dc: int | None
    """None if the damage alone kills."""
    dead: bool


@dataclass(frozen=True)
class KnockoutBlow:
    """The result of a knockout blow."""

    effective_defense: int
    total: int
    hit: bool
    critical: bool
    action: ActionType
    provokes: bool


def treat_as_helpless(
    state: HelplessState,
    *,
    aware_of_attacker: bool,
    attacker_adjacent: bool,
    tense_situation: bool,
    can_use_dex_bonus: bool,
    took_precaution: bool,
) -> bool:
    """Whether a target counts as helpless (D20C-HLP-01, D20C-HLP-02).

    A bound, sleeping, unconscious or defenceless target does. Any other does only if it is unaware of an adjacent
    attacker, in no tense situation, without a usable Dexterity bonus and without precautions.
    """
    if one_of(state, HELPLESS_STATES, "d20.helpless.state_unknown", field="state") != "none":
        return True
    on_guard = aware_of_attacker or tense_situation or can_use_dex_bonus or took_precaution
    return attacker_adjacent and not on_guard


def check_coup_de_grace(
    weapon: AttackMode, *, adjacent: bool, target_helpless: bool, immune_to_criticals: bool = False
) -> None:
    """Refuse an impossible coup de grace (D20C-CDG-01, D20C-CDG-05, D20C-HLP-05)."""
    known_attack_mode(weapon, "weapon")
    _check_target(target_helpless=target_helpless, immune_to_criticals=immune_to_criticals)
    if weapon == "ranged" and not adjacent:
        raise NotAllowed("d20.coup_de_grace.not_adjacent", field="adjacent")


def coup_de_grace_dc(target_hp: int, damage: int) -> int | None:
    """Return the DC of the Fortitude save, None if the damage kills at once (D20C-CDG-03, D20C-HPS-02)."""
    return None if take_damage(target_hp, damage).state == "dead" else COUP_DE_GRACE_DC + damage


def survival(target_hp: int, damage: int, fortitude_bonus: int) -> Throws[Survival]:
    """Survive a coup de grace: a Fortitude save (d20), unless the damage kills at once (D20C-CDG-02, -03).

    target_hp: before the blow. damage: of the critical hit. Tells the DC before the save.
    """
    dc = coup_de_grace_dc(target_hp, damage)
    if dc is None:
        return Survival(None, True)
    yield from known("dc", dc)
    save = yield from roll_against("fortitude", fortitude_bonus, dc, TARGET)
    return Survival(dc, not save.success)


def knockout_blow(
    weapon: KnockoutWeapon,
    attack_bonus: int,
    target_size: Size,
    *,
    target_helpless: bool,
    immune_to_criticals: bool = False,
    cover: int = 0,
) -> Throws[KnockoutBlow]:
    """Knock out a helpless target with one attack roll (d20); a hit is a critical hit (D20C-KOB-01 to -06).

    attack_bonus: without the penalty of a lethal weapon. cover: its bonus to Defense (D20C-HOUSE-11). Raises
    UnknownValue, and NotAllowed for a target that is not helpless or is immune to critical hits, and for a ranged
    weapon.
    """
    one_of(weapon, KNOCKOUT_WEAPONS, "d20.knockout.weapon_unknown", field="weapon")
    known_size(target_size, "target_size")
    _check_target(target_helpless=target_helpless, immune_to_criticals=immune_to_criticals)
    if weapon == "ranged":
        raise NotAllowed("d20.knockout.ranged", field="weapon")
    effective = defense_in(Defender(size=target_size), Situation(helpless=True)).defense + cover
    penalty = TACTICS["lethal_weapon_nonlethal"].modifier if weapon == "lethal_melee" else 0
    blow = yield from roll_against("attack", attack_bonus + penalty, effective)
    return KnockoutBlow(
        effective, blow.total, blow.success, blow.success, KNOCKOUT_BLOW.type, KNOCKOUT_BLOW.provokes == "yes"
    )


def _check_target(*, target_helpless: bool, immune_to_criticals: bool) -> None:
    if not target_helpless:
        raise NotAllowed("d20.helpless.not_helpless", field="target_helpless")
    if immune_to_criticals:
        raise NotAllowed("d20.helpless.immune", field="immune_to_criticals")


BLOWS = ("coup_de_grace", "knockout")


def counts_as_helpless(fight: D20Fight, actor: Id, target: Id, *, ruled: bool) -> bool:
    """Whether a target is helpless, by its conditions or by the game master's ruling (D20C-HLP-01, -02)."""
    effects = effects_of(fight, target)
    return treat_as_helpless(
        "unconscious" if effects.helpless else "none",
        aware_of_attacker=not ruled,
        attacker_adjacent=adjacent(fight, actor, target) or not fight.ordered,
        tense_situation=not ruled,
        can_use_dex_bonus=not (ruled or effects.loses_dex_bonus),
        took_precaution=False,
    )


def finish_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The target, the attack, the weapon, and the game master's ruling that an unaware target counts as helpless."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    others = others_than(fight, actor, viewer)
    helpless = [who for who in others if effects_of(fight, who).helpless and fight.body(who).alive]
    likely = [who for who in helpless if foes(fight, actor, who)] or helpless
    ruled = Flag("unaware", "input.unaware", note=Fact("note.unaware", rules=("D20C-HLP-02",)), fresh=True)
    return (
        people_input(others, likely=likely or None),
        Choice(
            "blow",
            "input.blow",
            required=False,
            default="coup_de_grace",
            layout="segments",
            options=options_of("finish", BLOWS),
        ),
        weapon_input(fight, actor, arms_of(body)),
        *((ruled,) if viewer.game_master else ()),
        others_input(sides=False),
    )


def finish_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The actor must have a full round left, and a helpless target."""
    actor = check_turn(fight, command, viewer)
    if not effects_of(fight, actor).attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    check_spend(fight, actor, whole_round(fight, actor, "coup_de_grace"))
    seen = [who for who in may_name(fight, viewer) if who != actor and effects_of(fight, who).helpless]
    if not viewer.game_master and not any(fight.body(who).alive for who in seen):
        raise NotAllowed("d20.helpless.nobody")


def finish_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """Attack a helpless target; each foe that threatens the actor may strike first (D20C-CDG-04, D20C-KOB-05)."""
    actor, values, notes = here(fight, command), command.inputs, Notes()
    target, weapon = target_of(fight, command), armed_with(fight, actor, values["weapon"])
    mode: AttackMode = weapon.modes[0]
    if mode == "melee":
        check_near(fight, actor, target, weapon)
        fight = comes_near(fight, actor, target, notes)
    body, victim = fight.body(actor), fight.body(target)
    helpless = victim.being != "object" and counts_as_helpless(fight, actor, target, ruled=bool(values.get("unaware")))
    near = adjacent(fight, actor, target) or not fight.ordered
    knockout = values["blow"] == "knockout"
    check_target(cover_of(fight, target, actor))
    if not knockout:
        check_coup_de_grace(
            mode, adjacent=near, target_helpless=helpless, immune_to_criticals=victim.immune_to_criticals
        )
    elif not helpless or victim.immune_to_criticals or mode == "ranged":
        # the rule itself decides which of the two applies
        next(knockout_blow(_kind(weapon.nonlethal, weapon.unarmed, mode), 0, victim.size, target_helpless=helpless,
                           immune_to_criticals=victim.immune_to_criticals))  # fmt: skip
    if mode == "ranged":
        check_ammunition(body, weapon)
    fight = spend(fight, actor, whole_round(fight, actor, "coup_de_grace"))
    rules = ("D20C-KOB-05",) if knockout else ("D20C-CDG-04",)
    fight = yield from distracted(fight, actor, notes, rules=rules, action="coup_de_grace")
    if not attacks_on(fight, actor, weapon, notes) or not fight.body(target).alive:
        return Outcome(fight, notes.so_far)
    if mode == "ranged":
        fight = ammunition_spent(fight, actor, weapon, notes)
    named: str | Word = weapon.name or Word("weapon.unarmed")
    code = "finish.does_knockout" if knockout else "finish.does_coup_de_grace"
    notes.tell(
        code,
        who=actor,
        target=target,
        weapon=named,
        rules=("D20C-KOB-01",) if knockout else ("D20C-CDG-01", "D20C-CDG-02"),
    )
    if knockout:
        others = tuple(values.get("others") or ())
        spares = weapon.nonlethal or weapon.unarmed
        manner = Manner("melee", tactics=() if spares else ("lethal_weapon_nonlethal",))
        made = Attempt(actor, target, weapon, manner, base_attack(body), others=others, key="finish:")
        found = on_defense(fight, target, actor, "melee")
        attack = reckon(fight, made, on_attack(fight, actor, target, weapon, made.manner), found, others)
        own = controllers_of(actor)
        terms = facts_of(attack.terms)
        notes.tell("attack.bonus", attack.bonus, who=actor, rules=("D20C-ATK-05",), audience=own, terms=terms)
        blow = yield from asked(
            knockout_blow(
                # the penalty of a lethal weapon is in the bonus already, which tells it (D20C-KOB-02)
                "nonlethal_melee",
                attack.bonus,
                victim.size,
                target_helpless=True,
                cover=sum(one.value for one in found if one.way == "cover"),
            ),
            asking(fight, {ACTOR: actor, TARGET: target}, notes),
        )
        seen = rolls_seen(fight, actor)
        die = die_term(blow.total - attack.bonus, ("D20C-KOB-03",), seen)
        met = reach(blow.effective_defense, "D20C-KOB-03", audience=controllers_of(target))
        told = (die, *(term.told_to(own) for term in terms), met)
        notes.tell(
            "attack.total", blow.total, who=actor, target=target, rules=("D20C-KOB-03",), audience=seen, terms=told
        )
        code = "attack.hit" if blow.hit else "attack.miss"
        notes.tell(code, who=actor, target=target, rules=("D20C-KOB-03", "D20C-KOB-04"))
        if not (yield from through_concealment(fight, made, notes, hit=blow.hit)):
            return Outcome(fight, notes.so_far)
    dealt = yield from asked(
        damage(
            weapon.damage_dice,
            weapon=weapon.strikes_as(mode),
            modifier=weapon.damage,
            strength_modifier=modifier(body, "strength", effects_of(fight, actor)),
            grip="two_hands" if body.both and body.main == weapon.key and mode == "melee" else "one_hand",
            light=weapon.light,
            multiplier=weapon.multiplier,
        ),
        asking(fight, {ACTOR: actor}, notes),
    )
    rules = ("D20C-KOB-04",) if knockout else ("D20C-CDG-02",)
    tell_damage(actor, target, weapon, dealt, weapon.multiplier, notes, rules)
    before = fight.body(target).hp
    fight = yield from hurt(fight, target, dealt.total, notes, by=actor, key=target, nonlethal=knockout)
    if not knockout:
        fight = yield from _survives(fight, target, before, dealt.total, notes)
    return Outcome(fight, notes.so_far)


def _survives(fight: D20Fight, target: Id, hp: int, dealt: int, notes: Notes) -> Steps[D20Fight]:
    """Let a target that is alive after a coup de grace save or die (D20C-CDG-03)."""
    body = fight.body(target)
    if body.vital == "dead":
        return fight
    rules = ("D20C-CDG-03",)

    def tell(dc: Known) -> None:
        notes.tell("finish.dc", dc.value, rules=rules, audience=controllers_of(target), who=target)

    found = yield from asked(
        survival(hp, dealt, save_bonus(fight, target, "fortitude")),
        asking(fight, {TARGET: target}, notes, key="survive", because=rules, tell=tell),
    )
    if found.save_dc is None:
        return fight
    if not found.dead:
        notes.tell("save.finish_made", rules=rules, who=target)
        return fight
    notes.tell("save.finish_failed", rules=rules, who=target)
    return changed(fight, target, replace(body, vital="dead"), "harm", notes, amount=0, rules=rules)


def _kind(nonlethal: bool, unarmed: bool, mode: AttackMode) -> KnockoutWeapon:
    if mode == "ranged":
        return "ranged"
    return "unarmed" if unarmed else "nonlethal_melee" if nonlethal else "lethal_melee"


FINISH: Action[Body, Round] = Action(
    "finish", finish_resolve, finish_inputs, finish_check, icon="skull", of_the_turn=True, needs_actor=True
)
