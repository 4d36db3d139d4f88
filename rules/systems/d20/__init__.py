"""The d20 rule system: modern adventures with a twenty-sided die.

Functions of plain numbers, a subject a file. At the bottom lies what everything uses:

* `abilities`, `sizes`, `terms`: words and modifiers, and what numbers are made of.
* `dice`, `throws`, `rolls`: amounts; rules that throw dice (generators that yield the dice falling together, with
  purpose and roller); attack rolls, saves, checks and opposed checks. `asking` asks a table for the dice.
* `hit_points`: damage and the states that it leads to.

Directly in this folder stands the ordinary fight: how it begins and whose turn it is (`surprise`, `initiative`,
`delay`, `ready`, `turns`), what fits into a turn (`action_table`, `budget`, `full_attack`, `movement`, `running`,
`opportunity`, `grid`), attacks (`attacks`, `attack_roll`, `ranges`, `two_weapons`, `unarmed`, `damage`), what they
meet (`defences`, `circumstances`, `stances`, `cover`, `concealment`, `saves`, `helpless`), and what is carried
(`load`, `lifting`).

* `special/`: what an attack may be besides: firearms, explosives, objects, trip, disarm, bull rush, grapple, aid.
* `harm/`: what damage comes to, how one recovers, and conditions.
* `hazards/`: what harms without being attacked.

What is played stands on top of these, a subject a file too:

* `state` (with `phases`, `marks`, `arms`): what a fight carries. `sheet`, `fields`, `loading`, `kinds`, `classes`,
  `feats`, `skills`, `creating`, `archetypes`, `levelling`: sheets; `bodies` makes a body of one, `keeping` says what of
  it outlives a fight, `values`, `guarding` and `arming` say its numbers.
* `ordering`, `rounds`, `settling`: whose turn. `doing`: what a turn leaves. `situation`: where people stand. `bearing`:
  what somebody can do as things are. `modifiers`, `odds`: what bears on an attack and what it comes to.
* `hooks`: what rules do by themselves when a turn begins, time passes or an attack was made.
* `actions/`: the verbs; `actions/special` and `actions/hazards` put theirs together in their own lists.

Where two of them speak of one number it stands in one place: what conditions do in `harm.conditions`, what the whole
Defense comes to in `defences`, which acts provoke in `action_table`.
"""
