"""Tables from files: checked as a whole, then written in one transaction, or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from characters import hooks
from characters.models import Character
from combat import lifting, plans, store
from combat.models import Encounter, Enlistment, LogEntry, Status, TableMap
from equipment.ledger.models import LedgerRow, Loot, Possession, Shop
from rules.core import log
from rules.core.board.maps import maker_of
from rules.core.errors import RuleError
from rules.core.fight import RESERVE
from rules.core.stored import load_entry
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Adventure, Attendance, Boundary, HouseChange, Purse, Session, Table
from tapiz_site.pictures import looks, pixels, storing
from tapiz_site.pictures.models import Picture
from tapiz_site.pictures.pixels import Encoded

from . import checking, formats, ids, pictures, possessions
from .archives import Archive, is_archive
from .checking import CheckedPerson, Checking
from .faults import Path, Refused
from .incoming_characters import written_character
from .models import FormerPerson
from .pictures import CheckedLook
from .probing import can_be_shown
from .reading import MOST_UNPACKED, document_of

BATCH = 200


def check_table(*, data: bytes, by: User) -> CheckedTable:
    """The checked table of a file; raises Refused with all faults."""
    archive = Archive(data) if is_archive(data) else None
    if archive is None:
        document, misfits = document_of(data, formats.TABLE)
    else:
        document, misfits = document_of(archive.document, formats.TABLE, MOST_UNPACKED)
    found = CheckedTable(document, checking.checking_of(document, misfits), by)
    found.check(archive.pictures() if archive else ())
    return found


def import_table(*, data: bytes, by: User) -> Table:
    """Import a table, which the importing person then runs; raises Refused with all faults.

    People come as names only and characters without players; fights are unchanged but for new ids.
    """
    return check_table(data=data, by=by).write()


class CheckedTable:
    """The import of a table."""

    def __init__(self, document: Mapping[str, Json], found: Checking, by: User) -> None:
        self.document = document
        self.by = by
        self.checking = found
        self.house: dict[str, Json] = {}
        self.people: dict[str, CheckedPerson] = {}
        self.characters: frozenset[str] | None = None
        self.dates: dict[Path, datetime] = {}
        self.things: dict[Path, list[Possession]] = {}
        self.entries: list[tuple[str, Mapping[str, str]]] = []
        self.maps: list[tuple[str, Json]] = []
        self.looks: dict[Path, CheckedLook | None] = {}
        self.pictures: list[tuple[str, Encoded]] = []

    # Checking

    def check(self, beside: Iterable[tuple[str, str, bytes]] = ()) -> None:
        """Find all faults; raises Refused.

        beside: name, caption and bytes of the pictures that stand beside the document.
        """
        sound = self.checking.sound
        if sound("name"):
            self.checking.name(self.document["name"], ("name",))
        self.house = checking.house(self.checking, self.document["house"] if sound("house") else {})
        self._check_things()
        self._check_characters()
        for number, person in self._rows("people"):
            for place, character in enumerate(person["plays"]):
                self._known(character, ("people", number, "plays", place))
        for number, change in self._rows("house_changes"):
            self._date(change, "when", ("house_changes", number))
        self._check_story()
        self._check_encounters()
        self._check_maps()
        self._check_pictures(beside)
        if self.checking.faults:
            raise Refused(self.checking.faults)

    def _rows(self, name: str) -> list[tuple[int, Mapping[str, Json]]]:
        """The rows of a list that fit the schema, with their places."""
        rows = self.document.get(name)
        if not isinstance(rows, list) or (name,) in self.checking.misshapen:
            return []
        return [(number, row) for number, row in enumerate(rows) if self.checking.sound(name, number)]

    def _check_characters(self) -> None:
        counted = Counter(one["id"] for _number, one in self._rows("characters"))
        if self.checking.sound("characters"):
            self.characters = frozenset(counted)
        rows = self.document.get("characters")
        for number, one in enumerate(rows if isinstance(rows, list) else ()):
            path: Path = ("characters", number)
            gear = possessions.gear(self.checking, self.things.get((*path, "possessions"), []))
            person = checking.character(self.checking, one, self.house, path, gear)
            if not self.checking.sound(*path):
                continue
            if person is not None:
                self.people[one["id"]] = person
            if counted[one["id"]] > 1:
                self.checking.fault((*path, "id"), _("Este identificador lo lleva más de un personaje."))
            self._date(one, "created", path)

    def _holders(self) -> Iterator[tuple[Path, list[Mapping[str, Json]]]]:
        """The places of each holder's possessions in the file, as far as they fit the schema."""
        for name, inner in (("characters", "possessions"), ("loot", "things")):
            for number, one in self._rows(name):
                yield (name, number, inner), one[inner]
        if self.checking.sound("stash"):
            yield ("stash",), self.document["stash"]

    def _check_things(self) -> None:
        entries = [frozenset(entry["id"] for entry in one["entries"]) for _number, one in self._rows("encounters")]
        seen: set[str] = set()
        for path, rows in self._holders():
            self.things[path] = possessions.check(self.checking, rows, path)
            for number, row in enumerate(rows):
                here = (*path, number)
                if row["id"] in seen:
                    self.checking.fault((*here, "id"), _("Este identificador lo lleva más de una cosa."))
                seen.add(row["id"])
                possessions.check_ledger(self.checking, row, entries, here)
                for place, one in enumerate(row["rows"]):
                    self._date(one, "at", (*here, "rows", place))
        for number, one in self._rows("loot"):
            if (one["encounter"] is None) != (one["combatant"] is None) or (one["encounter"] or 0) >= max(
                len(entries), 1
            ):
                self.checking.fault(("loot", number, "combatant"), _("No hay ningún combatiente así."))

    def _check_story(self) -> None:
        for name in ("adventures", "sessions"):
            rows = self._rows(name)
            open_ones = [number for number, row in rows if row["ended"] is None]
            for number in open_ones[1:]:
                self.checking.fault((name, number, "ended"), _("Solo una puede estar sin terminar."))
            for number, row in rows:
                self._date(row, "began", (name, number))
                self._date(row, "ended", (name, number))
        if not self.checking.sound("adventures"):
            return
        for number, row in self._rows("sessions"):
            if row["adventure"] is not None and row["adventure"] >= len(self.document["adventures"]):
                self.checking.fault(("sessions", number, "adventure"), _("No hay ninguna aventura en ese lugar."))

    def _check_encounters(self) -> None:
        taken: set[str] = set()
        free = False
        for number, one in self._rows("encounters"):
            path: Path = ("encounters", number)
            self.checking.name(one["name"], (*path, "name"))
            self._date(one, "created", path)
            for place, entry in enumerate(one["entries"]):
                self._date(entry, "when", (*path, "entries", place))
            if not checking.states(self.checking, one, path):
                continue
            if not can_be_shown(self.checking.system, one, self.by):
                self.checking.fault(path, _("Su sistema no sabe qué hacer con este conflicto."))
            fight = one["head"]["fight"]
            if one["free"] != (not fight.get("ordered", True)) or (free and one["free"]):
                self.checking.fault(
                    (*path, "free"), _("Una mesa tiene una sola escena libre, y es la que no va por turnos.")
                )
            free = free or one["free"]
            waits = fight.get("status") == "ready" and not one["head"].get("open")
            if waits or fight.get("status") == "archived":
                continue
            for who, combatant in fight.get("combatants", {}).items():
                character = combatant.get("character")
                if character in taken:
                    where = (*path, "head", "fight", "combatants", who, "character")
                    self.checking.fault(where, _("Este personaje participa ya en otro conflicto abierto."))
                elif character is not None:
                    taken.add(character)

    def _check_maps(self) -> None:
        """The maps of the table, checked by its system."""
        for number, one in self._rows("maps"):
            name = self.checking.name(one["name"], ("maps", number, "name"))
            try:
                self.maps.append((name, maker_of(self.checking.system, one["data"]).load(one["data"])))
            except RuleError as error:
                self.checking.fault(("maps", number, "data"), self.checking.words.error(error))

    def _check_pictures(self, beside: Iterable[tuple[str, str, bytes]]) -> None:
        """The looks of the table, its characters and creatures, and the pictures to show, those beside it last."""
        if self.checking.sound("look"):
            self.looks[("look",)] = pictures.check_look(self.checking, self.document["look"], ("look",))
        for name in ("characters", "creatures"):
            for number, one in self._rows(name):
                path: Path = (name, number, "look")
                self.looks[path] = pictures.check_look(self.checking, one["look"], path)
        for number, one in self._rows("pictures"):
            path = ("pictures", number, "image")
            found = pictures.check_image(self.checking, one["image"], path, pixels.whole_again)
            self._take(one["caption"], found)
        for file, caption, data in beside:
            self._take(caption, pictures.check_bytes(self.checking, data, (file,), pictures.beside))
        portraits = [one.portrait for one in self.looks.values() if one is not None and one.portrait is not None]
        every = [*portraits, *(picture for _caption, picture in self.pictures)]
        if len(every) > storing.MOST_PICTURES or sum(one.size for one in every) > pictures.MOST_OF_FILE:
            self.checking.fault(("pictures",), _("Son más imágenes de las que caben en una mesa."))

    def _take(self, caption: str, picture: Encoded | None) -> None:
        if picture is not None:
            self.pictures.append((" ".join(caption.split()), picture))

    def _known(self, character: str, path: Path) -> None:
        if self.characters is not None and character not in self.characters:
            self.checking.fault(path, _("No hay ningún personaje con este identificador."))

    def _date(self, row: Mapping[str, Json], name: str, path: Path) -> None:
        found = self.checking.date(row[name], (*path, name))
        if found is not None:
            self.dates[*path, name] = found

    # Writing

    @transaction.atomic
    def write(self) -> Table:
        """Write everything, or nothing."""
        document = self.document
        table = campaigns.create_table(user=self.by, name=" ".join(document["name"].split()), system=document["system"])
        table.house, table.dj_title = self.house, " ".join(document["dj_title"].split())
        table.stop_tells = document["stop_tells"]
        table.save(update_fields=["house", "dj_title", "stop_tells"])
        Boundary.objects.bulk_create(
            Boundary(table=table, kind=one["kind"], text=one["text"], name=one["by"]) for one in document["boundaries"]
        )
        known = possessions.fresh(one for things in self.things.values() for one in things)
        characters = self._write_characters(table, known)
        self._write_people(table, characters)
        self._write_house_changes(table)
        self._write_story(table)
        shown = self._write_shown(table)
        for number, encounter in enumerate(document["encounters"]):
            self._write_encounter(table, encounter, characters, {**known, **shown}, ("encounters", number))
        self._write_things(table, characters, known)
        self._write_reserve(table)
        self._write_pictures(table, characters)
        under = ids.Renaming(shown, {})
        for name, kept in self.maps:
            TableMap.objects.create(table=table, name=name, data=under.value(kept), created_by=self.by)
        self._put_under(table, shown)
        for made in Character.objects.filter(table=table, enlistment=None).select_related("table"):
            hooks.arrived(made, self.by)
        return table

    def _write_pictures(self, table: Table, characters: Mapping[str, str]) -> None:
        """All looks."""
        likenesses: dict[Path, looks.Likeness] = {("look",): looks.of_table(table)}
        for number, one in enumerate(self.document["characters"]):
            likenesses["characters", number, "look"] = looks.of_character(characters[one["id"]], one["kind"])
        for number, one in enumerate(self.document["creatures"]):
            likenesses["creatures", number, "look"] = looks.of_creature(one["name"])
        for path, likeness in likenesses.items():
            pictures.write_look(table, likeness, self.looks[path], self.by, pictures.MOST_OF_FILE)

    def _write_shown(self, table: Table) -> dict[str, str]:
        """The pictures that are no looks, the oldest first: the newest stand first again. Their ids, old to new."""
        found: dict[str, str] = {}
        for number, (caption, picture) in reversed([*enumerate(self.pictures, 1)]):
            made = storing.keep(table, picture, by=self.by, caption=caption, to_show=True, most=pictures.MOST_OF_FILE)
            found[ids.file_picture(number)] = str(made.pk)
        return found

    def _put_under(self, table: Table, shown: Mapping[str, str]) -> None:
        """Take those that lie under maps and boards from the pictures to show."""
        under = [pk for pk in shown.values() if plans.is_used(table, UUID(pk))]
        Picture.objects.filter(pk__in=under).update(to_show=False)

    def _write_reserve(self, table: Table) -> None:
        """The game master's points, which all open encounters share."""
        for encounter in table.encounters.exclude(status=Status.ARCHIVED).order_by("pk"):
            purses = store.opened(encounter).head.fight.purses
            if RESERVE in purses:
                Purse.objects.update_or_create(table=table, key=RESERVE, defaults={"points": purses[RESERVE].points})

    def _write_characters(self, table: Table, known: Mapping[str, str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for number, one in enumerate(self.document["characters"]):
            made = written_character(table, self.people[one["id"]], self.by, (), known)
            created = self.dates["characters", number, "created"]
            Character.objects.filter(pk=made.pk).update(shared=one["shared"], created=created)
            made.states.update(shared=one["shared"])
            found[one["id"]] = str(made.pk)
        return found

    def _write_things(self, table: Table, characters: Mapping[str, str], known: Mapping[str, str]) -> None:
        """All possessions with their ledger, and the shop."""
        acts: dict[int, str] = {}
        ledgers: list[LedgerRow] = []
        for path, rows in self._holders():
            owner = loot = None
            if path[0] == "characters":
                owner = Character.objects.get(pk=characters[self.document["characters"][path[1]]["id"]])
            elif path[0] == "loot":
                loot = self._loot(table, self.document["loot"][path[1]])
            lineages = {row["id"]: row["lineage"] for row in rows if row["lineage"]}
            possessions.write(table, self.things[path], known, owner=owner, loot=loot, lineages=lineages)
            for number, row in enumerate(rows):
                places = range(len(row["rows"]))
                dates = [self.dates[*path, number, "rows", place, "at"] for place in places]
                ledgers += possessions.write_ledger(row, known, acts, self.entries, dates)
        LedgerRow.objects.bulk_create(ledgers, batch_size=BATCH)
        if shop := self.document["shop"]:
            Shop.objects.create(table=table, **shop)

    def _loot(self, table: Table, one: Mapping[str, Json]) -> Loot:
        encounter, names = self.entries[one["encounter"]] if one["encounter"] is not None else ("", {})
        who = names.get(one["combatant"] or "", "")
        name = " ".join(one["name"].split())
        return Loot.objects.create(
            table=table, name=name, open=one["open"], encounter=encounter if who else "", combatant=who
        )

    def _write_people(self, table: Table, characters: Mapping[str, str]) -> None:
        for person in self.document["people"]:
            made = FormerPerson.objects.create(table=table, name=person["name"], role=person["role"])
            made.played.set(Character.objects.filter(pk__in=[characters[one] for one in person["plays"]]))

    def _write_house_changes(self, table: Table) -> None:
        rows = [
            HouseChange(table=table, by_name=one["by"], setting=one["setting"], old=one["old"], new=one["new"])
            for one in self.document["house_changes"]
        ]
        HouseChange.objects.bulk_create(rows, batch_size=BATCH)
        for number, row in enumerate(rows):
            row.when = self.dates["house_changes", number, "when"]
        HouseChange.objects.bulk_update(rows, ["when"], batch_size=BATCH)

    def _write_story(self, table: Table) -> None:
        adventures = [
            Adventure.objects.create(table=table, name=one["name"], **self._span("adventures", number))
            for number, one in enumerate(self.document["adventures"])
        ]
        for number, one in enumerate(self.document["sessions"]):
            adventure = None if one["adventure"] is None else adventures[one["adventure"]]
            made = Session.objects.create(
                table=table, adventure=adventure, notes=one["notes"], **self._span("sessions", number)
            )
            Attendance.objects.bulk_create(
                Attendance(session=made, name=row["name"], characters=row["characters"]) for row in one["attendances"]
            )

    def _span(self, name: str, number: int) -> dict[str, Any]:
        return {"began": self.dates[name, number, "began"], "ended": self.dates.get((name, number, "ended"))}

    def _write_encounter(
        self,
        table: Table,
        one: Mapping[str, Json],
        characters: Mapping[str, str],
        known: Mapping[str, str],
        path: Path,
    ) -> None:
        declared = [each for each in ids.declared((one["first"], one["head"]), one["entries"]) if each not in known]
        names = ids.fresh(declared, store.new_id)
        renaming = ids.Renaming({**names, **known}, characters)
        head = renaming.state(one["head"])
        encounter = Encounter.objects.create(
            table=table,
            name=" ".join(one["name"].split()),
            status=head["fight"].get("status", "ready"),
            free=one["free"],
            sequence=len(one["entries"]),
            state_version=one["state_version"],
            first=renaming.state(one["first"]),
            head=head,
            memory=renaming.value(one["memory"]),
            dice_ids={
                hash_: {renaming.text(now): then for now, then in known_then.items()}
                for hash_, known_then in one.get("dice_ids", {}).items()
            },
            created_by=self.by,
        )
        now = store.read(encounter.pk)
        status = store.status(now.system, now.head)
        Encounter.objects.filter(pk=encounter.pk).update(created=self.dates[*path, "created"], status=status)
        self.entries.append((str(encounter.pk), names))
        self._write_entries(encounter, one["entries"], renaming, path)
        if encounter.state_version < now.system.state_version:
            lifting.lift(encounter.pk)
        else:
            self._write_index(encounter)
        Enlistment.objects.bulk_create(
            Enlistment(character_id=character, encounter=encounter, combatant=combatant)
            for character, combatant in store.enlisted(now.system, now.head).items()
        )

    def _write_entries(
        self, encounter: Encounter, entries: list[dict[str, Json]], renaming: ids.Renaming, path: Path
    ) -> None:
        data = []
        for entry in entries:
            kept = renaming.entry({name: value for name, value in entry.items() if name not in ("by", "when")})
            data.append({**kept, "by": "", "by_name": entry["by"]})
        undone = log.counted([load_entry(one) for one in data]).undone
        rows = [
            LogEntry(
                id=one["id"],
                encounter=encounter,
                sequence=sequence,
                kind=one["kind"],
                resolution=one["resolution"],
                undone_by_id=undone.get(one["id"]),
                way=store.way_of(load_entry(one)),
                veiled=one.get("veiled", False),
                data=one,
            )
            for sequence, one in enumerate(data, 1)
        ]
        LogEntry.objects.bulk_create(rows, batch_size=BATCH)
        for number, row in enumerate(rows):
            row.created = self.dates[*path, "entries", number, "when"]
        LogEntry.objects.bulk_update(rows, ["created"], batch_size=BATCH)

    def _write_index(self, encounter: Encounter) -> None:
        for last in range(store.PIECE, encounter.sequence + 1, store.PIECE):
            store.index(encounter, last)
