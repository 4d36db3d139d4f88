"""What weapons of Táctico do, while la carta lets it be found out, changes no byte of a page of those who do not know.

One table and one weapon; between two looks its accuracy and its damage become others, as nothing else does.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from characters import drafts
from characters.gear import holder_of
from characters.models import Character, CharacterChange
from characters.services import create_character, update_character
from characters.views import steps
from equipment.ledger import services as ledger
from equipment.ledger.models import Possession
from equipment.packs import catalogue
from equipment.packs.catalogue import CatalogueEntry
from exchange import incoming_characters, leaving
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.models import Membership, Role, Table

pytestmark = pytest.mark.django_db

RIFLE: Mapping[str, Json] = {
    "category": "rifles", "size": 3, "price": 400, "accuracy": 1, "dice": 2, "bonus": 3, "rounds": 12,
    "reload": "magazine", "ammunition": "rifles", "hand": "both", "slot": None, "properties": "Silenciado",
}  # fmt: skip
BETTER = {**RIFLE, "accuracy": 7, "dice": 5, "bonus": 29}
SOLDIER: Mapping[str, Json] = {"perception": 5, "ranged_weapons": 5}
RANDOM = re.compile(r'((?:name="csrfmiddlewaretoken"|name="key") value=")[^"]+|"X-CSRFToken": "\w+"')


@dataclass
class Armoury:
    """Ana with a rifle: read by her player, by the other one, who reads her shared sheet, and by who runs the table."""

    table: Table
    users: dict[str, User]
    ana: Character
    rifle: Possession
    goods: list[CatalogueEntry]

    def pages(self) -> list[str]:
        ana, thing = self.ana.pk, [self.ana.pk, self.rifle.pk]
        own = [
            reverse(f"characters:{name}", args=[ana]) for name in ("show", "inventory", "ledger", "print", "history")
        ]
        own += [reverse("characters:thing", args=thing), reverse("characters:edit_thing", args=thing)]
        own.append(reverse("characters:take_entry", args=[ana, "CCC0001"]))
        packs = [
            reverse("packs:entry", args=[self.table.pk, "CCO0001"]),
            reverse("packs:entry", args=[self.table.pk, "CCC0001"]),
            *(reverse(f"packs:{name}", args=[self.table.pk, "item"]) for name in ("family", "paper")),
            reverse("packs:paper", args=[self.table.pk, "class"]),
        ]
        return [*own, *packs, reverse("characters:stash", args=[self.table.pk])]

    def got(self, who: str, pages: Iterable[str] = ()) -> dict[str, str]:
        """These pages, or all that a person can get, without their random parts."""
        client = Client(headers={"accept-language": "es"})
        client.force_login(self.users[who])
        found = {}
        for url in pages or self.pages():
            answer = client.get(url)
            found[url] = f"{answer.status_code} {RANDOM.sub('', answer.content.decode())}"
        return found

    def better(self) -> None:
        """The rifle and the packs' entries have other values from now on."""
        self._are(BETTER)

    def worse(self) -> None:
        """They have those of the beginning again."""
        self._are(RIFLE)

    def _are(self, values: Mapping[str, Json]) -> None:
        Possession.objects.filter(pk=self.rifle.pk).update(values=values)
        self.goods[:] = [replace(one, values=_of(one.kind, values)) for one in self.goods]

    def differing(self, who: str, *pages: str) -> list[str]:
        before = self.got(who, pages)
        self.better()
        after = self.got(who, pages)
        assert any(page.startswith("200") for page in before.values())
        return [url for url in before if before[url] != after[url]]


def _of(kind: str, weapon: Mapping[str, Json]) -> Mapping[str, Json]:
    """The values of an entry that is such a weapon, or that gives one."""
    row = {"name": "Sorda", "category": "rifles", **{name: weapon[name] for name in ("accuracy", "dice", "bonus")}}
    return weapon if kind == "weapon" else {"field": "Asalto", "begins": "", "gives": {"weapons": [row]}}


@pytest.fixture
def armoury(monkeypatch: pytest.MonkeyPatch) -> Armoury:
    users = {who: User.objects.create(username=who) for who in ("game_master", "player", "other_player")}
    table = services.create_table(user=users["game_master"], name="Los jueves", system="tactico")
    for who in ("player", "other_player"):
        Membership.objects.create(table=table, user=users[who], role=Role.PLAYER)
    table.house = {"weapon_values_hidden": True}
    table.save()
    ana = create_character(
        table=table, kind="person", name="Ana", values=SOLDIER, by=users["game_master"], players=[users["player"]]
    )
    ana.shared = True
    ana.save()
    rifle = ledger.add(holder_of(ana), users["game_master"], kind="weapon", name="Sorda", values=RIFLE)
    rifle = ledger.put(holder_of(ana), users["game_master"], rifle.pk, "hand")
    goods = [
        CatalogueEntry("Dique", UUID(int=1), "1", kind, family, code, "Sorda", values=_of(kind, RIFLE))  # type: ignore[arg-type]
        for kind, family, code in (("weapon", "item", "CCO0001"), ("archetype", "class", "CCC0001"))
    ]
    monkeypatch.setattr(
        catalogue, "entries_for",
        lambda table, **asked: [one for one in goods if asked.get("family") in (None, one.family)],
    )  # fmt: skip
    return Armoury(table, users, ana, rifle, goods)


@pytest.mark.parametrize("who", ["player", "other_player"])
def test_what_a_weapon_does_is_found_out_in_play(armoury: Armoury, who: str) -> None:
    """TAC-INV-01."""
    assert armoury.differing(who) == []


def test_a_player_who_knows_weapons_reads_what_they_do(armoury: Armoury) -> None:
    """TAC-INV-01: on the own things and in the compendium; sharing the sheet shares it, and no more than that."""
    armoury.ana.sheet = {**armoury.ana.sheet, "expert": True}
    armoury.ana.save()
    thing = reverse("characters:thing", args=[armoury.ana.pk, armoury.rifle.pk])
    entry = reverse("packs:entry", args=[armoury.table.pk, "CCO0001"])
    armoury.worse()
    assert armoury.differing("player", thing, entry) == [thing, entry]
    armoury.worse()
    assert armoury.differing("other_player", thing, entry) == [thing]
    armoury.ana.shared = False
    armoury.ana.save()
    armoury.worse()
    assert armoury.differing("other_player") == []


def test_the_game_master_reads_everything(armoury: Armoury) -> None:
    thing = reverse("characters:thing", args=[armoury.ana.pk, armoury.rifle.pk])
    assert armoury.differing("game_master", thing) == [thing]


def test_correcting_a_thing_keeps_what_is_not_shown(armoury: Armoury) -> None:
    client = Client()
    client.force_login(armoury.users["player"])
    address = reverse("characters:edit_thing", args=[armoury.ana.pk, armoury.rifle.pk])
    assert 'name="accuracy"' not in client.get(address).content.decode()
    said = {"thing_name": "Susurro", "category": "rifles", "size": "2", "price": "400", "rounds": "12",
            "reload": "magazine", "ammunition": "rifles", "hand": "both", "properties": "Silenciado",
            "accuracy": "9", "key": "a-key-of-this-test"}  # fmt: skip
    assert client.post(address, said).status_code == 302
    armoury.rifle.refresh_from_db()
    assert (armoury.rifle.name, armoury.rifle.values) == ("Susurro", {**RIFLE, "size": 2})


def test_what_the_weapons_of_a_creature_do_is_on_no_paper_nor_in_its_history(armoury: Armoury) -> None:
    """TAC-INV-01: the player of a figure with weapons on its sheet does not read what they do."""
    player = armoury.users["player"]
    dog = _dog(armoury)
    client = Client(headers={"accept-language": "es"})
    client.force_login(player)
    looks = []
    for weapon in (RIFLE, BETTER):
        rows = [_row(weapon)]
        Character.objects.filter(pk=dog.pk).update(sheet={**dog.sheet, "weapons": rows})
        CharacterChange.objects.filter(state__character=dog, field="weapons").update(old=[], new=rows)
        urls = [reverse(f"characters:{name}", args=[dog.pk]) for name in ("show", "print", "history", "edit")]
        looks.append({url: RANDOM.sub("", client.get(url).content.decode()) for url in urls})
    assert all("Sabueso" in page for page in looks[0].values())
    assert [url for url in looks[0] if looks[0][url] != looks[1][url]] == []


LEARNED: Mapping[str, Json] = {"ranged_weapons": 6, "athletics": 6, "brawl": 6, "driving": 6, "tactics": 1}


@pytest.mark.parametrize("place", ["role", "gear", steps.REVIEW])
def test_what_a_new_character_takes_is_found_out_in_play_too(armoury: Armoury, place: str) -> None:
    """TAC-INV-01: while it is made its maker reads the weapon that a role brings, but not what it does."""
    looks: dict[str, list[str]] = {"player": [], "game_master": []}
    for who, seen in looks.items():
        client = Client(headers={"accept-language": "es"})
        client.force_login(armoury.users[who])
        session = client.session
        kept = {"said": {"role": "CCC0001", **LEARNED}, "about": {"character_name": "Bea"}, "form": drafts.FORM}
        session[drafts.SESSION] = {f"{armoury.table.pk}:person": kept}
        session.save()
        for set_values in (armoury.worse, armoury.better):
            set_values()
            page = client.get(reverse("characters:step", args=[armoury.table.pk, "person", place]))
            seen.append(RANDOM.sub("", page.content.decode()))
        assert place == "role" or "Sorda" in seen[0]
    assert looks["player"][0] == looks["player"][1]
    if place == steps.REVIEW:
        assert looks["game_master"][0] != looks["game_master"][1]


def test_writing_a_sheet_keeps_what_is_not_shown_of_it(armoury: Armoury) -> None:
    """TAC-INV-01: the player's form has no field for these weapons; what is sent in their place changes nothing."""
    dog = _dog(armoury)
    client = Client()
    client.force_login(armoury.users["player"])
    address = reverse("characters:edit", args=[dog.pk])
    sent = {"character_name": "Sabueso viejo", "revision": str(dog.revision), "weapons__0__name": "Otra"}
    assert client.post(address, sent).status_code == 302
    dog.refresh_from_db()
    assert (dog.name, [row["accuracy"] for row in dog.sheet["weapons"]]) == ("Sabueso viejo", [1, 1])
    # rows that newer rules take no longer are told of, though the form has no field for them
    Character.objects.filter(pk=dog.pk).update(sheet={**dog.sheet, "weapons": [{**_row(RIFLE), "dice": -1}]})
    refused = client.post(address, {**sent, "revision": str(dog.revision)})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    client.force_login(armoury.users["game_master"])
    assert "Sorda" in client.get(address).content.decode()


def _dog(armoury: Armoury) -> Character:
    """A figure that a player plays, with two weapons that its sheet lists; the second was written down later."""
    dj, values = armoury.users["game_master"], {"weapons": [_row(RIFLE)]}
    dog = create_character(
        table=armoury.table, kind="creature", name="Sabueso", values=values, by=dj, players=[armoury.users["player"]]
    )
    values = {**dog.sheet, "weapons": [_row(RIFLE), _row(RIFLE)]}
    return update_character(character=dog, name="Sabueso", values=values, by=dj)


def _row(weapon: Mapping[str, Json]) -> dict[str, Json]:
    return {"name": "Sorda", "category": "rifles", **{name: weapon[name] for name in ("accuracy", "dice", "bonus")}}


def test_the_files_of_a_player_hold_nothing_to_be_found_out(armoury: Armoury) -> None:
    """TAC-INV-01: neither that of the character nor that of all that is theirs; the former comes in again."""
    address = reverse("exchange:character", args=[armoury.ana.pk])
    armoury.worse()
    files = {who: _file(armoury, who, address) for who in ("player", "game_master")}
    own = leaving.file_of(armoury.users["player"])
    armoury.better()
    assert _file(armoury, "player", address) == files["player"]
    assert _file(armoury, "game_master", address) != files["game_master"]
    with zipfile.ZipFile(io.BytesIO(own)) as packed:
        (name,) = (one for one in packed.namelist() if one.startswith("characters/"))
        assert b'"accuracy"' not in packed.read(name)
    data = files["player"]
    made = incoming_characters.import_character(
        table=armoury.table, data=data, by=armoury.users["game_master"], players=[]
    )
    assert made.name == armoury.ana.name


def _file(armoury: Armoury, who: str, address: str) -> bytes:
    client = Client()
    client.force_login(armoury.users[who])
    return client.get(address).content
