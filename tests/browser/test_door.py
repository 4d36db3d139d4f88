"""The door in two browsers: a phone comes in by the code, the table lets it in, and every page stays accessible."""

from collections.abc import Callable

from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect

from characters import services as characters
from combat.services import scene_of
from tapiz_site.accounts.links import make
from tapiz_site.accounts.models import Kind, User
from tapiz_site.campaigns import doors
from tapiz_site.campaigns import services as campaigns
from tapiz_site.campaigns.models import Knock, Table

from .fight import turn_page
from .visitors import first_page

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def a_table() -> Table:
    master = User.objects.create(username="marta")
    table = campaigns.create_table(user=master, name="Los jueves", system="tapiz")
    one = characters.create_character(table=table, kind="person", name="Sharra", values={}, by=master)
    doors.open_door(table=table, offered=[str(one.pk)])
    return table


def logged_in(context: BrowserContext, user: User, live_url: str) -> BrowserContext:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_url}])
    return context


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_a_phone_sits_down_by_a_code_and_one_tap_of_the_game_master(
    new_context: Callable[..., BrowserContext], assert_accessible: Callable[[Page], None], live_url: str
) -> None:
    table = a_table()
    screen = new_context(viewport={"width": 1024, "height": 768})
    desk = first_page(logged_in(screen, User.objects.get(username="marta"), live_url))
    desk.goto(table.get_absolute_url())
    code = desk.locator(".code").inner_text()
    phone = first_page(new_context(**PHONE))
    phone.goto("/entrar/")
    phone.get_by_label("Código de la puerta").fill(code.lower())
    phone.get_by_role("button", name="Sentarse").click()
    phone.get_by_label("Nombre").fill("Ana")
    phone.get_by_role("button", name="Pedir sitio").click()
    expect(phone.get_by_role("heading", name="En la puerta")).to_be_visible()
    # The page of the table follows by itself, the one of the phone too.
    desk.get_by_role("button", name="Dejar entrar").click()
    expect(phone.get_by_role("heading", name="Sharra").first).to_be_visible()
    assert User.objects.get(is_guest=True).shown_name == "Ana"
    expect(desk.get_by_text("Ana pide sitio")).to_have_count(0)
    assert_accessible(desk)
    assert fits(desk)


def test_a_fight_tells_whoever_runs_it_of_a_knock(
    new_context: Callable[..., BrowserContext], assert_accessible: Callable[[Page], None], live_url: str
) -> None:
    table = a_table()
    marta = User.objects.get(username="marta")
    scene = scene_of(table, marta)
    for size in ({"width": 1024, "height": 768}, {"width": 360, "height": 740}):
        Knock.objects.all().delete()
        desk = first_page(logged_in(new_context(viewport=size), marta, live_url))
        desk.goto(scene.get_absolute_url())
        phone = first_page(new_context(**PHONE))
        phone.goto(doors.door_of(table).get_absolute_url())
        phone.get_by_label("Nombre").fill("Ana")
        phone.get_by_role("button", name="Pedir sitio").click()
        chip = desk.get_by_role("link", name="1 en la puerta")
        expect(chip).to_be_visible()
        expect(desk.locator("#say")).to_have_text("En la puerta: Ana.")
        assert_accessible(desk)
        assert fits(desk)
        chip.click()
        expect(desk.get_by_role("button", name="Dejar entrar")).to_be_visible()


def test_a_television_becomes_the_screen_of_the_room(new_context: Callable[..., BrowserContext], live_url: str) -> None:
    table = a_table()
    tv = first_page(new_context(viewport={"width": 1280, "height": 720}))
    tv.goto(doors.door_of(table).get_absolute_url())
    tv.get_by_label("Nombre").fill("La tele")
    tv.get_by_text("Solo mirar, o ser la pantalla de la sala").click()
    tv.get_by_role("button", name="Pedir sitio").click()
    expect(tv.get_by_text("La tele pide mirar")).to_be_visible()
    (waiting,) = doors.waiting(table)
    doors.let_in(table=table, pk=waiting.pk)
    tv.wait_for_url("**/pantalla/")


def test_without_scripts_the_door_opens_too(new_context: Callable[..., BrowserContext], live_url: str) -> None:
    table = a_table()
    phone = first_page(new_context(**PHONE, java_script_enabled=False))
    phone.goto(doors.door_of(table).get_absolute_url())
    phone.get_by_label("Nombre").fill("Ana")
    turn_page(phone, phone.get_by_role("button", name="Pedir sitio").click)
    (waiting,) = doors.waiting(table)
    doors.let_in(table=table, pk=waiting.pk)
    phone.wait_for_url("**/personajes/**")


def test_pages_of_the_door_and_of_guests_are_accessible_on_a_small_phone(
    new_context: Callable[..., BrowserContext], assert_accessible: Callable[[Page], None], live_url: str
) -> None:
    table = a_table()
    door = doors.door_of(table)
    assert door is not None
    doors.knock(door=door, name="W" * 60, seat=door.offered[0], user=None, before=None)
    guest = doors.let_in(table=table, pk=doors.knock(door=door, name="Bea", seat="", user=None, before=None).pk).user
    assert guest is not None
    at = table.get_absolute_url()
    make(user=guest, kind=Kind.SEAT, by=None)
    outside = new_context(**PHONE, color_scheme="dark")
    pages = {
        outside: [
            "/puerta/",
            door.get_absolute_url(),
            "/contrasena/olvidada/",
            make(user=guest, kind=Kind.SEAT, by=None),
        ],
        logged_in(new_context(**PHONE), guest, live_url): ["/cuenta/", "/cuenta/guardar/", "/salir/", f"{at}sesiones/"],
        logged_in(new_context(**PHONE), User.objects.get(username="marta"), live_url): [
            at,
            f"{at}puerta/",
            f"{at}gente/",
            f"{at}nombre/",
            f"{at}sesiones/",
            f"{at}aventuras/nueva/",
            f"{at}borrar/",
            "/mesas/papelera/",
            "/cuenta/contrasena/",
            "/cuenta/correo/",
        ],
    }
    for context, paths in pages.items():
        page = first_page(context)
        for path in paths:
            answer = page.goto(path)
            assert answer is not None
            assert (answer.status, page.url) == (200, live_url + path)
            assert fits(page), path
            assert_accessible(page)
    inside = page
    inside.goto(f"{at}gente/")
    inside.get_by_role("button", name="QR para otro móvil").click()
    expect(inside.get_by_role("img", name="Código QR del enlace")).to_be_visible()
    assert_accessible(inside)
    inside.goto(f"{at}?entera=1")
    inside.get_by_role("button", name="Empezar sesión").click()
    expect(inside.get_by_label("Notas")).to_be_visible()
    assert_accessible(inside)
