"""Harm, recovery and the dangers of the world: each subject a file, its verbs put together here."""

from __future__ import annotations

from rules.core.system import Action
from rules.systems.d20.actions.hazards.air import AIR
from rules.systems.d20.actions.hazards.care import REST, STABILISE
from rules.systems.d20.actions.hazards.clock import LIGHTS, PASS_TIME
from rules.systems.d20.actions.hazards.conditions import ABILITY, CONDITION, END_TEMPORARY
from rules.systems.d20.actions.hazards.energy import ACID_BATH, FIRE, QUENCH, SHOCK
from rules.systems.d20.actions.hazards.exposure import NEED, RELIEF, WEATHER
from rules.systems.d20.actions.hazards.falls import FALL, FALLING_OBJECT, GET_FREE
from rules.systems.d20.actions.hazards.toxins import COAT, DISEASE_MET, POISONING
from rules.systems.d20.phases import Round
from rules.systems.d20.state import Body

HAZARDS: tuple[Action[Body, Round], ...] = (
    *(STABILISE, GET_FREE, QUENCH, COAT),
    *(PASS_TIME, REST, CONDITION, ABILITY, END_TEMPORARY),
    *(FALL, FALLING_OBJECT, FIRE, ACID_BATH, SHOCK, POISONING, DISEASE_MET, AIR, WEATHER, NEED, RELIEF, LIGHTS),
)
OF_THE_TURN: tuple[str, ...] = ("stabilise", "get_free", "quench")
ASIDE: tuple[str, ...] = ("coat_weapon",)
TABLE: tuple[str, ...] = tuple(action.name for action in HAZARDS if action.for_game_master)
"""All verbs; of these the tabs of whoever acts, what takes no action, and what the table as a whole may do."""
