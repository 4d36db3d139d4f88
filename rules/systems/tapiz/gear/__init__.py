"""Equipment of Tapiz: the kinds of entries of setting packs, what gear does to a sheet, what it weighs (TAP-GEN-01)."""

from rules.core.equipment import Equipment
from rules.systems.tapiz.gear.arms import drawn
from rules.systems.tapiz.gear.entries import KINDS
from rules.systems.tapiz.gear.measures import COINS, burden
from rules.systems.tapiz.gear.outfit import outfit, spoils, unpack

EQUIPMENT = Equipment(kinds=KINDS, coins=COINS, outfit=outfit, unpack=unpack, spoils=spoils, burden=burden, drawn=drawn)
