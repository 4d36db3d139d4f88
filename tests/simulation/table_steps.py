"""What people do at the other pages of a table: roles, looks where they may and where not, forms, files."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from django.urls import reverse

from characters.models import Character
from combat.models import LogEntry
from equipment.ledger.models import LedgerRow, Possession
from tapiz_site.campaigns.models import Invitation, Membership, Role, Table

from . import invariants
from .evening import Evening
from .fault_steps import LAST_WRITING
from .faults import Killed, Statements
from .kinds import kind
from .people import Broken, Person
from .reading import Button, Filled, Page, plain


@kind(2)
def role(evening: Evening, chance: Random) -> str:
    """A person gets another role, or leaves the table; who has left comes back later."""
    master = evening.master()
    others = [one for one in evening.people.values() if one is not master and one.user.username != "forastera"]
    person = chance.choice(others)
    member = Membership.objects.filter(table=evening.table, user=person.user).first()
    if member is None:
        invitation = Invitation.objects.create(table=evening.table, role=Role.PLAYER, uses=1, created_by=master.user)
        person.post(invitation.get_absolute_url(), {})
        evening.take_roles()
        evening.open_tab(person)
        return f"{person} comes back"
    arguments = [evening.table.pk, member.pk]
    if chance.random() < 0.2:
        answer = master.post(reverse("campaigns:remove", args=arguments), {})
    else:
        new = chance.choice([one for one in Role if one != member.role and one != Role.GAME_MASTER])
        answer = master.post(reverse("campaigns:change_role", args=arguments), {"role": [new]})
    evening.take_roles()
    return f"{person} is now {person.role}: {answer.status}"


ADDRESSES = ("combat:fight", "combat:log", "combat:add", "combat:close", "combat:forecast", "combat:panel")
TABLE_ADDRESSES = ("combat:screen", "combat:rolls", "combat:ended", "combat:calls", "combat:maps", "characters:bin")
OF_TABLE = ("campaigns:table", "campaigns:people", "campaigns:sessions", "campaigns:house", "campaigns:rename")


@kind(3)
def look(evening: Evening, chance: Random) -> str:
    """Some person looks where they like, also where they may not."""
    person = chance.choice([*evening.people.values()])
    encounters = [*evening.table.encounters.order_by("created")]
    characters = [*evening.table.characters.order_by("created")]
    addresses = [reverse(name, args=[chance.choice(encounters).pk]) for name in ADDRESSES]
    addresses += [reverse(name, kwargs={"table": evening.table.pk}) for name in TABLE_ADDRESSES[:5]]
    addresses += [reverse(name, args=[evening.table.pk]) for name in OF_TABLE]
    addresses += [reverse(f"characters:{name}", args=[chance.choice(characters).pk]) for name in ("show", "history")]
    some = chance.sample(addresses, 3)
    answers = [person.get(address) for address in some]
    if person.role is None and any(answer.taken for answer in answers):
        raise Broken("secrets", f"{person} is a stranger and gets one of {some}")
    return f"{person}: {', '.join(str(answer.status) for answer in answers)}"


OF_CHARACTERS = ("show", "inventory", "edit", "advance", "exchange_coins", "add_thing", "lend", "history", "share")
OF_TABLES = ("stash", "shop", "add_to_stash", "experience", "new", "quick")
OF_CAMPAIGNS = ("table", "sessions", "house", "new_adventure", "rename")
NOT_PRESSED = (
    "borrar",
    "papelera",
    "salir",
    "ceder",
    "quitar",
    "papel",
    "llave",
    "contrasena",
    "idioma",
    "importar",
    "parada",
)
"""Parts of addresses that would end the evening or its table, or that another kind of step is for."""

TELLS = ("does", "reveal")
"""What is said by a button that shows a hidden one to all: it would be a secret no more."""


def places(evening: Evening, chance: Random) -> list[str]:
    """The addresses of pages with forms."""
    table, characters = evening.table, [*evening.table.characters.order_by("created")]
    one = chance.choice(characters)
    found = [reverse(f"characters:{name}", args=[one.pk]) for name in OF_CHARACTERS]
    found += [reverse(f"characters:{name}", args=[table.pk]) for name in OF_TABLES]
    found += [reverse(f"campaigns:{name}", args=[table.pk]) for name in OF_CAMPAIGNS]
    found += [reverse("combat:new", args=[table.pk]), reverse("combat:maps", args=[table.pk])]
    encounters = [*evening.table.encounters.exclude(status="archived").order_by("created")]
    return [*found, *(reverse("combat:add", args=[scene.pk]) for scene in encounters)]


@kind(8)
def walk(evening: Evening, chance: Random) -> str:
    """A person fills in a form of some page and sends it, sometimes twice or with a fault in between."""
    for _try in range(5):
        members = [one for one in evening.people.values() if one.role is not None]
        person = evening.master() if chance.random() < 0.4 else chance.choice(members)
        if (found := _form(evening, chance, person)) is not None:
            break
    else:
        return "nothing to send"
    page, button = found
    form = page.form(button.form)
    filled = form.with_junk(chance) if chance.random() < 0.3 else form.at_random(chance, much=0.3)
    if button.said:
        filled[button.said[0]] = [button.said[1]]
    data = {**filled, "key": [evening.key()]}
    return f"{person} at {button.address}: {_sent(evening, chance, person, button.address, data)}"


def _form(evening: Evening, chance: Random, person: Person) -> tuple[Page, Button] | None:
    """A page that this person may come to, and one of the buttons on it that send a form."""
    address = chance.choice(places(evening, chance))
    page = Page(person.get(address).text)
    links = [one for one in page.links("/") if one.address.startswith(address) and one.address != address]
    if links and chance.random() < 0.5:
        page = Page(person.get(chance.choice(links).address).text)
    buttons = page.pressable(lambda one: page.form(one.form).method == "post")
    buttons = [one for one in buttons if one.said != TELLS and not any(part in one.address for part in NOT_PRESSED)]
    return (page, chance.choice(buttons)) if buttons else None


def _sent(evening: Evening, chance: Random, person: Person, address: str, data: Filled) -> str:
    """Send a form; where the process dies meanwhile, send it again, and see that it was counted once."""
    fault = chance.choice(("", "", "", "twice", "kill"))
    statements = Statements(chance.randint(1, LAST_WRITING), writing=True) if fault == "kill" else Statements()
    answer, before = None, rows_of(evening.table)
    with suppress(Killed), statements.counting():
        answer = person.post(address, data)
    if statements.happened:
        evening.restart()
        evening.check([], everything=True)
    once = rows_of(evening.table)
    if answer is None or fault == "twice":
        again = person.post(address, data)
        if once not in (before, rows_of(evening.table)):
            raise Broken(
                "kept", f"{person} sent {data} to {address} twice ({fault} {statements.where}): {again.status}"
            )
        answer = answer or again
    evening.take_roles()
    return f"{answer.status} {fault} {statements.where}"


def rows_of(table: Table) -> dict[str, int]:
    """How many rows there are of what a form may make."""
    return {
        "characters": Character.everywhere.filter(table=table).count(),
        "entries": LogEntry.objects.filter(encounter__table=table).count(),
        "encounters": table.encounters.count(),
        "ledger": LedgerRow.objects.filter(possession__table=table).count(),
        "possessions": Possession.objects.filter(table=table).count(),
        "sessions": table.sessions.count(),
        "adventures": table.adventures.count(),
    }


def lengths_of(table: Table) -> list[tuple[str, int]]:
    """The encounters with the lengths of their logs; the free scene's goes on where one was dismissed from it.

    Who belongs in that scene and is in no other comes back into it when the table is imported.
    """
    rows = table.encounters.order_by("name", "sequence").values_list("name", "sequence", "free")
    return [(name, 0 if is_free else sequence) for name, sequence, is_free in rows]


@kind(1)
def carry(evening: Evening, chance: Random) -> str:
    """The table is exported, and its file is imported as another table."""
    master = evening.master()
    file = master.get(reverse("exchange:table", args=[evening.table.pk]))
    if not file.taken:
        raise Broken("answers", f"the table cannot be exported: {file.status}")
    again = master.upload(reverse("exchange:import_table"), "table.json", file.body)
    if again.status != 302:
        raise Broken("answers", f"the file of the table is not taken: {again.status} {plain(again.text)[:800]}")
    made = Table.objects.exclude(pk=evening.table.pk).filter(memberships__user=master.user).latest("created")
    invariants.logs_are_sound(made)
    if lengths_of(made) != lengths_of(evening.table):
        raise Broken("kept", f"the imported table has other encounters: {[*map(lengths_of, (made, evening.table))]}")
    made.delete()
    return f"{len(file.body)} bytes"
