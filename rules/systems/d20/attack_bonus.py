"""The bonus of an attack roll: stances, range, two weapons, several attacks, circumstances.

Rules: D20C-MEL-03 to -05, D20C-CHG-07, D20C-RNG-01 to -03, D20C-ATK-04 to -08, D20C-SHT-01 to -04, D20C-CIR-01 to
-11, D20C-TWF-01 to -05, D20C-FUL-01 to -05.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from rules.core.errors import Missing, NotAllowed, OutOfRange, UnknownValue, at_least, one_of
from rules.core.throws import Throws, throw_one
from rules.core.types import Id
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.conditions import DRAWBACKS, Condition
from rules.systems.d20.sizes import Size, size_modifier
from rules.systems.d20.terms import Term, total

Hand = Literal["primary", "off"]

OffHand = Literal["normal", "light", "unarmed", "double"]

HANDS: tuple[Hand, ...] = get_args(Hand)

OFF_HANDS: tuple[OffHand, ...] = get_args(OffHand)

EXTRA_ATTACKS = 1
"""Attacks with the off hand that a full attack has on top (D20C-TWF-01, D20C-TWF-04)."""


@dataclass(frozen=True)
class TwoWeaponPenalties:
    """Penalties of the two hands, and the attacks that the second weapon gives."""

    primary: int
    off: int
    extra_attacks: int = EXTRA_ATTACKS

    def of(self, hand: Hand) -> int:
        """Return the penalty of one hand, or refuse it as unknown (D20C-TWF-01)."""
        return self.primary if one_of(hand, HANDS, "d20.hand.unknown", field="hand") == "primary" else self.off


PENALTIES: Mapping[tuple[bool, bool], TwoWeaponPenalties] = {
    (False, False): TwoWeaponPenalties(-6, -10),
    (False, True): TwoWeaponPenalties(-4, -8),
    (True, False): TwoWeaponPenalties(-4, -4),
    (True, True): TwoWeaponPenalties(-2, -2),
}
"""By the Two-Weapon Fighting feat and whether the weapon of the off hand counts as light (D20C-TWF-05)."""


def counts_as_light(off_hand: OffHand) -> bool:
    """Say whether the off hand holds a light weapon: unarmed strikes and double weapons count (D20C-TWF-02, -04)."""
    return one_of(off_hand, OFF_HANDS, "d20.off_hand.unknown", field="off_hand") != "normal"


def two_weapon_penalties(off_hand: OffHand, *, feat: bool) -> TwoWeaponPenalties:
    """Look up the penalties of fighting with two weapons (D20C-TWF-01 to -05, D20C-UNA-01)."""
    return PENALTIES[feat, counts_as_light(off_hand)]


FURTHER_ATTACKS_AT: tuple[int, ...] = (6, 11, 16)
"""Base attack bonuses that bring one more attack each (D20C-HOUSE-12)."""

FURTHER_ATTACK_PENALTY = -5
"""What each further attack has on the one before (D20C-HOUSE-12)."""


def base_attacks(base_attack_bonus: int) -> tuple[int, ...]:
    """Return the base attack bonus of each attack of a full attack, the highest first (D20C-HOUSE-12, D20C-FUL-04)."""
    further = sum(base_attack_bonus >= threshold for threshold in FURTHER_ATTACKS_AT)
    return tuple(base_attack_bonus + FURTHER_ATTACK_PENALTY * place for place in range(1 + further))


def next_bonus(bonuses: Sequence[int], made: int) -> int:
    """Return the bonus of the next attack with one hand, which go from the highest down (D20C-FUL-04).

    made: attacks with this hand so far. Raises NotAllowed when there is none left.
    """
    if made >= len(bonuses):
        raise NotAllowed("d20.full_attack.no_more", field="hand")
    return sorted(bonuses, reverse=True)[made]


Stance = Literal["fighting_defensively", "total_defense", "charged"]

STANCES: tuple[Stance, ...] = get_args(Stance)

FIGHTING_DEFENSIVELY_ATTACK = -4
"""On every attack from the first one made that way until the same count of the next round (D20C-MEL-03 to -05)."""

CHARGE_ATTACK = 2
"""On the one attack of a charge (D20C-CHG-06)."""

STANCE_ROUNDS = 1
"""Rounds that each of them lasts (D20C-TDF-01, D20C-CHG-07, D20C-HOUSE-22)."""


@dataclass(frozen=True)
class StanceDefense:
    """What a stance adds to Defense."""

    modifier: int
    dodge: bool
    """A dodge bonus is lost where the Dexterity bonus is denied (D20C-DEF-09)."""
    rules: tuple[str, ...]
    own_turn: bool = False
    """It ends when the combatant's turn begins, whatever became of the initiative count (D20C-HOUSE-25)."""


STANCE_DEFENSE: Mapping[Stance, StanceDefense] = {
    "fighting_defensively": StanceDefense(+2, True, ("D20C-MEL-03", "D20C-HOUSE-22")),
    "total_defense": StanceDefense(+4, True, ("D20C-TDF-01", "D20C-TDF-02")),
    "charged": StanceDefense(-2, False, ("D20C-CHG-07",), own_turn=True),
}
"""What stances do to Defense (D20C-MEL-03 to -05, D20C-TDF-01, D20C-TDF-02, D20C-CHG-07)."""


def stance_defense(stance: Stance) -> StanceDefense:
    """Look up what a stance does to Defense, or refuse it as unknown (D20C-MEL-03, D20C-TDF-01, D20C-CHG-07)."""
    return STANCE_DEFENSE[one_of(stance, STANCES, "d20.stance.unknown", field="stances")]


RangedWeapon = Literal["thrown", "projectile"]

RANGED_WEAPONS: tuple[RangedWeapon, ...] = get_args(RangedWeapon)

PENALTY_PER_INCREMENT = -2
"""For each full range increment of the distance (D20C-RNG-01)."""

MAX_INCREMENTS: Mapping[RangedWeapon, int] = {"thrown": 5, "projectile": 10}
"""The farthest that weapons reach (D20C-RNG-02, D20S-EXP-09)."""


@dataclass(frozen=True)
class RangePenalty:
    """What the distance takes from a ranged attack."""

    penalty: int
    full_increments: int
    max_range_ft: int | Fraction


def range_penalty(distance_ft: int | Fraction, increment_ft: int | Fraction, weapon: RangedWeapon) -> RangePenalty:
    """Return the penalty of a distance in feet (D20C-RNG-01, D20C-RNG-02).

    Raises UnknownValue, OutOfRange for a negative distance, an increment of 0 or less, and a distance beyond the
    weapon's most increments.
    """
    one_of(weapon, RANGED_WEAPONS, "d20.weapon.ranged_unknown", field="weapon")
    at_least(distance_ft, 0, "d20.distance.negative", field="distance_ft")
    if increment_ft <= 0:
        raise OutOfRange("d20.range.increment", field="increment_ft", params={"value": increment_ft})
    most = increment_ft * MAX_INCREMENTS[weapon]
    if distance_ft > most:
        raise OutOfRange("d20.range.beyond", field="distance_ft", params={"value": distance_ft, "most": most})
    increments = int(distance_ft // increment_ft)
    return RangePenalty(PENALTY_PER_INCREMENT * increments, increments, most)


def check_line_of_sight(*, clear: bool) -> None:
    """Refuse a ranged attack when something solid stands between attacker and target (D20C-RNG-03)."""
    if not clear:
        raise NotAllowed("d20.range.no_line_of_sight", field="target")


Side = Literal["defender", "attacker"]

AppliesTo = Literal["defense", "attack"]

SeeAlso = Literal["cover", "concealment"]

CIRCUMSTANCE_SIDES: tuple[Side, ...] = get_args(Side)

PINNED_DEXTERITY = ability_modifier(0)
"""The modifier of Dexterity 0, which a pinned defender is treated as having (D20C-CIR-07)."""


@dataclass(frozen=True)
class Row:
    """One row of a table: modifiers by the kind of attack, None for none, and its footnotes."""

    melee: int | None
    ranged: int | None
    loses_dex: bool = False
    dex_modifier_becomes: int | None = None
    random_target: bool = False
    ranged_may_improve_cover: bool = False
    ranged_weapons_unusable: bool = False
    see: SeeAlso | None = None


@dataclass(frozen=True)
class Circumstance:
    """One cell of a table with its footnotes."""

    modifier: int | None
    applies_to: AppliesTo
    loses_dex: bool
    """The defender, or the grappler who is struck, loses the Dexterity bonus to Defense (D20C-CIR-05, -06, -11)."""
    dex_modifier_becomes: int | None
    random_target: bool
    may_improve_cover: bool
    some_weapons_unusable: bool
    see: SeeAlso | None


def _under(condition: Condition) -> Row:
    """What a condition does to Defense, as a row of the table."""
    drawbacks = DRAWBACKS[condition]
    return Row(drawbacks.defense_melee, drawbacks.defense_ranged, loses_dex=drawbacks.loses_dex_bonus)


DEFENDER: Mapping[str, Row] = {
    "stunned_or_cowering": _under("stunned"),
    "in_cover": Row(None, None, see="cover"),
    "running": Row(0, +2, loses_dex=True),
    "flat_footed": _under("flat_footed"),
    "grappled": replace(_under("grappled"), random_target=True),
    "helpless": _under("helpless"),
    "concealed_or_invisible": Row(None, None, see="concealment"),
    "sitting_or_kneeling": Row(-2, +2, ranged_may_improve_cover=True),
    "pinned": replace(_under("pinned"), dex_modifier_becomes=PINNED_DEXTERITY),
    "climbing": Row(-2, -2, loses_dex=True),
    "prone": replace(_under("prone"), ranged_may_improve_cover=True),
}
"""Added to the defender's Defense; conditions as they are among conditions (D20C-CIR-03 to -07, D20C-RUN-02)."""

ATTACKER: Mapping[str, Row] = {
    "higher_ground": Row(+1, 0),
    "flanking": Row(+2, None),
    "invisible": Row(+2, +2, loses_dex=True),
    "prone": Row(DRAWBACKS["prone"].attack_melee, DRAWBACKS["prone"].attack_ranged, ranged_weapons_unusable=True),
}
"""Added to the attack roll (D20C-CIR-08 to -11, D20C-FLK-01, D20C-FLK-03)."""

TABLES: Mapping[Side, Mapping[str, Row]] = {"defender": DEFENDER, "attacker": ATTACKER}

APPLIES_TO: Mapping[Side, AppliesTo] = {"defender": "defense", "attacker": "attack"}
"""What the modifiers of each table are added to (D20C-CIR-01)."""


def circumstance(side: Side, name: str, attack: AttackMode) -> Circumstance:
    """Look up a cell of the two tables; unknown words are refused (D20C-CIR-01, D20C-CIR-03 to -11)."""
    one_of(side, CIRCUMSTANCE_SIDES, "d20.circumstance.side_unknown", field="side")
    known_attack_mode(attack)
    if name not in TABLES[side]:
        raise UnknownValue("d20.circumstance.unknown", field="circumstance", params={"value": name})
    row = TABLES[side][name]
    ranged = attack == "ranged"
    return Circumstance(
        modifier=row.ranged if ranged else row.melee,
        applies_to=APPLIES_TO[side],
        loses_dex=row.loses_dex,
        dex_modifier_becomes=row.dex_modifier_becomes,
        random_target=row.random_target,
        may_improve_cover=ranged and row.ranged_may_improve_cover,
        some_weapons_unusable=ranged and row.ranged_weapons_unusable,
        see=row.see,
    )


def struck_grappler(grapplers: Sequence[Id]) -> Throws[Id]:
    """Return who of a grapple is struck from outside, by a die with a face for each (D20C-CIR-06, D20C-HOUSE-18).

    Raises Missing without anybody.
    """
    if not grapplers:
        raise Missing("d20.grapple.nobody", field="grapplers")
    return grapplers[(yield from throw_one("struck", len(grapplers))) - 1]


WeaponKind = Literal["bow", "thrown", "firearm", "crossbow", "other"]

WEAPON_KINDS: tuple[WeaponKind, ...] = get_args(WeaponKind)

NOT_PROFICIENT = -4
"""On attacks with a weapon without the feat for it (D20C-ATK-04, D20S-GUN-02, D20S-AUTO-04)."""

INTO_MELEE = -4
"""On shooting or throwing at a target that fights an ally hand to hand (D20C-SHT-01)."""


@dataclass(frozen=True)
class Tactic:
    """A choice of the attacker beyond the table of circumstances."""

    modifier: int
    rules: tuple[str, ...]
    only: AttackMode | None = None
    """The kind of attack it belongs to; None for both."""


TACTICS: Mapping[str, Tactic] = {
    "fighting_defensively": Tactic(FIGHTING_DEFENSIVELY_ATTACK, ("D20C-MEL-03", "D20C-MEL-04", "D20C-MEL-05")),
    "charging": Tactic(CHARGE_ATTACK, ("D20C-CHG-06",), only="melee"),
    "longarm_adjacent": Tactic(-4, ("D20C-SHT-04", "D20S-GUN-06"), only="ranged"),
    "unarmed_lethal": Tactic(-4, ("D20C-UNA-06",), only="melee"),
    "lethal_weapon_nonlethal": Tactic(-4, ("D20C-KOB-02",), only="melee"),
    "helpless_target_full_round": Tactic(+5, ("D20C-HLP-04",), only="ranged"),
    "immobile_object_full_round": Tactic(+5, ("D20S-OBJ-03",), only="ranged"),
    "burst_fire": Tactic(-4, ("D20S-AUTO-07", "D20S-HOUSE-07"), only="ranged"),
}
"""By name (D20C-MEL-03 to -05, D20C-CHG-06, D20C-SHT-04, D20C-UNA-06, D20C-KOB-02, D20C-HLP-04)."""


@dataclass(frozen=True)
class TwoWeapons:
    """Fighting with two weapons in this round."""

    hand: Hand
    """The hand that attacks now."""
    feat: bool
    """The attacker has Two-Weapon Fighting."""
    off_hand: OffHand
    """What the off hand holds."""


@dataclass(frozen=True)
class TargetMelee:
    """How the target of a ranged attack stands to the attacker's allies (D20C-SHT-02, D20C-SHT-03)."""

    enemy_adjacent: bool
    """An ally and the target are enemies and adjacent."""
    one_side_immobilised: bool
    """One of these two cannot move."""
    immobilised_side_attacked: bool
    """That one is being attacked all the same."""
    part_10ft_from_nearest_ally: bool


@dataclass(frozen=True)
class AttackBonus:
    """The bonus of an attack roll and its terms; terms of 0 are left out."""

    bonus: int
    terms: tuple[Term, ...]


def engaged(target: TargetMelee) -> bool:
    """Say whether the target is engaged in melee with an ally of the attacker (D20C-SHT-02)."""
    return target.enemy_adjacent and (not target.one_side_immobilised or target.immobilised_side_attacked)


def into_melee(target: TargetMelee) -> int:
    """Return the penalty for shooting into a melee, 0 where part of the target stands apart (D20C-SHT-01 to -03)."""
    return INTO_MELEE if engaged(target) and not target.part_10ft_from_nearest_ally else 0


def attack_bonus(
    mode: AttackMode,
    *,
    base_attack_bonus: int,
    strength_modifier: int,
    dexterity_modifier: int,
    size: Size,
    proficient: bool = True,
    two_weapon: TwoWeapons | None = None,
) -> AttackBonus:
    """Add up what every attack roll with a weapon has (D20C-ATK-04 to -08, D20C-TWF-01).

    Strength counts in melee, Dexterity at range. Raises UnknownValue.
    """
    melee = known_attack_mode(mode, "mode") == "melee"
    ability, score = ("strength", strength_modifier) if melee else ("dexterity", dexterity_modifier)
    terms = [
        Term("base_attack_bonus", base_attack_bonus, ("D20C-ATK-05" if melee else "D20C-ATK-06",)),
        Term(ability, score, ("D20C-ATK-05" if melee else "D20C-ATK-06",)),
        Term("size", size_modifier(size), ("D20C-ATK-07",)),
    ]
    if not proficient:
        terms.append(Term("not_proficient", NOT_PROFICIENT, ("D20C-ATK-04",)))
    if two_weapon is not None:
        penalty = two_weapon_penalties(two_weapon.off_hand, feat=two_weapon.feat).of(two_weapon.hand)
        terms.append(Term("two_weapons", penalty, ("D20C-TWF-01", "D20C-TWF-05")))
    return AttackBonus(total(terms), tuple(term for term in terms if term.value))


def check_stances(stances: Collection[str]) -> None:
    """Refuse every attack of a combatant on total defense (D20C-TDF-01)."""
    if "total_defense" in stances:
        raise NotAllowed("d20.attack.total_defense")


def check_tactics(mode: AttackMode, tactics: Collection[str], *, two_weapons: bool) -> None:
    """Refuse a tactic of the other kind of attack, and a charge with two weapons (D20C-CHG-06, D20C-HLP-04).

    Raises NotAllowed.
    """
    for name in tactics:
        if TACTICS[name].only not in (None, mode):
            raise NotAllowed("d20.attack.wrong_mode", field="circumstances", params={"value": name})
    if two_weapons and "charging" in tactics:
        raise NotAllowed("d20.attack.charge_with_two_weapons", field="two_weapon")
