"""Equipment of d20: kinds of entries of setting packs, what gear does to a sheet, what it weighs (D20H-LOAD-02)."""

from rules.core.equipment import Equipment
from rules.systems.d20.gear.entries import ENTRY_KINDS
from rules.systems.d20.gear.measures import COINS, burden
from rules.systems.d20.gear.outfit import gear_drawn, outfit
from rules.systems.d20.gear.unpacking import spoils, unpack

EQUIPMENT = Equipment(
    kinds=ENTRY_KINDS, coins=COINS, outfit=outfit, unpack=unpack, spoils=spoils, burden=burden, drawn=gear_drawn
)
