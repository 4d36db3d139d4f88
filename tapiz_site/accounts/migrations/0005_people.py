from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_left")]

    operations = [migrations.AlterModelManagers(name="user", managers=[])]
