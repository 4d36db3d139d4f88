"""Things that were written on sheets become possessions: armour that is worn, weapons, coins, provisions."""

from typing import Any
from uuid import uuid4

from django.db import migrations

from rules.core.errors import UnknownValue
from rules.core.registry import get_system


def sheets_to_possessions(apps: Any, schema_editor: Any) -> None:
    """Unpack the sheet of every character whose system knows how, those in the bin among them."""
    Character = apps.get_model("characters", "Character")
    Possession = apps.get_model("equipment", "Possession")
    LedgerRow = apps.get_model("equipment", "LedgerRow")
    for character in Character._base_manager.select_related("table").order_by("pk").iterator():
        try:
            system = get_system(character.table.system)
            kind = system.sheet_kinds[character.kind]
            sheet = character.sheet
            if character.sheet_version != kind.version:
                sheet = kind.migrate(sheet, character.sheet_version)
            sheet, things = system.equipment.unpack(kind.name, kind.load(sheet))
        except (UnknownValue, KeyError):
            # of a system that is not installed here
            continue
        if not things:
            continue
        for order, thing in enumerate(things, 1):
            pk = uuid4().hex
            made = Possession.objects.create(
                id=pk,
                lineage=pk,
                table=character.table,
                owner=character,
                kind=thing.kind,
                name=thing.name,
                values=dict(thing.values),
                quantity=thing.quantity,
                charges=thing.charges,
                place=thing.place,
                order=order,
            )
            LedgerRow.objects.create(
                possession=made, act=uuid4().hex, cause="unpacked", quantity=thing.quantity, charges=thing.charges
            )
        character.sheet, character.sheet_version = dict(sheet), kind.version
        character.save(update_fields=["sheet", "sheet_version"])


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0004_points_to_purses"),
        ("equipment", "0001_inventory"),
    ]

    operations = [migrations.RunPython(sheets_to_possessions, migrations.RunPython.noop)]
