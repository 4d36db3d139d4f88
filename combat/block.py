"""The sheet of a combatant as its game master reads it in the middle of a scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from characters.values import Value, said
from rules.core.errors import RuleError
from rules.core.facts import visible
from rules.core.outfit import outfitted
from rules.core.overrides import FIELD
from rules.core.types import Id
from tapiz_site.inputs import ShownValue, shown

from .desk import Desk


@dataclass(frozen=True)
class Block:
    """The numbers of a sheet and what is written on it."""

    values: Sequence[Value]
    written: Sequence[ShownValue]


def block(desk: Desk, who: Id) -> Block | None:
    """The sheet with which a combatant came; None where its rules no longer read it."""
    one, system = desk.fight.combatants[who], desk.system
    kind = system.sheet_kinds[one.kind]
    try:
        sheet = outfitted(system, one.kind, kind.load(one.sheet), one.gear, desk.fight.house)
        facts = visible(system.values(one.kind, sheet, desk.fight.house), desk.viewer)
    except RuleError:
        return None
    written = [item for item in kind.inputs if item.name != FIELD]
    return Block(said(facts, desk.speaker), shown(written, sheet, desk.speaker))
