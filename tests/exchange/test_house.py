"""The whole house as a file: out of one database, into another, and the same."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from combat.models import LogEntry
from exchange import house
from exchange.doctoring import findings
from exchange.models import FormerPerson
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import binning
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks, pixels, storing
from tests.combat.play import make_game
from tests.house.clean import ROOT, clean_environment
from tests.pictures.samples import made

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


IN_AND_OUT = """
import sys
import manage
_, there, back = sys.argv
for command, file in ("import_house", there), ("export_house", back):
    sys.argv = ["manage.py", command, file]
    manage.main()
"""


def test_a_house_moves_whole_and_plays_on(tmp_path: Path) -> None:
    game = make_game()
    game.begin()
    moments = list(LogEntry.objects.order_by("pk").values_list("pk", "created"))
    FormerPerson.objects.create(table=game.table, name="Vera", role="player")
    portrait = storing.keep(game.table, pixels.face(made()), by=game.users["player"])
    looks.choose_portrait(game.table, game.characters["Ana"].likeness, portrait)
    drawn = bytes(portrait.renditions.get(side=256).data)
    other = Table.objects.create(name="Otra", system="tapiz")
    binning.delete_table(table=other, by=game.users["game_master"])
    file, again = tmp_path / "house.zip", tmp_path / "again.zip"
    counts = house.write(file)
    assert file.stat().st_mode & 0o777 == 0o600
    assert "sessions.session" not in counts
    with pytest.raises(CommandError, match="base de datos vacía"):
        call_command("import_house", str(file))

    call_command("flush", interactive=False, verbosity=0)
    assert house.read(file) == counts
    assert list(LogEntry.objects.order_by("pk").values_list("pk", "created")) == moments
    assert Table.everywhere.get(name="Otra").deleted_at
    face = looks.face_of(Table.objects.get(pk=game.table.pk), game.characters["Ana"].likeness)
    assert face.portrait == portrait.pk
    assert bytes(portrait.renditions.get(side=256).data) == drawn
    assert house.write(again) == counts
    game.clients.clear()
    roll = game.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert game.post("player", roll, htmx=True).status_code == 204
    assert User.objects.create_user("new").pk > max(user.pk for user in game.users.values()), "numbers go on"


def rows(file: Path) -> list[str]:
    with zipfile.ZipFile(file) as packed:
        return sorted(json.dumps(json.loads(line), sort_keys=True) for line in packed.read(house.ROWS).splitlines())


def test_a_house_goes_to_a_file_of_sqlite_and_comes_back(tmp_path: Path) -> None:
    """From PostgreSQL too, where these tests run on it: what differs between the two differs on either way."""
    game = make_game()
    game.begin()
    game.damage("game_master", "Ana", 3)
    there, back = tmp_path / "there.zip", tmp_path / "back.zip"
    counts = house.write(there)
    words, env = [sys.executable, "-c", IN_AND_OUT, str(there), str(back)], clean_environment(tmp_path / "data")
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    total = counts.total()
    assert (done.returncode, done.stdout) == (0, f"{there}: {total}\n{back}: {total}\n"), done.stderr
    assert rows(back) == rows(there)
    call_command("flush", interactive=False, verbosity=0)
    assert house.read(back) == counts
    assert list(findings()) == []
    game.clients.clear()
    roll = game.does("roll", "Ana") | {"notation": "1d6", "rolls": "1"}
    assert game.post("player", roll, htmx=True).status_code == 204


def test_what_is_not_read_as_it_was_written_is_not_taken(tmp_path: Path) -> None:
    Table.objects.create(name="51", system="tapiz")
    file, other = tmp_path / "house.zip", tmp_path / "other.zip"
    house.write(file)
    with zipfile.ZipFile(file) as packed, zipfile.ZipFile(other, "w") as changed:
        changed.writestr(house.MANIFEST, packed.read(house.MANIFEST))
        # a number where the database keeps a text
        changed.writestr(house.ROWS, packed.read(house.ROWS).replace(b'"51"', b"51"))
    call_command("flush", interactive=False, verbosity=0)
    with pytest.raises(CommandError, match="no es igual"):
        call_command("import_house", str(other))
    assert not Table.everywhere.exists()
    call_command("import_house", str(file))
    assert Table.everywhere.get().name == "51"


@pytest.mark.parametrize("content", [{}, {"manifest.json": '{"migrations": ["combat.0001_initial"], "rows": {}}'}])
def test_what_is_no_house_of_this_version_is_refused(tmp_path: Path, content: dict[str, str]) -> None:
    file = tmp_path / "house.zip"
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in {house.ROWS: "", **content}.items():
            packed.writestr(name, text)
    with pytest.raises(CommandError, match="otra versión" if content else "no es una casa"):
        call_command("import_house", str(file))
    assert not User.objects.exists()
