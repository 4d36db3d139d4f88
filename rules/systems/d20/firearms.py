"""Shots at one target: single, several, automatic.

Rules: D20S-GUN-01 to -07, D20S-AUTO-07, D20S-AUTO-08, D20S-HOUSE-07.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, needed, one_of
from rules.systems.d20.attack_bonus import TACTICS

Form = Literal["single", "extra", "automatic_target"]

FORMS: tuple[Form, ...] = get_args(Form)

AUTOFIRE_BULLETS = 10
"""Bullets of automatic fire without the burst fire feat (D20S-AUTO-06, D20S-HOUSE-07)."""

BURST_BULLETS, SHORT_BURST = 5, 3
"""With the feat, as the catalogue reads it and as a table may (D20S-HOUSE-07)."""

BURST_ATTACK = TACTICS["burst_fire"].modifier

BURST_EXTRA_DICE = 2
"""Bullets, attack modifier and further damage dice of a burst (D20S-HOUSE-07)."""


@dataclass(frozen=True)
class Firearm:
    """What the rules ask of a firearm: bullets loaded, its settings, whether it is a longarm."""

    rounds_loaded: int
    longarm: bool = False
    automatic_rate: bool = False
    single_shot_possible: bool = True


@dataclass(frozen=True)
class Volley:
    """What leaves the barrel in one attack and what it is good for."""

    bullets: int
    wasted: int = 0
    attack_modifier: int = 0
    extra_damage_dice: int = 0


def volley(form: Form, *, bullets_fired: int | None = None, burst_fire_feat: bool = False) -> Volley:
    """Return the bullets of an attack and their effect (D20S-GUN-01, -04, D20S-AUTO-07, -08, D20S-HOUSE-07).

    bullets_fired: at least 2, needed for `extra`. Raises Missing, UnknownValue, OutOfRange.
    """
    if form == "extra":
        needed(bullets_fired, "d20.firearm.bullets_missing", field="bullets_fired")
    match one_of(form, FORMS, "d20.firearm.form_unknown", field="form"):
        case "single":
            return Volley(1)
        case "extra":
            bullets = at_least(bullets_fired or 0, 2, "d20.firearm.bullets_too_few", field="bullets_fired")
            return Volley(bullets, wasted=bullets - 1)
        case "automatic_target" if burst_fire_feat:
            return Volley(BURST_BULLETS, attack_modifier=BURST_ATTACK, extra_damage_dice=BURST_EXTRA_DICE)
        case "automatic_target":
            return Volley(AUTOFIRE_BULLETS, wasted=AUTOFIRE_BULLETS - 1)


def check_can_fire(firearm: Firearm, *, automatic: bool, bullets: int) -> None:
    """Refuse what the weapon cannot do or has not the bullets for (D20S-GUN-07, D20S-AUTO-01, -06, D20S-HOUSE-07)."""
    if automatic and not firearm.automatic_rate:
        raise NotAllowed("d20.firearm.not_automatic", field="automatic_rate")
    if not automatic and not firearm.single_shot_possible:
        raise NotAllowed("d20.firearm.only_automatic", field="single_shot_possible")
    if firearm.rounds_loaded < bullets:
        raise NotAllowed(
            "d20.firearm.too_few_rounds",
            field="rounds_loaded",
            params={"loaded": firearm.rounds_loaded, "needed": bullets},
        )
