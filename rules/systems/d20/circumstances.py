"""The two tables of circumstances: the defender's go to Defense, the attacker's to the roll (D20C-CIR-01 to -11)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from rules.core.errors import Missing, UnknownValue, one_of
from rules.core.throws import Throws, throw_one
from rules.core.types import Id
from rules.systems.d20.abilities import ability_modifier
from rules.systems.d20.attack_roll import AttackMode, known_attack_mode
from rules.systems.d20.harm.conditions import DRAWBACKS, Condition

Side = Literal["defender", "attacker"]
AppliesTo = Literal["defense", "attack"]
SeeAlso = Literal["cover", "concealment"]

CIRCUMSTANCE_SIDES: tuple[Side, ...] = get_args(Side)

PINNED_DEXTERITY = ability_modifier(0)
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

    loses_dex: the defender, or the grappler who is struck, loses the Dexterity bonus to Defense (D20C-CIR-05, -06,
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


def _under(condition: Condition) -> Row:
    """What a condition does to the Defense of whoever has it, as a row of the table."""
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
