"""Encounters: what they register with the apps below them."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CombatConfig(AppConfig):
    """Encounters, their log and their pages."""

    name = "combat"
    label = "combat"
    verbose_name = _("conflictos")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register who may listen to a fight, its part of the table's page, and what follows from changes elsewhere."""
        from characters import hooks as characters
        from characters import playing, strips
        from equipment import hooks as equipment
        from tapiz_site import housekeeping
        from tapiz_site.campaigns import calls as calls_of_tables
        from tapiz_site.campaigns import hooks as campaigns
        from tapiz_site.campaigns import panels, stopping
        from tapiz_site.live import access
        from tapiz_site.pictures import seen

        from . import (
            calls,
            contingencies,
            digests,
            faces,
            first_evening,
            gear,
            outside,
            overdue,
            resuming,
            sheet_play,
            tables,
            topics,
        )

        access.register_for_many("fight:", topics.which_may_watch)
        calls_of_tables.register(calls.calls)
        panels.register_whole(first_evening.page)
        panels.register(first_evening.resume, column="main", place=5)
        panels.register(tables.fights, column="main", place=10)
        strips.register(tables.strip)
        playing.register(sheet_play.sends)
        characters.on_arrived(outside.character_arrived)
        characters.on_edited(outside.resheet)
        equipment.on_changed(gear.changed)
        characters.on_deleting(outside.character_deleting)
        campaigns.on_membership_changed(outside.membership_changed)
        campaigns.on_adventure_begun(outside.adventure_begun)
        campaigns.on_house_changed(outside.house_changed)
        campaigns.on_session_ended(outside.session_ended)
        campaigns.on_session_counted(outside.session_counted)
        campaigns.other_topics(tables.topics_of)
        campaigns.screen(tables.screen)
        campaigns.chronicle(tables.chronicle)
        campaigns.begun(tables.has_begun)
        campaigns.start(calls.awaited)
        read_on = ("newest_moment", "moment", "log", "why", "chronicle")
        stopping.register(resuming.ways, *(f"combat:{one}" for one in read_on))
        seen.register(faces.met_in_a_fight)
        housekeeping.register(contingencies.apply)
        housekeeping.register(overdue.apply)
        housekeeping.register(digests.send_due)
