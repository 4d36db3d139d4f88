"""What the log shows of the codes that it tells."""

from collections.abc import Mapping

from rules.core.told_codes import ToldCodes

LOG_ICONS: Mapping[str, str] = {
    "harm.": "heart-crack",
    "machine.": "heart-crack",
    "heal.": "heart",
    "care.": "heart",
    "attack.shoots": "target",
    "attack.": "swords",
    "test.": "dices",
    "roll.": "dices",
    "opposed.": "dices",
    "dice.": "dices",
    "declare.": "message-circle",
    "intention.": "message-circle",
    "move.": "footprints",
    "done.": "refresh-cw",
    "gear.": "key-round",
    "time.": "hourglass",
    "fatigue.": "hourglass",
    "turn.": "chevrons-right",
    "heat.": "flame",
}

DRAWN: Mapping[str, str] = {
    "roll.total": "sum",
    "attack.total": "sum",
    "attack.defence": "sum",
    "roll.success": "succeeds",
    "roll.critical_success": "succeeds",
    "attack.hits": "succeeds",
    "opposed.won": "succeeds",
    "roll.failure": "fails",
    "roll.automatic_failure": "fails",
    "attack.misses": "fails",
    "opposed.tie": "fails",
    "care.fails": "fails",
    "attack.strikes": "tries",
    "attack.shoots": "tries",
    "attack.aims": "tries",
    "test.": "tries",
    "roll.number": "tries",
}

TOLD = ToldCodes(
    rounds=("round.begins", "vehicle_turn.begins"),
    turns=("round.segment",),
    harm=(*ToldCodes().harm, "machine.hurt"),
    attacks=("attack.", "shot.", "strike."),
    hits=("attack.hits", "shot.hit", "strike.hit"),
    misses=("attack.misses", "shot.miss", "strike.miss"),
    icons=LOG_ICONS,
    drawn=DRAWN,
)
