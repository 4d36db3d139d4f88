"""Tapiz characters for paper: an ordinary one, an empty one, and one whose sheet is full."""

from __future__ import annotations

from dataclasses import dataclass

from characters import services
from characters.models import Character
from characters.policy import readable_by
from rules.core.types import Json
from tapiz_site.accounts.models import User
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Membership, Role, Table

SENTENCE = "A los veinte inviernos la mandaron a la frontera con una carta y una bota de vino. "
SECRET = "El puente lo quemó ella"
STORY = "\n\n".join([(SENTENCE * 5).strip(), (SENTENCE * 12).strip(), *[(SENTENCE * 3).strip()] * 9])[:3990]
NOTES = f"{SECRET}. " + (SENTENCE * 60)[:3900]

ORDINARY: dict[str, Json] = {
    "species": "Elfa",
    "character_class": "Arquera",
    "level": 3,
    "experience": 4350,
    "strength": 11,
    "dexterity": 17,
    "intelligence": 15,
    "primary": "dexterity",
    "armour": "light",
    "traits": [
        {"text": "Elfa de los bosques altos", "sort": "natural"},
        {"text": "Arquera de la frontera", "sort": "group"},
        {"text": "Tira sin mirar dos veces"},
    ],
    "languages": [
        {"name": "común", "spoken": "high", "written": "medium"},
        {"name": "élfica", "spoken": "erudite", "written": "erudite"},
    ],
    "background": "Nació en la casa de las tres fuentes.",
    "notes": SECRET,
}

OVERLOADED: dict[str, Json] = {
    "species": "Elfa de los bosques altos del otro lado de las montañas",
    "character_class": "Arquera de la guardia fronteriza de los puestos del norte",
    "level": 20,
    "experience": 99_999_999,
    **dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), 40),
    "primary": "wisdom",
    "physical_max": 999,
    "mental_max": 999,
    "armour": "heavy",
    "shield": True,
    "defence_traits": 9,
    "mental_defence_traits": 9,
    "traits": [
        {
            "text": f"{number}. " + ("Amiga de los enanos de la cuenca, ganada con un poema en su lengua. " * 2)[:112],
            "sort": sort,
        }
        for number, sort in enumerate(("ability", "personality", "group", "natural", "object") * 8, 1)
    ],
    "languages": [
        {"name": f"Lengua {number} de los ríos del sur profundo"[:40], "spoken": "erudite", "written": "high"}
        for number in range(1, 11)
    ],
    "overrides": [
        {"value": code, "number": number, "reason": ("Por la maldición del vado, hasta que se levante. " * 3)[:120]}
        for code, number in (
            ("value.physical_max", 888),
            ("value.mental_max", 777),
            ("value.armour_class", 66),
            ("value.mental_defence", 55),
            ("value.initiative", -44),
            ("value.movement", 33),
            ("value.hero_allowance", 22),
        )
    ],
    "appearance": (SENTENCE * 20)[:1500],
    "background": STORY,
    "notes": NOTES,
}

EMPTY: dict[str, Json] = {}


@dataclass
class Printing:
    """A table of Tapiz with its people and their characters."""

    table: Table
    users: dict[str, User]

    def make(self, name: str, values: dict[str, Json], *, who: str = "player", shared: bool = False) -> Character:
        players = [self.users[who]] if who else []
        made = services.create_character(
            table=self.table, kind="person", name=name, values=values, by=self.users["game_master"], players=players
        )
        if shared:
            Character.objects.filter(pk=made.pk).update(shared=True)
        return made

    def edit(self, character: Character, values: dict[str, Json]) -> None:
        services.update_character(character=character, name=character.name, values=values, by=self.users["player"])

    def read_by(self, who: str, character: Character) -> Character:
        """The character as looked up for one reader."""
        return readable_by(self.users[who]).select_related("table").get(pk=character.pk)


def make_printing() -> Printing:
    names = ("game_master", "player", "other_player", "spectator", "stranger")
    users = {who: User.objects.create(username=who, display_name=who.capitalize()) for who in names}
    table = campaigns.create_table(user=users["game_master"], name="Mesa de los jueves", system="tapiz")
    campaigns.create_table(user=users["stranger"], name="Otra", system="tapiz")
    for who, role in {"player": Role.PLAYER, "other_player": Role.PLAYER, "spectator": Role.SPECTATOR}.items():
        Membership.objects.create(table=table, user=users[who], role=role)
    return Printing(table, users)


def overloaded(printing: Printing) -> Character:
    """One with forty traits, ten languages, long texts, every value by hand, and a history of many edits."""
    made = printing.make("Elythlian de la casa de las tres fuentes, la menor de cuatro", {**OVERLOADED, "level": 1})
    for level in range(2, 21):
        shorter = OVERLOADED["traits"][: 20 + level]
        printing.edit(made, {**OVERLOADED, "level": level, "traits": shorter, "mov": 30 + level})
        made.refresh_from_db()
    return made
