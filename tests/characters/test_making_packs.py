"""Making a character at a table with a Lienzo: its classes, feats and things are tiles, refused with the reason."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from characters import drafts
from characters.models import Character
from equipment.packs import choosing
from rules.core.creation import LIENZO, Creation, propose
from rules.core.registry import get_system
from rules.core.words import Speaker
from tests.campaigns.people import Ladder
from tests.kept import made_once, shipped_packs
from tests.sizes import examples

from .tapiz import ladder_of

SEEDS = examples(50)
FEATS = {"chosen_feats": ["TNT0002", "TNT0001"]}
"""Personal firearms and improved initiative, by the names that the Lienzo gives them."""


@pytest.fixture(scope="module")
def _shipped(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with made_once(shipped_packs, django_db_blocker):
        yield


@pytest.fixture
def shipped(_shipped: None, db: None) -> None:
    """The packs that ship are installed."""


def with_pack(system: str) -> Ladder:
    found = ladder_of(system)
    packs = choosing.available(found.table)
    choosing.take_newest(found.table, [pack.slug for pack in packs])
    for pack in packs:
        choosing.show(found.table, pack, shown=True)
    return found


def creation_of(system: str) -> Creation:
    found = get_system(system).sheet_kinds["person"].creation
    assert found is not None
    return found


def step(ladder: Ladder, name: str) -> str:
    return reverse("characters:step", args=[ladder.table.pk, "person", name])


def send(client: Client, ladder: Ladder, name: str, go: str = "look", **said: str | list[str]) -> str:
    return client.post(step(ladder, name), {**said, "go": go}).content.decode()


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("system", ["d20", "tapiz"])
def test_whoever_is_made_at_once_is_of_the_lienzo(system: str) -> None:
    """`propose` raises where anything is refused or left over."""
    ladder, creation = with_pack(system), creation_of(system)
    around = drafts.around(ladder.table, creation.takes, game_master=False)
    names = {one.name for one in around[LIENZO] if one.kind == "class"}
    say = Speaker(system, "es", lambda who: who).word
    make = partial(propose, creation, "", say=say, around=around)
    found = {make(pick=random.Random(seed).randrange).values["class_name" if system == "d20" else "character_class"]
             for seed in range(SEEDS)}  # fmt: skip
    assert names
    assert found <= names


@pytest.mark.usefixtures("shipped")
def test_a_feat_that_cannot_be_had_says_why_and_is_refused(client: Client) -> None:
    ladder = with_pack("d20")
    player = ladder.client("player")
    send(player, ladder, "class", go="next", **{"class": "TNP0006", "character_name": "Ada"})
    page = send(player, ladder, "feats")
    tile = page.split('value="TNT0003"')[1].split("</label>")[0]
    assert "pide Armas de fuego personales" in tile
    assert "disabled" in tile.split(">")[0]
    assert "Quedan 2 dotes" in page
    free = send(player, ladder, "feats", **FEATS).split('value="TNT0003"')[1].split("</label>")[0]
    assert "disabled" not in free.split(">")[0]
    lost = send(player, ladder, "feats", chosen_feats=["TNT0003", "TNT0001"])
    assert "command-chosen_feats-error" in lost
    assert 'value="TNT0003"' in lost


@pytest.mark.usefixtures("shipped")
def test_another_class_deals_the_scores_anew() -> None:
    ladder = with_pack("d20")
    player = ladder.client("player")
    send(player, ladder, "class", go="next", **{"class": "brawler", "character_name": "Ada"})
    send(player, ladder, "abilities", go="next", dealt="5,4,3,2,1,0")
    send(player, ladder, "class", go="next", **{"class": "talker"})
    page = player.get(step(ladder, "abilities")).content.decode()
    assert 'name="dealt" value="5,1,3,2,4,0"' in page


@pytest.mark.usefixtures("shipped")
def test_things_of_the_lienzo_are_owned_from_the_beginning() -> None:
    ladder = with_pack("d20")
    player = ladder.client("player")
    send(player, ladder, "class", go="next", **{"class": "TNP0002", "character_name": "Ada"})
    send(player, ladder, "gear", go="next", kit="none", more_gear=["TNO0301"], more_weapon=["TNO0001"])
    player.post(step(ladder, "about"), {"go": "rest"})
    player.post(step(ladder, "repaso"), {"go": "finish"})
    made = Character.objects.get()
    things = {one.name: (one.entry, one.place) for one in made.possessions.all()}
    assert things == {"Navaja de pescado": ("TNO0001", "hand"), "Linterna de guardia": ("TNO0301", "packed")}
    assert made.sheet["class_name"] == "Placa de prefectura"
    assert "personal_firearms" in made.sheet["feats"]


@pytest.mark.django_db
def test_a_draft_of_d20_from_before_is_read() -> None:
    ladder = ladder_of("d20")
    player = ladder.client("player")
    player.get(step(ladder, "class"))
    said = {"method": "array", "class_name": "Piloto", "hit_die": "10", "feats": ["improved_initiative"]}
    said |= {"skills": [{"skill": "drive", "ranks": 4, "other": 0}], "weapons": [{"name": "Llave", "dice": "1d6"}]}
    scores = {"strength": 8, "dexterity": 15, "constitution": 13, "intelligence": 12, "wisdom": 14, "charisma": 10}
    session = player.session
    about = {"character_name": "Ada", "character_players": []}
    session[drafts.SESSION] = {f"{ladder.table.pk}:person": {"said": {**said, **scores}, "about": about}}
    session.save()
    assert 'value="Piloto"' in player.get(step(ladder, "class")).content.decode()
    assert 'name="dealt" value="5,0,2,3,1,4"' in player.get(step(ladder, "abilities")).content.decode()
    assert "Queda 1 dote" in player.get(step(ladder, "feats")).content.decode()
    assert 'value="Llave"' in player.get(step(ladder, "gear")).content.decode()
    assert player.get(step(ladder, "how")).headers["Location"] == step(ladder, "class")
