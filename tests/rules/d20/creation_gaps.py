"""The values in the codes of making a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.systems.d20.abilities import ABILITIES, FEATS, SAVES, SKILLS
from rules.systems.d20.archetypes import ARCHETYPES
from rules.systems.d20.starting import KITS, STOCK
from rules.systems.d20.training import GAINS

GAPS: Mapping[str, tuple[Iterable[str], ...]] = {
    **{f"ability.{{{gap}}}": (ABILITIES,) for gap in ("best", "second", "worst", "needs.ability")},
    **{f"archetype_line.{{{gap}}}": (ARCHETYPES,) for gap in ("chosen", "name")},
    "why_kind.{person_of(said).archetype}": (ARCHETYPES,),
    **{f"feat.{{{gap}}}": (FEATS,) for gap in ("name", "needs.feat")},
    "feat_gain.{name}": (GAINS,),
    "feat.{code}": (FEATS,),
    "feat_line.{given[0]}": (FEATS,),
    "feat_line.{name}": (FEATS,),
    **{f"{of}.{{{gap}}}": (KITS,) for of in ("kit", "kit_line") for gap in ("kit", "name")},
    "skill.{row['skill']}": (SKILLS,),
    "skill_line.{name}": (SKILLS,),
    "starting.{code}": (STOCK,),
    "unit_of_weight.{'kilos' if kilos else 'pounds'}": (("kilos", "pounds"),),
    "value.{save}": (SAVES,),
}
