"""The words of refusals: coins by name, prices in coins, burdens in the units of the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from characters.inventory import showing
from combat.deeds import Deed
from combat.errors import ThingsGone
from equipment.ledger import services, trading
from equipment.ledger.errors import GearError, NoRoom
from equipment.ledger.models import Cause, Possession
from equipment.ledger.writing import LedgerAct, change
from rules.core.registry import get_system
from tests.combat.play import Game

from .having import coins, hands, has
from .toys import EQUIPMENT


def test_refusals_call_coins_and_prices_as_the_system_does(game: Game) -> None:
    coins(game, "Ana", copper=3)
    trading.set_shop(game.table, name="", is_open=True, sells_at=100, buys_at=50)
    table, one = game.table, hands(game, "Ana").things().get()
    by, ana = game.users["player"], hands(game, "Ana")
    acts: dict[str, Callable[[], object]] = {
        "No hay monedas bastantes: faltan 1 moneda de plata y 2 monedas de cobre.": lambda: trading.buy(
            ana, by, kind="stuff", name="Olla", values={"grams": 0, "price": 15}, quantity=1
        ),
        "De «Moneda de cobre» ya no queda tanto: quedan 3.": lambda: services.exchange(ana, by, "copper", "silver", 9),
        "De «Moneda de oro» ya no queda tanto: quedan 0.": lambda: services.exchange(ana, by, "gold", "silver", 1),
        "De «Moneda de cobre» ya no queda tanto: quedan 3. ": lambda: services.count(ana, by, one.pk, -9),
        "«Moneda de cobre» no tiene precio.": lambda: trading.sell(ana, by, one.pk, 1),
        "Son demasiados: Moneda de cobre.": lambda: services.count(ana, by, one.pk, 1_000_000),
        "«Moneda de cobre» no puede estar así.": lambda: services.put(ana, by, one.pk, "hand"),
    }
    for said, act in acts.items():
        with pytest.raises(GearError) as refused:
            act()
        assert showing.refused(refused.value, table) == said.strip()


def test_refusals_say_burdens_in_the_units_of_the_page(game: Game) -> None:
    ana, by = hands(game, "Ana"), game.users["player"]
    sack, stone = has(game, "Ana", "box", "Saco", room=1500), has(game, "Ana", "stuff", "Piedra", grams=2000)
    with pytest.raises(NoRoom) as refused:
        services.put_into(ana, by, stone.pk, sack.pk)
    said = showing.refused(refused.value, game.table)
    assert said == "«Saco» no da para tanto: cabe 1,5 kg y harían falta 2 kg."


def test_an_undo_that_is_refused_calls_coins_by_their_name(fight: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    uses = {**EQUIPMENT.kinds, "coin": replace(EQUIPMENT.kinds["coin"], uses=True)}
    monkeypatch.setattr(type(get_system("tapiz")), "equipment", replace(EQUIPMENT, kinds=uses))
    shot = Deed("command", "toy_gather", fight.id("Ana"), {"name": "Flecha"}, internal=True)
    fight.act("player", shot)
    made = hands(fight, "Ana").things().get(name="Flecha")
    Possession.objects.filter(pk=made.pk).update(kind="coin", values={"coin": "gold"})
    made.refresh_from_db()
    change(made, LedgerAct(Cause.USED, None), quantity=-1)
    with pytest.raises(ThingsGone) as refused:
        fight.undo("player")
    assert "«Moneda de oro»" in str(refused.value)
