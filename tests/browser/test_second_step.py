"""A passkey from its making to the log-in, by a phone whose authenticator the browser plays."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tapiz_site.accounts.models import User

from .accessible import violations
from .fight import PHONE, Person, Windows, turn_page

PASSWORD = "barriles y bruma"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def test_a_passkey_is_made_and_lets_its_person_in(new_context: Windows, live_url: str) -> None:
    User.objects.create_user("sharra", password=PASSWORD)
    # Browsers make passkeys for names, not for addresses of numbers.
    context = new_context(**PHONE, base_url=live_url.replace("127.0.0.1", "localhost"))
    page = context.new_page()
    device = context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    Person(page).log_in("sharra", PASSWORD)
    page.goto("/cuenta/segundo-paso/llave/")
    page.get_by_label("Contraseña actual").fill(PASSWORD)
    page.get_by_role("button", name="Crear la llave").click()
    expect(page.get_by_label("Códigos de reserva")).to_have_value(re.compile(r"^(\d{4} \d{4}\n?){10}$"))
    assert violations(page) == []
    page.get_by_role("link", name="Ya están apuntados").click()
    expect(page.get_by_role("link", name=re.compile("Quitar"))).to_be_visible()
    page.goto("/cuenta/")
    page.get_by_role("button", name="Salir").click()
    expect(page).to_have_url(re.compile("/entrar/$"))

    page.get_by_label("Nombre o correo").fill("sharra")
    page.get_by_label("Contraseña").fill(PASSWORD)
    turn_page(page, page.get_by_role("button", name="Entrar").click)
    expect(page).to_have_url(re.compile("/entrar/segundo-paso/$"))
    assert violations(page) == []
    page.get_by_role("button", name="Entrar con la llave de acceso").click()
    expect(page).to_have_url(re.compile("/mesas/$"))
