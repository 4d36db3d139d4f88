from django.apps import AppConfig


class CharactersConfig(AppConfig):
    name = "characters"
    label = "characters"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Show the characters on the page of their table, make them its seats, take back what was lent."""
        from django.db.models.signals import post_delete

        from equipment import hooks as equipment_hooks
        from tapiz_site.campaigns import calls, hooks, panels
        from tapiz_site.campaigns import seats as table_seats
        from tapiz_site.live import access
        from tapiz_site.pictures import seen

        from . import faces, knowing, lending, seats, topics
        from .inventory import proposals
        from .inventory.panels import stash_panel
        from .panels import characters_panel

        access.register("things:", topics.may_watch_things)
        access.register("own:", topics.may_watch_own)
        access.register("stash:", topics.may_watch_stash)
        access.register_for_many("proposals:", topics.which_may_watch_proposals)
        calls.register(proposals.calls)
        panels.register(proposals.panel, column="main", place=7)
        panels.register(stash_panel, column="main", place=40)
        panels.register(characters_panel, column="main", place=30)
        table_seats.register(seats)
        equipment_hooks.on_sheets(knowing.played_sheets)
        hooks.on_session_ended(lending.session_ended)
        hooks.on_membership_changed(lending.membership_changed)
        seen.register(faces.known_at_the_table)
        post_delete.connect(faces.deleted, sender="characters.Character", dispatch_uid="characters.faces")
