"""A table of Tapiz with its people, and the forms that make a character there."""

from __future__ import annotations

from rules.systems.tapiz.settings import METHODS
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role
from tests.campaigns.people import ROLES, Ladder

POINTS = {"strength": 15, "dexterity": 12, "constitution": 10, "intelligence": 9, "wisdom": 9, "charisma": 8}
TRAITS = ("archetype_first.sentinel", "archetype_object.sentinel", "temper.n1", "archetype_past.rogue")
STEPS: dict[str, dict[str, str | list[str]]] = {
    "class": {"character_name": "Brisa", "class": "sentinel", "level": "1"},
    "species": {"species": "Enana"},
    "scores": {"method": "points", **{name: str(score) for name, score in POINTS.items()}, "primary": "strength"},
    "traits": {
        "chosen_traits": [*TRAITS],
        "stances": ["iron_defence"],
        "traits__0__text": "Herrera",
        "traits__0__sort": "background",
    },
    "gear": {"kit": "none", "armour": "light", "shield": "1", "more_weapon": ["axe"]},
    "about": {
        "notes": "Debe dinero",
        "languages__0__name": "Común",
        "languages__0__spoken": "high",
        "languages__0__written": "low",
    },
}
"""Six traits and a stance: what a first advance buys is one of them."""


def tapiz_ladder() -> Ladder:
    """The people of the access ladder at a table of Tapiz."""
    found = ladder_of("tapiz")
    found.table.house = {"attribute_methods": list(METHODS)}
    found.table.save()
    return found


def ladder_of(system: str) -> Ladder:
    """The people of the access ladder at a table of a system."""
    users = {who: User.objects.create(username=who) for who in ROLES if who != "anonymous"}
    table = campaigns.create_table(user=users["game_master"], name="Los viernes", system=system)
    campaigns.create_table(user=users["stranger"], name="Otra", system=system)
    for who, role in {"player": Role.PLAYER, "other_player": Role.PLAYER, "spectator": Role.SPECTATOR}.items():
        Membership.objects.create(table=table, user=users[who], role=role)
    return Ladder(table, users)
