"""The whole house as a file: out of one database, into another, and the same."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from combat.models import LogEntry
from exchange import house
from exchange.models import FormerPerson
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import binning
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import looks, pixels, storing
from tests.combat.play import make_game
from tests.pictures.samples import made

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


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


@pytest.mark.parametrize("content", [{}, {"manifest.json": '{"migrations": ["combat.0001_initial"], "rows": {}}'}])
def test_what_is_no_house_of_this_version_is_refused(tmp_path: Path, content: dict[str, str]) -> None:
    file = tmp_path / "house.zip"
    with zipfile.ZipFile(file, "w") as packed:
        for name, text in {house.ROWS: "", **content}.items():
            packed.writestr(name, text)
    with pytest.raises(CommandError, match="otra versión" if content else "no es una casa"):
        call_command("import_house", str(file))
    assert not User.objects.exists()
