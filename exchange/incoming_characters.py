"""Characters from files: checked as a whole, then written in one transaction, or not at all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from characters import hooks
from characters.models import Character
from characters.services import create_character
from equipment.ledger.models import Possession
from tapiz_site.accounts.models import User
from tapiz_site.campaigns.house import house_of
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import storing
from tapiz_site.speech import system_name

from . import checking, formats, ids, pictures, possessions
from .checking import CheckedPerson
from .faults import Fault, Refused
from .pictures import CheckedLook
from .reading import document_of


@dataclass(frozen=True)
class CheckedCharacter:
    """A character of a file without faults, with its possessions."""

    person: CheckedPerson
    things: list[Possession]
    look: CheckedLook | None


def check_character(*, table: Table, data: bytes) -> CheckedCharacter:
    """The checked character of a file for a table of the same system; raises Refused with all faults."""
    document, misfits = document_of(data, formats.CHARACTER)
    if document["system"] != table.system:
        text = _("El personaje es de %(theirs)s y en esta mesa se juega a %(ours)s.")
        names = {"theirs": system_name(document["system"]), "ours": system_name(table.system)}
        raise Refused([Fault(("system",), text % names)])
    found = checking.checking_of(document, misfits)
    things = possessions.check(found, document["possessions"], ("possessions",)) if found.sound("possessions") else []
    person = checking.character(found, document, house_of(table), (), possessions.gear(found, things))
    look = pictures.check_look(found, document["look"], ("look",)) if found.sound("look") else None
    if look is not None and look.portrait is not None and not storing.fits(table, look.portrait):
        found.fault(("look", "portrait"), storing.no_room())
    if person is None or found.faults:
        raise Refused(found.faults)
    return CheckedCharacter(person, things, look)


@transaction.atomic
def write_character(*, table: Table, checked: CheckedCharacter, by: User, players: Collection[User]) -> Character:
    """Write a checked character to a table."""
    things = checked.things
    known = possessions.fresh(things)
    made = written_character(table, checked.person, by, players, known)
    possessions.write(table, things, known, owner=made)
    possessions.imported(things, by)
    with suppress(storing.NoRoom):
        # there was room when the file was checked: a character without portrait is better than none
        pictures.write_look(table, made.likeness, checked.look, by)
    hooks.arrived(made, by)
    return made


def import_character(*, table: Table, data: bytes, by: User, players: Collection[User]) -> Character:
    """Import a character to a table of the same system; raises Refused with all faults."""
    return write_character(table=table, checked=check_character(table=table, data=data), by=by, players=players)


def written_character(
    table: Table, person: CheckedPerson, by: User, players: Collection[User], known: Mapping[str, str]
) -> Character:
    """A character of a file; `known`: the new ids of its things, which its condition may name."""
    made = create_character(
        table=table, kind=person.kind, name=person.name, values=person.sheet, by=by, players=players, whole=False
    )
    if person.condition:
        made.condition = ids.Renaming(known, {}).value(person.condition)
        made.save(update_fields=["condition"])
    return made
