"""Fatigue: what tires, and rest (TAC-FAT-01 to -04, TAC-HOUSE-09)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rules.core.audience import controllers_of
from rules.core.errors import within
from rules.core.facts import Fact, Notes, fact
from rules.core.people import words_for
from rules.core.types import Id
from rules.systems.tactico.attributes import Fatigue, check_fatigue, fatigue
from rules.systems.tactico.budget import budget, collapse, with_turn
from rules.systems.tactico.clock import SEGMENTS
from rules.systems.tactico.settings import TIRING, setting
from rules.systems.tactico.state import TacticoFight

STRENUOUS_SKILLS: tuple[str, ...] = TIRING
"""Skills whose every action tires (TAC-FAT-01, TAC-HOUSE-09)."""

COST_OF_ACTION = 1
REST_OF_TURN = 1


def is_strenuous(skill: str) -> bool:
    """Return whether an action with this skill tires; a move with Atletismo is one of athletics (TAC-HOUSE-09)."""
    return skill in STRENUOUS_SKILLS


def fatigue_gain(level: int, attribute: int, strenuous_actions: int, cost: int = COST_OF_ACTION) -> Fatigue:
    """Add the cost of each strenuous action of a turn, 0 to 3 of them (TAC-FAT-01 to -03, TAC-HOUSE-09)."""
    check_fatigue(level, attribute)
    within(strenuous_actions, 0, SEGMENTS, "tactico.fatigue.actions", field="strenuous_actions")
    return fatigue(level + cost * strenuous_actions, attribute)


def fatigue_rest(level: int, attribute: int, actions_taken: int, defences_used: int) -> Fatigue:
    """End a turn: without own actions the level falls by 1; defences do not prevent it (TAC-FAT-04, TAC-HOUSE-09)."""
    check_fatigue(level, attribute)
    within(actions_taken, 0, SEGMENTS, "tactico.fatigue.actions", field="actions_taken")
    within(defences_used, 0, SEGMENTS, "tactico.fatigue.defences", field="defences_used")
    return fatigue(level if actions_taken else max(0, level - REST_OF_TURN), attribute)


# in a fight


def tire(fight: TacticoFight, who: Id, notes: Notes, skill: str) -> TacticoFight:
    """Add the fatigue of one action with a strenuous skill, as the table has set it; twice the Fatiga ends the turn.

    (TAC-FAT-01 to -03, TAC-HOUSE-09)
    """
    body = fight.body(who)
    cost = cast(int, setting(fight.house, f"fatigue_{skill}"))
    found = fatigue_gain(max(0, body.fatigue), body.fatigue_attribute, 1, cost)
    fight = fight.with_body(who, replace(body, fatigue=found.fatigue_level))
    rules, seen = ("TAC-FAT-02", "TAC-FAT-03"), words_for(fight.combatants[who])
    if found.status != body.tiredness and found.status == "tired":
        notes.tell("fatigue.tired", rules=rules, audience=seen, who=who)
    elif found.status != body.tiredness:
        notes.tell("fatigue.exhausted", rules=rules, audience=seen, who=who)
    turn = fight.round.turns.get(who)
    if found.status == "exhausted" and turn is not None:
        fight = with_turn(fight, who, replace(turn, lost=collapse(budget(fight, who)).actions_lost))
    return fight


def rested(fight: TacticoFight, who: Id, actions: int, defences: int, notes: Notes) -> TacticoFight:
    """Lower the fatigue by a turn of rest, where it was one (TAC-FAT-04)."""
    body = fight.body(who)
    if body.machine is not None or body.fatigue <= 0 or body.health == "dead":
        return fight
    found = fatigue_rest(body.fatigue, body.fatigue_attribute, actions, min(SEGMENTS, defences))
    if found.fatigue_level == body.fatigue:
        return fight
    fight = fight.with_body(who, replace(body, fatigue=found.fatigue_level))
    notes.add(rest_fact(fight, who))
    return fight


def rest_fact(fight: TacticoFight, who: Id) -> Fact:
    """That a combatant has rested, with the level for those who may read it (TAC-FAT-04)."""
    level = fight.body(who).fatigue
    plain = fact("fatigue.rests_plain", who=who)
    return fact(
        "fatigue.rests",
        level,
        rules=("TAC-FAT-04",),
        audience=controllers_of(who),
        otherwise=plain,
        who=who,
        level=level,
    )
