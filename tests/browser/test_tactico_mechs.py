"""A turn of mechs in two browsers: tap a machine, a hex, a facing, confirm; a shot with its line; heat that asks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from combat import deeds
from combat import demo as demos

from .fight import PANELS, PHONE, Demo, Person, Threes, Windows, answer_elsewhere, entered, log_ins
from .test_fight_pages import Inspector

SCENE = "El vado de Piedraluna"
UPRIGHT = {"viewport": {"width": 768, "height": 1024}, "has_touch": True}
SIZES = {"cartografia": UPRIGHT, "arlanza": PHONE}


@pytest.fixture
def demo(live_url: str, monkeypatch: pytest.MonkeyPatch) -> Demo:
    """The demo table of mechs in its first turn; heat is carried over, and the rock is hot from before."""
    monkeypatch.setattr(deeds, "_random", Threes())
    path = next(path for path in demos.demos() if path.stem == "demo_mechs")
    found = Demo({name: password for name, password, _role in log_ins(path)}, SCENE)
    encounter = found.encounter
    encounter.head["fight"]["house"]["heat_carries"] = True
    for one in encounter.head["fight"]["combatants"].values():
        if one["name"] == "Roca":
            one["body"]["machine"]["heat"] = 36
    encounter.save()
    return found


@pytest.fixture
def enter(new_context: Windows, live_url: str, demo: Demo) -> Callable[..., Person]:
    url = demo.encounter.get_absolute_url()
    return lambda name, **more: entered(new_context, live_url, name, url, **{**SIZES[name], **more})


def hexagon(one: Person, name: str) -> Locator:
    """A hex that may be chosen."""
    return one.page.locator("#f-picture").get_by_role("link", name=re.compile(f"^hexágono {name},"))


def unit(one: Person, name: str) -> Locator:
    """A machine on the board."""
    return one.page.locator("#f-picture").get_by_role("link", name=re.compile(f"^{name},"))


def facing(one: Person, name: str) -> Locator:
    """An arrow at the chosen hex."""
    return one.page.locator("#f-picture").get_by_role("link", name=re.compile(f"^mirar al {name},"))


def choose(one: Person, link: Locator) -> None:
    """Tap something on the board that fills in the panel."""
    with one.taken_in(PANELS):
        link.click()


def look(one: Person, link: Locator) -> None:
    """Tap something on the board that only draws it anew."""
    with one.page.expect_response(re.compile("/parte/picture/")):
        link.click()


def stands(one: Person, name: str, where: str) -> None:
    """Wait until the board shows a machine there."""
    expect(
        one.page.locator("#f-picture").get_by_role("link", name=re.compile(f"^{name}, .*en {where},"))
    ).to_be_visible()


def test_a_turn_of_mechs_in_two_browsers(enter: Callable[..., Person], demo: Demo) -> None:
    dj, rock = (enter(name) for name in ("cartografia", "arlanza"))
    expect(unit(rock, "Sombra")).to_have_count(0)
    # whose machine acts is hidden from this player, so the view begins with the player's own
    expect(unit(rock, "Roca")).to_be_in_viewport()
    the_board_is_clear_and_fits(dj, rock)
    the_keypad_names_heat(dj)
    dj.press("Pasar turno")
    the_raider_walks(dj, rock)
    dj.press("Pasar turno")
    dj.press("Pasar turno")
    the_rock_fires(rock)
    the_falcon_moves(dj, rock)
    the_turn_is_worked_out(dj, rock, demo)
    for one in (dj, rock):
        one.assert_never_reloaded()


def the_board_is_clear_and_fits(*people: Person) -> None:
    """Axe finds nothing in light or dark, controls are big enough, and nothing scrolls sideways at 360."""
    inspector = Inspector()
    for one in people:
        look(one, unit(one, "Saqueador"))
        inspector.look(one.page, "line")
        # the board shows again the machine that acts
        look(one, unit(one, "Saqueador"))
    assert not inspector.problems, "\n".join(inspector.problems)


def the_keypad_names_heat(dj: Person) -> None:
    """TAC-HEAT-01: heat is no damage, and takes no armour off."""
    dj.prepare_harm(30, {"Roca": "Todo"})
    expect(dj.dock).to_contain_text("Aplicar 30 de daño a Roca")
    dj.panel.get_by_label("Dónde").select_option("Calor")
    expect(dj.dock).to_contain_text("Aplicar 30 de calor a Roca")
    with dj.taken_in(PANELS):
        dj.panel.get_by_role("link", name="Volver", exact=True).click()


def the_raider_walks(dj: Person, rock: Person) -> None:
    """A tap on a hex, a tap on an arrow, confirm: everybody sees it."""
    expect(dj.button("Quedarse en 1004")).to_be_enabled()
    expect(dj.page.locator(".map__says")).to_contain_text("Toca un hexágono")
    expect(hexagon(dj, "1005")).to_have_attribute("aria-label", "hexágono 1005, cuesta 1")
    choose(dj, hexagon(dj, "1005"))
    expect(dj.panel.get_by_label("Hexágono")).to_have_value("1005")
    choose(dj, facing(dj, "sudeste"))
    expect(facing(dj, "sudeste")).to_have_attribute("aria-current", "true")
    dj.press("Mover a 1005")
    for one in (dj, rock):
        stands(one, "Saqueador", "1005")
    expect(dj.result).to_contain_text("caminar hasta 1005, mirando al sudeste, 2 de 4 puntos")


def the_rock_fires(rock: Person) -> None:
    """On a phone: the line to the machine that is tapped, the weapons with their numbers, one tap that rolls."""
    look(rock, unit(rock, "Saqueador"))
    expect(rock.page.locator("#f-picture .map__stroke--range")).to_be_attached()
    expect(rock.page.locator("p.map__says")).to_contain_text(re.compile(r"Saqueador\s*a \d+ hexágonos"))
    rock.action("Declarar fuego")
    # heat allows no fire without effect, so a tap aims nothing and only looks
    look(rock, unit(rock, "Saqueador"))
    # it is not under what is told of it
    rock.page.wait_for_function(
        """() => {
          const [taken, foot] = ["#f-picture .t--on", ".map__foot"].map((one) => document.querySelector(one));
          return taken?.getBoundingClientRect().bottom <= foot?.getBoundingClientRect().top + 1;
        }"""
    )
    weapon = rock.panel.get_by_role("group", name=re.compile("^Lanzamisiles pesado"))
    rock.tap(weapon.get_by_role("radio", name=re.compile("^Saqueador")))
    expect(rock.dock.locator(".odds")).to_contain_text("Acertar")
    rock.press("Lanzamisiles pesado a Saqueador, calor 5")
    expect(rock.row("Roca")).to_contain_text("ha declarado")


def the_falcon_moves(dj: Person, rock: Person) -> None:
    """What is farther is reached by running, which a tap there chooses; the keyboard does what a finger does."""
    expect(hexagon(dj, "0908")).to_have_attribute("aria-label", re.compile("correr$"))
    choose(dj, hexagon(dj, "0908"))
    expect(dj.panel.get_by_role("radio", name=re.compile("^correr"))).to_be_checked()
    expect(dj.page.locator(".map__answers")).to_contain_text(re.compile(r"caminar\s*no llega"))
    choose(dj, hexagon(dj, "1011"))
    hexagon(dj, "1010").focus()
    with dj.taken_in(PANELS):
        dj.page.keyboard.press("Enter")
    expect(dj.panel.get_by_label("Hexágono")).to_have_value("1010")
    dj.press("Mover a 1010")
    stands(rock, "Halcón", "1010")
    # the usual fire is proposed; this one holds it
    expect(dj.dock.get_by_role("button", name="a Saqueador, calor")).to_be_visible()
    for hold in dj.panel.get_by_role("radio", name="sin disparar").all():
        if not hold.is_checked():
            dj.tap(hold)
    dj.press("Tirar 2d6")


def the_turn_is_worked_out(dj: Person, rock: Person, demo: Demo) -> None:
    """What was declared is worked out, then heat asks its pilot."""
    dj.press("Resolver lo que declaró Roca")
    # 18 would do but for the heat of before, which adds 8
    expect(dj.result).to_contain_text("Roca falla contra Saqueador: Lanzamisiles pesado")
    dj.press("Terminar el turno")
    # what the same pilot throws next falls along: against the explosion of ammunition, and for the order of the turn
    expect(rock.panel.get_by_role("heading", name="Tirada contra la desconexión")).to_be_visible()
    rock.act(rock.dock.get_by_role("button", name="Tirar"))
    # the order of the turn; the pilot of the other machine has no page here
    answer_elsewhere(demo, "ibarra", f"order:{demo.id('Halcón')}", faces=[3, 3])
    dj.act(dj.dock.get_by_role("button", name="Tirar todo"))
    expect(dj.page.locator("#f-bar")).to_contain_text("Turno 2")
    expect(rock.row("Roca")).to_contain_text("desconexión")


def test_way_by_a_hex_of_ones_choice(enter: Callable[..., Person]) -> None:
    """Each tap goes on from the hex before, and what is paid is the whole way."""
    dj = enter("cartografia")
    dj.press("Pasar turno")
    choose(dj, hexagon(dj, "1005"))
    choose(dj, dj.page.locator("#f-picture").get_by_role("link", name="Pasar por 1005", exact=True))
    expect(dj.panel.locator("[name=via]")).to_have_value("1005")
    expect(hexagon(dj, "1006")).to_have_attribute("aria-label", re.compile("agua, cuesta 3$"))
    choose(dj, hexagon(dj, "1006"))
    dj.press("Mover a 1006")
    stands(dj, "Saqueador", "1006")


def test_board_without_scripts(enter: Callable[..., Person]) -> None:
    dj = enter("cartografia", java_script_enabled=False)
    dj.press("Pasar turno")
    hexagon(dj, "1005").click()
    expect(dj.panel.get_by_label("Hexágono")).to_have_value("1005")
    facing(dj, "sur").click()
    dj.press("Mover a 1005")
    stands(dj, "Saqueador", "1005")


def test_board_is_one_stop_for_the_keyboard_and_its_arrows_fit_a_finger(enter: Callable[..., Person]) -> None:
    dj = enter("cartografia")
    the_arrow_keys_go_from_hex_to_hex(dj)
    for size in (UPRIGHT, PHONE):
        dj.page.set_viewport_size(size["viewport"])
        the_arrows_leave_the_next_hexes_free(dj)


def the_arrow_keys_go_from_hex_to_hex(dj: Person) -> None:
    """Enter takes one; the focus stays there when the board is drawn anew."""
    stops = dj.page.locator("#f-picture .map a:not([tabindex='-1'])")
    expect(stops).to_have_count(1)
    unit(dj, "Sombra").focus()
    dj.page.keyboard.press("ArrowDown")
    reached = dj.page.locator("#f-picture .map a:focus")
    expect(reached).to_have_attribute("aria-label", re.compile("^hexágono 1202,"))
    with dj.taken_in(PANELS):
        dj.page.keyboard.press("Enter")
    expect(dj.panel.get_by_label("Hexágono")).to_have_value("1202")
    expect(reached).to_have_attribute("aria-label", re.compile("^hexágono 1202,"))
    expect(stops).to_have_count(1)


def the_arrows_leave_the_next_hexes_free(dj: Person) -> None:
    choose(dj, hexagon(dj, "1203"))
    arrows = dj.page.locator("#f-picture .face-to")
    expect(arrows).to_have_count(6)
    for arrow in arrows.all():
        box = arrow.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    choose(dj, hexagon(dj, "1204"))
    expect(dj.panel.get_by_label("Hexágono")).to_have_value("1204")
