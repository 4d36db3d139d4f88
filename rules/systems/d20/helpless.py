"""The helpless: who is, coup de grace, knockout blow (D20C-HLP-01 to -05, D20C-CDG-01 to -05, D20C-KOB-01 to -06)."""

from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, at_least, one_of
from rules.core.throws import TARGET, Throws
from rules.systems.d20.action_table import ACTIONS, KNOCKOUT_BLOW, ActionType
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.attacks import TACTICS
from rules.systems.d20.defences import Defender, defense
from rules.systems.d20.hit_points import take_damage
from rules.systems.d20.rolls import roll_against
from rules.systems.d20.sizes import Size, known_size

HelplessState = Literal["none", "bound", "asleep", "unconscious", "at_mercy"]
KnockoutWeapon = Literal["unarmed", "nonlethal_melee", "lethal_melee", "ranged"]

HELPLESS_STATES: tuple[HelplessState, ...] = get_args(HelplessState)
KNOCKOUT_WEAPONS: tuple[KnockoutWeapon, ...] = get_args(KnockoutWeapon)

COUP_DE_GRACE_DC = 10
"""Difficulty of surviving a coup de grace before the damage is added (D20C-CDG-03)."""


@dataclass(frozen=True)
class CoupDeGrace:
    """A coup de grace; no `save_dc` where the damage alone killed."""

    hit: bool
    critical: bool
    action: ActionType
    provokes: bool
    target_hp: int
    save_dc: int | None
    dead: bool


@dataclass(frozen=True)
class KnockoutBlow:
    """A knockout blow: an attack roll against the Defense of the helpless."""

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
    """Say whether a target counts as helpless (D20C-HLP-01, D20C-HLP-02).

    Bound, asleep, unconscious or at somebody's mercy it does; else only unaware of an adjacent attacker, in no tense
    situation, without a Dexterity bonus to use and without any precaution taken.
    """
    if one_of(state, HELPLESS_STATES, "d20.helpless.state_unknown", field="state") != "none":
        return True
    on_guard = aware_of_attacker or tense_situation or can_use_dex_bonus or took_precaution
    return attacker_adjacent and not on_guard


def check_coup_de_grace(
    weapon: AttackMode, *, adjacent: bool, target_helpless: bool, immune_to_criticals: bool = False
) -> None:
    """Refuse a coup de grace that is not possible (D20C-CDG-01, D20C-CDG-05, D20C-HLP-05)."""
    known_attack_mode(weapon, "weapon")
    _check_target(target_helpless=target_helpless, immune_to_criticals=immune_to_criticals)
    if weapon == "ranged" and not adjacent:
        raise NotAllowed("d20.coup_de_grace.not_adjacent", field="adjacent")


def coup_de_grace_dc(target_hp: int, damage: int) -> int | None:
    """Return the DC of the Fortitude save, None when the damage kills at once (D20C-CDG-03, D20C-HPS-02)."""
    return None if take_damage(target_hp, damage).state == "dead" else COUP_DE_GRACE_DC + damage


def coup_de_grace(
    weapon: AttackMode,
    *,
    adjacent: bool,
    target_helpless: bool,
    damage: int,
    target_hp: int,
    fortitude_bonus: int,
    immune_to_criticals: bool = False,
) -> Throws[CoupDeGrace]:
    """Strike a helpless foe down; a d20 Fortitude save if the damage leaves a life to save (D20C-CDG-01 to -05).

    damage: what the critical hit has rolled, at least 1. Raises UnknownValue, OutOfRange, NotAllowed for a target that
    is not helpless or immune to critical hits and for a ranged weapon from afar.
    """
    known_attack_mode(weapon, "weapon")
    at_least(damage, 1, "d20.damage.least", field="damage")
    check_coup_de_grace(
        weapon, adjacent=adjacent, target_helpless=target_helpless, immune_to_criticals=immune_to_criticals
    )
    left = take_damage(target_hp, damage).hp
    dc = coup_de_grace_dc(target_hp, damage)
    row = ACTIONS["coup_de_grace"]
    dead = dc is None or not (yield from roll_against("fortitude", fortitude_bonus, dc, TARGET)).success
    return CoupDeGrace(True, True, row.type, row.provokes == "yes", left, dc, dead)


def knockout_blow(
    weapon: KnockoutWeapon,
    attack_bonus: int,
    target_size: Size,
    *,
    target_helpless: bool,
    immune_to_criticals: bool = False,
    cover: int = 0,
) -> Throws[KnockoutBlow]:
    """Knock a helpless foe out with one d20 attack roll; a hit is a critical hit (D20C-KOB-01 to -06).

    `attack_bonus` is without the penalty of a lethal weapon; cover: what it adds to Defense (D20C-HOUSE-11).
    Raises UnknownValue, NotAllowed for a target that is not helpless or immune to critical hits, for a ranged weapon.
    """
    one_of(weapon, KNOCKOUT_WEAPONS, "d20.knockout.weapon_unknown", field="weapon")
    known_size(target_size, "target_size")
    _check_target(target_helpless=target_helpless, immune_to_criticals=immune_to_criticals)
    if weapon == "ranged":
        raise NotAllowed("d20.knockout.ranged", field="weapon")
    effective = defense(Defender(size=target_size), "melee", circumstances=("helpless",)).defense + cover
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
