"""Maps of a table in its file: exported, imported, refused with their place, absent from older files."""

from __future__ import annotations

import pytest

from combat import plans
from combat.deeds import Deed
from combat.models import TableMap
from exchange import formats, incoming
from exchange.faults import Refused
from rules.core.board.painting import dumped
from rules.core.boards import Backdrop, Board
from rules.core.registry import get_system
from rules.core.types import Json
from tapiz_site.pictures import pixels, storing
from tapiz_site.pictures.models import Picture
from tests.combat.mechs import Field
from tests.combat.play import make_game
from tests.pictures.samples import made

from .played import data, document, ids_in, importer

pytestmark = pytest.mark.django_db


def with_map() -> Field:
    field = Field()
    makes = get_system("tactico").maps  # type: ignore[attr-defined]
    empty = makes.new({"columns": 12, "rows": 9})
    drawn = makes.painted(empty, {"brush": "woods", "hexes": "0304 0305", "level": 1, "face": None})
    TableMap.objects.create(table=field.table, name="Vado viejo", data=drawn)
    TableMap.objects.create(table=field.table, name="Cantera", data=empty)
    return field


def test_maps_go_out_with_the_table_and_come_in_as_they_were() -> None:
    before = document(with_map().table)
    made = incoming.import_table(data=data(before), by=importer())
    assert [one.name for one in made.maps.all()] == ["Cantera", "Vado viejo"]
    assert {**document(made), "people": before["people"]} == before
    assert before["maps"][1]["data"]["cells"].keys() == {"0304", "0305"}


def test_a_map_that_its_system_does_not_take_is_refused_with_its_place() -> None:
    told = document(with_map().table)
    told["maps"][0]["data"] = {"columns": "x"}
    told["maps"][1]["data"]["cells"]["9999"] = {"ground": "woods", "level": 0, "streams": []}
    with pytest.raises(Refused) as found:
        incoming.import_table(data=data(told), by=importer())
    assert [one.path for one in found.value.faults] == [("maps", 0, "data"), ("maps", 1, "data")]


def test_a_table_of_before_there_were_maps_has_none() -> None:
    told = document(Field().table)
    old: dict[str, Json] = {**{name: value for name, value in told.items() if name != "maps"}, "version": 3}
    assert formats.lifted(old)["maps"] == []
    assert not incoming.import_table(data=data(old), by=importer()).maps.exists()


def test_a_map_of_a_board_and_the_pictures_under_map_and_fight_go_along() -> None:
    fight = make_game()
    fight.begin()
    table, by = fight.table, fight.users["game_master"]
    kept = TableMap.objects.create(table=table, name="Nave", data={})
    one, other = (plans.keep(kept, pixels.plan(made(size=(side, side))), by) for side in (300, 200))
    storing.keep(table, pixels.whole(made()), by=by, caption="El puerto", to_show=True)
    kept.data = {**dumped(Board(8, 8, backdrop=Backdrop(str(one.pk), 0, 0, 800, 800))), "shape": "square"}
    kept.save()
    laid = dumped(Board(8, 8, backdrop=Backdrop(str(other.pk), 0, 0, 800, 800)))
    fight.act("game_master", Deed("command", "board_map", inputs={"data": laid, "name": "Nave"}, internal=True))
    before = document(table)
    assert not ids_in(before) & {str(one.pk), str(other.pk)}
    new = incoming.import_table(data=data(before), by=importer())
    assert {**document(new), "people": before["people"]} == before
    assert [picture.caption for picture in new.pictures.filter(to_show=True)] == ["El puerto"]
    encounter = new.encounters.get(name=fight.encounter.name)
    under = encounter.head["fight"]["board"]["backdrop"]["picture"]
    assert Picture.objects.get(pk=under, table=new).width == 200
    assert Picture.objects.get(pk=new.maps.get().data["backdrop"]["picture"], table=new).width == 300
