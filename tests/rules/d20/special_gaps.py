"""What the gaps in codes of special attacks, explosions and things can hold."""

from rules.systems.d20.abilities import SAVES
from rules.systems.d20.breaking import THING_VERBS
from rules.systems.d20.cover import PARTIAL_COVERS
from rules.systems.d20.firearms import FORMS
from rules.systems.d20.gear.entries import AMMUNITION, ENTRY_KINDS
from rules.systems.d20.gear.measures import COINS
from rules.systems.d20.grapple import ESCAPE_METHODS
from rules.systems.d20.planting import FUSE_UNITS
from rules.systems.d20.settings import WEIGHT_UNITS
from rules.systems.d20.splash import SPLASH_AIMS
from rules.systems.d20.strangling import STRANGLE_CHOICES
from rules.systems.d20.wrestling import LETTING_GO, OPTION_RULES, OPTIONS

THING_INPUTS = [item for kind in ENTRY_KINDS.values() for item in kind.inputs if item.label == f"thing.{item.name}"]
THING_VALUES = tuple(dict.fromkeys(item.name for item in THING_INPUTS))
OF_PACKS = {
    *(f"entry.{name}{end}" for name in ENTRY_KINDS for end in ("", ".many")),
    *(f"ammunition.{name}" for name in AMMUNITION),
    *(f"coin.{coin.code}" for coin in COINS),
}
"""Words that packs and inventories ask for."""

CONTESTS = tuple(name for name in OPTION_RULES if name != "strangle")
STARTS = ("failed_aoo", "failed_grab", "grabbed", "failed_hold", "released", "grappling")

GAPS = {
    "caught.{cover}": (PARTIAL_COVERS,),
    "escape.{name}": (ESCAPE_METHODS,),
    "fuse.{unit}": (tuple(FUSE_UNITS),),
    "grapple.{found.result}": (STARTS,),
    "let_go.{name}": (LETTING_GO,),
    "let_go.{what}": (LETTING_GO,),
    "maneuver.{what}": (("trip", "overrun", "disarm", "grab", "bull_rush", "aid", "grapple", "join_grapple"),),
    "planted.{fate}": (("goes_off", "taken_away"),),
    "save.{kind}": (SAVES,),
    "splash_aim.{aim}": (SPLASH_AIMS,),
    "strangle.{name}": (STRANGLE_CHOICES,),
    "thing.is_{verb}": (tuple(verb for verb in THING_VERBS if verb != "saves"),),
    "thing.{name}": (THING_VALUES,),
    "weight_unit.{name}": (WEIGHT_UNITS,),
    "unit_of_weight.{'kilos' if body.kilos else 'pounds'}": (WEIGHT_UNITS,),
    "thing.{verb}": (THING_VERBS,),
    "volley.{form}": (tuple(form for form in FORMS if form != "single"),),
    "wrestle.{name}": ((*OPTIONS, "escape_pin"),),
    "wrestle.{option}": (tuple(OPTION_RULES),),
    "wrestle.{option}_{'done' if found.success else 'fails'}": (CONTESTS, ("done", "fails")),
}

REASONS = ("not_listed", "already_tried", "no_attack_left", "no_move_action")
REFUSALS = frozenset(f"error.d20.grapple.{reason}" for reason in REASONS)
"""Why an option of a grapple may not be used."""
