"""Hero points that stood in the condition of characters become their players': nobody loses any by the update."""

from typing import Any

from django.db import migrations


def points_to_purses(apps: Any, schema_editor: Any) -> None:
    """Fill the purse of each character's first player at the table with what the character had; the most of several."""
    Character = apps.get_model("characters", "Character")
    Membership = apps.get_model("campaigns", "Membership")
    Purse = apps.get_model("campaigns", "Purse")
    for character in Character.objects.exclude(condition={}).order_by("pk"):
        points = character.condition.get("hero_points")
        players = Membership.objects.filter(table=character.table_id, user__in=character.players.all())
        first = players.exclude(role="spectator").order_by("joined", "user").first()
        if not isinstance(points, int) or first is None:
            continue
        purse, _made = Purse.objects.get_or_create(table=character.table, user=first.user)
        if purse.points is None or purse.points < points:
            purse.points = points
            purse.save(update_fields=["points"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0003_purses"),
        ("characters", "0003_loans"),
    ]

    operations = [migrations.RunPython(points_to_purses, migrations.RunPython.noop)]
