"""A small pack of Tapiz in two languages, as files that the tests of packs read, damage and write."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

HEAD = """
format = "tapiz-pack-1"
system = "tapiz"
code = "SL"
slug = "sal-y-lino"
version = "1.0"
languages = ["es", "en"]
licence = "CC-BY-4.0"
authors = ["Ana", "Bruno"]
source = "https://example.org/sal"

[name]
es = "Sal y lino"
en = "Salt and linen"

[description]
es = "Un archipiélago de salineras."
en = "An archipelago of salt pans."
"""

WEAPON = """
[[entry]]
code = "SLO0001"
name = { es = "Arpón", en = "Harpoon" }
text = { es = "De hueso, con sedal.", en = "Of bone, with a line." }
price = 30
weight = 1500
use = "thrown"
properties = { es = "Con sedal", en = "With a line" }

[[entry]]
code = "SLO0002"
name = { es = "Remo de guerra", en = "War oar" }
size = "two_handed"
source = "Bruno"
"""

ARMOUR = """code,name.es,name.en,price,armour,properties.es,properties.en
SLO0101,Jubón de red,Net jerkin,200,Ligera,Se seca pronto,Dries quickly
SLO0102,Coraza de concha,Shell cuirass,900,heavy,,
"""

SPECIES = """
[[entry]]
code = "SLE0001"
name = { es = "Gente de la sal", en = "Salt folk" }
advances = { es = "Nadan.", en = "They swim." }

[entry.gives]
size = "medium"
notes = { es = "Saben leer la marea.", en = "They read the tide." }

[[entry]]
code = "SLE0002"
of = "SLE0001"
name = { es = "Gente del faro", en = "Lighthouse folk" }

[entry.gives]
notes = { es = "Ven de noche.", en = "They see at night." }
"""

CREATURE = """{"entry": [{
  "code": "SLC0001", "name": {"es": "Cangrejo alto", "en": "Tall crab"}, "habitat": {"es": "Playas", "en": "Beaches"},
  "gives": {"physical_max": 12, "mental_max": 4}
}]}
"""

RULE = """
[[entry]]
code = "SLR0001"
name = { es = "Reserva de defensa", en = "Defence reserve" }
defence_reserve = true
"""

CHAPTER = {"es": "# La costa\n\nSopla siempre.\n", "en": "# The coast\n\nIt always blows.\n"}


def files(**changed: str | bytes | None) -> dict[str, bytes]:
    """The files of the sample; `changed`: others in their place by `pack_toml`, `weapon_toml` …, None to leave out."""
    found: dict[str, str | bytes] = {
        "pack.toml": HEAD,
        "weapon.toml": WEAPON,
        "armour.csv": ARMOUR,
        "species.toml": SPECIES,
        "creature/coast.json": CREATURE,
        "rule.toml": RULE,
        **{f"chapters/01-coast.{language}.md": text for language, text in CHAPTER.items()},
    }
    for name, text in changed.items():
        path = name.replace("__", "/").replace("_", ".")
        if text is None:
            found.pop(path)
        else:
            found[path] = text
    return {path: text.encode() if isinstance(text, str) else text for path, text in found.items()}


def zipped(content: Mapping[str, bytes], folder: str = "") -> bytes:
    """These files as a zip file, in a folder where one is named."""
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in content.items():
            archive.writestr(f"{folder}{path}", data)
    return to.getvalue()
