"""A fight by plain forms, as a browser without scripts plays it: from initiative to archive."""

from __future__ import annotations

import pytest

from combat import deeds
from tests.simulation.reading import inside

from .plain import Screen, words
from .play import Game

pytestmark = pytest.mark.django_db


class Threes:
    """Dice of the app that always show 3."""

    def randint(self, least: int, most: int) -> int:
        return 3


def look(*screens: Screen) -> None:
    """See what the others did."""
    for one in screens:
        one.visit("Actualizar")


def harm(dj: Screen, game: Game, amount: str, verb: str = "Daño", **shares: str) -> None:
    """Damage or heal by the keypad; it lands at once."""
    dj.visit("Daño o cura")
    dj.fill(verb=verb, amount=amount, **{f"targets__{game.id(who)}": share for who, share in shares.items()})
    dj.choose("asks")
    dj.press("Daño o cura")


def by_hand(one: Screen, says: str, *faces: str) -> None:
    """Roll real dice and type their faces."""
    one.press(says)
    one.fill(**{f"face{place}": face for place, face in enumerate(faces)})
    one.press("Enviar")


def test_a_fight_by_plain_forms(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deeds, "_random", Threes())
    dj = Screen(game.client("game_master"), game.url())
    dj.press("Tirar iniciativa")
    ana = Screen(game.client("player"), game.url())
    assert "sin heridas" in ana.row("Orco 2")
    ana.fill(face0="6", face1="6", face2="6")
    ana.press("Enviar")
    bruno = Screen(game.client("other_player"), game.url())
    bruno.press("Tirar 3d6")
    look(dj)
    dj.press("Tirar todo")
    look(ana)
    assert "Te toca" in ana.part("f-stage")

    ana.fill(target="Orco 1", attribute="FUE", traits="Esgrima", traits__words__t1="llega antes")
    by_hand(ana, "Mis dados", "6", "5", "4")
    ana.fill(effects="Obstáculo")
    ana.press("Aplicar")
    look(dj)
    assert "10 /14" in dj.row("Orco 1")
    ana.press("Pasar turno")

    # a miss of the foe who comes next, whose points the player spends
    look(dj)
    dj.fill(target="Ana", attribute="FUE")
    by_hand(dj, "Teclear dados", "1", "1", "1")
    look(ana)
    assert "Gastar los puntos" in ana.part("panel")
    assert ana.picked("effects")
    ana.choose("effects")
    ana.fill(rest="El resto")
    ana.press("Aplicar")
    look(dj)
    assert "20 /30" in dj.row("Sombra")

    # what is missing is said, and what was picked stays
    dj.visit("Daño o cura")
    share = f"targets__{game.id('Bruno')}"
    dj.fill(**{share: "Todo"})
    dj.press("Daño o cura")
    assert "data-errors" in inside(dj.html, ["panel"])["panel"]
    assert dj.picked(share) == ["full"]
    dj.choose("asks")
    dj.fill(**{"amount": "9", f"targets__{game.id('Ana')}": "½"})
    dj.press("Daño o cura")
    assert "11 /20" in dj.row("Bruno")
    assert "16 /20" in dj.row("Ana")
    dj.press("Deshacer")
    look(ana)
    assert "20 /20" in ana.row("Bruno")
    assert "<del" in inside(ana.html, ["f-log"])["f-log"]
    dj.press("Rehacer")
    look(ana)
    assert "11 /20" in ana.row("Bruno")

    harm(dj, game, "17", Ana="Todo")
    look(ana)
    assert "desangrándose" in ana.row("Ana")
    dj.press("Pasar turno")
    look(bruno)
    bruno.visit("Estabilizar")
    bruno.fill(target="Ana")
    by_hand(bruno, "Mis dados", "6", "6", "6")
    bruno.press("Aplicar")
    look(ana, dj)
    assert "estable" in ana.row("Ana")
    harm(dj, game, "10", verb="Cura", Ana="Todo")
    look(ana)
    assert "9 /20" in ana.row("Ana")

    dj.visit("Más")
    dj.press("Pausar")
    look(ana)
    assert "En pausa." in words(ana.html)
    dj.press("Seguir")
    dj.visit("Más")
    dj.visit("Terminar la escena")
    dj.press("Terminar")
    look(ana)
    assert "terminada" in ana.part("f-bar")
    ana.open(str(game.table.get_absolute_url()))
    assert "La bodega" in ana.part("content")
