"""What happens to projects: make one with its first key, look at one's own, change it."""

from __future__ import annotations

from runwright import clock, ids
from runwright.access.current_key import actor
from runwright.access.keys import check_descent
from runwright.access.types import ChangeProject, CreateProject
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.db.transaction import Tx
from runwright.errors import NotFound
from runwright.trust import audit, secrets, store
from runwright.trust.kernel import Grant, Principal
from runwright.trust.keyring import KeyRing
from runwright.trust.types import Key, Project


class Projects:
    """The service of this noun."""

    def __init__(self, *, settings: Settings, keyring: KeyRing, versions: Versions) -> None:
        self._default_rate = settings.rate_limit
        self._keyring = keyring
        self._versions = versions

    def create(
        self, tx: Tx, maker_id: str, project_id: str, request: CreateProject
    ) -> tuple[Project, Key, str]:
        """Make a project. Its first key has the power of the key that made it, and no more.

        The project, that key, and its secret.
        """
        maker, secret = actor(tx, maker_id, self._default_rate), secrets.new_secret()
        project = new_project(project_id, request.name, request.time_zone, request.currency)
        key = Key(
            id=ids.new("key"),
            project_id=project.id,
            name="first",
            scopes=maker.scopes,
            rate_limit=maker.own_rate,
            version=self._versions.newest,
            expires_at=maker.expires_at,
            created_at=project.created_at,
            budget=maker.budget,
            maker=maker.key_id,
        )
        check_descent(maker)
        add(tx, project)
        store.add_key(tx, key, secrets.digest(secret))
        return project, key, secret

    def change(self, tx: Tx, grant: Grant, request: ChangeProject) -> Project:
        """Rename the caller's project, move it to another time zone, or give it a currency."""
        project = store.change_project(tx, grant, **request.given())
        tx.after_commit(self._keyring.forget)
        return project


def check_own(principal: Principal, project_id: str) -> None:
    """A key sees its own project, and no other."""
    if project_id != principal.project_id:
        raise NotFound("This key has no project with that id.")


def new_project(project_id: str, name: str, time_zone: str, currency: str | None = None) -> Project:
    """A project that was not there before."""
    return Project(
        id=project_id,
        name=name,
        time_zone=time_zone,
        created_at=clock.stamp(clock.now()),
        currency=currency,
    )


def add(tx: Tx, project: Project) -> None:
    """Store a new project with its empty audit chain."""
    store.add_project(tx, project)
    audit.begin_chain(tx, project.id)
