"""What a release has stored still opens, is played on, undone to its beginning, exported and imported."""

from __future__ import annotations

import gzip
import json
import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters.models import Character
from combat import history, services, store
from combat.deeds import Deed
from combat.errors import Depends, NothingToUndo
from combat.models import Encounter
from exchange import formats, incoming, incoming_characters, outgoing
from exchange.doctoring import findings
from rules.core.changes import fold
from rules.core.engine import settle
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role, Table
from tests.simulation.reading import Button, Page
from tests.sizes import one_in

from .making import Evening
from .opened import opened, unpacked

RELEASES = Path(__file__).parent
FILES = sorted(RELEASES.glob("*/*.table.json.gz"))
CHARACTERS = sorted(RELEASES.glob("*/*.character.json.gz"))
DATABASES = sorted(RELEASES.glob("*/*.sqlite3.gz"))
TABLES = [(path.parent.name, path.name.removesuffix(".table.json.gz")) for path in FILES]
TIES = sorted(RELEASES.glob("*/d20-tie-*.json.gz"))
"""Tables of the commit before the one that changed ties: `0` waits for both dice of one, `1` for the second."""

ACTS = 4
"""How much is played on, in the fight and in the free scene."""

pytestmark = pytest.mark.usefixtures("drawn_once")
sqlite_only = pytest.mark.skipif(connection.vendor != "sqlite", reason="what is stored is a SQLite database")


def content(path: Path) -> dict[str, Json]:
    """What a stored file says."""
    found: dict[str, Json] = json.loads(gzip.decompress(path.read_bytes()))
    return found


def named(path: Path) -> str:
    """How a stored file is called in the list of tests."""
    return f"{path.parent.name}-{path.name.split('.')[0]}"


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> dict[str, Path]:
    """Every stored database, unpacked and brought up to date, by its release."""
    with django_db_blocker.unblock():
        return {path.parent.name: unpacked(path, tmp_path_factory.mktemp("released")) for path in DATABASES}


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids and dice that are the same each time, so that the same is played each time."""
    history.forget()
    chance = random.Random(42)
    monkeypatch.setattr(store, "new_id", lambda: f"{chance.getrandbits(128):032x}")


@pytest.fixture(params=TABLES, ids="-".join)
def evening(
    request: pytest.FixtureRequest,
    databases: dict[str, Path],
    tmp_path: Path,
    django_db_blocker: DjangoDbBlocker,
    seeded: None,
) -> Iterator[tuple[Evening, dict[str, Json]]]:
    """A table of a stored database that is opened for this test alone, and the file of the table of that time."""
    release, name = request.param
    copy = tmp_path / "tapiz.sqlite3"
    shutil.copyfile(databases[release], copy)
    file = content(RELEASES / release / f"{name}.table.json.gz")
    with django_db_blocker.unblock(), opened(copy):
        encounter = Encounter.objects.select_related("table").get(table__name=file["name"], free=False)
        yield Evening(encounter, random.Random(7)), file


@sqlite_only
def test_database_opens_is_played_on_and_taken_back(evening: tuple[Evening, dict[str, Json]]) -> None:
    played, file = evening
    both = (played.encounter, played.scene)
    for encounter in both:
        log_makes_head(encounter)
    assert without_pictures(document(played.table)) == with_later_settings(file)
    everybody_sees(played)

    assert played.waiting(played.encounter)
    played.answer_all(played.encounter)
    assert not played.waiting(played.encounter)
    for encounter in both:
        before = len(played.steps(encounter))
        for _act in range(ACTS):
            played.something(encounter)
            played.answer_all(encounter)
        assert len(played.steps(encounter)) >= before + ACTS
        log_makes_head(encounter)
        assert page(played.gm, encounter).status_code == 200

    for encounter in both:
        undo_everything(played, encounter)
        log_makes_head(encounter)
        assert page(played.gm, encounter).status_code == 200


@sqlite_only
@pytest.mark.parametrize("release", [path.parent.name for path in DATABASES])
def test_doctor_finds_nothing_in_a_database(
    databases: dict[str, Path], release: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_db_blocker.unblock(), opened(databases[release]):
        assert list(findings()) == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", FILES, ids=named)
def test_file_of_a_table_comes_in_and_is_played_on(path: Path, seeded: None) -> None:
    file = content(path)
    table = imported(file)
    assert without_pictures(document(table)) == with_later_settings(file)
    played = Evening(table.encounters.get(free=False), random.Random(7))
    assert played.waiting(played.encounter)
    played.answer_all(played.encounter)
    for _act in range(ACTS):
        played.something(played.encounter)
        played.answer_all(played.encounter)
    log_makes_head(played.encounter)
    again = document(table)
    assert document(imported(again)) == again


@pytest.mark.django_db
@pytest.mark.parametrize("path", CHARACTERS, ids=named)
def test_file_of_a_character_comes_in(path: Path) -> None:
    file = content(path)
    runs = User.objects.create(username="dirige")
    table = campaigns.create_table(user=runs, name="Otra mesa", system=str(file["system"]))
    made = incoming_characters.import_character(table=table, data=json.dumps(file).encode(), by=runs, players=[runs])
    found = outgoing.character_document(made)
    assert found.pop("look")["portrait"] is None
    assert found == {**file, "version": formats.VERSIONS[formats.CHARACTER]}


@pytest.mark.django_db
@pytest.mark.parametrize("path", TIES, ids=named)
def test_dice_that_are_asked_no_longer_do_not_hold_up_a_fight(path: Path, seeded: None) -> None:
    """Before its sixth version d20 had dice part a tie with a hidden combatant (D20C-HOUSE-02)."""
    table = imported(content(path))
    fight = table.encounters.get(free=False)
    runs = table.memberships.get(role=Role.GAME_MASTER).user
    goes_on = main_button(runs, fight)
    assert goes_on.words == ("Dejar que siga" if path.name.startswith("d20-tie-0") else "Cancelar la acción")
    press(runs, fight, goes_on)
    assert (store.read(fight.pk).head.fight.round.number == 1) is path.name.startswith("d20-tie-0")
    played = Evening(fight, random.Random(7))
    for _act in range(ACTS):
        played.something(fight)
        played.answer_all(fight)
    log_makes_head(fight)
    undo_everything(played, fight)
    log_makes_head(fight)


def main_button(user: User, fight: Encounter) -> Button:
    """What the page of a fight tells a person to do."""
    found = Page(page(user, fight).content.decode()).main
    assert found is not None
    return found


def press(user: User, fight: Encounter, button: Button) -> None:
    """Press it, as a page without script does."""
    filled = {**Page(page(user, fight).content.decode()).form(button.form).as_it_stands(), "key": "a-key-of-this-press"}
    assert logged_in(user).post(button.address, filled).status_code == 302


def document(table: Table) -> dict[str, Any]:
    """The table as a document, as it comes out of a file."""
    found: dict[str, Any] = json.loads(json.dumps(outgoing.table_document(table)))
    return found


def without_pictures(found: dict[str, Any]) -> dict[str, Json]:
    """A document without what files have had since: looks and pictures."""
    assert found.pop("pictures") == []
    assert found.pop("creatures") == []
    assert found.pop("look")["portrait"] is None
    assert all(one.pop("look")["portrait"] is None for one in found["characters"])
    return found


def with_later_settings(file: dict[str, Any]) -> dict[str, Any]:
    """The file in the present version, with the settings of its system since then, which hold by their defaults."""
    settings = get_system(str(file["system"])).settings
    later = {item.name: item.default for item in settings if item.name not in file["house"]}
    without_a_stop: dict[str, Any] = {"boundaries": [], "stop_tells": "nobody"}
    version = formats.VERSIONS[formats.TABLE]
    return {**without_a_stop, **file, "version": version, "house": {**file["house"], **later}}


def imported(file: dict[str, Any]) -> Table:
    """The table of a file, brought in by a person with the name of its game master."""
    (name,) = {one["name"] for one in file["people"] if one["role"] == Role.GAME_MASTER}
    runs = User.objects.create(username=store.new_id(), display_name=name)
    return incoming.import_table(data=json.dumps(file).encode(), by=runs)


def log_makes_head(encounter: Encounter) -> None:
    """The log, folded over the first state, makes the head that is stored."""
    row = Encounter.objects.select_related("table").get(pk=encounter.pk)
    codec = get_system(row.table.system).codec
    changes = (change for entry in store.entries(row) for change in entry.changes)
    assert codec.load(fold(row.first, changes)) == codec.load(row.head)


def everybody_sees(played: Evening) -> None:
    """The pages of the table, its encounters and characters open for game master, players and spectators."""
    characters = Character.objects.filter(table=played.table)
    members = Membership.objects.filter(table=played.table).select_related("user").order_by("pk")
    for turn, member in enumerate(members):
        client = logged_in(member.user)
        pages = [
            reverse("campaigns:table", args=[played.table.pk]),
            reverse("combat:rolls", args=[played.table.pk]),
            reverse("combat:screen", args=[played.table.pk]),
        ]
        for encounter in (played.encounter, played.scene):
            pages += [reverse(f"combat:{name}", args=[encounter.pk]) for name in ("fight", "log")]
        theirs = characters if member.role == Role.GAME_MASTER else characters.filter(players=member.user)
        for one in theirs:
            pages += [reverse(f"characters:{name}", args=[one.pk]) for name in ("show", "edit", "inventory", "history")]
        # who runs the table asks for all, and the others for a share each
        share = 1 if member.role == Role.GAME_MASTER else one_in(4)
        for address in pages[turn % share :: share]:
            assert client.get(address).status_code == 200, f"{address} as {member.role}"


def page(user: User, encounter: Encounter) -> HttpResponse:
    """The page of a fight as one person gets it."""
    return logged_in(user).get(reverse("combat:fight", args=[encounter.pk]))


def logged_in(user: User) -> Client:
    """The browser of one person."""
    client = Client()
    client.force_login(user)
    return client


def undo_everything(played: Evening, encounter: Encounter) -> None:
    """The game master takes back every step; nobody is in the encounter then, and it is as it was at first."""
    for _undo in range(1000):
        try:
            undo(played, encounter)
        except NothingToUndo:
            break
    row = Encounter.objects.get(pk=encounter.pk)
    system = get_system(played.table.system)
    head, first = system.codec.load(row.head), system.codec.load(row.first)
    assert not head.open
    assert not head.fight.combatants
    assert head.fight.round == settle(system, first.fight).round


def undo(played: Evening, encounter: Encounter) -> None:
    """Take back the newest step, with what rests on it."""
    try:
        services.act(encounter=encounter.pk, user=played.gm, deed=Deed("undo"), key=store.new_id())
    except Depends:
        deed = Deed("undo", with_depending=True)
        services.act(encounter=encounter.pk, user=played.gm, deed=deed, key=store.new_id())
