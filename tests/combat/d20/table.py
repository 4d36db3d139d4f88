"""The demo table of d20, and its pages as a browser asks for them."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from combat import demo, services, store
from combat.deeds import Deed
from combat.models import Encounter
from tapiz_site.accounts.models import User
from tests.kept import demo_table

pytestmark = pytest.mark.django_db


class World:
    """The demo table, its people by log-in, and its fight."""

    def __init__(self) -> None:
        demo_table(next(path for path in demo.demos() if path.parent.name == "d20"))
        self.encounter = Encounter.objects.get(free=False)
        self.table = self.encounter.table
        self.master = User.objects.get(username="bitacora")
        self.keys = 0
        self.clients: dict[str, Client] = {}

    def client(self, username: str) -> Client:
        """The browser of a person, who is logged in."""
        if username not in self.clients:
            self.clients[username] = Client()
            self.clients[username].force_login(User.objects.get(username=username))
        return self.clients[username]

    def id(self, name: str) -> str:
        fight = store.read(self.encounter.pk).head.fight
        return next(one.id for one in fight.combatants.values() if one.called(by_game_master=True) == name)

    def post(self, username: str, action: str, actor: str, **values: str) -> int:
        """Begin a command as a browser does."""
        read = store.read(self.encounter.pk)
        moment = read.system.moment(read.head.fight)
        query = urlencode({"do": "command", "action": action, "actor": self.id(actor), "moment": moment, "rolls": "1"})
        return self.send(username, f"{reverse('combat:act', args=[self.encounter.pk])}?{query}", **values)

    def act(self, deed: Deed) -> None:
        """Take a deed of the game master, without a page."""
        services.act(encounter=self.encounter.pk, user=self.master, deed=deed, key=store.new_id())

    def turn(self) -> str:
        """The name of the combatant in turn."""
        fight = store.read(self.encounter.pk).head.fight
        return fight.combatants[fight.round.acting].called(by_game_master=True)

    def turn_to(self, name: str) -> None:
        """End turns until it is the turn of this combatant."""
        while self.turn() != name:
            read = store.read(self.encounter.pk)
            acting, moment = read.head.fight.round.acting, read.system.moment(read.head.fight)
            self.act(Deed("command", "end_turn", acting, moment=moment))

    def beside(self, name: str, *others: str) -> None:
        """Let a combatant stand beside each of these."""
        for other in others:
            inputs = {"of": self.id(name), "to": self.id(other), "what": "adjacent:adjacent"}
            self.act(Deed("command", "relate", self.id(name), inputs))

    def send(self, username: str, address: str, **values: str) -> int:
        """Send the page's form to the address of a button."""
        self.keys += 1
        return self.client(username).post(address, {"key": f"key-{self.keys}-of-this-test", **values}).status_code

    def press(self, username: str, shown: str, label: str) -> str:
        """Press a button of a panel by its words; returns the next panel."""
        (found,) = re.findall(rf'formaction="([^"]+)"[^>]*>(?:(?!</button>).)*{re.escape(label)}', shown, re.DOTALL)
        assert self.send(username, unescape(found)) in (200, 302)
        return panel(self, username)


def page(response: object) -> str:
    assert response.status_code == 200, response.status_code  # type: ignore[attr-defined]
    return str(response.content.decode())  # type: ignore[attr-defined]


def acts_of(shown: str) -> tuple[str, str]:
    """The actions of a panel: what can be chosen, and what is folded away with its reason."""
    acts = shown.partition('id="f-acts"')[2].partition('id="f-others"')[0]
    chosen, _, folded = acts.partition("not-now")
    return chosen, folded


class High:
    """Dice that show 15, or the most that they can."""

    def randint(self, least: int, most: int) -> int:
        return min(most, 15)


def dock_of(shown: str) -> str:
    """What stands in the dock of a page of the fight."""
    return shown.partition('id="f-dock"')[2].partition('id="panel"')[0]


class Faces:
    """Dice that show these faces one after the other."""

    def __init__(self, *faces: int) -> None:
        self.faces = iter(faces)

    def randint(self, least: int, most: int) -> int:
        return next(self.faces)


def parts_of(shown: str) -> list[str]:
    """The parts of the turn in the header, each with what the drawing says of it."""
    return re.findall(r'<li class="part([^"]*)"', shown)


def panel(world: World, username: str, **query: str) -> str:
    """What a person does and answers on the page of the fight."""
    return page(world.client(username).get(reverse("combat:panel", args=[world.encounter.pk]), query))


def dock(world: World, username: str, **query: str) -> str:
    """What a person reads below the page."""
    return page(world.client(username).get(reverse("combat:fragment", args=[world.encounter.pk, "dock"]), query))
