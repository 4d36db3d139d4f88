"""What is measured: a table with six players, and fights of a given size that are under way."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from characters.models import Character
from characters.services import create_character
from combat import services, store
from combat.deeds import Deed
from combat.models import Encounter
from combat.sheets import character_row
from scripts.served import ROOT
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role

SLUG = "tapiz"
PLAYERS = 6


@dataclass(frozen=True)
class FightAtPlay:
    """A fight under way with those who sit at it; `party`: the combatants of the players, by name."""

    encounter: Encounter
    dj: User
    players: list[User]
    party: Mapping[str, str]

    def url(self, name: str = "fight", *args: object) -> str:
        """An address of this fight."""
        return reverse(f"combat:{name}", args=[self.encounter.pk, *args])


def make_place(mark: str, combatants: int) -> FightAtPlay:
    """A table of its own, told from others by its mark, with a fight of this size; players' characters come first."""
    content = tomllib.loads((ROOT / "content" / SLUG / "demo.toml").read_text(encoding="utf-8"))
    dj = User.objects.create(username=f"{mark}-dj", display_name="Dirección")
    players = [User.objects.create(username=f"{mark}-{one}", display_name=f"Jugadora {one}") for one in range(PLAYERS)]
    table = campaigns.create_table(user=dj, name=f"Mesa {mark}", system=SLUG)
    Membership.objects.bulk_create(Membership(table=table, user=one, role=Role.PLAYER) for one in players)
    sheets = [row["sheet"] for row in content["characters"]]
    characters: list[Character] = [
        create_character(
            table=table,
            kind="person",
            name=f"Persona {place}",
            values=sheets[place % len(sheets)],
            by=dj,
            players=[player],
        )
        for place, player in enumerate(players[:combatants])
    ]
    encounter = store.create(table=table, name=f"Conflicto {mark}", user=dj)
    rows = [character_row(one) for one in characters]
    creature: Mapping[str, Any] = content["creatures"][0]["sheet"]
    group = store.new_id()
    rows += [
        {"id": store.new_id(), "name": "Orco", "kind": "creature", "sheet": creature, "group": group, "numbered": True}
        for _one in range(combatants - len(rows))
    ]
    services.enlist(encounter=encounter, user=dj, rows=rows, key=store.new_id())
    for deed in (Deed("command", "initiative"), Deed("roll_all")):
        services.act(encounter=encounter.pk, user=dj, deed=deed, key=store.new_id())
    fight = store.read(encounter.pk).head.fight
    party = {one.name: one.id for one in fight.combatants.values() if one.controllers}
    return FightAtPlay(encounter, dj, players, party)


def cookie(user: User) -> str:
    """The session of a person who has logged in."""
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
