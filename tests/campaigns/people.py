"""The people of the access ladder and their table."""

from __future__ import annotations

from dataclasses import dataclass

from django.test import Client

from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services
from tapiz_site.campaigns.models import Membership, Role, Table

ROLES = ("game_master", "player", "other_player", "spectator", "stranger", "anonymous")


@dataclass
class Ladder:
    """A table of the system `fake` with one person on each rung, and a stranger who runs a table of their own."""

    table: Table
    users: dict[str, User]

    def client(self, who: str) -> Client:
        client = Client()
        if who != "anonymous":
            client.force_login(self.users[who])
        return client

    def membership(self, who: str) -> Membership:
        return Membership.objects.get(table=self.table, user=self.users[who])


def make_ladder() -> Ladder:
    users = {who: User.objects.create(username=who) for who in ROLES if who != "anonymous"}
    table = services.create_table(user=users["game_master"], name="Los jueves", system="fake")
    services.create_table(user=users["stranger"], name="Otra", system="fake")
    for who, role in {"player": Role.PLAYER, "other_player": Role.PLAYER, "spectator": Role.SPECTATOR}.items():
        Membership.objects.create(table=table, user=users[who], role=role)
    return Ladder(table, users)


def statuses(ladder: Ladder, url: str, method: str, data: dict[str, str] | None = None) -> dict[str, int]:
    """The answer to each rung, asked in an order in which success comes last."""
    return {who: getattr(ladder.client(who), method)(url, data or {}).status_code for who in reversed(ROLES)}
