"""The basket of a scene: its creatures in piles of the same kind, each with a count that grows and shrinks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from rules.core.errors import RuleError
from rules.core.facts import Fact
from rules.core.fight import Combatant
from rules.core.outfit import outfitted
from rules.core.system import AnySystem
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.pictures.looks import Likeness
from tapiz_site.speech import PageSpeaker

from . import services, spoils, store
from .board import likeness_of
from .deeds import Deed
from .parts import token
from .store import Read

Brief = tuple[tuple[str, str], ...]
"""A few numbers of a creature: the word and the value of each."""

MOST = 30
"""How many creatures one pile holds."""


@dataclass(frozen=True)
class Pile:
    """Combatants of one name, side and sheet; a character stands alone."""

    members: tuple[Combatant[Any], ...]
    brief: Brief

    @property
    def first(self) -> Combatant[Any]:
        """The one that entered first."""
        return self.members[0]

    @property
    def likeness(self) -> Likeness:
        """How the game master sees it drawn."""
        return likeness_of(self.first, by_game_master=True)

    @property
    def key(self) -> str:
        """What tells it from other piles, however many it holds."""
        one = self.first
        return token(one.character or (one.name, one.public_name, one.side, one.kind, one.sheet))

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.members)

    @property
    def hidden(self) -> bool:
        """Whether the table sees none of them."""
        return all(one.hidden for one in self.members)


def brief(
    system: AnySystem, kind: str, sheet: Mapping[str, Json], house: Mapping[str, Json], words: PageSpeaker
) -> Brief:
    """The few numbers of a sheet that tell how much it can take."""
    found: list[tuple[str, str]] = []
    if isinstance(level := sheet.get("level"), int):
        found.append((_("nivel"), str(level)))
    try:
        facts = {fact.code: fact for fact in reversed(system.values(kind, sheet, house))}
    except RuleError:
        return tuple(found)
    told: list[Fact] = [facts[code] for code in system.brief if code in facts]
    return (*found, *((words.text(fact), str(fact.value)) for fact in told))


def piles(read: Read, words: PageSpeaker) -> list[Pile]:
    """Everybody in the scene, in piles, in the order in which they came."""
    fight = read.head.fight
    found: dict[object, list[Combatant[Any]]] = {}
    for one in sorted(fight.combatants.values(), key=lambda one: one.entered):
        same = one.id if one.character else (one.name, one.public_name, one.side, one.kind, repr(one.sheet))
        found.setdefault(same, []).append(one)
    return [Pile(tuple(members), _brief_of(read, members[0], words)) for members in found.values()]


def _brief_of(read: Read, one: Combatant[Any], words: PageSpeaker) -> Brief:
    """The numbers of a combatant with what it wears."""
    house = read.head.fight.house
    sheet = outfitted(read.system, one.kind, one.sheet, one.gear, house)
    return brief(read.system, one.kind, sheet, house, words)


@transaction.atomic
def change(read: Read, pile: Pile, does: str, by: User, *, key: str = "", digest: str = "") -> None:
    """One more of a pile, one fewer, all of them out of sight or in sight; `key` and `digest` are those of the form."""
    if does in ("hide", "reveal"):
        for one in pile.members:
            if one.hidden != (does == "hide"):
                _act(read, by, Deed("command", does, inputs={"who": one.id}))
        return
    wanted = pile.count + (1 if does == "more" else -1)
    if wanted > MOST or (does == "more" and pile.first.character):
        return
    # One alone has no number and a group counts from 1: in preparation the pile is made anew where that changes.
    if read.head.fight.status == "ready" and wanted > 0 and min(wanted, pile.count) == 1:
        entry = spoils.entry_of(read.encounter, pile.first.id)
        for one in pile.members:
            _act(read, by, Deed("command", "dismiss", inputs={"who": one.id}))
        _enlist(read, by, rows(pile.first, wanted, entry, hidden=pile.hidden), key, digest)
    elif does == "more":
        row = rows(pile.first, 1, spoils.entry_of(read.encounter, pile.first.id), hidden=pile.hidden)[0]
        _enlist(read, by, [{**row, "numbered": True, "group": pile.first.group}], key, digest)
    else:
        _act(read, by, Deed("command", "dismiss", inputs={"who": pile.members[-1].id}))


def rows(one: Combatant[Any], count: int, entry: str, *, hidden: bool) -> list[dict[str, Json]]:
    """The rows that enlist this number of such creatures; several are a numbered group."""
    row: dict[str, Json] = {
        "name": one.name,
        "public_name": one.public_name,
        "side": one.side,
        "kind": one.kind,
        "sheet": dict(one.sheet),
        "group": store.new_id() if count > 1 else None,
        "numbered": count > 1,
        "hidden": hidden,
        "shows": one.shows,
        **({"entry": entry} if entry else {}),
    }
    return [{**row, "id": store.new_id()} for _one in range(count)]


def _enlist(read: Read, by: User, found: Sequence[Mapping[str, Json]], key: str, digest: str) -> None:
    services.enlist(encounter=read.encounter, user=by, rows=found, key=key or store.new_id(), digest=digest)


def _act(read: Read, by: User, deed: Deed) -> None:
    services.act_for_app(read.encounter.pk, by, deed)
