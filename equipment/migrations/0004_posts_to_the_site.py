from django.db import migrations


class Migration(migrations.Migration):
    """Forms are counted for the whole site now; of what was counted here only the last minutes were of any use."""

    dependencies = [
        ("equipment", "0003_posts"),
        ("tapiz_site", "0001_posted"),
    ]

    operations = [
        migrations.DeleteModel(name="Posted"),
    ]
