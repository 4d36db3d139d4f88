"""The scenes of packs: their files, their faults, and what a draft keeps of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from characters.services import create_character
from combat import scenes, store
from combat.models import Encounter
from equipment.packs import choosing, differences, drafts
from equipment.packs.files.document import Foes
from equipment.packs.files.faults import Refused
from equipment.packs.files.reading import load
from equipment.packs.files.unpacking import folder
from equipment.packs.files.writing import checksum, files_of
from equipment.packs.installing import bring
from equipment.packs.stored import pack_of
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role
from tests.combat.play import people
from tests.packs import sample

FORD = """
[name]
es = "El vado"
en = "The ford"

[text]
es = "Nadie cruza."
en = "Nobody crosses."

[[foes]]
creature = "SLC0001"
count = 3

[[foes]]
creature = "SLC0001"
hidden = true
"""


def files(**scenes: str) -> dict[str, bytes]:
    known = scenes or {"vado": FORD}
    return {**sample.files(), **{f"scenes/{name}.toml": text.encode() for name, text in known.items()}}


def test_scenes_are_read_and_written_again() -> None:
    pack = load(files())
    (one,) = pack.scenes
    assert (one.slug, one.name["en"], one.text["es"]) == ("vado", "The ford", "Nadie cruza.")
    assert one.foes == (Foes("SLC0001", 3), Foes("SLC0001", hidden=True))
    assert load(files_of(pack)) == pack


def test_a_pack_without_scenes_has_the_checksum_that_it_had() -> None:
    assert not any(path.startswith("scenes/") for path in files_of(load(sample.files())))
    assert checksum(load(files())) != checksum(load(sample.files()))


def test_every_fault_of_every_scene_is_said() -> None:
    wrong = {
        "a": FORD.replace("SLC0001", "SLC9999", 1),
        "b": FORD.replace("count = 3", "count = 31"),
        "c": FORD.replace('en = "The ford"', ""),
        "d": FORD.replace("[text]", "[prose]"),
        "e": "foes = 3\nname = 'E'",
        "f": FORD.replace("hidden = true", "colour = 1"),
        "h": f'map = "nowhere"\n{FORD}',
        "G": FORD,
    }
    with pytest.raises(Refused) as found:
        load(files(**wrong))
    assert sorted((one.file, one.code) for one in found.value.faults) == [
        ("scenes/G.toml", "pack.scene"),
        ("scenes/a.toml", "pack.scene.creature"),
        ("scenes/b.toml", "pack.scene.count"),
        ("scenes/c.toml", "pack.language_missing"),
        ("scenes/d.toml", "pack.unknown"),
        ("scenes/e.toml", "pack.list"),
        ("scenes/f.toml", "pack.unknown"),
        ("scenes/h.toml", "pack.scene.map"),
    ]


def test_a_scene_that_changed_is_a_difference() -> None:
    found = differences.between(load(files()), load(files(vado=FORD.replace("count = 3", "count = 4"))))
    assert (found.scenes, found.any) == (("vado",), True)


@pytest.mark.django_db
def test_a_draft_keeps_the_scenes_and_a_creature_that_is_deleted_leaves_them() -> None:
    table, _users = people()
    version = bring(load(files()), table)
    assert files_of(pack_of(version)) == files_of(load(files()))
    draft = drafts.draft_of(version.pack)
    draft.pack = version.pack
    assert pack_of(draft).scenes == load(files()).scenes
    drafts.delete(draft, draft.entries.get(code="SLC0001"))
    published = drafts.publish(draft, "1.1")
    assert [one.foes for one in pack_of(published).scenes] == [()]


@pytest.mark.django_db
def test_one_tap_in_the_compendium_prepares_a_scene_and_players_do_not_read_of_it() -> None:
    table, users = people()
    choosing.take(table, bring(load(files()), table))
    pages = {}
    for who in ("game_master", "player"):
        client = Client()
        client.force_login(users[who])
        pages[who] = client.get(reverse("packs:compendium", args=[table.pk])).content.decode()
        answer = client.post(reverse("combat:prepare", args=[table.pk]), {"scene": "SL/vado"})
        assert answer.status_code == (302 if who == "game_master" else 403)
    assert "El vado" in pages["game_master"]
    assert "El vado" not in pages["player"]
    found = store.read(Encounter.objects.get(free=False).pk).head.fight.combatants.values()
    assert sorted(one.hidden for one in found) == [False, False, False, True]


BUNDLED = sorted(path.parent for path in (settings.BASE_DIR / "content").glob("*/*/pack.toml"))


@pytest.mark.parametrize("root", BUNDLED, ids=lambda root: root.name)
def test_each_pack_that_ships_has_four_maps_that_its_scenes_use(root: Path) -> None:
    pack = load(folder(root))
    assert len(pack.maps) == 4
    assert {one.map for one in pack.scenes} == {one.slug for one in pack.maps}


@pytest.mark.parametrize("root", BUNDLED, ids=lambda root: root.name)
def test_where_a_side_enters_opens_no_region_that_is_covered(root: Path) -> None:
    for one in load(folder(root)).maps:
        regions = one.data.get("regions", {}).values()
        under = {cell for each in regions if each["covered"] for cell in each["cells"]}
        assert under.isdisjoint(cell for each in regions if not each["covered"] for cell in each["cells"]), one.slug


@pytest.mark.django_db
@pytest.mark.parametrize("root", BUNDLED, ids=lambda root: root.name)
def test_a_scene_with_a_map_is_prepared_with_everybody_on_it(root: Path) -> None:
    pack = load(folder(root))
    _table, users = people()
    table = campaigns.create_table(user=users["game_master"], name="Los viernes", system=pack.system)
    Membership.objects.create(table=table, user=users["player"], role=Role.PLAYER)
    choosing.take(table, bring(pack))
    create_character(
        table=table, kind="person", name="Ana", values={}, by=users["game_master"], players=[users["player"]]
    )
    scene = next(one for one in scenes.scenes_of(table) if one.map is not None and "shape" in one.map.data)
    fight = store.read(scenes.prepare(table, scene, users["game_master"], store.new_id()).pk).head.fight
    assert fight.board is not None
    assert fight.places.keys() == fight.combatants.keys()
    assert {one.side for one in fight.combatants.values()} == {"party", "foes"}
    entries = [(one.entry, cell) for one in fight.board.regions.values() for cell in one.cells]
    for who, standing in fight.places.items():
        assert (fight.combatants[who].side, standing.at) in entries
