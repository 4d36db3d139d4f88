"""What the pictures show: the demo table on an ordinary evening, its door open and its fight under way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.test import Client

from characters.models import Character
from characters.services import create_character, delete_character, update_character
from combat import demo, free, services, store
from combat.deeds import Deed
from combat.models import Encounter, LogEntry
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.types import Json
from tapiz_site.accounts import links
from tapiz_site.accounts.models import Kind, User
from tapiz_site.campaigns import doors, sessions
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Invitation, Membership, Role, Table

SLUG = "tapiz"


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
            "free": Encounter.objects.get(table=self.table, free=True).pk,
            "ready": Encounter.objects.get(name="El tejado").pk,
            "invitation": Invitation.objects.get(table=self.table).token,
            "player": User.objects.get(username="sharra").pk,
            "empty": Table.objects.get(name="Mesa recién hecha").pk,
            "entry": self._told().pk,
            "password_link": links.make(user=self.user("pantalla"), kind=Kind.PASSWORD, by=self.user("dj")),
        }

    def user(self, name: str) -> User:
        """One of the demo's people."""
        return User.objects.get(username=name)

    def cookie(self, name: str) -> str:
        """The session of somebody who has logged in."""
        client = Client()
        client.force_login(self.user(name))
        return client.cookies[settings.SESSION_COOKIE_NAME].value

    def _told(self) -> LogEntry:
        rows = LogEntry.objects.filter(encounter=self.encounter).order_by("-sequence")
        return next(row for row in rows if any(fact.get("terms") for fact in row.data["facts"]))

    # What happens between two pictures

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


def make_world() -> World:
    """Load the demo and add to it."""
    path = next(path for path in demo.demos() if path.parent.name == SLUG)
    demo.load(path)
    encounter = Encounter.objects.get()
    table = encounter.table
    dj, sharra = User.objects.get(username="dj"), User.objects.get(username="sharra")
    User.objects.create(username="casa", display_name="Quien lo administra", is_staff=True)
    create_character(table=table, kind="person", name="Nadie todavía", values={}, by=dj, players=[sharra])
    gone = create_character(table=table, kind="person", name="Quien se fue", values={}, by=dj, players=[])
    delete_character(character=gone, by=dj)
    _edit(Character.objects.get(name="Sharra"), dj)
    store.create(table=table, name="El tejado", user=dj)
    free.scene_of(table, dj)
    Invitation.objects.create(table=table, created_by=dj)
    campaigns.create_table(user=dj, name="Mesa recién hecha", system=SLUG)
    sessions.begin_adventure(table=table, name="La marea negra", user=dj)
    sessions.begin_session(table=table, user=dj)
    door = doors.open_door(table=table, offered=[])
    doors.knock(door=door, name="Alguien que llega", seat="", user=None, before=None)
    User.objects.create(username="nadie", display_name="Sin mesa")
    guest = User.objects.create(username="invitada", display_name="Invitada", is_guest=True)
    Membership.objects.create(table=table, user=guest, role=Role.PLAYER)
    return World(table, encounter)


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
