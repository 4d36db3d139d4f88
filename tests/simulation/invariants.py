"""What must hold after each step of an evening; each raises Broken under its own name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F, Q, Sum

from characters.models import Character
from combat import sheets, store
from combat.models import Act, Encounter, LogEntry
from equipment.ledger.fights import frozen_gear
from equipment.ledger.frozen import settled
from equipment.ledger.models import Possession
from exchange.doctoring import _encounter as findings_of
from rules.core.changes import fold
from rules.core.registry import get_system
from rules.core.stored import load_entry
from rules.core.types import Json
from tapiz_site.campaigns.models import Role
from tapiz_site.campaigns.purses import filled_at

from .beginning import AMBUSHER, LURKER, NOTES, NPC, SCENE, TRUE_NAME
from .people import Broken, Person

if TYPE_CHECKING:
    from tapiz_site.campaigns.models import Table


@dataclass
class Logs:
    """What has been read of each log: it is only ever added to, and folds to the head."""

    states: dict[UUID, Json] = field(default_factory=dict)
    ids: dict[UUID, list[str]] = field(default_factory=dict)
    sequences: dict[UUID, int] = field(default_factory=dict)

    def changed(self, table: Table) -> list[Encounter]:
        """The encounters of a table that have other entries than when this was asked last."""
        now = dict(table.encounters.values_list("pk", "sequence"))
        fresh = [pk for pk, sequence in now.items() if self.sequences.get(pk) != sequence]
        self.sequences = now
        return list(table.encounters.filter(pk__in=fresh).select_related("table").order_by("created"))

    def check(self, encounters: Iterable[Encounter]) -> None:
        """Compare the logs with what was read of them before, and fold what is new."""
        for encounter in encounters:
            self._check(encounter)

    def _check(self, encounter: Encounter) -> None:
        codec = get_system(encounter.table.system).codec
        pk, known = encounter.pk, self.ids.get(encounter.pk, [])
        now = list(encounter.entries.order_by("sequence").values_list("id", "sequence"))
        if [one for one, _place in now[: len(known)]] != known:
            raise Broken("kept", f"an entry of {encounter.name} that had been acknowledged is gone")
        if [place for _one, place in now] != list(range(1, encounter.sequence + 1)):
            raise Broken("kept", f"the entries of {encounter.name} are not numbered 1 to {encounter.sequence}")
        state = self.states[pk] if pk in self.states else codec.dump(codec.load(encounter.first))
        fresh = encounter.entries.filter(sequence__gt=len(known)).order_by("sequence")
        for row in fresh:
            try:
                state = _folded(state, row)
            except Exception as error:
                raise Broken("folds", f"entry {row.sequence} of {encounter.name}: {error!r}") from error
        if codec.dump(codec.load(state)) != codec.dump(codec.load(encounter.head)):
            raise Broken("folds", f"the head of {encounter.name} is not what its {encounter.sequence} entries come to")
        self.states[pk], self.ids[pk] = state, [one for one, _place in now]


def _folded(state: Json, row: LogEntry) -> Json:
    return fold(state, load_entry(row.data).changes)


def logs_are_sound(table: Table) -> None:
    """What `manage.py doctor` says of a table's encounters: logs, indexes, enlisted characters."""
    for encounter in table.encounters.select_related("table"):
        for one in findings_of(encounter):
            raise Broken("folds", f"{one.where}: {one.text}")


def heads_are_as_stored(table: Table) -> None:
    """The heads that the process keeps are those of the rows: no page that looked at one has changed it in place."""
    for encounter in table.encounters.select_related("table"):
        read, codec = store.read(encounter.pk), get_system(table.system).codec
        if codec.dump(read.head) != codec.dump(codec.load(encounter.head)):
            raise Broken("in place", f"the head of {encounter.name} that is kept is not the one that is stored")


def conditions_agree(table: Table) -> None:
    """Characters are as the fights in which they take part have them, with their things and their points."""
    points = filled_at(table)
    for encounter in table.encounters.all():
        read = store.opened(encounter)
        if encounter.status != store.status(read.system, read.head):
            raise Broken("conditions", f"{encounter.name} is listed as {encounter.status}")
        wanted = store.enlisted(read.system, read.head)
        here = {str(row.character_id): row.combatant for row in encounter.enlistments.all()}
        there = {str(pk) for pk in Character.objects.filter(pk__in=wanted).values_list("pk", flat=True)}
        if here != {character: who for character, who in wanted.items() if character in there}:
            raise Broken("conditions", f"the characters enlisted in {encounter.name} are not those of its head")
        for character in Character.objects.filter(pk__in=wanted):
            who = wanted[str(character.pk)]
            if character.condition != read.system.lasting(read.head.fight, who):
                raise Broken("conditions", f"{character.name} is not as {encounter.name} has them")
            _gear_agrees(character, read, who)
        if encounter.status != "archived" and (encounter.free or encounter.status != "ready"):
            for key, purse in read.head.fight.purses.items():
                if key in points and purse != points[key]:
                    raise Broken("conditions", f"the points of {key} in {encounter.name} are not those of the table")


def _gear_agrees(character: Character, read: store.Read, who: str) -> None:
    one, equipment = read.head.fight.combatants[who], read.system.equipment
    truth = frozen_gear(character.table, character.pk, one.gear.things)
    if settled(equipment, truth) != settled(equipment, one.gear):
        raise Broken(
            "conditions", f"the things of {character.name} in {read.encounter.name} are not those of the ledger"
        )
    if sheets.players(character) != sorted(one.controllers):
        raise Broken("conditions", f"{character.name} is played by others in {read.encounter.name}")


def ledger_adds_up(table: Table) -> None:
    """The quantity of each possession is what its rows come to."""
    counted = Sum("rows__quantity", filter=Q(rows__void=False), default=0)
    for one in Possession.objects.filter(table=table).annotate(counted=counted).exclude(counted=F("quantity")):
        raise Broken("ledger", f"{one.name}: there are {one.quantity}, and its rows come to {one.counted}")


def act_counts(person: Person, key: str, *, taken: bool, grown: bool, apart: bool) -> None:
    """An act that was acknowledged has been counted, and one that was refused has changed nothing.

    grown: whether entries were added meanwhile; apart: whether nobody else acted meanwhile.
    """
    counted = Act.objects.filter(user=person.user, key=key).exists()
    if taken and not counted:
        raise Broken("kept", f"{person} was told that {key} was taken, and it was not counted")
    if not taken and counted:
        raise Broken("kept", f"{person} was told that {key} was refused, and it was counted")
    if not taken and grown and apart:
        raise Broken("kept", f"the act {key} of {person} was refused, and the log has grown")


class Secrets:
    """The words that only game masters may read, each until the table is shown what it stands for."""

    def __init__(self) -> None:
        self.words = {LURKER, TRUE_NAME, SCENE, AMBUSHER, NPC, NOTES}

    def told(self, table: Table, changed: Iterable[Encounter]) -> None:
        """Forget the words that the table has been shown by now; `changed`: the encounters to look at."""
        for encounter in changed:
            read = store.opened(encounter)
            if not encounter.free and store.begun(read.system, read.head):
                self._forget(encounter.name)
            if encounter.status == "ready":
                continue
            for one in read.head.fight.combatants.values():
                if not one.hidden:
                    self._forget(one.called(by_game_master=False))
        for character in table.characters.all():
            if character.players.exists() or character.shared:
                self._forget(character.name)
                self._forget(str(character.sheet))

    def _forget(self, shown: str) -> None:
        self.words = {word for word in self.words if word not in shown}

    def kept_from(self, reader: Person, text: str, where: str) -> None:
        """Nothing of them stands in what this person received."""
        if reader.role == Role.GAME_MASTER:
            return
        for word in sorted(self.words):
            if word in text:
                at = text.index(word)
                raise Broken("secrets", f"{reader} reads {word!r} at {where}: …{text[max(0, at - 80) : at + 60]!r}")
