"""Short ways to give possessions to the characters of a game and to look at them."""

from __future__ import annotations

from uuid import uuid4

from django.urls import reverse

from characters.services import create_character
from combat import sheets
from combat.services import enlist
from equipment.ledger import services
from equipment.ledger.models import LedgerRow, Possession
from equipment.ledger.writing import Holder
from rules.core.types import Json
from tests.combat.play import ORC, Game


def keyed(data: dict[str, object]) -> dict[str, object]:
    """The fields of a form, with a fresh key where it has none."""
    return {"key": uuid4().hex, **data}


def hands(game: Game, name: str) -> Holder:
    """The holder that is this character; `stash` is the table's."""
    if name == "stash":
        return Holder(game.table, name="Fondo común")
    return Holder(game.table, owner=game.characters[name].pk, name=name)


def has(game: Game, who: str, kind: str, name: str, quantity: int = 1, **values: Json) -> Possession:
    """Give a holder a new possession."""
    full = {"grams": 0, "price": 0, **values} if kind != "coin" else values
    return services.add(
        hands(game, who), game.users["game_master"], kind=kind, name=name, values=full, quantity=quantity
    )


def coins(game: Game, who: str, **many: int) -> None:
    for code, quantity in many.items():
        has(game, who, "coin", code, quantity, coin=code)


def held(game: Game, who: str) -> dict[str, int]:
    """The quantities of a holder's possessions, by name."""
    found: dict[str, int] = {}
    for one in hands(game, who).things().filter(quantity__gt=0):
        found[one.name] = found.get(one.name, 0) + one.quantity
    return found


def balanced() -> bool:
    """Whether the quantity of every possession is the sum of its rows that count."""
    return all(
        (one.quantity, one.charges)
        == (
            sum(row.quantity for row in one.rows.all() if not row.void),
            sum(row.charges for row in one.rows.all() if not row.void),
        )
        for one in Possession.objects.prefetch_related("rows")
    )


def newest(one: Possession) -> LedgerRow:
    found = one.rows.order_by("-pk").first()
    assert found is not None
    return found


def fallen_rival(fight: Game) -> str:
    """A character of the other side with a rope, who has fallen; the address at which its things are opened."""
    by = fight.users["game_master"]
    rival = create_character(table=fight.table, kind="creature", name="Rufo", values=ORC, by=by, players=[])
    fight.characters["Rufo"] = rival
    enlist(encounter=fight.encounter, user=by, rows=[sheets.character_row(rival)], key=fight.key())
    has(fight, "Rufo", "stuff", "Cuerda")
    address = f"{reverse('combat:open_loot', args=[fight.encounter.pk])}?who={fight.id('Rufo')}"
    assert fight.client("game_master").post(address, keyed({})).status_code == 404
    fight.damage("game_master", "Rufo", 90)
    return address
