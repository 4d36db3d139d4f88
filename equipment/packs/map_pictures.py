"""The picture under a map of a table, as it goes along with the map: into its file, or into a pack."""

from __future__ import annotations

from uuid import UUID

from rules.core.types import Json
from tapiz_site.campaigns.models import Table
from tapiz_site.pictures.models import Rendition
from tapiz_site.pictures.pixels import WHOLE

from .files.images import pieces_of
from .files.maps import ITS_PICTURE


def taken_along(table: Table, data: Json) -> tuple[Json, list[str]]:
    """The data of a map with no id of this table in it, and its picture in pieces; none where it has none."""
    backdrop = data.get("backdrop")
    if not backdrop:
        return data, []
    try:
        pk = UUID(backdrop["picture"])
    except ValueError:
        pk = None
    rows = Rendition.objects.filter(picture=pk, picture__table=table, side=WHOLE)
    image = rows.values_list("data", flat=True).first()
    if image is None:
        return {name: value for name, value in data.items() if name != "backdrop"}, []
    return {**data, "backdrop": {**backdrop, "picture": ITS_PICTURE}}, pieces_of(bytes(image))
