"""Attacks in one's turn: one attack, a full attack one after the other, total defense.

Rules: D20C-MEL-01, D20S-GRAP-24, D20S-GRAP-34, D20C-TDF-01, D20C-TDF-02, D20C-HOUSE-23, D20C-ACT-05, D20C-FUL-01 to
-05, D20C-MEL-01 to -05, D20C-SHT-01 to -04, D20C-UNA-01 to -06, D20C-TWF-01 to -05, D20C-HLP-04, D20C-RNG-01,
D20H-DIS-03, D20S-GUN-05, D20S-OBJ-03, D20S-OBJ-13.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import Viewer
from rules.core.errors import NotAllowed, RuleError
from rules.core.facts import Fact, Notes
from rules.core.fight import Command, Outcome
from rules.core.inputs import Choice, Flag, Input, Number, options_of, seldom
from rules.core.people import here, people_input, target_of
from rules.core.requests import Steps
from rules.core.system import Action
from rules.core.types import Id
from rules.systems.d20.arms import UNARMED
from rules.systems.d20.attack_bonus import STANCES, check_stances
from rules.systems.d20.attack_roll import AttackMode
from rules.systems.d20.bearing import effects_of
from rules.systems.d20.blows import (
    Attempt,
    armed_with,
    arms_of,
    check_blow,
    mode_input,
    nonlethal,
    others_input,
    reckon,
    stroke_of,
    weapon_input,
)
from rules.systems.d20.doing import blows_left, check_spend, next_blow, remaining, spend, spend_blow, turn_of
from rules.systems.d20.effects import Effect
from rules.systems.d20.harm import strain
from rules.systems.d20.lasting import counted
from rules.systems.d20.modifiers import Manner, on_attack, on_defense
from rules.systems.d20.odds import attack_odds
from rules.systems.d20.opportunity import attacks_on, provoke, stands_still
from rules.systems.d20.situation import adjacent, check_near, comes_near, target_notes
from rules.systems.d20.state import Body, D20Fight, Round, Spent, bears, effects_named, grapple_of, with_effect
from rules.systems.d20.strike import strike
from rules.systems.d20.turns import all_in_reach, check_turn, open_to_attack, others_than


def check_all(fight: D20Fight, blow: Attempt) -> None:
    """Refuse an attack that cannot be made.

    This comes before any request, so that those asked are not told what the attacker got wrong.
    """
    if blow.manner.mode == "melee":
        check_near(fight, blow.actor, blow.target, blow.weapon)
    check_in_grapple(fight, blow)
    if "helpless_target_full_round" in blow.manner.tactics and (
        adjacent(fight, blow.actor, blow.target) or not effects_of(fight, blow.target).helpless
    ):
        raise NotAllowed("d20.attack.full_round_helpless", field="full_round")
    check_blow(fight, blow)


def check_in_grapple(fight: D20Fight, blow: Attempt) -> None:
    """In a grapple only with something light, never both hands, never while pinning (D20S-GRAP-24, D20S-GRAP-34)."""
    held = grapple_of(fight, blow.actor)
    if held is None:
        return
    if blow.target not in held.opponents(blow.actor):
        raise NotAllowed("d20.grapple.no_bond", field="target")
    if not blow.weapon.light or blow.manner.mode == "ranged" or blow.two_weapons:
        raise NotAllowed("d20.grapple.light_only", field="weapon")
    if not (blow.weapon.unarmed or blow.weapon.key in (fight.body(blow.actor).main,
                                                      fight.body(blow.actor).off)):  # fmt: skip
        raise NotAllowed("d20.grapple.not_in_hand", field="weapon")
    if any(pinned.by == blow.actor for who in held.opponents(blow.actor)
           for pinned in effects_named(fight.body(who), "pinned")):  # fmt: skip
        raise NotAllowed("d20.grapple.pinning", field="weapon")


DAMAGE_KINDS = ("usual", "lethal", "nonlethal")


def attack_inputs(fight: D20Fight, actor: Id | None, viewer: Viewer) -> tuple[Input, ...]:
    """The inputs of an attack: target and weapon; its manner is folded away, and its modifiers are found."""
    if actor is None or actor not in fight.combatants:
        return ()
    body = fight.body(actor)
    arms = arms_of(body)
    targets = others_than(fight, actor, viewer)
    notes = {who: target_notes(fight, who, actor) for who in targets}
    near = all_in_reach(fight, actor)
    target = people_input(targets, likely=open_to_attack(fight, actor, viewer), engaged=near, notes=notes)
    more: list[Input] = [*mode_input(arms)]
    if body.off or any(one.double for one in arms) or body.feat("two_weapon_fighting"):
        more.append(Flag("two_weapons", "input.two_weapons", note=Fact("note.two_weapons", rules=("D20C-TWF-01",))))
        hands = options_of("hand", ("primary", "off"))
        hand = "off" if _only_off_left(fight, actor) else "primary"
        more.append(
            Choice("hand", "input.hand", required=False, default=hand, layout="segments", options=hands, fresh=True)
        )
    more.append(
        Choice(
            "lethal",
            "input.lethal",
            required=False,
            default="usual",
            layout="segments",
            options=options_of("lethal", DAMAGE_KINDS),
        )
    )
    if fight.ordered:
        note = Fact("note.defensively", rules=("D20C-MEL-03",))
        more.append(Flag("defensively", "input.defensively", note=note, fresh=True))
    helpless = any(effects_of(fight, who).helpless for who in targets) and any(one.ranged for one in arms)
    if helpless or any(stands_still(fight, who) for who in targets):
        note = Fact("note.full_round", rules=("D20C-HLP-04", "D20S-OBJ-03"))
        more.append(Flag("full_round", "input.full_round", note=note, fresh=True))
    if viewer.game_master and any(fight.body(who).being == "object" for who in targets):
        note = Fact("note.ineffective", rules=("D20S-OBJ-13",))
        more.append(Flag("ineffective", "input.ineffective", note=note, fresh=True))
    if any(one.increment for one in arms):
        more.append(Number("feet", "input.feet", required=False, minimum=0, maximum=20_000, fresh=True))
    coverers = [who for who in targets if fight.body(who).being != "object"]
    if len(coverers) > 1 and any(relation.kind == "cover" for relation in fight.relations.values()):
        more.append(people_input(coverers, name="coverer", label="input.coverer", required=False, fresh=True))
    review = Flag("review", "input.review", note=Fact("note.review"))
    return (target, weapon_input(fight, actor, arms), *seldom(*more, others_input(), review))


def attack_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The attacker must be able to attack, and have an attack and a target left."""
    actor = check_turn(fight, command, viewer)
    if not effects_of(fight, actor).attack_allowed:
        raise NotAllowed("d20.attack.not_now")
    if turn_of(fight, actor) is not None:
        check_stances([stance for stance in STANCES if bears(fight.body(actor), stance)])
    if len(fight.combatants) < 2:
        raise NotAllowed("core.nobody_else")
    if turn_of(fight, actor) is not None:
        off = _only_off_left(fight, actor)
        next_blow(fight, actor, off=off, two_weapons=False)
        spend_blow(fight, actor, "attack_melee", off=off)


def _only_off_left(fight: D20Fight, actor: Id) -> bool:
    """Whether of the attacks of the turn that of the second weapon alone is left (D20C-TWF-01)."""
    if not blows_left(fight, actor):
        return False
    try:
        next_blow(fight, actor, off=False, two_weapons=False)
    except NotAllowed:
        return True
    return False


def blow_of(fight: D20Fight, command: Command) -> Attempt:
    """The attack that a form describes, with everything found that does not depend on dice."""
    actor, target, values = here(fight, command), target_of(fight, command), command.inputs
    off, two = values.get("hand") == "off", bool(values.get("two_weapons"))
    turn = turn_of(fight, actor)
    left = remaining(fight, actor)
    if turn is not None and left is not None:
        # with no whole round left there is no second attack, and nothing to pay for it (D20C-TWF-01)
        two = turn.two_weapons if turn.blows else two and bool(left.full_round)
    body = fight.body(actor)
    key = (body.off or UNARMED) if off and not body.weapon(body.main).double else values.get("weapon")
    weapon = armed_with(fight, actor, key)
    said = values.get("mode") or "usual"
    mode = weapon.modes[0] if said == "usual" else cast(AttackMode, said)
    if mode not in weapon.modes:
        raise NotAllowed("d20.weapon.mode", field="mode")
    tactics: tuple[str, ...] = ()
    if values.get("defensively"):
        tactics = (*tactics, "fighting_defensively")
    sure = False
    if values.get("full_round") and stands_still(fight, target):
        sure = mode == "melee"
        tactics = tactics if sure else (*tactics, "immobile_object_full_round")
    elif values.get("full_round"):
        tactics = (*tactics, "helpless_target_full_round")
    kind = values.get("lethal") or "usual"
    return Attempt(
        actor,
        target,
        weapon,
        Manner(mode, values.get("feet"), tactics),
        next_blow(fight, actor, off=off, two_weapons=two),
        off=off,
        two_weapons=two,
        lethal=None if kind == "usual" else kind == "lethal",
        review=bool(values.get("review")),
        others=tuple(values.get("others") or ()),
        coverer=values.get("coverer"),
        ineffective=bool(values.get("ineffective")),
        sure=sure,
    )


def action_word(blow: Attempt) -> str:
    """The row of the action tables that an attack is (D20C-AOT-01)."""
    if blow.manner.mode == "ranged":
        return "attack_ranged"
    return "attack_unarmed" if blow.weapon.unarmed else "attack_melee"


def attack_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """One attack: it is taken off the turn, opponents that it provokes may strike first, then it is rolled.

    Of several attacks in a turn each is aimed when the results before it are known (D20C-FUL-02).
    """
    notes = Notes()
    blow = blow_of(fight, command)
    actor = blow.actor
    check_all(fight, blow)
    whole_round = ("helpless_target_full_round", "immobile_object_full_round")
    if blow.sure or any(tactic in whole_round for tactic in blow.manner.tactics):
        fight = spend(fight, actor, Spent("full_round"))
    else:
        fight = spend_blow(fight, actor, action_word(blow), off=blow.off, two_weapons=blow.two_weapons)
    fight = in_hand(fight, actor, blow)
    if blow.manner.mode == "melee":
        fight = comes_near(fight, actor, blow.target, notes)
    if "fighting_defensively" in blow.manner.tactics and not bears(fight.body(actor), "fighting_defensively"):
        stance = Effect("fighting_defensively", "stance", "fighting_defensively")
        fight = with_effect(fight, actor, counted(fight, stance, 1, actor))
    wrestling = grapple_of(fight, actor) is not None
    fight = yield from provoke(fight, blow, notes)
    if not attacks_on(fight, actor, blow.weapon, notes, wrestling=wrestling) or not fight.body(blow.target).alive:
        return Outcome(fight, notes.so_far)
    struck = yield from strike(fight, blow, notes)
    fight = yield from strain(struck.fight, actor, notes)
    return Outcome(fight, notes.so_far)


def in_hand(fight: D20Fight, actor: Id, blow: Attempt) -> D20Fight:
    """The fight in which the attacker holds the weapon; in a turn it does already, otherwise there is time to draw."""
    body = fight.body(actor)
    if blow.off or blow.weapon.unarmed or blow.weapon.key in (body.main, body.off) or blow.weapon.use == "natural":
        return fight
    both = blow.weapon.two_handed
    return fight.with_body(actor, replace(body, main=blow.weapon.key, both=both, off="" if both else body.off))


def odds(fight: D20Fight, command: Command) -> Fact | None:
    """The odds of an attack with everything that was found (D20C-ATK-01, D20C-CRT-01)."""
    try:
        blow = blow_of(fight, command)
        attack = on_attack(fight, blow.actor, blow.target, blow.weapon, blow.manner)
    except RuleError:
        return None
    if blow.sure:
        return None
    defense = on_defense(fight, blow.target, blow.actor, blow.manner.mode)
    reckoned = reckon(fight, blow, attack, defense, tuple(blow.others))
    return attack_odds(
        fight, blow.actor, blow.target, stroke_of(fight, blow, reckoned), reckoned.defense, spares=nonlethal(blow)
    )


ATTACK: Action[Body, Round] = Action(
    "attack", attack_resolve, attack_inputs, attack_check, icon="swords", of_the_turn=True, needs_actor=True, odds=odds
)


def guard_check(fight: D20Fight, command: Command, viewer: Viewer) -> None:
    """The attack action must be left, in a fight."""
    actor = check_turn(fight, command, viewer)
    if not fight.ordered:
        raise NotAllowed("core.free_scene")
    if bears(fight.body(actor), "total_defense"):
        raise NotAllowed("d20.guard.already")
    check_spend(fight, actor, Spent("attack", "total_defense"))


def guard_resolve(fight: D20Fight, command: Command) -> Steps[Outcome[Body, Round]]:
    """+4 dodge at once, until just before the same count of the next round (D20C-TDF-01, D20C-TDF-02)."""
    yield from ()
    actor, notes = here(fight, command), Notes()
    fight = spend(fight, actor, Spent("attack", "total_defense"))
    fight = with_effect(fight, actor, counted(fight, Effect("total_defense", "stance", "total_defense"), 1, actor))
    notes.tell("guard.total", who=actor, rules=("D20C-TDF-01", "D20C-TDF-02"))
    return Outcome(fight, notes.so_far)


TOTAL_DEFENSE: Action[Body, Round] = Action(
    "total_defense", guard_resolve, check=guard_check, icon="shield", of_the_turn=True, needs_actor=True
)
