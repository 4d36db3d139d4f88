from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0003_purses"),
    ]

    operations = [
        migrations.AddField(
            model_name="knock",
            name="looks",
            field=models.BooleanField(default=False),
        ),
    ]
