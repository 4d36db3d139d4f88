"""The bonus of one attack roll and everything that goes into it (D20C-ATK-04 to -08, D20C-SHT-01 to -04)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import NotAllowed, OutOfRange, UnknownValue, one_of
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.circumstances import ATTACKER, circumstance
from rules.systems.d20.sizes import Size, known_size, size_modifier
from rules.systems.d20.stances import CHARGE_ATTACK, FIGHTING_DEFENSIVELY_ATTACK
from rules.systems.d20.terms import Term, total
from rules.systems.d20.two_weapons import HANDS, Hand, OffHand, counts_as_light, two_weapon_penalties

WeaponKind = Literal["bow", "thrown", "firearm", "crossbow", "other"]

WEAPON_KINDS: tuple[WeaponKind, ...] = get_args(WeaponKind)

NOT_PRONE: tuple[WeaponKind, ...] = ("bow", "thrown")
"""What cannot be shot or thrown lying on the ground (D20C-CIR-10)."""

NOT_PROFICIENT = -4
"""On attacks with a weapon without the feat for it (D20C-ATK-04, D20S-GUN-02, D20S-AUTO-04)."""

INTO_MELEE = -4
"""On shooting or throwing at somebody who fights an ally hand to hand (D20C-SHT-01)."""


@dataclass(frozen=True)
class Tactic:
    """What the attacker does or how, beyond the table of circumstances; only: the kind of attack it belongs to."""

    modifier: int
    rules: tuple[str, ...]
    only: AttackMode | None = None
    forbids: bool = False


TACTICS: Mapping[str, Tactic] = {
    "fighting_defensively": Tactic(FIGHTING_DEFENSIVELY_ATTACK, ("D20C-MEL-03", "D20C-MEL-04", "D20C-MEL-05")),
    "charging": Tactic(CHARGE_ATTACK, ("D20C-CHG-06",), only="melee"),
    "longarm_adjacent": Tactic(-4, ("D20C-SHT-04", "D20S-GUN-06"), only="ranged"),
    "unarmed_lethal": Tactic(-4, ("D20C-UNA-06",), only="melee"),
    "lethal_weapon_nonlethal": Tactic(-4, ("D20C-KOB-02",), only="melee"),
    "helpless_target_full_round": Tactic(+5, ("D20C-HLP-04",), only="ranged"),
    "immobile_object_full_round": Tactic(+5, ("D20S-OBJ-03",), only="ranged"),
    "burst_fire": Tactic(-4, ("D20S-AUTO-07", "D20S-HOUSE-07"), only="ranged"),
    "total_defense": Tactic(0, ("D20C-TDF-01",), forbids=True),
}
"""By name (D20C-MEL-03 to -05, D20C-CHG-06, D20C-SHT-04, D20C-UNA-06, D20C-KOB-02, D20C-HLP-04, D20C-TDF-01)."""


@dataclass(frozen=True)
class TwoWeapons:
    """Fighting with two weapons in this round: the hand that attacks now, the feat, what the off hand holds."""

    hand: Hand
    feat: bool
    off_hand: OffHand


@dataclass(frozen=True)
class TargetMelee:
    """How the target of a ranged attack stands to the attacker's allies (D20C-SHT-02, D20C-SHT-03).

    enemy_adjacent: an ally and the target are enemies and adjacent; one_side_immobilised: one of these two cannot move,
    and `immobilised_side_attacked` is being attacked all the same.
    """

    enemy_adjacent: bool
    one_side_immobilised: bool
    immobilised_side_attacked: bool
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
    range_penalty: int = 0,
    proficient: bool = True,
    two_weapon: TwoWeapons | None = None,
    weapon_kind: WeaponKind | None = None,
    circumstances: Sequence[str] = (),
    target_melee: TargetMelee | None = None,
    other_modifiers: Sequence[int] = (),
) -> AttackBonus:
    """Add up the bonus of one attack roll (D20C-ATK-04 to -08, D20C-ATK-10, D20C-CIR-08, D20C-TWF-01).

    Strength counts in melee, Dexterity at range; range penalty and shooting into a melee at range only. Raises
    UnknownValue, OutOfRange for a range penalty above 0, NotAllowed for a circumstance that does not belong to the kind
    of attack, any attack on total defense, a charge with two weapons, a bow or thrown weapon while prone.
    """
    _check_words(mode, size, two_weapon, weapon_kind, circumstances)
    if range_penalty > 0:
        raise OutOfRange("d20.range.penalty_positive", field="range_penalty", params={"value": range_penalty})
    _check_circumstances(mode, two_weapon, weapon_kind, circumstances)
    melee = mode == "melee"
    ability, score = ("strength", strength_modifier) if melee else ("dexterity", dexterity_modifier)
    terms = [
        Term("base_attack_bonus", base_attack_bonus, ("D20C-ATK-05" if melee else "D20C-ATK-06",)),
        Term(ability, score, ("D20C-ATK-05" if melee else "D20C-ATK-06",)),
        Term("size", size_modifier(size), ("D20C-ATK-07",)),
    ]
    if not melee:
        terms.append(Term("range_penalty", range_penalty, ("D20C-RNG-01",)))
    if not proficient:
        terms.append(Term("not_proficient", NOT_PROFICIENT, ("D20C-ATK-04",)))
    if two_weapon is not None:
        penalty = two_weapon_penalties(two_weapon.off_hand, feat=two_weapon.feat).of(two_weapon.hand)
        terms.append(Term("two_weapons", penalty, ("D20C-TWF-01", "D20C-TWF-05")))
    terms += _circumstance_terms(mode, circumstances)
    if not melee and target_melee is not None:
        terms.append(Term("into_melee", into_melee(target_melee), ("D20C-SHT-01", "D20C-SHT-02", "D20C-SHT-03")))
    terms += [Term("other", modifier, ("D20C-ATK-10",)) for modifier in other_modifiers]
    return AttackBonus(total(terms), tuple(term for term in terms if term.value))


def _check_words(
    mode: AttackMode,
    size: Size,
    two_weapon: TwoWeapons | None,
    weapon_kind: WeaponKind | None,
    circumstances: Sequence[str],
) -> None:
    known_attack_mode(mode, "mode")
    known_size(size)
    if two_weapon is not None:
        one_of(two_weapon.hand, HANDS, "d20.hand.unknown", field="hand")
        counts_as_light(two_weapon.off_hand)
    if weapon_kind is not None:
        one_of(weapon_kind, WEAPON_KINDS, "d20.weapon.kind_unknown", field="weapon_kind")
    for name in circumstances:
        if name not in ATTACKER and name not in TACTICS:
            raise UnknownValue("d20.circumstance.unknown", field="circumstances", params={"value": name})


def _check_circumstances(
    mode: AttackMode, two_weapon: TwoWeapons | None, weapon_kind: WeaponKind | None, circumstances: Sequence[str]
) -> None:
    for name in circumstances:
        tactic = TACTICS.get(name)
        if tactic is None:
            continue
        if tactic.forbids:
            raise NotAllowed("d20.attack.total_defense", field="circumstances")
        if tactic.only is not None and tactic.only != mode:
            raise NotAllowed("d20.attack.wrong_mode", field="circumstances", params={"value": name})
    if two_weapon is not None and "charging" in circumstances:
        raise NotAllowed("d20.attack.charge_with_two_weapons", field="two_weapon")
    if mode == "ranged" and "prone" in circumstances and weapon_kind in NOT_PRONE:
        raise NotAllowed("d20.attack.prone_weapon", field="weapon_kind", params={"value": weapon_kind})


def _circumstance_terms(mode: AttackMode, circumstances: Sequence[str]) -> Iterator[Term]:
    # what is named twice holds once
    for name in dict.fromkeys(circumstances):
        if name in TACTICS:
            yield Term(name, TACTICS[name].modifier, TACTICS[name].rules)
        else:
            yield Term(name, circumstance("attacker", name, mode).modifier or 0, ("D20C-CIR-08",))
