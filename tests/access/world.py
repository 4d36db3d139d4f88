"""What every address of the access table leads to: a fight under way with everything that can be asked for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import URLPattern, URLResolver, get_resolver

from characters.gear import holder_of
from characters.models import Character
from equipment.ledger import services
from equipment.ledger.models import Loot, Proposal
from equipment.ledger.writing import Holder
from equipment.packs import choosing
from equipment.packs.files.reading import load
from equipment.packs.installing import bring
from equipment.packs.models import Pack
from exchange.outgoing import character_document, table_document, written
from lessons import practising
from lessons.catalogue import lessons_of
from tapiz_site.campaigns import doors
from tapiz_site.campaigns.models import Adventure, Door, Invitation, Knock, Membership, Session
from tapiz_site.pictures.models import Picture
from tapiz_site.pictures.pixels import Encoded
from tapiz_site.pictures.showing import hang
from tapiz_site.pictures.storing import keep
from tests.combat.play import ANA, Game, make_game
from tests.kept import played_once
from tests.packs import sample


@dataclass
class World:
    """The fight of `tests.combat.play`, an invitation, and the places at the table."""

    game: Game
    invitation: Invitation
    told: str
    door: Door
    knock: Knock
    adventure: Adventure
    session: Session
    pack: Pack
    thing: str
    common: str
    loot: int
    practice: int
    proposal: str
    picture: UUID
    place: int
    """The spectator's membership."""

    def values(self) -> dict[str, Any]:
        """What the parameters of the addresses may stand for, by the name of the address and of the parameter."""
        game = self.game
        ana: Character = game.characters["Ana"]
        return {
            "table": game.table.pk,
            "table_pk": game.table.pk,
            "campaigns": game.table.pk,
            "characters": ana.pk,
            "pictures": game.table.pk,
            "picture_pk": self.picture,
            "side": 96,
            "combat": game.encounter.pk,
            "membership_pk": self.place,
            "invitation_pk": self.invitation.pk,
            "token": self.invitation.token,
            "kind": "person",
            "name": "order",
            "columns": "personas",
            "entry": self.told,
            "accounts": game.users["spectator"].pk,
            "knock_pk": self.knock.pk,
            "session_pk": self.session.pk,
            "adventure_pk": self.adventure.pk,
            "code": self.door.code,
            "person": game.users["player"].pk,
            "step": "repaso",
            "field": "notes",
            "revision": 1,
            "rest": game.url().lstrip("/"),
            "exchange": ana.pk,
            "schema": "character",
            "system": game.table.system,
            "rule": "TAP-HP-01",
            "action": "attack",
            "version": 1,
            "loan": 1,
            "pack_pk": self.pack.pk,
            "family": "item",
            "slug": "01-coast",
            "number": "1.0",
            "thing": self.thing,
            "gift": 1,
            "loot": self.loot,
            "lesson": "barrels",
            "practice": self.practice,
            "proposal": self.proposal,
            "digest": "0" * 32,
        }

    def arguments(self, name: str, wanted: list[str]) -> dict[str, Any]:
        """The arguments of one address."""
        values = self.values()
        if name.startswith("characters:"):
            values["code"] = "value.physical_max"
        if name == "combat:sheet_act":
            values["combat"] = values["characters"]
        if name == "characters:take_entry":
            values["code"] = "SLE0001"
        if name.startswith("packs:"):
            values |= {"code": "SLO0001", "kind": "weapon"}
        if name == "characters:take":
            values["thing"] = self.common
        if name in ("characters:add_thing_of", "characters:add_to_stash_of"):
            values["kind"] = "gear"
        if name == "manifest":
            values["language"] = "es"
        return {one: values[name.partition(":")[0] if one == "pk" else one] for one in wanted}

    def data(self, name: str) -> dict[str, Any]:
        """What is sent with a POST: as far as possible something that succeeds."""
        game = self.game
        sheet = {
            "character_name": "Cora",
            "character_players": [],
            "revision": game.characters["Ana"].revision,
            **{key: value for key, value in ANA.items() if key != "traits"},
        }
        found: dict[str, dict[str, Any]] = {
            "accounts:language": {"language": "en"},
            "accounts:theme": {"theme": "dark"},
            "accounts:hand": {"hand": "left"},
            "accounts:more": {"display_name": "Otro nombre"},
            "campaigns:new": {"name": "Los viernes", "system": "tapiz"},
            "campaigns:rename": {"name": "Los viernes"},
            "campaigns:quiet": {"do": "stop"},
            "campaigns:boundaries": {"do": "add", "kind": "line", "text": "Arañas"},
            "combat:go_back": {"entry": self.told},
            "campaigns:people": {"role": "player", "uses": "1"},
            "campaigns:change_role": {"role": "player"},
            "characters:new": sheet,
            "characters:new_kind": sheet,
            "characters:edit": sheet,
            "characters:add_thing_of": {"thing_name": "Cuerda"},
            "characters:add_to_stash_of": {"thing_name": "Cuerda"},
            "characters:edit_thing": {"thing_name": "Cuerda"},
            "characters:do_thing": {"do": "less"},
            "characters:answer_proposal": {"answer": "close"},
            "characters:take": {"to": str(game.characters["Ana"].pk)},
            "characters:loot": {"do": "rest"},
            "characters:keep_shop": {"sells_at": "100", "buys_at": "50"},
            "combat:new": {"name": "El tejado"},
            "combat:sheet_act": {"do": "roll attribute:dexterity"},
            "campaigns:new_adventure": {"name": "El tejado"},
            "campaigns:rename_adventure": {"name": "El tejado"},
            "campaigns:edit_session": {"began": "2026-03-01T20:00", "notes": "Nada"},
            "campaigns:door": {"name": "Alguien más"},
            "lessons:go": {"do": "next", "step": "0", "done": "0"},
            "pictures:rename": {"caption": "El mapa"},
            "pictures:table_look": {"emblem": "wolf.granza"},
            "characters:look": {"emblem": "wolf.granza"},
            "packs:change": {"do": "hide"},
            "packs:rules": {"confirm": "1"},
            "packs:new": {"name": "Lo nuestro", "code": "LN", "licence": "CC0", "language": "es"},
            "packs:head": {"name": "Otra sal", "licence": "CC0"},
            "packs:add": {"entry_name": "Daga", "entry_code": "SLO0009"},
            "packs:edit": {"entry_name": "Daga", "entry_code": "SLO0001"},
            "packs:copy": {"pack": str(self.pack.pk)},
            "packs:publish": {"number": "2"},
            "packs:paste": {"table": "name\nDaga", "became": "name", "take": "1"},
        }
        if name == "combat:act":
            hurt = {"amount": "1", "pool": "physical", f"targets__{game.id('Ana')}": "full"}
            return {"key": "key-of-access", **hurt}
        if name == "packs:bring":
            return {"file": SimpleUploadedFile("lienzo.zip", sample.zipped(sample.files()))}
        if name.startswith("exchange:import_"):
            ana = game.characters["Ana"]
            # a table without a fight: who may bring one is asked, not what it holds
            bare = game.users["stranger"].tables.get()
            made = table_document(bare) if name.endswith("table") else character_document(ana)
            return {"file": SimpleUploadedFile("mesa.json", written(made)[0])}
        return {"key": f"key-of-{name}", **found.get(name, {})}


def make_world() -> World:
    """Build it; played once by this process."""
    return played_once(_played)


def _played() -> World:
    game = make_game()
    game.begin()
    game.attack("player", "Ana", "Orco 1", bonus=4)
    told = game.newest.id
    runs = game.users["game_master"]
    version = bring(load(sample.files()), game.table)
    choosing.take(game.table, version)
    common = Holder(game.table, name="el fondo común")
    goods = {"kind": "gear", "name": "Cuerda", "values": {"weight": 0, "price": 0, "properties": ""}}
    rope = services.add(holder_of(game.characters["Ana"]), runs, **goods, quantity=3)
    lamp = services.add(common, runs, **goods)
    loot = Loot.objects.create(table=game.table, name="Orco")
    return World(
        game,
        Invitation.objects.create(table=game.table, created_by=runs),
        told,
        doors.open_door(table=game.table, offered=[]),
        Knock.objects.create(table=game.table, name="Alguien"),
        Adventure.objects.create(table=game.table, name="La marea"),
        Session.objects.create(table=game.table),
        version.pack,
        rope.pk,
        lamp.pk,
        loot.pk,
        practising.begin(lessons_of(game.table.system)["barrels"], runs).pk,
        Proposal.objects.create(
            table=game.table, owner=game.characters["Ana"], by=game.users["player"], kind="gear", name="Cuerda"
        ).pk,
        _hanging(game).pk,
        Membership.objects.get(table=game.table, user=game.users["spectator"]).pk,
    )


def _hanging(game: Game) -> Picture:
    """A picture that the game master shows."""
    picture = keep(game.table, Encoded(1, 1, {96: b"webp"}), by=game.users["game_master"], to_show=True)
    hang(game.table, picture)
    return picture


@cache
def patterns() -> dict[str, list[str]]:
    """Every address of the site: its full name and the parameters in it."""
    found: dict[str, list[str]] = {}

    def walk(parts: list[URLPattern | URLResolver], spaces: tuple[str, ...], above: list[str]) -> None:
        for part in parts:
            inside = [*above, *part.pattern.regex.groupindex]
            if isinstance(part, URLResolver):
                walk(part.url_patterns, (*spaces, part.namespace) if part.namespace else spaces, inside)
                continue
            assert part.name, f"{part.pattern} has no name"
            name = ":".join((*spaces, part.name))
            assert name not in found, f"two addresses are called {name}"
            found[name] = inside

    walk(get_resolver().url_patterns, (), [])
    return found
