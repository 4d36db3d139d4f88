"""The two tables of circumstances: the defender's go to Defense, the attacker's to the roll (D20C-CIR-01 to -11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules.core.errors import Missing, UnknownValue, one_of
from rules.dice import check_faces

AttackMode = Literal["melee", "ranged"]
Side = Literal["defender", "attacker"]
AppliesTo = Literal["defense", "attack"]
SeeAlso = Literal["cover", "concealment"]

ATTACK_MODES: tuple[AttackMode, ...] = get_args(AttackMode)
SIDES: tuple[Side, ...] = get_args(Side)

PINNED_DEXTERITY = -5
"""The modifier of Dexterity 0, which a pinned defender is treated as having (D20C-CIR-07)."""


@dataclass(frozen=True)
class Row:
    """One row of a table: modifiers by the kind of attack, None where there is none, and what its footnotes say."""

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
    """One cell of a table with its footnotes.

    `loses_dex`: the defender, or the grappler who is struck, loses the Dexterity bonus to Defense (D20C-CIR-05, -06,
    -11).
    """

    modifier: int | None
    applies_to: AppliesTo
    loses_dex: bool
    dex_modifier_becomes: int | None
    random_target: bool
    may_improve_cover: bool
    some_weapons_unusable: bool
    see: SeeAlso | None


DEFENDER: Mapping[str, Row] = {
    "stunned_or_cowering": Row(-2, -2, loses_dex=True),
    "in_cover": Row(None, None, see="cover"),
    "running": Row(0, +2, loses_dex=True),
    "flat_footed": Row(0, 0, loses_dex=True),
    "grappled": Row(0, 0, loses_dex=True, random_target=True),
    "helpless": Row(0, 0, loses_dex=True),
    "concealed_or_invisible": Row(None, None, see="concealment"),
    "sitting_or_kneeling": Row(-2, +2, ranged_may_improve_cover=True),
    "pinned": Row(-4, 0, loses_dex=True, dex_modifier_becomes=PINNED_DEXTERITY),
    "climbing": Row(-2, -2, loses_dex=True),
    "prone": Row(-4, +4, ranged_may_improve_cover=True),
}
"""Added to the defender's Defense (D20C-CIR-03 to -07, D20C-RUN-02)."""

ATTACKER: Mapping[str, Row] = {
    "higher_ground": Row(+1, 0),
    "flanking": Row(+2, None),
    "invisible": Row(+2, +2, loses_dex=True),
    "prone": Row(-4, -2, ranged_weapons_unusable=True),
}
"""Added to the attack roll (D20C-CIR-08 to -11, D20C-FLK-01, D20C-FLK-03)."""

TABLES: Mapping[Side, Mapping[str, Row]] = {"defender": DEFENDER, "attacker": ATTACKER}

APPLIES_TO: Mapping[Side, AppliesTo] = {"defender": "defense", "attacker": "attack"}
"""What the modifiers of each table are added to (D20C-CIR-01)."""


def circumstance(side: Side, name: str, attack: AttackMode) -> Circumstance:
    """Look up a cell of the two tables; unknown words are refused (D20C-CIR-01, D20C-CIR-03 to -11)."""
    one_of(side, SIDES, "d20.circumstance.side_unknown", field="side")
    one_of(attack, ATTACK_MODES, "d20.attack.mode_unknown", field="attack")
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


def struck_grappler(grapplers: Sequence[str], faces: Sequence[int]) -> str:
    """Return who of a grapple is struck from outside, by a die with a face for each (D20C-CIR-06, D20C-HOUSE-18)."""
    if not grapplers:
        raise Missing("d20.grapple.nobody", field="grapplers")
    (face,) = check_faces(faces, (len(grapplers),))
    return grapplers[face - 1]
