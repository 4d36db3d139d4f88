"""Attacks of opportunity: who may make one, the question, the blow.

(D20C-AOO-01 to -10, D20C-UNA-02 to -04, D20C-AOT-07, D20C-HOUSE-20, D20C-HOUSE-22 to -24, D20S-GRAP-16, D20H-COND-11)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.audience import controllers_of
from rules.core.facts import Fact, Notes, Param, Ref
from rules.core.inputs import Choice, Flag, Option
from rules.core.requests import Answer, Steps, choose, together
from rules.core.types import Id, put
from rules.systems.d20.actions.blows import Blow
from rules.systems.d20.actions.strike import strike
from rules.systems.d20.arms import Weapon
from rules.systems.d20.bearing import base_attack, can_act, effects_of
from rules.systems.d20.full_attack import base_attacks
from rules.systems.d20.modifiers import Manner
from rules.systems.d20.opportunity import PER_ROUND, HeldWeapon, can_strike
from rules.systems.d20.settings import setting
from rules.systems.d20.situation import adjacent, cover_of, foes
from rules.systems.d20.state import Body, D20Fight, bears, grapple_of, in_rounds


def armed_unarmed(body: Body) -> bool:
    """Whether somebody's bare hands count as armed (D20C-UNA-04)."""
    natural = any(weapon.use == "natural" for weapon in body.weapons)
    return natural or body.feat("combat_martial_arts")


def melee_arms(body: Body) -> tuple[Weapon, ...]:
    """What somebody can strike with outside their turn: held or natural weapons, armed hands (D20C-AOO-02)."""
    found = []
    for weapon in body.carried():
        held: HeldWeapon = "unarmed" if weapon.unarmed else "natural" if weapon.use == "natural" else "melee"
        if weapon.unarmed or weapon.use == "natural":
            ready = True
        else:
            ready = weapon.key in (body.main, body.off) and weapon.melee
        if ready and can_strike(held, unarmed_counts_as_armed=armed_unarmed(body)):
            found.append(weapon)
    return tuple(found)


def threatens(fight: D20Fight, foe: Id, who: Id) -> bool:
    """Whether a foe can strike at somebody who stands beside it (D20C-AOO-03, D20S-GRAP-16)."""
    body = fight.combatants[foe].body
    if body.being == "object" or not foes(fight, foe, who) or not adjacent(fight, foe, who):
        return False
    if grapple_of(fight, foe) is not None or not effects_of(fight, foe).attack_allowed:
        return False
    return bool(melee_arms(body))


def may_strike(fight: D20Fight, foe: Id, who: Id) -> bool:
    """Whether a foe who threatens has an attack of opportunity left (D20C-AOO-08, D20C-AOO-10, D20C-HOUSE-23)."""
    if not threatens(fight, foe, who) or not effects_of(fight, foe).can_attack_of_opportunity:
        return False
    if cover_of(fight, who, foe) == "total":
        # who is wholly covered cannot be attacked (D20C-HOUSE-09)
        return False
    if bears(fight.combatants[foe].body, "total_defense") and not setting(
        fight.house, "opportunities_in_total_defense"
    ):
        return False
    return fight.round.opportunities.get(foe, 0) < PER_ROUND


def provoked(fight: D20Fight, who: Id) -> tuple[Id, ...]:
    """Those who may strike at somebody that drops the guard, in order (D20C-AOO-04, D20C-AOO-07)."""
    if not in_rounds(fight) or grapple_of(fight, who) is not None:
        return ()
    return tuple(foe for foe in fight.order if foe != who and may_strike(fight, foe, who))


def opportunities(
    fight: D20Fight, who: Id, foes_: Sequence[Id], notes: Notes, *, key: str = "", rules: tuple[str, ...] = ()
) -> Steps[tuple[D20Fight, bool]]:
    """Ask those who may strike, and let those who want (D20C-AOO-08, D20C-AOO-09, D20C-HOUSE-20).

    Returns the fight and whether any of them dealt damage. Nobody has to be waited for: without an answer none strikes.
    Those who wanted to are asked again when somebody falls before it is their turn to strike.
    """
    if not foes_:
        return fight, False
    refs = tuple(Ref(foe) for foe in foes_ if not fight.combatants[foe].hidden)
    if refs:
        named: dict[str, Param] = {"who": Ref(who), "foes": refs}
        notes.add(Fact("opportunity.provoked", params=named, rules=("D20C-AOO-04", *rules)))
    wanted = yield from together(
        {foe: _wants(fight, foe, who, notes, key) for foe in foes_}, key=f"{key}opportunities", so_far=notes.so_far
    )
    # of whoever shows nothing, being asked would tell that it has fallen
    seen_to_fall = not effects_of(fight, who).helpless and fight.combatants[who].shows != "nothing"
    hurt_by_any = False
    for foe in foes_:
        answer = wanted[foe]
        if not answer["strikes"] or not fight.combatants[who].body.alive:
            continue
        if seen_to_fall and effects_of(fight, who).helpless:
            # whoever said so when somebody stood there has not said that they strike at whoever lies dying
            again = yield from _wants(fight, foe, who, notes, key, fallen=True)
            if not again["strikes"]:
                continue
        made = fight.round.opportunities.get(foe, 0) + 1
        fight = replace(fight, round=replace(fight.round, opportunities=put(fight.round.opportunities, foe, made)))
        params: dict[str, Param] = {"who": Ref(foe), "target": Ref(who)}
        notes.add(Fact("opportunity.made", params=params, rules=("D20C-AOO-08", "D20C-AOO-09")))
        body = fight.combatants[foe].body
        arms = melee_arms(body)
        weapon = next((one for one in arms if one.key == answer.get("weapon")), arms[0])
        blow = Blow(foe, who, weapon, Manner("melee"), base_attacks(base_attack(body))[0], key=f"{key}{foe}:")
        struck = yield from strike(fight, blow, notes)
        fight = struck.fight
        hurt_by_any = hurt_by_any or struck.damage > 0
    return fight, hurt_by_any


def _wants(fight: D20Fight, foe: Id, who: Id, notes: Notes, key: str, *, fallen: bool = False) -> Steps[Answer]:
    arms = melee_arms(fight.combatants[foe].body)
    options = tuple(
        Option(one.key, Fact("weapon.named", params={"name": one.name}) if one.name else Fact("weapon.unarmed"))
        for one in arms
    )
    weapon = Choice("weapon", "input.weapon", required=False, default=arms[0].key, layout="grid", options=options)
    return choose(
        f"{key}opportunity:{foe}:fallen" if fallen else f"{key}opportunity:{foe}",
        foe,
        Flag("strikes", "input.strikes", fresh=True),
        *((weapon,) if len(arms) > 1 and not fallen else ()),
        so_far=notes.so_far,
        audience=controllers_of(foe),
        default={"strikes": False},
        label="ask.opportunity_fallen" if fallen else "ask.opportunity",
    )


def go_on_after(fight: D20Fight, who: Id, notes: Notes) -> bool:
    """Whether somebody who was struck can still go on with what was begun."""
    if can_act(fight, who):
        return True
    notes.add(Fact("act.interrupted", params={"who": Ref(who)}, rules=("D20C-AOO-08",)))
    return False


def distracted(
    fight: D20Fight, who: Id, notes: Notes, *, key: str = "", spare: Sequence[Id] = (), rules: tuple[str, ...] = ()
) -> Steps[D20Fight]:
    """Let everybody who threatens somebody strike, `spare` aside (D20C-AOO-07, D20C-AOT-07)."""
    found = tuple(foe for foe in provoked(fight, who) if foe not in spare)
    after, _ = yield from opportunities(fight, who, found, notes, key=key, rules=rules)
    return after
