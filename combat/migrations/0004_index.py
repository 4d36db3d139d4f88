"""The index of the log takes the place of the snapshots, which nothing read and which were a third of a database."""

import django.db.models.deletion
from django.db import migrations, models

from rules.core.bearing import piece_of
from rules.core.changes import Change

LENGTH = 50
STEPS = ("command", "answer", "cancel", "stand")


def index(apps, schema_editor):
    """Index the logs that are there."""
    pieces = apps.get_model("combat", "IndexPiece").objects
    for encounter in apps.get_model("combat", "Encounter").objects.only("pk", "sequence").iterator():
        entries = encounter.entries.filter(kind__in=STEPS).order_by("sequence").values_list("sequence", "data__changes")
        for last in range(LENGTH, encounter.sequence + 1, LENGTH):
            run = entries.filter(sequence__gt=last - LENGTH, sequence__lte=last)
            steps = [(number, tuple(map(Change.from_json, changes))) for number, changes in run]
            pieces.create(encounter=encounter, sequence=last, paths=piece_of(steps))


class Migration(migrations.Migration):
    dependencies = [("combat", "0003_maps")]

    operations = [
        migrations.CreateModel(
            name="IndexPiece",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sequence", models.PositiveIntegerField()),
                ("paths", models.JSONField()),
                (
                    "encounter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="index_pieces",
                        to="combat.encounter",
                    ),
                ),
            ],
            options={"ordering": ["encounter", "sequence"]},
        ),
        migrations.AddConstraint(
            model_name="indexpiece",
            constraint=models.UniqueConstraint(fields=("encounter", "sequence"), name="one_piece_a_sequence"),
        ),
        migrations.AddIndex(
            model_name="logentry",
            index=models.Index(fields=["encounter", "resolution"], name="entries_of_a_resolution"),
        ),
        migrations.RunPython(index, migrations.RunPython.noop),
        migrations.DeleteModel(name="Snapshot"),
    ]
