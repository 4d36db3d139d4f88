"""The demo table of mechs, for tests of its pages: its people, its fight, commands by names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.test import Client
from django.urls import reverse

from combat import deeds, demo, services, store
from combat.deeds import Deed
from combat.models import Encounter
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tests.kept import demo_table

GM, FALCON, ROCK, SCREEN = "cartografia", "ibarra", "arlanza", "ventanal"


class Field:
    """The field of machines of the demo, right after the first roll for the order."""

    def __init__(self) -> None:
        demo_table(next(path for path in demo.demos() if path.stem == "demo_mechs"))
        self.encounter = Encounter.objects.get(free=False)
        self.table = self.encounter.table
        self.users = {user.username: user for user in User.objects.all()}
        self.clients: dict[str, Client] = {}
        self.keys = 0

    @property
    def fight(self) -> Any:
        """The fight as it is now."""
        return store.read(self.encounter.pk).head.fight

    def id(self, name: str) -> str:
        """The id of a machine by the name that the game master reads."""
        return next(one.id for one in self.fight.combatants.values() if one.called(by_game_master=True) == name)

    def machine(self, name: str) -> Any:
        """A machine by its name."""
        return self.fight.combatants[self.id(name)].body.machine

    def client(self, username: str) -> Client:
        """The browser of a person."""
        if username not in self.clients:
            self.clients[username] = Client()
            self.clients[username].force_login(self.users[username])
        return self.clients[username]

    def url(self, name: str = "fight", *args: object) -> str:
        """An address of the fight."""
        return reverse(f"combat:{name}", args=[self.encounter.pk, *args])

    def act(self, deed: Deed, username: str = GM, faces: Sequence[int] = ()) -> None:
        """Take a deed; dice that the app is to roll show these faces, where they are given."""
        self.keys += 1
        shown = (lambda request: list(faces)[: len(request.sides)]) if faces else deeds.roll
        services.act(
            encounter=self.encounter.pk,
            user=self.users[username],
            deed=deed,
            key=f"key-{self.keys}-of-test",
            faces=shown,
        )

    def command(self, action: str, actor: str = "", by: str = GM, **inputs: Json) -> None:
        """Command an action with its defaults under what is given."""
        read = store.read(self.encounter.pk)
        who = self.id(actor) if actor else None
        viewer = read.head.fight.viewer(str(self.users[by].pk), game_master=by == GM)
        declared = read.system.actions[action].inputs(read.head.fight, who, viewer)
        filled = {item.name: inputs.get(item.name, item.default) for item in declared}
        moment = read.system.moment(read.head.fight)
        self.act(Deed("command", action, who, filled, moment, rolls=True), by, faces=(4, 3))

    def until(self, name: str) -> None:
        """Let all machines before this one declare nothing."""
        read = store.read(self.encounter.pk)
        while read.system.whose_turn(self.fight)[0] != self.id(name):
            self.command("end_turn")
