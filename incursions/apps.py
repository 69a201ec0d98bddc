"""The project as a Django app: the work to do at the start of every process."""

from django.apps import AppConfig


class IncursionsConfig(AppConfig):
    """Brings the Celery application to life, so that a task queued by any process finds its way."""

    name = "incursions"
    verbose_name = "Incursions"

    def ready(self) -> None:
        from incursions import celery  # noqa: F401 -- it reads the settings, which are ready only now
