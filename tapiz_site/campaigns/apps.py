from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "tapiz_site.campaigns"
    label = "campaigns"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Open sign-up to invitations, seat people who sign up by one, and let people listen to their tables."""
        from allauth.account.signals import user_signed_up

        from tapiz_site.accounts import invitations, links, names
        from tapiz_site.live import access
        from tapiz_site.rulebook import switches

        from . import carta, own_panels, panels, policy, services, signals, stopping

        invitations.register(services.is_good)
        names.register(services.taken_at_own_tables)
        for prefix in ("table:", "door:"):
            access.register_for_many(prefix, policy.which_may_watch)
        for prefix in (stopping.PREFIX, stopping.NOTES):
            access.register_for_many(prefix, stopping.which_may_watch)
        switches.register(carta.at_tables)
        panels.register(own_panels.door_panel, column="main", place=20)
        panels.register(own_panels.boundaries_panel, column="side", place=50)
        panels.register(own_panels.sessions_panel, column="side", place=60)
        links.log_ins_ended.connect(signals.end_streams, dispatch_uid="campaigns.streams")
        user_signed_up.connect(signals.seat_whoever_signed_up, dispatch_uid="campaigns.seat")
