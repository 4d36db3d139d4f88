"""A character step by step and at once, as a browser without scripts does it."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from characters import drafts
from characters.drafts import Draft
from characters.models import Character
from characters.services import create_character
from rules.core.gear import Thing
from rules.core.registry import get_system
from rules.systems.tapiz.archetypes import NAMES
from tests.campaigns.people import Ladder

from .tapiz import POINTS, STEPS, tapiz_ladder


@pytest.fixture
def ladder(db: None) -> Ladder:
    return tapiz_ladder()


def url(ladder: Ladder, step: str) -> str:
    return reverse("characters:step", args=[ladder.table.pk, "person", step])


def send(ladder: Ladder, client: Client, step: str, go: str = "next", **other: str) -> HttpResponse:
    return client.post(url(ladder, step), {**STEPS[step], **other, "go": go})  # type: ignore[return-value]


def walk(ladder: Ladder, client: Client, *but: str) -> None:
    for step in STEPS:
        if step not in but:
            send(ladder, client, step)


@pytest.mark.parametrize(
    ("slug", "name", "said", "faults"),
    [
        (
            "tapiz",
            "scores",
            {"method": "typed", "dice_1": "1 2 3", "dice_2": "1 2 3 4", "dice_3": "7 7 7 7"},
            {"dice_1", "dice_3"},
        ),
        (
            "d20",
            "gear",
            {"weapons": [{"name": "Lanza", "dice": "muchos"}], "armour_weight": "nada", "items": [{"name": ""}]},
            {"weapons__0__dice", "armour_weight", "items__0__name"},
        ),
        ("tumbas", "talents", {"talents": ["none"]}, {"talents"}),
    ],
)
def test_a_step_tells_what_is_wrong_together_beside_what_is_wrong_alone(
    slug: str, name: str, said: dict[str, object], faults: set[str]
) -> None:
    creation = get_system(slug).sheet_kinds["person"].creation
    assert creation is not None
    step = next(one for one in creation.steps if one.name == name)
    others = {item.name: item.default for item in step.inputs(said) if item.name not in said}
    assert faults <= set(drafts.judge(step, Draft(said={**others, **said}))[1])


def test_step_by_step_to_a_complete_character(ladder: Ladder) -> None:
    client = ladder.client("player")
    order = [*STEPS, "repaso"]
    for step, following in zip(STEPS, order[1:], strict=False):
        assert client.get(url(ladder, step)).status_code == 200
        assert send(ladder, client, step).headers["Location"] == url(ladder, following)
    page = client.get(url(ladder, "repaso")).content.decode()
    assert "Brisa" in page
    assert "Clase de armadura" in page or "CA" in page
    done = client.post(url(ladder, "repaso"), {"go": "finish"})
    made = Character.objects.get()
    assert done.headers["Location"] == reverse("characters:made", args=[made.pk])
    assert made.get_absolute_url() in client.get(done.headers["Location"]).content.decode()
    assert {name: made.sheet[name] for name in POINTS} == POINTS
    assert (made.name, made.sheet["species"], made.sheet["notes"]) == ("Brisa", "Enana", "Debe dinero")
    # The chosen armour is a possession, and is worn.
    worn = made.possessions.order_by("order").values_list("kind", "place", "quantity")
    assert [*worn] == [("armour", "worn", 1), ("shield", "hand", 1), ("weapon", "hand", 1)]
    assert not made.sheet["shield"]
    assert made.sheet["languages"] == [{"name": "Común", "spoken": "high", "written": "low"}]
    assert [*made.players.all()] == [ladder.users["player"]]
    # The draft is gone.
    assert 'value="Enana"' not in client.get(url(ladder, "species")).content.decode()


def test_two_taps_on_the_last_button_make_one_character(ladder: Ladder) -> None:
    client = ladder.client("player")
    walk(ladder, client)
    assert 'name="key"' in client.get(url(ladder, "repaso")).content.decode()
    sent = {"go": "finish", "key": "one-and-the-same-key"}
    first, second = (client.post(url(ladder, "repaso"), sent) for _tap in range(2))
    assert second.headers["Location"] == first.headers["Location"]
    assert Character.objects.count() == 1
    # The second form does not revive the draft.
    start = client.get(reverse("characters:start", args=[ladder.table.pk])).content.decode()
    assert "Seguir con lo empezado" not in start


def test_going_back_keeps_everything_even_what_is_wrong(ladder: Ladder) -> None:
    client = ladder.client("player")
    send(ladder, client, "class")
    send(ladder, client, "species")
    answer = send(ladder, client, "scores", go="back", strength="mucha")
    assert answer.headers["Location"] == url(ladder, "species")
    assert 'value="mucha"' in client.get(url(ladder, "scores")).content.decode()
    assert 'value="Brisa"' in client.get(url(ladder, "class")).content.decode()


def test_one_may_leap_to_any_step(ladder: Ladder) -> None:
    client = ladder.client("player")
    assert send(ladder, client, "class", go="traits").headers["Location"] == url(ladder, "traits")
    assert send(ladder, client, "class", go="https://evil.example").status_code == 422


def test_a_step_shows_all_its_faults_and_what_was_typed(ladder: Ladder) -> None:
    client = ladder.client("player")
    send(ladder, client, "class")
    response = send(ladder, client, "scores", strength="99", dexterity="x")
    page = response.content.decode()
    assert response.status_code == 422
    assert 'id="command-strength-error"' in page
    assert 'id="command-dexterity-error"' in page
    assert 'value="99"' in page
    over = send(ladder, client, "scores", strength="18")
    assert over.status_code == 422
    assert "Sobran 3 puntos" in over.content.decode()


def test_the_review_lists_the_faults_of_all_steps_at_once(ladder: Ladder) -> None:
    client = ladder.client("player")
    walk(ladder, client, "class", "traits")
    send(ladder, client, "scores", go="back", strength="18")
    page = client.get(url(ladder, "repaso")).content.decode()
    for step in ("class", "scores", "traits"):
        assert f'href="{url(ladder, step)}"' in page, step
    assert client.post(url(ladder, "repaso"), {"go": "finish"}).status_code == 422
    assert not Character.objects.exists()


def test_dice_of_the_app_are_rolled_once(ladder: Ladder) -> None:
    client = ladder.client("player")
    send(ladder, client, "class")

    def rolled(method: str) -> str:
        page = client.post(url(ladder, "scores"), {"method": method, "go": "look"}).content.decode()
        return page[page.index('class="rolled"') :][:900] if 'class="rolled"' in page else ""

    first = rolled("roll")
    assert first
    assert rolled("modest") == ""
    assert rolled("roll") == first


def test_two_attributes_change_places_by_a_tap_on_each(ladder: Ladder) -> None:
    """MAKE-04: without scripts each tap sends the form, and the page shows which one waits."""
    client = ladder.client("player")
    send(ladder, client, "class")
    here, said = url(ladder, "scores"), {"method": "heroic", "dealt": "0,1,2,3,4,5"}
    waits = client.post(here, {**said, "dealt__tap": "strength"})
    assert waits.status_code == 200
    assert waits.content.decode().count('aria-pressed="true"') == 1
    swapped = client.post(here, {**said, "dealt__held": "strength", "dealt__tap": "charisma"}).content.decode()
    assert 'name="dealt" value="5,1,2,3,4,0"' in swapped
    assert 'aria-pressed="true"' not in swapped


def test_a_number_is_raised_and_lowered_by_its_buttons(ladder: Ladder) -> None:
    client = ladder.client("player")
    send(ladder, client, "class")
    said = {"method": "points", **{name: str(score) for name, score in POINTS.items()}}
    page = client.post(url(ladder, "scores"), {**said, "nudge": "-strength"}).content.decode()
    assert 'name="strength" value="14"' in page
    assert "Queda 1 punto" in page
    assert "Repartir 1 punto" in page


def test_what_is_left_is_told_while_one_chooses_and_stops_the_step(ladder: Ladder) -> None:
    """MAKE-02: nothing ends unspent by accident."""
    client = ladder.client("player")
    send(ladder, client, "class")
    chosen = {"chosen_traits": ["archetype_first.sentinel", "temper.n1"]}
    looked = client.post(url(ladder, "traits"), {**chosen, "go": "look"})
    assert looked.status_code == 200
    assert "Quedan 4 rasgos" in looked.content.decode()
    assert "Por corregir" not in looked.content.decode()
    assert client.post(url(ladder, "traits"), {**chosen, "go": "next"}).status_code == 422
    over = {"chosen_traits": [*chosen["chosen_traits"], *(f"temper.n{n}" for n in range(2, 8))]}
    assert "Sobran 2 rasgos" in client.post(url(ladder, "traits"), {**over, "go": "look"}).content.decode()


def test_what_brings_questions_is_not_left_before_they_were_seen(ladder: Ladder) -> None:
    client = ladder.client("player")
    page = client.post(url(ladder, "class"), {"asked": "class level", "class": "own", "level": "1", "go": "next"})
    assert page.status_code != 302
    assert 'name="character_class"' in page.content.decode()


def test_the_rest_can_be_filled_in_at_any_step_and_says_why(ladder: Ladder) -> None:
    client = ladder.client("player")
    send(ladder, client, "class")
    assert client.post(url(ladder, "species"), {"go": "rest"}).headers["Location"] == url(ladder, "repaso")
    review = client.get(url(ladder, "repaso")).content.decode()
    assert "Por qué así" in review
    assert "Brisa" in review
    client.post(url(ladder, "repaso"), {"go": "finish"})
    made = Character.objects.get()
    assert made.sheet["character_class"] == "Centinela"
    assert made.possessions.exists()


def test_who_has_no_name_gets_one(ladder: Ladder) -> None:
    client = ladder.client("player")
    assert client.post(url(ladder, "class"), {"class": "rogue", "go": "next"}).status_code == 302
    assert any(name in client.get(url(ladder, "species")).content.decode() for name in NAMES)


def test_a_draft_of_an_earlier_release_is_read(ladder: Ladder) -> None:
    client = ladder.client("player")
    client.get(url(ladder, "class"))
    session = client.session
    said = {"species": "Enana", "character_class": "Herrera", "level": 2, "method": "modest", "armour": "light"}
    said |= {f"for_{name}": str(place) for place, name in enumerate(POINTS)}
    about = {"character_name": "Brisa", "character_players": []}
    session[drafts.SESSION] = {f"{ladder.table.pk}:person": {"said": said, "about": about}}
    session.save()
    assert 'value="Herrera"' in client.get(url(ladder, "class")).content.decode()
    assert 'name="dealt" value="0,1,2,3,4,5"' in client.get(url(ladder, "scores")).content.decode()
    assert client.get(url(ladder, "who")).headers["Location"] == url(ladder, "class")


def test_each_has_an_own_draft(ladder: Ladder) -> None:
    send(ladder, ladder.client("player"), "class")
    assert 'value="Brisa"' not in ladder.client("other_player").get(url(ladder, "class")).content.decode()


def test_a_draft_can_be_forgotten(ladder: Ladder) -> None:
    client = ladder.client("player")
    send(ladder, client, "class")
    client.post(reverse("characters:discard", args=[ladder.table.pk, "person"]))
    assert 'value="Brisa"' not in client.get(url(ladder, "class")).content.decode()


@pytest.mark.parametrize("step", ["nowhere", "REPASO"])
def test_a_step_that_does_not_exist(ladder: Ladder, step: str) -> None:
    assert ladder.client("player").get(url(ladder, step)).status_code == 404


def test_one_at_once(ladder: Ladder) -> None:
    address = reverse("characters:quick", args=[ladder.table.pk])
    client = ladder.client("player")
    response = client.post(address, {})
    made = Character.objects.get()
    assert response.headers["Location"] == reverse("characters:made", args=[made.pk])
    assert made.name in NAMES
    assert made.sheet["traits"]
    assert [*made.players.all()] == [ladder.users["player"]]
    client.post(address, {"character_name": "Doña Urraca", "archetype": "healer"})
    named = Character.objects.get(name="Doña Urraca")
    assert named.sheet["primary"] == "wisdom"
    assert client.post(address, {"archetype": "dragon"}).status_code == 422


def test_coins_of_a_new_character_are_called_by_their_name(ladder: Ladder) -> None:
    player = ladder.users["player"]
    coins = Thing("1", "coin", "silver", {"coin": "silver"}, 14)
    ana = create_character(
        table=ladder.table, kind="person", name="Ana", values={}, by=player, players=[player], things=(coins,)
    )
    page = ladder.client("player").get(reverse("characters:made", args=[ana.pk])).content.decode()
    assert "silver" not in page
    assert re.search(r"[Pp]lata", page)


def test_names_are_not_proposed_twice_while_there_are_others(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    address = reverse("characters:quick", args=[ladder.table.pk])
    client = ladder.client("player")
    for _one in range(3):
        # what is drawn by lot falls the same each time
        monkeypatch.setattr(drafts, "random", Random(1))
        client.post(address, {})
    names = [*Character.objects.values_list("name", flat=True)]
    assert len(set(names)) == len(names)


def test_a_system_without_steps_has_the_whole_form(db: None) -> None:
    from tests.campaigns.people import make_ladder

    fake = make_ladder()
    page = fake.client("player").get(reverse("characters:start", args=[fake.table.pk])).content.decode()
    assert reverse("characters:new_kind", args=[fake.table.pk, "person"]) in page
    assert fake.client("player").get(url(fake, "who")).status_code == 404
    assert fake.client("player").post(reverse("characters:quick", args=[fake.table.pk])).status_code == 404
