"""What the pictures show: the demo table on an ordinary evening, its door open and its fight under way."""

from __future__ import annotations

import io
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.test import Client
from PIL import Image, ImageDraw

from characters import gear
from characters.models import Character
from characters.services import create_character, delete_character, update_character
from combat import demo, plans, scenes, services, store
from combat.deeds import Deed
from combat.models import Encounter, LogEntry, TableMap
from equipment.ledger import services as things
from equipment.ledger import sharing, trading
from equipment.ledger.models import Possession
from equipment.ledger.writing import Holder
from equipment.packs import catalogue, choosing, drafts, installing, stored
from equipment.packs.files.document import BattleMap, Entry
from equipment.packs.files.maps import data_in_language
from equipment.packs.models import Pack, TablePack
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.board import making
from rules.core.board.maps import maps_of
from rules.core.board.rules import rules_of
from rules.core.boards import Board, Region
from rules.core.gear import Thing
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, User
from tapiz_site.campaigns import boundaries, doors, sessions, stopping
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import BoundaryKind, EveningStep, Invitation, Membership, Role, Table
from tapiz_site.pictures import pixels, showing, storing
from tapiz_site.pictures.models import Picture

SLUG = "tapiz"
EVENING = (EveningStep.DOOR, EveningStep.CHARACTERS, EveningStep.SCENE)
"""The steps of a first evening that have a table here; that of the Lienzo is any new table."""


@dataclass
class World:
    """The demo, and what was added to it."""

    table: Table
    encounter: Encounter

    @cached_property
    def values(self) -> dict[str, Any]:
        """What stands for the names in the addresses of the list."""
        names = {one.name: one.pk for one in Character.objects.all()}
        door = doors.door_of(self.table)
        session = sessions.session_of(self.table)
        assert door is not None
        assert session is not None
        return {
            "table": self.table.pk,
            "fight": self.encounter.pk,
            "sharra": names["Sharra"],
            "elythlian": names["Elythlian"],
            "blank": names["Nadie todavía"],
            "code": door.code,
            "session": session.pk,
            "adventure": session.adventure_id,
            "free": Encounter.objects.get(table=self.table, free=True).pk,
            "ready": Encounter.objects.get(name="El tejado").pk,
            "invitation": Invitation.objects.get(table=self.table).token,
            "player": User.objects.get(username="sharra").pk,
            "empty": Table.objects.get(name="Mesa recién hecha").pk,
            **{f"evening_{step}": Table.objects.get(evening=step).pk for step in EVENING},
            "entry": self._told().pk,
            "pack": TablePack.objects.get(table=self.table).pack_id,
            "draft": Pack.objects.get(owner=self.table).pk,
            **self._of_equipment(names["Sharra"]),
            "ready_to_rise": names["A punto de subir"],
            "tapiz_table": self.table.pk,
            "tapiz_fight": self.encounter.pk,
            **_others(names),
            **{f"{name}_creatures": _creatures(table) for name, table in self._tables.items()},
            "map": TableMap.objects.get(table=self.table).pk,
            "password_link": links.make(user=self.user("pantalla"), kind=Kind.PASSWORD, by=self.user("dj")),
        }

    @property
    def _tables(self) -> dict[str, Table]:
        """The table of each system, and that of the machines."""
        found = {one.system: one for one in Table.objects.filter(encounters__free=False).order_by("-created")}
        return {**found, "tapiz": self.table, "mechs": Encounter.objects.get(name=_scene("tactico/demo_mechs")).table}

    def _of_equipment(self, sharra: UUID) -> dict[str, Any]:
        own = {one.name: one.pk for one in Possession.objects.filter(owner=sharra)}
        coat, bow, arrows, quiver = "Coleto de cuero graso", "Arco de cable", "Flecha gris", "Carcaj de corteza"
        return {"coat": own[coat], "bow": own[bow], "arrows": own[arrows], "quiver": own[quiver]}

    def user(self, name: str) -> User:
        """One of the demo's people."""
        return User.objects.get(username=name)

    def cookie(self, name: str) -> str:
        """The session of a person who has logged in."""
        client = Client()
        client.force_login(self.user(name))
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def _told(self) -> LogEntry:
        rows = LogEntry.objects.filter(encounter=self.encounter).order_by("-sequence")
        return next(row for row in rows if any(fact.get("terms") for fact in row.data["facts"]))

    # What happens between two pictures

    def show_picture(self) -> None:
        """The game master shows the map of the table."""
        showing.hang(self.table, Picture.objects.get(table=self.table, to_show=True))

    def take_picture_down(self) -> None:
        """The game master takes it away."""
        showing.take_down(self.table)

    def lay_map(self, system: str, name: str) -> None:
        """A map of a shipped pack under the demo fight of a system."""
        encounter = Encounter.objects.get(name=_scene(f"{system}/demo"))
        path = next(Path(settings.BASE_DIR, "content", system).glob(f"*/maps/{name}.json"))
        laid = json.loads(path.read_text(encoding="utf-8"))
        runs = encounter.table.memberships.get(role=Role.GAME_MASTER).user
        data = data_in_language(BattleMap(name, laid["name"], laid["data"]), "es")
        scenes.lay(encounter, runs, data, laid["name"]["es"], key=store.new_id())

    def throw_a_grenade(self) -> None:
        """In the d20 fight on a board a grenade falls on Olalla, whose save is not rolled yet."""
        encounter = Encounter.objects.get(pk=self.values["d20_board_fight"])
        runs = encounter.table.memberships.get(role=Role.GAME_MASTER).user
        read = store.read(encounter.pk)
        ids = {one.called(by_game_master=True): one.id for one in read.head.fight.combatants.values()}
        thrower, target = ids["Iker Zabala"], read.head.fight.places[ids["Olalla Vidal"]].at
        while (acting := read.system.whose_turn(read.head.fight)[0]) != thrower:
            turn = Deed("command", "end_turn", acting, {}, read.system.moment(read.head.fight))
            services.act(encounter=encounter.pk, user=runs, deed=turn, key=store.new_id())
            read = store.read(encounter.pk)
        fight = read.head.fight
        declared = engine.action(read.system, "throw_explosive").inputs(fight, thrower, Viewer(game_master=True))
        filled = {item.name: item.default for item in declared} | {"at": target}
        deed = Deed("command", "throw_explosive", thrower, filled, read.system.moment(fight), rolls=True)
        services.act(encounter=encounter.pk, user=runs, deed=deed, key=store.new_id())

    def stop_play(self) -> None:
        """A player stops play, and something is written to the game master without a name."""
        stopping.stop(self.table, User.objects.get(username="sharra"))
        stopping.write(self.table, "Sin detalles de las heridas, por favor.")

    def go_on(self) -> None:
        """The game master lets play go on; a line and a veil are added."""
        stopping.resume(self.table)
        boundaries.add(self.table, BoundaryKind.LINE, "Daño a animales", None)
        boundaries.add(self.table, BoundaryKind.VEIL, "Tortura", User.objects.get(username="sharra"))

    def command(self, action: str, actor: str | None = None, **inputs: Json) -> None:
        """A command of the game master, with the defaults of its inputs under those given."""
        read = store.read(self.encounter.pk)
        fight = read.head.fight
        ids = {one.called(by_game_master=True): one.id for one in fight.combatants.values()}
        given = {name: ids.get(value, value) if isinstance(value, str) else value for name, value in inputs.items()}
        acting = ids[actor] if actor else read.system.moment(fight).partition(":")[2] or None
        verb = engine.action(read.system, action)
        acting = acting if verb.needs_actor else None
        declared = verb.inputs(fight, acting, Viewer(game_master=True))
        filled = {item.name: item.default for item in declared} | given
        self.act(Deed("command", action, acting, filled, read.system.moment(fight)))

    def answer(self, given: Mapping[str, Json] | None) -> None:
        """Answer the first thing that is asked; without an answer, with what it proposes."""
        read = store.read(self.encounter.pk)
        waiting = engine.waits_for(read.system, read.head)
        assert waiting is not None
        asked = waiting.requests[0]
        if given is None:
            inputs = getattr(asked, "inputs", ())
            given = getattr(asked, "default", None) or {item.name: item.default for item in inputs}
        self.act(Deed("answer", request=asked.key, inputs=given))

    def act(self, deed: Deed) -> None:
        """One act of the game master."""
        services.act(encounter=self.encounter.pk, user=self.user("dj"), deed=deed, key=store.new_id())


def _others(names: Mapping[str, UUID]) -> dict[str, Any]:
    """The tables of the other systems, their fights, and the characters of their demo."""
    found: dict[str, Any] = {name: names[name.capitalize()] for name in ("irena", "orlo", "vera")}
    found["nerea"], found["falcon"] = names["Nerea Salas"], names["Halcón"]
    fights = {"tumbas": _scene("tumbas/demo"), "d20": _scene("d20/demo"), "tactico": _scene("tactico/demo")}
    boards = {f"{system}_board": _scene(f"{system}/demo_board") for system in ("tapiz", "d20")}
    for name, scene in {**fights, **boards, "mechs": _scene("tactico/demo_mechs")}.items():
        encounter = Encounter.objects.get(name=scene)
        found |= {f"{name}_fight": encounter.pk, f"{name}_table": encounter.table_id}
    return found


def _creatures(table: Table) -> str:
    """A query for cards of eight creatures of the table."""
    codes = [one.code for one in catalogue.entries_for(table, family="creature")[:8]]
    return urlencode([("paper", "a4"), *(("of", code) for code in codes)])


def _scene(name: str) -> str:
    path = next(path for path in demo.demos() if f"{path.parent.name}/{path.stem}" == name)
    return str(tomllib.loads(path.read_text(encoding="utf-8"))["encounter"])


def load_demos() -> None:
    """The demo tables, whose people are no accounts yet."""
    installing.install_shipped()
    for path in demo.demos():
        demo.load(path)


def _pictured_map(table: Table, dj: User) -> None:
    """A map of the table over a picture, with a region that is covered."""
    kept = TableMap.objects.create(table=table, name="Muelle", data={}, created_by=dj)
    picture = plans.keep(kept, pixels.plan(_map()), dj)
    board = Board(14, 10, regions={"r1": Region("Almacén", ("A1", "A2", "B1", "B2", "C1", "C2"))})
    board = replace(board, backdrop=making.spread(board, str(picture.pk)))
    kept.data = maps_of(rules_of(get_system(table.system))).kept(board)
    kept.save()


def make_world() -> World:
    """Add to the demo table of Tapiz, in a site with accounts."""
    encounter = Encounter.objects.get(name=_scene("tapiz/demo"))
    table = encounter.table
    dj, sharra = User.objects.get(username="dj"), User.objects.get(username="sharra")
    User.objects.create(username="casa", display_name="Quien lo administra", is_staff=True)
    create_character(table=table, kind="person", name="Nadie todavía", values={}, by=dj, players=[sharra])
    due = {**Character.objects.get(name="Sharra").sheet, "experience": 99_000}
    create_character(table=table, kind="person", name="A punto de subir", values=due, by=dj, players=[sharra])
    storing.keep(table, pixels.whole(_map()), by=dj, caption="La bodega, vista desde el muelle", to_show=True)
    _pictured_map(table, dj)
    gone = create_character(table=table, kind="person", name="Quien se fue", values={}, by=dj, players=[])
    delete_character(character=gone, by=dj)
    _edit(Character.objects.get(name="Sharra"), dj)
    store.create(table=table, name="El tejado", user=dj)
    services.scene_of(table, dj)
    Invitation.objects.create(table=table, created_by=dj)
    campaigns.create_table(user=dj, name="Mesa recién hecha", system=SLUG)
    for step in EVENING:
        _first_evening(step, dj, sharra)
    sessions.begin_adventure(table=table, name="La marea negra", user=dj)
    sessions.begin_session(table=table, user=dj)
    door = doors.open_door(table=table, offered=[])
    doors.knock(door=door, name="Alguien que llega", seat="", user=None, before=None)
    User.objects.create(username="nadie", display_name="Sin mesa")
    guest = User.objects.create(username="invitada", display_name="Invitada", is_guest=True)
    Membership.objects.create(table=table, user=guest, role=Role.PLAYER)
    _packs(table)
    _things(table, dj)
    return World(table, encounter)


def _map() -> bytes:
    """A picture to show, drawn here."""
    image = Image.new("RGB", (1200, 800), "#d9c9a3")
    pen = ImageDraw.Draw(image)
    for at in range(0, 1200, 100):
        pen.line([(at, 0), (at, 800)], fill="#b9a888", width=2)
        pen.line([(0, at), (1200, at)], fill="#b9a888", width=2)
    for left, top, right, bottom in ((100, 100, 700, 500), (700, 200, 1100, 700), (200, 500, 500, 700)):
        pen.rectangle((left, top, right, bottom), outline="#4d4032", width=10)
    into = io.BytesIO()
    image.save(into, "PNG")
    return into.getvalue()


def _first_evening(step: EveningStep, dj: User, player: User) -> None:
    """A new table at one step of its first evening: one player has a character by the third, another knocks."""
    table = campaigns.create_table(user=dj, name=f"La primera tarde: {step.label}", system=SLUG)
    choosing.take_newest(table, ["bruma-y-bronce"])
    Table.objects.filter(pk=table.pk).update(evening=step)
    for person in (player, User.objects.get(username="elythlian")):
        Membership.objects.create(table=table, user=person, role=Role.PLAYER)
    if step == EveningStep.SCENE:
        create_character(table=table, kind="person", name="Tamar", values={}, by=dj, players=[player])
    doors.knock(door=doors.open_door(table=table), name="Quien llama", seat="", user=None, before=None)


def _packs(table: Table) -> None:
    """A newer version of the pack of the table, and a draft of its own."""
    taken = TablePack.objects.get(table=table).version
    now = stored.pack_of(taken)
    first, *rest = now.entries
    dearer = replace(first, values={**first.values, "price": 77})
    installing.bring(replace(now, version=drafts.next_number(now.version), entries=(dearer, *rest[:-1])))
    own = drafts.begin(table=table, slug="lo-nuestro", code="LN", name="Lo nuestro", licence="CC0", language="es")
    knife = {"price": 12, "use": "melee"}
    drafts.write(own, Entry("weapon", "LNO0001", {"es": "Navaja"}, {"es": "De abrir ostras."}, knife))


def _things(table: Table, dj: User) -> None:
    """Something in the stash, something offered, something of a fallen foe, and a shop that is open."""
    goods = {one.code: one for one in catalogue.entries_for(table, family="item", language="es")}
    stash = Holder(table)
    for code, quantity in (("BBO0401", 2), ("BBO0406", 3), ("BBO0601", 1), ("BBO0302", 9)):
        one = goods[code]
        things.add(stash, dj, kind=one.kind, name=one.name, values=one.values, quantity=quantity, entry=code)
    things.add(stash, dj, kind="coin", name="silver", values={"coin": "silver"}, quantity=31)
    names = {one.name: gear.holder_of(one) for one in Character.objects.filter(table=table)}
    tinder = Possession.objects.get(owner=names["Elythlian"].owner, name="Yesca y eslabón")
    sharing.offer(names["Elythlian"], dj, tinder.pk, 1, names["Sharra"])
    rope = Possession.objects.get(owner=names["Sharra"].owner, name="Cabo de diez brazas")
    sharing.offer(names["Sharra"], dj, rope.pk, 1, names["Elythlian"])
    fallen = [
        Thing(str(number), goods[code].kind, goods[code].name, goods[code].values, quantity=quantity, entry=code)
        for number, (code, quantity) in enumerate((("BBO0008", 1), ("BBO0305", 7)), 1)
    ]
    sharing.open_loot(table, dj, encounter="", combatant="", name="Orco caído", things=fallen, owner=None)
    trading.set_shop(table, name="El bazar del puente", is_open=True, sells_at=110, buys_at=50)


def _edit(character: Character, by: User) -> None:
    fresh = Character.objects.get(pk=character.pk)
    update_character(
        character=fresh,
        revision=fresh.revision,
        name=fresh.name,
        values={**fresh.sheet, "level": 4},
        players=list(fresh.players.all()),
        by=by,
    )
