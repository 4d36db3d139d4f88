"""Equipment of Táctico: kinds of entries of setting packs, what gear does to a sheet, what it takes of the Aguante."""

from rules.core.equipment import Equipment
from rules.systems.tactico.gear.arms import drawn, unknown
from rules.systems.tactico.gear.carrying import may_carry
from rules.systems.tactico.gear.entries import KINDS
from rules.systems.tactico.gear.measures import COINS, burden
from rules.systems.tactico.gear.outfit import outfit
from rules.systems.tactico.gear.unpacking import spoils, unpack

EQUIPMENT = Equipment(
    kinds=KINDS,
    coins=COINS,
    outfit=outfit,
    unpack=unpack,
    spoils=spoils,
    burden=burden,
    drawn=drawn,
    unknown=unknown,
    may_carry=may_carry,
)
