"""What holds for every test."""

from hypothesis import settings

# On a busy machine one slow example is no failure; the suite's budget is watched as a whole.
settings.register_profile("tapiz", deadline=None, print_blob=True)
settings.load_profile("tapiz")
