"""What is kept of an edit says who could read the sheet then; told of older edits by what they changed."""

from typing import Any

from django.db import migrations, models


def fill(apps: Any, schema_editor: Any) -> None:
    """From the present back: before an edit that changed it, it was the other way."""
    Character = apps.get_model("characters", "Character")
    CharacterChange = apps.get_model("characters", "CharacterChange")
    CharacterState = apps.get_model("characters", "CharacterState")
    changed = {
        (state, revision): old
        for state, revision, old in CharacterChange.objects.filter(about=True, field="shared").values_list(
            "state__character", "state__revision", "old"
        )
    }
    for pk, now in Character._base_manager.values_list("pk", "shared"):
        shared, revisions = now, []
        states = CharacterState.objects.filter(character=pk)
        for revision in states.order_by("-revision").values_list("revision", flat=True):
            if shared:
                revisions.append(revision)
            shared = bool(changed.get((pk, revision), shared))
        states.filter(revision__in=revisions).update(shared=True)


class Migration(migrations.Migration):
    dependencies = [("characters", "0005_sheets_to_possessions")]

    operations = [
        migrations.AddField("characterstate", "shared", models.BooleanField(default=False)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
