"""A Tapiz table at play for tests: its people, their characters, and a fight that is acted on by services or pages.

The order of the fight: Ana 15, Orco 1 and Orco 2 12 (a group), the hidden Sombra 9, Bruno 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from characters.models import Character
from characters.services import create_character
from combat import deeds, services, sheets, store
from combat.deeds import Deed
from combat.models import Encounter, LogEntry
from combat.services import Result
from rules.core import engine
from rules.core.audience import Viewer
from rules.core.engine import waits_for
from rules.core.fight import Combatant
from rules.core.requests import Request
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role, Table
from tests.kept import played_once

ROLES = ("game_master", "player", "other_player", "spectator", "stranger", "anonymous")

ANA: Mapping[str, Json] = {
    "level": 2,
    "strength": 14,
    "dexterity": 12,
    "intelligence": 12,
    "physical_max": 20,
    "mental_max": 15,
    "armour": "light",
    "traits": [{"text": "Esgrima"}, {"text": "Terca"}],
}
BRUNO: Mapping[str, Json] = {**ANA, "strength": 10, "intelligence": 16, "traits": [{"text": "Latinajos"}]}
ORC: Mapping[str, Json] = {"strength": 12, "physical_max": 14, "mental_max": 8, "traits": [{"text": "Berrea"}]}
SHADOW: Mapping[str, Json] = {"level": 3, "dexterity": 16, "physical_max": 30, "mental_max": 20}

INITIATIVES = (("Ana", 15), ("Orco 1", 12), ("Sombra", 9), ("Bruno", 6))


@dataclass
class Game:
    """A table with its people and one fight; combatants are named as the game master names them."""

    table: Table
    users: dict[str, User]
    encounter: Encounter
    characters: dict[str, Character]
    keys: int = 0
    clients: dict[str, Client] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    """The sessions of people who have logged in before."""

    # What is

    @property
    def read(self) -> store.Read:
        return store.read(self.encounter.pk)

    @property
    def fight(self) -> Any:
        return self.read.head.fight

    def one(self, name: str) -> Combatant[Any]:
        return one_of(self.fight, name)

    def id(self, name: str) -> str:
        return self.one(name).id

    def body(self, name: str) -> Any:
        return self.one(name).body

    def points(self, name: str) -> int:
        """The hero points that can be spent for a combatant."""
        return int(self.fight.points_of(self.id(name)))

    @property
    def turn(self) -> str | None:
        fight = self.fight
        turn = fight.round.turn
        return fight.combatants[turn].called(by_game_master=True) if turn else None

    @property
    def asked(self) -> tuple[Request, ...]:
        """What the fight waits for."""
        read = self.read
        waiting = waits_for(read.system, read.head)
        return waiting.requests if waiting else ()

    @property
    def entries(self) -> list[LogEntry]:
        return list(self.encounter.entries.order_by("sequence"))

    @property
    def newest(self) -> LogEntry:
        return [row for row in self.entries if row.kind != "dice"][-1]

    # Acts by services

    def key(self) -> str:
        self.keys += 1
        return f"key-of-test-{self.keys}"

    def act(self, who: str, deed: Deed, key: str = "", faces: Iterable[int] = ()) -> Result:
        user = self.users[who]
        shown = list(faces)
        roll = (lambda request: shown) if shown else deeds.roll
        return services.act(encounter=self.encounter.pk, user=user, deed=deed, key=key or self.key(), faces=roll)

    def command(self, by: str, action: str, actor: str | None = None, /, key: str = "", **inputs: Json) -> Result:
        """A command with the defaults of its inputs under those given."""
        return self.act(by, self.deed(by, action, actor, **inputs), key)

    def deed(self, by: str, action: str, actor: str | None = None, /, **inputs: Json) -> Deed:
        read = self.read
        fight = read.head.fight
        acting = one_of(fight, actor).id if actor else None
        declared = engine.action(read.system, action).inputs(fight, acting, self.viewer(by, fight))
        filled = {item.name: inputs.get(item.name, item.default) for item in declared} | inputs
        return Deed("command", action, acting, filled, read.system.moment(fight))

    def viewer(self, who: str, fight: Any = None) -> Viewer:
        return (fight or self.fight).viewer(str(self.users[who].pk), game_master=who == "game_master")

    def answer(self, who: str, request: str, /, key: str = "", **inputs: Json) -> Result:
        return self.act(who, Deed("answer", request=request, inputs=inputs), key)

    def damage(self, who: str, name: str, amount: int, key: str = "", pool: str = "physical") -> Result:
        targets = {self.id(name): "full"}
        actor = None if who == "game_master" else name
        # the harm of these fights lands at once
        asks: dict[str, Json] = {"asks": False} if who == "game_master" else {}
        return self.command(who, "damage", actor, key=key, amount=amount, pool=pool, targets=targets, **asks)

    def attack(self, who: str, actor: str, target: str, *, bonus: int = 0, **inputs: Json) -> Result:
        """An attack without dice; with `bonus` its total is this much above ten and the modifier of strength."""
        others = [{"value": bonus, "reason": "la escena"}] if bonus else []
        return self.command(
            who, "attack", actor, target=self.id(target), attribute="strength", mode="static", others=others, **inputs
        )

    def end_turn(self, who: str = "game_master") -> Result:
        return self.command(who, "end_turn", None if who == "game_master" else self.turn)

    def undo(self, who: str, entry: str = "", *, with_depending: bool = False) -> Result:
        return self.act(who, Deed("undo", entry=entry, with_depending=with_depending))

    def redo(self, who: str) -> Result:
        return self.act(who, Deed("redo"))

    def begin(self) -> None:
        """All combatants have an initiative and the first asalto has begun."""
        for name, number in INITIATIVES:
            self.command("game_master", "set_initiative", who=self.id(name), initiative=number)
        self.command("game_master", "initiative")

    # Acts by pages

    def log_in(self) -> None:
        """Everybody logs in."""
        for who in self.users:
            self.sessions[who] = self.client(who).cookies[settings.SESSION_COOKIE_NAME].value
        self.clients.clear()

    def client(self, who: str) -> Client:
        if who not in self.clients:
            self.clients[who] = Client()
            if who in self.sessions:
                self.clients[who].cookies[settings.SESSION_COOKIE_NAME] = self.sessions[who]
            elif who != "anonymous":
                self.clients[who].force_login(self.users[who])
        return self.clients[who]

    def url(self, name: str = "fight", *args: object) -> str:
        return reverse(f"combat:{name}", args=[self.encounter.pk, *args])

    def get(self, who: str, name: str = "fight", *args: object, htmx: bool = False, **query: str) -> HttpResponse:
        headers = {"HX-Request": "true"} if htmx else {}
        return self.client(who).get(self.url(name, *args), query, headers=headers)

    def post(
        self,
        who: str,
        query: Mapping[str, str],
        data: Mapping[str, Any] | None = None,
        *,
        htmx: bool = False,
        key: str = "",
    ) -> HttpResponse:
        """Send the page's form: the button's address and the body."""
        headers = {"HX-Request": "true"} if htmx else {}
        body = {"key": key or self.key(), **(data or {})}
        return self.client(who).post(f"{self.url('act')}?{urlencode(query)}", body, headers=headers)

    def does(self, action: str, actor: str | None = None, **more: str) -> dict[str, str]:
        """The address of a button that commands this at the present moment."""
        read = self.read
        actors = {"actor": one_of(read.head.fight, actor).id} if actor else {}
        return {"do": "command", "action": action, "moment": read.system.moment(read.head.fight), **actors, **more}


def one_of(fight: Any, name: str) -> Combatant[Any]:
    """The combatant with this name on the game master's pages."""
    found = [one for one in fight.combatants.values() if one.called(by_game_master=True) == name]
    assert len(found) == 1, f"{name}: {[one.name for one in fight.combatants.values()]}"
    return found[0]


def people() -> tuple[Table, dict[str, User]]:
    """A table with one person on each rung, and a stranger who runs a table of their own."""
    names = {"game_master": "Dirección", "player": "Jugadora", "other_player": "Otra", "spectator": "Pantalla"}
    users = {
        who: User.objects.create(username=who, display_name=names.get(who, "Nadie"))
        for who in ROLES
        if who != "anonymous"
    }
    table = campaigns.create_table(user=users["game_master"], name="Los jueves", system="tapiz")
    # the table trusts its players, so that they act here without a word of the game master's
    table.house = {**table.house, "proposals": "trust"}
    table.save()
    campaigns.create_table(user=users["stranger"], name="Otra mesa", system="tapiz")
    for who, role in {"player": Role.PLAYER, "other_player": Role.PLAYER, "spectator": Role.SPECTATOR}.items():
        Membership.objects.create(table=table, user=users[who], role=role)
    return table, users


def creatures(name: str, sheet: Mapping[str, Json], count: int = 1, **more: Json) -> list[dict[str, Json]]:
    """Rows that enlist improvised combatants; several are a numbered group."""
    group = store.new_id() if count > 1 else None
    row = {"name": name, "kind": "creature", "sheet": sheet, "group": group, "numbered": count > 1, **more}
    return [{**row, "id": store.new_id()} for _one in range(count)]


def make_game(rows: Iterable[Mapping[str, Json]] | None = None, *, proposals: str = "") -> Game:
    """A table with Ana and Bruno, and a fight in which they meet two orcs and a hidden foe.

    proposals: the table's setting for what players propose, where it does not trust them.
    """
    table, users = people()
    if proposals:
        table.house = {**table.house, "proposals": proposals}
        table.save()
    runs = users["game_master"]
    characters = {
        name: create_character(table=table, kind="person", name=name, values=sheet, by=runs, players=[users[player]])
        for name, sheet, player in (("Ana", ANA, "player"), ("Bruno", BRUNO, "other_player"))
    }
    encounter = store.create(table=table, name="La bodega", user=runs)
    game = Game(table, users, encounter, characters)
    foes = [*creatures("Orco", ORC, 2), *creatures("Sombra", SHADOW, hidden=True)] if rows is None else list(rows)
    own = [sheets.character_row(one) for one in characters.values()]
    services.enlist(encounter=encounter, user=runs, rows=[own[0], *foes, own[1]], key=game.key())
    return game


def prepared_game() -> Game:
    """What `make_game` makes, played once by this process."""
    return played_once(_prepared, "")


def _prepared(proposals: str) -> Game:
    game = make_game(proposals=proposals)
    game.log_in()
    return game


def begun_game(proposals: str = "") -> Game:
    """The same fight under way: it is Ana's asalto."""
    return played_once(_begun, proposals)


def _begun(proposals: str) -> Game:
    game = _prepared(proposals)
    game.begin()
    return game
