"""Equipment of Tumbas: kinds of entries of setting packs, what gear does to a sheet, what it takes of the load."""

from rules.core.equipment import Equipment
from rules.systems.tumbas.gear.entries import KINDS
from rules.systems.tumbas.gear.measures import COINS, burden
from rules.systems.tumbas.gear.outfit import outfit
from rules.systems.tumbas.gear.unpacking import unpack

EQUIPMENT = Equipment(kinds=KINDS, coins=COINS, outfit=outfit, unpack=unpack, burden=burden)
