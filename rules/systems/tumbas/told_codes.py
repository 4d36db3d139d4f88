"""What the log shows of the codes that it tells."""

from collections.abc import Mapping

from rules.core.told_codes import ToldCodes

LOG_ICONS: Mapping[str, str] = {
    "harm.": "heart-crack",
    "dying.": "heart-crack",
    "heal.": "heart",
    "care.": "heart",
    "attack.": "swords",
    "magic.": "wand-sparkles",
    "test.": "dices",
    "action.": "dices",
    "contest.": "dices",
    "pool.": "dices",
    "dice.": "dices",
    "declare.": "message-circle",
    "done.": "footprints",
    "gear.": "key-round",
    "time.": "hourglass",
    "session.": "crown",
    "adventure.": "crown",
    "level.": "arrow-up",
    "status.": "heart-pulse",
    "turn.": "chevrons-right",
}

TOLD = ToldCodes(waiting=("harm.waits",), icons=LOG_ICONS)
