"""What lies and stands under the cloth of a board of hexes changes no byte for players, nor does the picture there."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

import pytest
from PIL import Image, ImageDraw
from pytest_django import DjangoDbBlocker

from combat import plans
from combat.deeds import Deed
from combat.models import TableMap
from rules.core.board.drawing import centre, outline, size
from rules.core.boards import Backdrop, Land, Region
from rules.systems.tactico.vehicles.board import HexBoard, dumped, hex_of
from tapiz_site.accounts.models import User
from tapiz_site.pictures import pixels
from tests.combat.mechs import FALCON, GM, ROCK, SCREEN, Field
from tests.kept import as_made, made_once

pytestmark = pytest.mark.django_db

READERS = (FALCON, ROCK, SCREEN)
UNDER = tuple(f"{column:02}{row:02}" for column in range(9, 13) for row in range(1, 6))
"""Under the cloth: where the raider stands, and the hexes around it."""
ONCE = re.compile(
    r'((?:name="csrfmiddlewaretoken"|name="key"|name="token") value=")[^"]+|"X-CSRFToken": "\w+"|nonce-[\w-]+'
)
ACROSS = 1
"""Pixels of a picture for each unit of the drawing."""

Got = Mapping[str, Mapping[str, str]]
"""By reader what they got, by its name."""


@pytest.fixture(scope="module")
def _field(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Field]:
    with made_once(Field, django_db_blocker) as field:
        yield field


@pytest.fixture
def field(_field: Field, db: None) -> Field:
    return as_made(_field)


def lay(field: Field, board: HexBoard) -> None:
    inputs = {"data": dumped(board), "name": "Vado"}
    field.act(Deed("command", "lay_map", inputs=inputs, internal=True))


def board(**more: Any) -> HexBoard:
    return HexBoard(20, 15, {"0810": Land("woods")}, regions={"r1": Region("Emboscada", UNDER)}, **more)


def got(field: Field, reader: str, *names: str) -> Mapping[str, str]:
    """The page of a reader, with what is chosen and tapped on it, its parts, its log; or those of these names."""
    falcon, raider = field.id("Halcón"), field.id("Saqueador")
    drives = {"action": "drive", "filled": f"act:{falcon}:drive", "mode": "run"}
    asked: Mapping[str, tuple[str, Mapping[str, str]]] = {
        "page": (field.url(), {}),
        "way": (field.url(), {**drives, "to": "0909", "unit": raider}),
        "into the cloth": (field.url(), {**drives, "to": "1005"}),
        "fire": (field.url(), {"action": "fire", "unit": raider, "look": "w03"}),
        "picture": (field.url("fragment", "picture"), {"unit": raider}),
        "land": (field.url("fragment", "land"), {}),
        "veil": (field.url("fragment", "veil"), {}),
        "log": (field.url("log"), {}),
    }
    client = field.client(reader)
    return {name: ONCE.sub(r"\1", client.get(*asked[name]).content.decode()) for name in names or asked}


def repainted(field: Field) -> None:
    field.command("paint", brush="water", hexes="1003 1104")


def moved(field: Field) -> None:
    field.command("place", who=field.id("Saqueador"), to="1102", facing="0")


def gone_into_the_open(field: Field) -> None:
    """This one is seen: the comparison must notice it."""
    field.command("place", who=field.id("Saqueador"), to="1007", facing="0")


def differing(before: Got, after: Got) -> list[tuple[str, str]]:
    return [(who, name) for who in READERS for name in after[who] if before[who][name] != after[who][name]]


def test_nothing_under_the_cloth_changes_a_byte(field: Field) -> None:
    """TAC-HOUSE-33, TAC-HOUSE-34: neither reach nor lines, lists, forms, numbers, the log or the land.

    What comes out from under it is seen, so the comparison can fail.
    """
    lay(field, board())
    field.command("place", who=field.id("Saqueador"), to="1004", facing="3")
    field.until("Halcón")
    before = {reader: got(field, reader) for reader in READERS}
    repainted(field)
    moved(field)
    after = {reader: got(field, reader) for reader in READERS}
    assert differing(before, after) == []
    gone_into_the_open(field)
    after = {reader: got(field, reader, "page") for reader in READERS}
    assert {who for who, _name in differing(before, after)} == set(READERS)


def test_a_foe_drives_under_the_cloth_out_of_sight(field: Field) -> None:
    """TAC-VEH-05: that it does something is told, not what; players are told where they drive themselves."""
    lay(field, board())
    field.command("place", who=field.id("Saqueador"), to="1004", facing="3")
    field.until("Saqueador")
    field.command("drive", "Saqueador", mode="walk", to="1003")
    for reader in READERS:
        told = field.client(reader).get(field.url("log")).content.decode()
        assert "hasta 1003" not in told
        assert re.search(r"Saqueador\W.*hace algo fuera de la vista", re.sub(r"<[^>]*>|\s+", " ", told))
    assert "hasta 1003" in field.client(GM).get(field.url("log")).content.decode()


def test_players_drive_into_no_cloth_and_the_game_master_uncovers_it_by_two_taps(field: Field) -> None:
    lay(field, board())
    field.command("place", who=field.id("Halcón"), to="1007", facing="0")
    field.until("Halcón")
    client = field.client(FALCON)
    drives = {"action": "drive", "filled": f"act:{field.id('Halcón')}:drive", "mode": "walk"}
    assert "hexágono 1006," in client.get(field.url(), drives).content.decode()
    assert "hexágono 1005," not in client.get(field.url(), drives).content.decode()
    assert "map__linen" in client.get(field.url()).content.decode()
    panel = field.client(GM).get(field.url("panel"), {"panel": "board"}).content.decode()
    assert re.search(r"Emboscada", panel)
    field.command("uncover", region="r1")
    assert "hexágono 1005," in client.get(field.url(), drives).content.decode()
    assert "map__linen" not in client.get(field.url()).content.decode()


# The picture


def painting(under: tuple[int, int, int]) -> bytes:
    """A plan of the ford, with this colour on what lies under the cloth."""
    wide, high = size(20, 15, "hex")
    image = Image.new("RGB", (wide * ACROSS, high * ACROSS), (220, 200, 150))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 500, wide * ACROSS, 620), (60, 90, 160))
    for name in UNDER:
        middle = centre(hex_of(name), "hex")
        corners = [(-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26), (-30, 0)]
        pen.polygon([((middle.x + x) * ACROSS, (middle.y + y) * ACROSS) for x, y in corners], under)
    into = io.BytesIO()
    image.save(into, "PNG")
    return into.getvalue()


def with_picture(field: Field, under: tuple[int, int, int]) -> None:
    kept = TableMap.objects.create(table=field.table, name="Vado", data={})
    picture = plans.keep(kept, pixels.plan(painting(under)), User.objects.get(username=GM))
    kept.data = {"backdrop": {"picture": str(picture.pk)}}
    kept.save()
    wide, high = size(20, 15, "hex")
    lay(field, board(backdrop=Backdrop(str(picture.pk), 0, 0, wide * 100 // 52, high * 100 // 52)))


def image_under(field: Field, reader: str) -> tuple[str, bytes]:
    """The address and the bytes of the picture that a reader gets."""
    land = field.client(reader).get(field.url("fragment", "land")).content.decode()
    found = re.search(r'<image href="([^"]*)"', land)
    assert found is not None, reader
    answer = field.client(reader).get(unescape(found[1]))
    assert answer.status_code == 200
    return found[1], answer.content


def test_two_pictures_that_differ_under_the_cloth_alone_are_the_same_to_players(field: Field) -> None:
    """The very address is too; the game master, who sees through the cloth, gets another."""
    found: list[dict[str, tuple[str, bytes]]] = []
    for under in ((250, 210, 40), (10, 10, 10)):
        with_picture(field, under)
        found.append({reader: image_under(field, reader) for reader in (*READERS, GM)})
    one, other = found
    assert {reader: one[reader] for reader in READERS} == {reader: other[reader] for reader in READERS}
    assert one[GM][0] != other[GM][0]
    assert field.client(FALCON).get(unescape(other[GM][0])).status_code == 404


def test_a_picture_lies_under_hexes_for_all_and_is_uncovered_with_its_region(field: Field) -> None:
    with_picture(field, (250, 210, 40))

    def colour(reader: str) -> Any:
        image = Image.open(io.BytesIO(image_under(field, reader)[1])).convert("RGB")
        middle = centre(hex_of("1003"), "hex")
        return image.getpixel((middle.x * ACROSS, middle.y * ACROSS))

    assert sum(abs(a - b) for a, b in zip(colour(GM), (250, 210, 40), strict=True)) < 40
    assert sum(abs(a - b) for a, b in zip(colour(FALCON), (250, 210, 40), strict=True)) > 90
    field.command("uncover", region="r1")
    assert sum(abs(a - b) for a, b in zip(colour(FALCON), (250, 210, 40), strict=True)) < 40
    assert (
        outline([hex_of("1003")], "hex") not in field.client(FALCON).get(field.url("fragment", "veil")).content.decode()
    )
