"""A picture under a board: laid by two corners, seen by each reader as far as the board is uncovered."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from django.http import HttpResponse
from django.utils import timezone
from PIL import Image, ImageDraw

from combat import plans
from combat.deeds import Deed
from combat.models import TableMap
from rules.core.board.painting import dumped
from rules.core.boards import Backdrop, Board, Region
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures import pixels
from tapiz_site.pictures.models import Picture

from .play import Game

pytestmark = pytest.mark.django_db

CELL = 30
COVERED = ("C3", "C4", "D3", "D4")
SAND, GRASS, GOLD = (220, 200, 150), (60, 120, 60), (250, 210, 40)


def drawn(under: tuple[int, int, int]) -> bytes:
    """A plan of 8 by 8 squares, grass on sand, with this colour under the cloth."""
    image = Image.new("RGB", (8 * CELL, 8 * CELL), SAND)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 2 * CELL - 1, 8 * CELL), GRASS)
    pen.rectangle((2 * CELL, 2 * CELL, 4 * CELL - 1, 4 * CELL - 1), under)
    into = io.BytesIO()
    image.save(into, "PNG")
    return into.getvalue()


def kept(game: Game, data: bytes) -> Picture:
    made = TableMap.objects.create(table=game.table, name="Bodega", data={})
    picture = plans.keep(made, pixels.plan(data), game.users["game_master"])
    made.data = {"backdrop": {"picture": str(picture.pk)}}
    made.save()
    return picture


def lay(game: Game, picture: Picture, **regions: Region) -> None:
    board = Board(8, 8, regions=regions, backdrop=Backdrop(str(picture.pk), 0, 0, 800, 800))
    deed = Deed("command", "board_map", inputs={"data": dumped(board), "name": "Bodega"}, internal=True)
    game.act("game_master", deed)


def address(game: Game, reader: str) -> str:
    found = re.search(r'<image href="([^"]*)"', game.get(reader, "fragment", "land").content.decode())
    assert found is not None
    return unescape(found[1])


def image_of(response: HttpResponse) -> Image.Image:
    assert response.status_code == 200
    return Image.open(io.BytesIO(response.content)).convert("RGB")


def near(image: Image.Image, cell: tuple[int, int], colour: tuple[int, int, int]) -> bool:
    """Whether the middle of a cell has about this colour."""
    found = image.getpixel((cell[0] * CELL - CELL // 2, cell[1] * CELL - CELL // 2))
    assert isinstance(found, tuple)
    return all(abs(one - other) < 16 for one, other in zip(found, colour, strict=True))


def test_players_get_the_pixels_of_uncovered_cells_alone(fight: Game) -> None:
    lay(fight, kept(fight, drawn(GOLD)), r1=Region("Tesoro", COVERED))
    whole = image_of(fight.client("game_master").get(address(fight, "game_master")))
    assert near(whole, (1, 1), GRASS)
    assert near(whole, (3, 3), GOLD)
    for reader in ("player", "other_player", "spectator"):
        seen = image_of(fight.client(reader).get(address(fight, reader)))
        assert near(seen, (1, 1), GRASS)
        assert near(seen, (7, 7), SAND)
        assert not near(seen, (3, 3), GOLD)
        assert not any(low < 80 for (_low, _high), low in zip(seen.getextrema(), [255] * 3, strict=True))
    fight.command("game_master", "board_region", region="r1")
    assert near(image_of(fight.client("player").get(address(fight, "player"))), (3, 3), GOLD)


def test_nobody_gets_more_by_knowing_the_address(fight: Game) -> None:
    picture = kept(fight, drawn(GOLD))
    lay(fight, picture, r1=Region("Tesoro", COVERED))
    whole, seen = address(fight, "game_master"), address(fight, "player")
    assert whole != seen
    for reader in ("player", "spectator", "stranger"):
        assert fight.client(reader).get(whole).status_code == 404
        assert fight.client(reader).get(f"/imagenes/{picture.pk}/{pixels.WHOLE}/").status_code == 404
    assert fight.client("stranger").get(seen).status_code == 404
    assert fight.client("game_master").get(seen).status_code == 200, "the screen in the room shows it"
    other = seen.replace(seen.split("/")[-2], "0" * 32)
    assert fight.client("player").get(other).status_code == 404


@pytest.mark.parametrize("kept_side", [pixels.WHOLE, 8 * CELL - 10], ids=["as it came", "made smaller"])
def test_two_pictures_that_differ_under_the_cloth_alone_are_the_same_to_players(
    fight: Game, kept_side: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pixels, "PLANS", (kept_side,))
    found, whole = [], []
    for under in (GOLD, (10, 10, 10)):
        lay(fight, kept(fight, drawn(under)), r1=Region("Tesoro", COVERED))
        url = address(fight, "player")
        answer = fight.client("player").get(url)
        headers = {name: value for name, value in answer.headers.items() if name != "X-Request-ID"}
        found.append((url, headers, answer.content))
        whole.append(fight.client("game_master").get(address(fight, "game_master")).content)
    assert found[0] == found[1]
    assert whole[0] != whole[1]


def test_a_past_moment_shows_what_was_seen_then(fight: Game) -> None:
    lay(fight, kept(fight, drawn(GOLD)), r1=Region("Tesoro", COVERED))
    covered = address(fight, "player")
    fight.command("game_master", "board_place", who=[fight.id("Ana")], to="A1")
    then = fight.entries[-1]
    fight.command("game_master", "board_region", region="r1")
    page = fight.client("player").get(fight.url("moment", then.id)).content.decode()
    found = re.search(r'<image href="([^"]*)"', page)
    assert found is not None
    assert unescape(found[1]).partition("?")[0] == covered
    assert not near(image_of(fight.client("player").get(unescape(found[1]))), (3, 3), GOLD)
    assert fight.client("player").get(covered).status_code == 404, "it is not what is seen now"


def test_a_board_names_no_picture_of_another_table(fight: Game) -> None:
    picture = kept(fight, drawn(GOLD))
    lay(fight, picture)
    assert "<image" in fight.get("player", "fragment", "land").content.decode()
    Picture.objects.filter(pk=picture.pk).update(table=Table.objects.create(name="Otra", system="tapiz"))
    fight.command("game_master", "board_paint", brush="ground:water", cells="A1")
    assert "<image" not in fight.get("player", "fragment", "land").content.decode()


def test_pictures_stay_as_long_as_a_map_or_a_moment_needs_them(fight: Game) -> None:
    picture = kept(fight, drawn(GOLD))
    lay(fight, picture)
    TableMap.objects.all().delete()
    fight.command("game_master", "board_gone")
    loose = kept(fight, drawn(SAND))
    TableMap.objects.all().delete()
    plans.sweep(fight.table)
    assert Picture.objects.filter(pk=loose.pk).exists(), "its map may not be written yet"
    Picture.objects.update(created=timezone.now() - 2 * plans.NEW)
    plans.sweep(fight.table)
    assert Picture.objects.filter(pk=picture.pk).exists(), "the board may come back by undoing"
    assert not Picture.objects.filter(pk=loose.pk).exists()


def test_what_goes_out_is_small(fight: Game) -> None:
    noise = Image.effect_noise((650, 650), 60).convert("RGB")
    into = io.BytesIO()
    noise.save(into, "PNG")
    picture = kept(fight, into.getvalue())
    assert picture.size <= pixels.MOST_KEPT
    lay(fight, picture, r1=Region("Todo", tuple(f"{letter}{row}" for letter in "ABCDEFG" for row in range(1, 9))))
    seen = fight.client("player").get(address(fight, "player"))
    assert len(seen.content) < picture.size // 4
