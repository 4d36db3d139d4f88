"""The file form of packs: reading, refusing with the place of each fault, and reading what was written."""

from __future__ import annotations

import io
import json
import stat
import struct
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path

import jsonschema
import pytest

from equipment.packs.files import checking, faults, kinds, reading, schemas, unpacking, writing
from equipment.packs.files.document import Pack, version_key
from equipment.packs.files.faults import Refused
from rules.core.inputs import Input
from rules.core.registry import SYSTEMS, get_system
from tests.packs import sample

TAPIZ = get_system("tapiz")


def faults_of(content: Mapping[str, bytes]) -> list[tuple[str, str, str]]:
    """File, place and code of all faults of these files."""
    with pytest.raises(Refused) as caught:
        reading.load(content)
    return [(one.file, one.place, one.code) for one in caught.value.faults]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return reading.load(sample.files())


# What is read


def test_the_head_identifies_the_pack(pack: Pack) -> None:
    assert (pack.system, pack.code, pack.slug, pack.version) == ("tapiz", "SL", "sal-y-lino", "1.0")
    assert pack.languages == ("es", "en")
    assert pack.name == {"es": "Sal y lino", "en": "Salt and linen"}
    assert pack.authors == ("Ana", "Bruno")


def test_entries_come_from_toml_json_and_csv_by_kind_and_code(pack: Pack) -> None:
    assert [(one.kind, one.code) for one in pack.entries] == [
        ("weapon", "SLO0001"),
        ("weapon", "SLO0002"),
        ("armour", "SLO0101"),
        ("armour", "SLO0102"),
        ("species", "SLE0001"),
        ("species", "SLE0002"),
        ("creature", "SLC0001"),
        ("rule", "SLR0001"),
    ]


def test_cells_of_csv_are_numbers_choices_and_texts_by_language(pack: Pack) -> None:
    jerkin, cuirass = (one for one in pack.entries if one.kind == "armour")
    texts = {"es": "Se seca pronto", "en": "Dries quickly"}
    assert jerkin.values == {"price": 200, "armour": "light", "properties": texts}
    assert cuirass.values == {"price": 900, "armour": "heavy"}


def test_values_count_in_one_language_with_what_the_kind_fills_in(pack: Pack) -> None:
    harpoon = pack.entries[0]
    kind = kinds.kinds_of(TAPIZ)["weapon"]
    english = checking.counting(TAPIZ, kind, harpoon.values, "en")
    assert english["properties"] == "With a line"
    assert english["hands"] == "1"


def test_a_part_inherits_and_states_only_what_differs(pack: Pack) -> None:
    by_code = {one.code: one for one in pack.entries}
    kind = kinds.kinds_of(TAPIZ)["species"]
    values = checking.counting(TAPIZ, kind, checking.whole(TAPIZ, kind, by_code["SLE0002"], by_code), "es")
    assert values["advances"] == "Nadan."
    assert values["gives"] == {"size": "medium", "notes": "Ven de noche."}


def test_chapters_have_a_title_and_a_body(pack: Pack) -> None:
    (coast,) = pack.chapters
    assert (coast.slug, coast.title("en"), coast.body("es")) == ("01-coast", "The coast", "Sopla siempre.")


def test_a_zip_file_may_hold_the_folder_or_what_is_in_it(pack: Pack) -> None:
    plain = sample.zipped(sample.files())
    inside = sample.zipped({**sample.files(), "__MACOSX/._pack.toml": b"\0"}, "sal-y-lino/")
    assert reading.load(unpacking.unpacked(plain)) == pack
    assert reading.load(unpacking.unpacked(inside)) == pack


def test_a_folder_is_read(tmp_path: Path, pack: Pack) -> None:
    for path, data in sample.files().items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    (tmp_path / ".hidden").write_text("x")
    assert reading.load(unpacking.folder(tmp_path)) == pack


def test_what_is_written_is_read_again_and_written_the_same(pack: Pack) -> None:
    once = writing.files_of(pack)
    again = reading.load(once)
    assert again == pack
    assert writing.files_of(again) == once
    assert writing.zipped(once, "a") == writing.zipped(writing.files_of(again), "a")
    assert writing.checksum(again) == writing.checksum(pack)


def test_versions_are_numbers_and_not_words() -> None:
    assert version_key("1.10") > version_key("1.9")
    assert version_key("1") == version_key("1.0.0")


# What is refused: the head and the entries


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ('format = "tapiz-pack-1"', 'format = "tapiz-pack-9"', "format", "pack.format"),
        ('format = "tapiz-pack-1"', "", "format", "pack.missing"),
        ('system = "tapiz"', 'system = "chess"', "system", "pack.system"),
        ('system = "tapiz"', "", "system", "pack.missing"),
        ('code = "SL"', 'code = "Sal"', "code", "pack.code"),
        ('slug = "sal-y-lino"', 'slug = "Sal y lino"', "slug", "pack.slug"),
        ('version = "1.0"', 'version = "one"', "version", "pack.version"),
        ('languages = ["es", "en"]', 'languages = ["es", "English", "en"]', "languages[1]", "pack.language"),
        ('languages = ["es", "en"]', 'languages = ["es", "en", "es"]', "languages[2]", "pack.language"),
        ('licence = "CC-BY-4.0"', "", "licence", "pack.missing"),
        ('licence = "CC-BY-4.0"', "licence = 4", "licence", "pack.text"),
        ('licence = "CC-BY-4.0"', f'licence = "{"x" * 301}"', "licence", "pack.long"),
        ('authors = ["Ana", "Bruno"]', 'authors = "Ana"', "authors", "pack.list"),
        ('authors = ["Ana", "Bruno"]', "authors = [1]", "authors[0]", "pack.text"),
        ('authors = ["Ana", "Bruno"]', f"authors = {['Ana'] * 31}", "authors", "pack.many"),
        ('en = "Salt and linen"', "", "name.en", "pack.language_missing"),
        ('en = "Salt and linen"', 'en = "Salt"\nfr = "Sel"', "name.fr", "pack.language"),
        ('source = "https', 'price = 3\nsource = "https', "price", "pack.unknown"),
        ('source = "https://example.org/sal"', "source = 2026-01-01", "source", "pack.value"),
    ],
)  # fmt: skip
def test_a_fault_of_the_head(old: str, new: str, place: str, code: str) -> None:
    assert old in sample.HEAD
    found = faults_of(sample.files(pack_toml=sample.HEAD.replace(old, new, 1)))
    assert ("pack.toml", place, code) in found


@pytest.mark.parametrize(
    ("old", "new", "place", "code"),
    [
        ('code = "SLO0001"', 'code = "SLX0001"', "entry[0].code", "pack.entry.code"),
        ('code = "SLO0001"', 'code = "SLC0001"', "entry[0].code", "pack.entry.code"),
        ('code = "SLO0001"', "", "entry[0].code", "pack.missing"),
        ('code = "SLO0002"', 'code = "SLO0001"', "entry[1].code", "pack.entry.twice"),
        ('name = { es = "Arpón", en = "Harpoon" }', "", "entry[0].name", "pack.missing"),
        ('name = { es = "Arpón", en = "Harpoon" }', "name = 3", "entry[0].name", "pack.text"),
        ('en = "Of bone, with a line."', 'en = " "', "entry[0].text.en", "pack.language_missing"),
        ('en = "With a line"', 'en = ""', "entry[0].properties", "pack.language_missing"),
        ("price = 30", 'price = "dear"', "entry[0].price", "core.input.number"),
        ("price = 30", "price = -1", "entry[0].price", "core.input.range"),
        ("price = 30", "price = 3.5", "entry[0].price", "pack.value"),
        ("price = 30", "sharpness = 3", "entry[0].sharpness", "core.input.unknown"),
        ('use = "thrown"', 'use = "eaten"', "entry[0].use", "core.input.option"),
        ('source = "Bruno"', 'of = "SLO0009"', "entry[1].of", "pack.entry.of"),
    ],
)  # fmt: skip
def test_a_fault_of_an_entry(old: str, new: str, place: str, code: str) -> None:
    assert old in sample.WEAPON
    assert ("weapon.toml", place, code) in faults_of(sample.files(weapon_toml=sample.WEAPON.replace(old, new, 1)))


def test_what_an_entry_gives_is_checked_by_the_sheet() -> None:
    wrong = sample.SPECIES.replace('size = "medium"', 'size = "endless"').replace(
        "[entry.gives]", "[entry.gives]\nwings = 2", 1
    )
    found = faults_of(sample.files(species_toml=wrong))
    assert ("species.toml", "entry[0].gives.size", "core.input.option") in found
    assert ("species.toml", "entry[0].gives.wings", "core.input.unknown") in found


def test_a_part_of_a_part_is_refused() -> None:
    deeper = sample.SPECIES + '\n[[entry]]\ncode = "SLE0003"\nof = "SLE0002"\nname = "X"\n'
    assert faults_of(sample.files(species_toml=deeper)) == [("species.toml", "entry[2].of", "pack.entry.of")]


def test_a_refusal_knows_the_system_of_the_pack_as_soon_as_its_head_is_read() -> None:
    with pytest.raises(Refused) as caught:
        reading.load(sample.files(weapon_toml="[[entry]]"))
    assert caught.value.system == "tapiz"
    with pytest.raises(Refused) as caught:
        reading.load(sample.files(pack_toml=None))
    assert caught.value.system == ""


def test_an_optional_rule_may_only_change_what_la_carta_has() -> None:
    wrong = sample.RULE.replace("defence_reserve = true", 'defence_reserve = "always"\ngravity = false')
    found = faults_of(sample.files(rule_toml=wrong))
    assert {code for _file, _place, code in found} == {"core.input.form", "core.input.unknown"}


def test_all_faults_of_all_files_come_at_once() -> None:
    content = sample.files(
        pack_toml=sample.HEAD.replace('"CC-BY-4.0"', "7"),
        weapon_toml=sample.WEAPON.replace("30", '"x"').replace("two_handed", "huge"),
        armour_csv=sample.ARMOUR.replace("900", "many"),
        rule_toml="[[entry]\n",
        dragon_toml="",
    )
    assert {(file, place) for file, place, _code in faults_of(content)} == {
        ("pack.toml", "licence"),
        ("weapon.toml", "entry[0].price"),
        ("weapon.toml", "entry[1].size"),
        ("armour.csv", "[3].price"),
        ("rule.toml", ""),
        ("dragon.toml", ""),
    }


def test_a_fault_says_the_code_of_its_entry() -> None:
    with pytest.raises(Refused) as caught:
        reading.load(sample.files(armour_csv=sample.ARMOUR.replace("900", "many")))
    assert [one.entry for one in caught.value.faults] == ["SLO0102"]


@pytest.mark.parametrize(
    ("head", "place", "code"),
    [
        ("code,name,price,colour", "[1].colour", "pack.csv.column"),
        ("code,name,price,price", "[1].price", "pack.csv.twice"),
        ("code,name,price", "[2]", "pack.csv.wide"),
        ("code,name,name.es,price", "[1].name", "pack.csv.twice"),
    ],
)
def test_a_fault_of_a_table(head: str, place: str, code: str) -> None:
    assert ("armour.csv", place, code) in faults_of(sample.files(armour_csv=f"{head}\nSLO0101,Red,200,light\n"))


# What is refused: unreadable files


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("weapon_toml", "entry = [", "pack.file.form"),
        ("weapon_toml", b"\xff\xfe", "pack.file.text"),
        ("weapon_toml", 'x = "\x01"', "pack.file.text"),
        ("weapon_toml", "entry = 3", "pack.list"),
        ("weapon_toml", "entry = [3]", "pack.table"),
        ("weapon_toml", "swords = []", "pack.unknown"),
        ("weapon_toml", "a" + ".a" * 100_000 + " = 1", "pack.file.deeply"),
        ("weapon_toml", "entry = " + "[" * 5_000 + "]" * 5_000, "pack.file.deeply"),
        ("weapon_toml", "x = " + "[" * 14 + "]" * 14, "pack.file.deeply"),
        ("weapon_toml", f"x = {'9' * 5_000}", "pack.file.form"),
        ("weapon_toml", f"x = {2**31}", "pack.value"),
        ("creature__coast_json", "[1]", "pack.table"),
        ("creature__coast_json", '{"entry": [], "entry": []}', "pack.file.twice_named"),
        ("creature__coast_json", "[" * 100_000, "pack.file.deeply"),
        ("creature__coast_json", '{"entry": NaN}', "pack.value"),
        ("creature__coast_json", "{", "pack.file.form"),
        ("creature__coast_json", f'{{"entry": ["{"x" * 20_001}"]}}', "pack.long"),
        ("chapters__01-coast_es_md", "No title", "pack.chapter"),
        ("chapters__coast_md", "# A title", "pack.chapter"),
        ("chapters__02-hills_fr_md", "# Les collines", "pack.language"),
        ("chapters__02-hills_es_md", "# Las colinas", "pack.language_missing"),
        ("dragon_toml", "", "pack.file.unknown"),
        ("weapon__notes_txt", "", "pack.file.unknown"),
    ],
)
def test_a_file_that_cannot_be_read(name: str, text: str | bytes, code: str) -> None:
    path = name.replace("__", "/").replace("_", ".")
    assert (path, code) in {(file, found) for file, _place, found in faults_of(sample.files(**{name: text}))}


def test_prose_may_have_many_points() -> None:
    dots = ". . . " * 300
    content = sample.WEAPON.replace("De hueso, con sedal.", dots.strip()) + f"# {dots}\n"
    assert reading.load(sample.files(weapon_toml=content)).entries[0].text["es"] == dots.strip()


def test_without_a_head_nothing_can_be_judged() -> None:
    assert faults_of(sample.files(pack_toml=None)) == [("pack.toml", "", "pack.missing_head")]


# What is refused: zip files


def refusal(data: bytes) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as caught:
        unpacking.unpacked(data)
    return [(one.file, one.code) for one in caught.value.faults]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("../out.toml", "pack.file.path"),
        ("/etc/passwd.txt", "pack.file.path"),
        ("C:/x.toml", "pack.file.path"),
        ("a//b.toml", "pack.file.path"),
        (".hidden/x.toml", "pack.file.path"),
        ("weapon/\x07.toml", "pack.file.path"),
        ("weapon/" + "x" * 200 + ".toml", "pack.file.path"),
        ("weapon/far/down/x.toml", "pack.file.deep"),
        ("weapon.py", "pack.file.ending"),
        ("weapon", "pack.file.ending"),
        ("WEAPON.toml", "pack.file.twice"),
    ],
)
def test_a_path_that_may_not_be(path: str, code: str) -> None:
    assert code in {found for _file, found in refusal(sample.zipped({**sample.files(), path: b""}))}


def test_what_is_no_zip_file_is_refused() -> None:
    assert refusal(b"PK nothing") == [("", "pack.zip.damaged")]
    assert refusal(sample.zipped({})) == [("", "pack.nothing")]


def test_damaged_content_is_refused() -> None:
    data = bytearray(sample.zipped({"pack.toml": b"x" * 5000}))
    data[40:50] = b"\0" * 10
    assert refusal(bytes(data)) == [("", "pack.zip.damaged")]


def test_a_locked_zip_file_is_refused() -> None:
    data = bytearray(sample.zipped({"pack.toml": b"x"}))
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    assert refusal(bytes(data)) == [("pack.toml", "pack.zip.locked")]


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
@pytest.mark.parametrize("damaged", [False, True])
def test_other_ways_of_packing_are_refused_whole_or_damaged(method: int, damaged: bool) -> None:
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w", method) as archive:
        archive.writestr("pack.toml", b"x" * 5000)
    data = bytearray(to.getvalue())
    if damaged:
        data[45:60] = b"\xff" * 15
    assert refusal(bytes(data)) == [("pack.toml", "pack.zip.method")]


def test_links_are_refused() -> None:
    to = io.BytesIO()
    with zipfile.ZipFile(to, "w") as archive:
        link = zipfile.ZipInfo("weapon.toml")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert refusal(to.getvalue()) == [("weapon.toml", "pack.file.link")]


def test_links_in_a_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").symlink_to("/etc/passwd")
    with pytest.raises(Refused, match=r"pack\.file\.link"):
        unpacking.folder(tmp_path)


def test_too_many_files_are_refused() -> None:
    content = {f"weapon/{number}.toml": b"" for number in range(unpacking.MOST_FILES + 1)}
    assert refusal(sample.zipped(content)) == [("", "pack.many_files")]


def test_a_bomb_in_one_file_is_stopped() -> None:
    bomb = sample.zipped({"weapon.toml": b" " * (unpacking.MOST_BYTES_A_FILE + 1)})
    assert len(bomb) < 5_000
    assert refusal(bomb) == [("weapon.toml", "pack.file.size")]


def test_a_bomb_in_many_files_is_stopped() -> None:
    bomb = sample.zipped({f"weapon/{number}.toml": b" " * unpacking.MOST_BYTES_A_FILE for number in range(9)})
    assert refusal(bomb) == [("", "pack.size")]


def test_a_bomb_that_lies_about_its_size_is_stopped() -> None:
    size = unpacking.MOST_BYTES_A_FILE * 3
    data = bytearray(sample.zipped({"weapon.toml": b" " * size}))
    for mark, place in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(mark) + place, 10)
    found = refusal(bytes(data))
    assert found in ([("weapon.toml", "pack.file.size")], [("", "pack.zip.damaged")])


# Schemas, and the duties of systems


def test_the_published_schema_is_the_one_of_the_code() -> None:
    published = json.loads(Path("content/schemas/pack-1.json").read_text(encoding="utf-8"))
    assert published == schemas.general()


def test_files_fit_the_schemas() -> None:
    whole = jsonschema.Draft202012Validator(schemas.general())
    exact = jsonschema.Draft202012Validator(schemas.of_system(TAPIZ))
    for path, data in writing.files_of(reading.load(sample.files())).items():
        if path.endswith(".toml"):
            whole.validate(tomllib.loads(data.decode()))
            name = "head" if path == "pack.toml" else path.removesuffix(".toml")
            exact.validate({name: tomllib.loads(data.decode())})


def test_the_schema_of_a_system_finds_what_does_not_fit() -> None:
    exact = jsonschema.Draft202012Validator(schemas.of_system(TAPIZ))
    entry = {"code": "SLO0001", "name": "Red", "use": "eaten"}
    assert not exact.is_valid({"weapon": {"entry": [entry]}})
    assert exact.is_valid({"weapon": {"entry": [{**entry, "use": "melee"}]}})


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_a_schema_for_every_system(slug: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schemas.of_system(get_system(slug)))


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_no_value_is_called_like_what_every_entry_has(slug: str) -> None:
    system = get_system(slug)

    def names(asked: tuple[Input, ...]) -> set[str]:
        return {item.name for item in asked}

    for kind in kinds.kinds_of(system).values():
        assert not names(kinds.may_ask(system, kind)) & {*kinds.OWN_NAMES, "gives", "entry"}
        assert not any("." in name for name in names(kinds.may_ask(system, kind)))


@pytest.mark.parametrize("slug", sorted(SYSTEMS))
def test_creatures_are_whole_sheets(slug: str) -> None:
    found = [kind for kind in get_system(slug).equipment.kinds.values() if kind.family == "creature"]
    assert all(kind.gives in get_system(slug).sheet_kinds for kind in found)


def test_every_code_of_a_fault_is_explained() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in Path("equipment/packs/files").glob("*.py"))
    for code in faults.CODES:
        if code.removeprefix("pack.") not in ("code", "slug", "version"):
            assert source.count(f'"{code}"') > 1, code
