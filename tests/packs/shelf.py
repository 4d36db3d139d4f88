"""A Tapiz table with its people that plays with the sample pack, which is installed for all tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from django.urls import reverse

from equipment.packs import choosing
from equipment.packs.files.reading import load
from equipment.packs.installing import bring
from equipment.packs.models import Pack, PackVersion
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.models import Membership, Role, Table
from tests.packs import sample


def brought(owner: Table | None = None, **changed: str | None) -> PackVersion:
    """The sample, with other files in place of its own, as a version."""
    return bring(load(sample.files(**changed)), owner)


def numbered(number: str) -> str:
    """The head of the sample under another version."""
    return sample.HEAD.replace('version = "1.0"', f'version = "{number}"')


@dataclass
class Shelf:
    table: Table
    users: dict[str, User]
    version: PackVersion
    clients: dict[str, Client] = field(default_factory=dict)

    @property
    def pack(self) -> Pack:
        return self.version.pack

    def client(self, who: str) -> Client:
        if who not in self.clients:
            self.clients[who] = Client(headers={"accept-language": "es"})
            self.clients[who].force_login(self.users[who])
        return self.clients[who]

    def url(self, name: str, *args: Any) -> str:
        return reverse(f"packs:{name}", args=[self.table.pk, *args])

    def get(self, who: str, page: str, /, *args: Any, **query: str) -> Any:
        return self.client(who).get(self.url(page, *args), query)

    def post(self, who: str, page: str, /, *args: Any, **data: Any) -> Any:
        return self.client(who).post(self.url(page, *args), data)

    def text(self, who: str, page: str, /, *args: Any, **query: str) -> str:
        return str(self.get(who, page, *args, **query).content.decode())


def make_shelf() -> Shelf:
    users = {who: User.objects.create(username=who) for who in ("game_master", "player", "stranger")}
    table = services.create_table(user=users["game_master"], name="Los jueves", system="tapiz")
    services.create_table(user=users["stranger"], name="Otra", system="tapiz")
    Membership.objects.create(table=table, user=users["player"], role=Role.PLAYER)
    version = brought()
    choosing.take(table, version)
    return Shelf(table, users, version)
