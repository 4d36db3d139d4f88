"""What the log shows of the codes that it tells."""

from collections.abc import Mapping

from rules.core.told_codes import ToldCodes

LOG_ICONS: Mapping[str, str] = {
    "harm.": "heart-crack",
    "bleeding.": "heart-crack",
    "heal.": "heart",
    "care.": "heart",
    "attack.": "swords",
    "gear.": "archive",
    "roll.": "dices",
    "effect.": "anchor",
    "hero.": "sparkles",
    "status.": "heart-pulse",
    "initiative": "arrow-down-up",
}

DRAWN: Mapping[str, str] = {
    "roll.total": "sum",
    "roll.resistance": "sum",
    "resistance.": "",
    "roll.success": "succeeds",
    "roll.failure": "fails",
    "care.stabilised": "then",
    "attack.": "tries",
    "action.": "tries",
    "care.": "tries",
}

TOLD = ToldCodes(
    hits=("roll.success",),
    misses=("roll.failure",),
    saves={"heal.": "heal", "care.stabilised": "steady"},
    icons=LOG_ICONS,
    drawn=DRAWN,
)
