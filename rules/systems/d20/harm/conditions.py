"""The 24 conditions and what each takes from a character (D20H-COND-02 to -27)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import one_of

Condition = Literal[
    "ability_damaged",
    "ability_drained",
    "blinded",
    "cowering",
    "dazed",
    "dead",
    "deafened",
    "disabled",
    "dying",
    "entangled",
    "exhausted",
    "fatigued",
    "flat_footed",
    "grappled",
    "helpless",
    "nauseated",
    "panicked",
    "paralyzed",
    "pinned",
    "prone",
    "shaken",
    "stable",
    "stunned",
    "unconscious",
]
Actions = Literal["none", "escape_only", "one_move", "flee_only", "single", "grapple_only", "all"]

CONDITIONS: tuple[Condition, ...] = get_args(Condition)

BY_STRICTNESS: tuple[Actions, ...] = get_args(Actions)
"""What may be done in a round, the strictest first."""


@dataclass(frozen=True)
class Drawbacks:
    """What one condition does; the defaults do nothing.

    Modifiers are added to Defense, own rolls and scores. effective_…: takes the place of the score. no_running: nor
    charging. no_opportunity: no attacks of opportunity. usual_rounds: how long it usually lasts.
    """

    actions: Actions = "all"
    loses_dex_bonus: bool = False
    helpless: bool = False
    prone: bool = False
    conscious: bool = True
    defense_melee: int = 0
    defense_ranged: int = 0
    attack_melee: int = 0
    attack_ranged: int = 0
    save_modifier: int = 0
    skill_modifier: int = 0
    str_dex_skill_modifier: int = 0
    search_modifier: int = 0
    initiative_modifier: int = 0
    strength_change: int = 0
    dexterity_change: int = 0
    effective_strength: int | None = None
    effective_dexterity: int | None = None
    half_speed: bool = False
    no_speed: bool = False
    no_running: bool = False
    no_opportunity: bool = False
    drops_held_items: bool = False
    own_miss_chance_percent: int = 0
    forbidden_skills: tuple[str, ...] = ()
    forbidden_weapons: tuple[str, ...] = ()
    usual_rounds: int | None = None


_OUT_COLD = Drawbacks(actions="none", loses_dex_bonus=True, helpless=True, prone=True, conscious=False)

DRAWBACKS: Mapping[Condition, Drawbacks] = {
    # D20H-COND-06, -07: they act through the score alone
    "ability_damaged": Drawbacks(),
    "ability_drained": Drawbacks(),
    # D20H-COND-08
    "blinded": Drawbacks(
        effective_dexterity=3,
        str_dex_skill_modifier=-4,
        search_modifier=-4,
        own_miss_chance_percent=50,
        forbidden_skills=("spot",),
    ),
    # D20H-COND-04
    "cowering": Drawbacks(actions="none", loses_dex_bonus=True, defense_melee=-2, defense_ranged=-2, usual_rounds=10),
    # D20H-COND-03
    "dazed": Drawbacks(actions="none", usual_rounds=1),
    # D20H-COND-24
    "dead": Drawbacks(actions="none", conscious=False),
    # D20H-COND-13
    "deafened": Drawbacks(initiative_modifier=-4, forbidden_skills=("listen",)),
    # D20H-COND-19
    "disabled": Drawbacks(actions="single"),
    # D20H-COND-23
    "dying": _OUT_COLD,
    # D20H-COND-12
    "entangled": Drawbacks(attack_melee=-2, attack_ranged=-2, dexterity_change=-4, half_speed=True, no_running=True),
    # D20H-COND-17
    "exhausted": Drawbacks(strength_change=-6, dexterity_change=-6, half_speed=True, no_running=True),
    # D20H-COND-18
    "fatigued": Drawbacks(strength_change=-2, dexterity_change=-2, no_running=True),
    # D20H-COND-11
    "flat_footed": Drawbacks(loses_dex_bonus=True, no_opportunity=True),
    # D20H-COND-02
    "grappled": Drawbacks(actions="grapple_only", loses_dex_bonus=True, no_speed=True, no_opportunity=True),
    # D20H-COND-21
    "helpless": Drawbacks(actions="none", loses_dex_bonus=True, helpless=True),
    # D20H-COND-22
    "nauseated": Drawbacks(actions="one_move"),
    # D20H-COND-10
    "panicked": Drawbacks(actions="flee_only"),
    # D20H-COND-25
    "paralyzed": Drawbacks(
        actions="none",
        loses_dex_bonus=True,
        helpless=True,
        prone=True,
        no_speed=True,
        effective_strength=0,
        effective_dexterity=0,
    ),
    # D20H-COND-26
    "pinned": Drawbacks(
        actions="escape_only", loses_dex_bonus=True, defense_melee=-4, no_speed=True, no_opportunity=True
    ),
    # D20H-COND-27
    "prone": Drawbacks(
        prone=True,
        defense_melee=-4,
        defense_ranged=4,
        attack_melee=-4,
        attack_ranged=-2,
        forbidden_weapons=("bow", "thrown"),
    ),
    # D20H-COND-16
    "shaken": Drawbacks(attack_melee=-2, attack_ranged=-2, save_modifier=-2, skill_modifier=-2),
    # D20H-COND-15
    "stable": _OUT_COLD,
    # D20H-COND-05
    "stunned": Drawbacks(
        actions="none",
        loses_dex_bonus=True,
        defense_melee=-2,
        defense_ranged=-2,
        drops_held_items=True,
        usual_rounds=1,
    ),
    # D20H-COND-20
    "unconscious": _OUT_COLD,
}
"""Every condition with its numbers (D20H-COND-02 to -27)."""


def known_condition(condition: Condition) -> Condition:
    """Return the condition, or refuse it as unknown (D20H-COND-02 to -27)."""
    return one_of(condition, CONDITIONS, "d20.condition.unknown", field="conditions")
