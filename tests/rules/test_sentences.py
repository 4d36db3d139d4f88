"""How it reads: one sentence for each roll, no Spanish by machine, one kind of English."""

from __future__ import annotations

import re

import polib
import pytest
from django.conf import settings

from rules.core.facts import Fact, Param, Ref, Word
from rules.core.registry import SYSTEMS
from rules.core.words import ROOT, Names, Speaker, told

AMERICAN = re.compile(
    r"\b(defense|armor|colors?|colored|favor|center|maneuver|gray|paralyz|stabiliz|recogniz|organiz|aluminum|behavior|honor)",
    re.IGNORECASE,
)


def names() -> Names:
    return {"a": "Ilda", "b": "Orco", "i": "Inés"}.__getitem__


def fact(code: str, value: int | None = None, **params: Param) -> Fact:
    return Fact(code, value, params)


A, B = Ref("a"), Ref("b")
ROLLS = [
    (
        "tapiz",
        [
            fact("core.rolled_by", what=Word("dice.attack"), who=A, faces="4 2 1"),
            fact("roll.total", 11, who=A),
            fact("resistance.physical", 12),
            fact("roll.failure_plain", who=A),
        ],
        "Ataque de Ilda: 4 2 1, total 11 contra CA 12: fallo",
    ),
    (
        "d20",
        [
            fact("core.typed_by", what=Word("dice.attack"), who=A, faces="13"),
            fact("attack.total", 18, who=A, target=B),
            fact("attack.defense", 18, target=B),
            fact("attack.hit", who=A, target=B),
        ],
        "Ataque de Ilda, con dados de la mesa: 13, total 18 contra Defensa 18: alcanza a Orco",
    ),
    (
        "tumbas",
        [
            fact("core.rolled_by", what=Word("dice.defence"), who=B, faces="1 2"),
            fact("attack.total", 27, who=A, attribute=Word("attribute.strength")),
            fact("attack.defence", 7, who=B, attribute=Word("attribute.strength")),
            fact("attack.hit", who=A, target=B),
            fact("turn.group", who=(A, Ref("i"))),
        ],
        "Defensa de Orco: 1 2. Ataque de Ilda, Fuerza: 27 contra 7 de Orco: alcanza a Orco. Actúa ahora: Ilda e Inés",
    ),
    (
        "tactico",
        [
            fact("core.rolled_by", what=Word("dice.attack"), who=A, faces="1 2"),
            fact("roll.total", 8, who=A, skill=Word("skill.brawl")),
            fact("roll.failure", who=A),
            fact("attack.misses", who=A, target=B),
        ],
        "Ataque de Ilda: 1 2, total 8 con Pelea: fallo, no alcanza a Orco",
    ),
]


CONFIRMED = [
    fact("core.rolled_by", what=Word("dice.confirm"), who=A, faces="12"),
    fact("attack.total", 25, who=A, target=B),
    fact("attack.hit", who=A, target=B),
    fact("attack.confirm_total", 17, who=A),
]
"""The total of an attack is told after the dice that confirm its critical."""


def test_a_total_is_not_told_as_that_of_other_dice() -> None:
    assert Speaker("d20", "es", names()).told(CONFIRMED) == (
        "Confirmación del crítico de Ilda: 12. Ataque de Ilda: 25, alcanza a Orco. Ilda confirma con 17"
    )


@pytest.mark.parametrize(("slug", "facts", "read"), ROLLS, ids=[slug for slug, _, _ in ROLLS])
def test_a_roll_is_told_in_one_sentence(slug: str, facts: list[Fact], read: str) -> None:
    assert Speaker(slug, "es", names()).told(facts) == read


def test_what_a_reader_may_not_know_leaves_a_whole_sentence() -> None:
    """The dice of a foe are secret: what is left of the roll begins the sentence."""
    seen = [fact("attack.hit", who=B, target=A), fact("harm.plain", who=A)]
    assert Speaker("d20", "es", names()).told(seen) == "Orco alcanza a Ilda. Ilda pierde puntos de golpe"


@pytest.mark.parametrize(
    ("people", "read"),
    [(["Ana"], "Ana"), (["Ana", "Bruno", "Inés"], "Ana, Bruno e Inés"), (["Ana", "Hielo"], "Ana y Hielo")],
)
def test_names_are_listed_as_people_say_them(people: list[str], read: str) -> None:
    assert Speaker("tapiz", "es", str).listed(people) == read


def test_names_are_listed_in_english() -> None:
    assert Speaker("tapiz", "en", str).listed(["Ana", "Bruno", "Inés"]) == "Ana, Bruno and Inés"


def test_coins_are_counted_in_words() -> None:
    said = [Speaker("tapiz", "es", str).text(Fact("coins.gold", many)) for many in (1, 8)]
    assert said == ["1 moneda de oro", "8 monedas de oro"]
    assert Speaker("d20", "es", str).text(Fact("coins.dollar", 0)) == "0 $"


def test_healing_oneself_is_said_of_oneself() -> None:
    pool = Word("pool_name.physical")
    assert Speaker("tapiz", "es", names()).text(fact("care.heal_self", who=A, target=A, pool=pool)) == (
        "Ilda trata de curarse los PGF"
    )


def test_where_somebody_stands_reads_to_its_end() -> None:
    where = {"what": Word("distance.to_50"), "other": B}
    assert Speaker("tactico", "es", names()).text(Fact("relation.now_with", params=where)) == "de 10 a 50 m: Orco"


def test_english_is_british() -> None:
    texts = dict(told(ROOT / "core", "en"))
    for slug in SYSTEMS:
        texts |= {f"{slug}: {code}": text for code, text in told(ROOT / "systems" / slug, "en").items()}
        for path in sorted((ROOT / "systems" / slug / "help" / "en").glob("*.toml")):
            values = (line.partition(" = ")[2] or line for line in path.read_text(encoding="utf-8").splitlines())
            texts |= {f"{path.name}: {number}": text for number, text in enumerate(values, 1)}
    for entry in polib.pofile(str(settings.BASE_DIR / "locale" / "en" / "LC_MESSAGES" / "django.po")):
        texts[entry.msgid] = " ".join((entry.msgstr, *entry.msgstr_plural.values()))
    assert {where: text for where, text in texts.items() if AMERICAN.search(text)} == {}
