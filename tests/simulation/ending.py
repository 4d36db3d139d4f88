"""The end of an evening: the fight can go on, and it can be brought to an end."""

from __future__ import annotations

from random import Random

from django.urls import reverse

from combat import store

from .evening import Evening
from .people import Broken
from .pressing import choose_one, press_one, told
from .reading import Page

MOST_PRESSES = 12


def end(evening: Evening) -> None:
    """The fight can go on, and it can be brought to an end."""
    chance = Random(f"{evening.seed}: the end")
    evening.settle()
    tab = evening.open_tab(evening.master())
    for _press in range(MOST_PRESSES):
        read = store.read(evening.fight.pk)
        if read.head.fight.status == "archived" or not read.head.open:
            break
        if press_one(evening, chance).startswith("nobody") and not choose_one(evening, chance):
            raise Broken("ends", "something is open, and nobody has anything to press")
        evening.settle()
    if store.read(evening.fight.pk).head.fight.status == "archived":
        return
    address = reverse("combat:close", args=[evening.fight.pk])
    page = Page(tab.person.get(address).text)
    answer = tab.person.post(address, {**page.form().as_it_stands(), "key": [evening.key()]})
    after = store.read(evening.fight.pk)
    if not answer.taken or after.head.fight.status != "archived":
        raise Broken("ends", f"the scene cannot be ended: {told(answer)}")
