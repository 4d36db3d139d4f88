"""The possessions of the fallen, as the stash of the table takes them."""

from __future__ import annotations

from collections.abc import Sequence

from characters.gear import holder_of, naming_language
from characters.models import Character
from equipment.ledger import sharing
from equipment.ledger.models import Loot
from rules.core.fight import Combatant
from rules.core.gear import Thing
from tapiz_site.accounts.models import User

from .models import Encounter
from .store import Read


def things_of(read: Read, one: Combatant[object]) -> list[Thing]:
    """What an improvised combatant has: its gear, what its sheet lists, and what can be taken from its body."""
    equipment, said = read.system.equipment, naming_language()
    listed = (*equipment.unpack(one.kind, one.sheet, said)[1], *equipment.spoils(one.kind, one.sheet, said))
    return [thing for thing in (*one.gear.things.values(), *listed) if thing.quantity]


def open_to_all(read: Read, who: str, by: User, things: Sequence[Thing] | None = None) -> Loot:
    """Open the possessions of a combatant to the table: a character's own, or else its gear and sheet.

    things: of an improvised combatant only these; the others stay where they are.
    """
    one = read.head.fight.combatants[who]
    # Of a character in the bin too: copies would double its possessions once it is taken out.
    owner = Character.everywhere.select_related("table").filter(pk=one.character).first() if one.character else None
    return sharing.open_loot(
        read.encounter.table,
        by,
        encounter=str(read.encounter.pk),
        combatant=who,
        name=one.called(by_game_master=False),
        things=things_of(read, one) if things is None else things,
        owner=holder_of(owner) if owner is not None else None,
        entry=entry_of(read.encounter, who),
    )


def entry_of(encounter: Encounter, who: str) -> str:
    """The code of the bestiary entry from which a combatant was enlisted, by the log; empty for others."""
    return entries_of(encounter).get(who, "")


def entries_of(encounter: Encounter) -> dict[str, str]:
    """The same for all combatants of the fight that have such an entry."""
    steps = encounter.entries.filter(kind="command", data__command__action="enlist").values_list("data", flat=True)
    rows = (row for data in steps for row in data["command"]["inputs"]["combatants"])
    return {row["id"]: str(row["entry"])[:10] for row in rows if row.get("entry")}
