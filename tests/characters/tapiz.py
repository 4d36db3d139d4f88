"""A table of Tapiz with its people, and the forms that make a character there."""

from __future__ import annotations

from rules.systems.tapiz.settings import METHODS
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role
from tests.campaigns.people import ROLES, Ladder

POINTS = {"strength": 15, "dexterity": 12, "constitution": 10, "intelligence": 9, "wisdom": 9, "charisma": 8}
STEPS: dict[str, dict[str, str]] = {
    "who": {"character_name": "Brisa", "species": "Enana", "level": "1"},
    "how": {"method": "points"},
    "scores": {**{name: str(score) for name, score in POINTS.items()}, "primary": "strength"},
    "traits": {"traits__0__text": "Herrera", "traits__0__sort": "background"},
    "languages": {"languages__0__name": "Común", "languages__0__spoken": "high", "languages__0__written": "low"},
    "defence": {"armour": "light", "shield": "1", "physical_die": "10", "mental_die": "6"},
    "notes": {"notes": "Debe dinero"},
}


def tapiz_ladder() -> Ladder:
    """The people of the access ladder at a table of Tapiz."""
    users = {who: User.objects.create(username=who) for who in ROLES if who != "anonymous"}
    table = campaigns.create_table(user=users["game_master"], name="Los viernes", system="tapiz")
    table.house = {"attribute_methods": list(METHODS)}
    table.save()
    campaigns.create_table(user=users["stranger"], name="Otra", system="tapiz")
    for who, role in {"player": Role.PLAYER, "other_player": Role.PLAYER, "spectator": Role.SPECTATOR}.items():
        Membership.objects.create(table=table, user=users[who], role=role)
    return Ladder(table, users)
