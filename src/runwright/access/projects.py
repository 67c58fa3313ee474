"""What happens to projects: make one with its first key, look at one's own, change it."""

from __future__ import annotations

from typing import Any

from runwright import clock, ids
from runwright.access.actor import actor
from runwright.access.keys import check_descent
from runwright.access.types import ChangeProject, CreateProject, show_key, show_project
from runwright.api import pages
from runwright.api.call import Answer, Call, answer
from runwright.api.versions import Versions
from runwright.config import Settings
from runwright.db.transaction import Tx
from runwright.errors import NotFound
from runwright.trust import audit, secrets, store
from runwright.trust.keyring import KeyRing
from runwright.trust.types import Key, Project


class Projects:
    """The service of this noun."""

    def __init__(self, *, settings: Settings, keyring: KeyRing, versions: Versions) -> None:
        self._default_rate = settings.rate_limit
        self._keyring = keyring
        self._versions = versions

    async def create(self, call: Call) -> Answer:
        """Make a project. Its first key has the power of the key that made it, and no more."""
        request: CreateProject = call.body
        project = new_project(call.new_id, request.name, request.time_zone, request.currency)
        secret = secrets.new_secret()

        def create_project(tx: Tx) -> Answer:
            maker = actor(tx, call.principal.key_id, self._default_rate)
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
            shown: dict[str, Any] = {**show_project(project), "key": show_key(key, maker.key_id)}
            kept = answer(shown).body
            shown["key"] = {**shown["key"], "secret": secret}
            return answer(shown, 201, kept=kept)

        return await call.commit(create_project)

    async def list(self, call: Call) -> Answer:
        """The caller's own project: the only one that it can see."""
        page = call.query.page()
        found = await call.read(lambda reader: store.list_projects(reader, call.grant, page))
        return answer(pages.render(found, show_project))

    async def read(self, call: Call) -> Answer:
        """The caller's own project, by its id."""
        self._own(call)

        def read_project(tx: Tx) -> Answer:
            return answer(show_project(store.read_project(tx, call.grant)))

        return await call.commit(read_project)

    async def change(self, call: Call) -> Answer:
        """Rename the project, move it to another time zone, or give it a currency."""
        self._own(call)
        request: ChangeProject = call.body

        def change_project(tx: Tx) -> Answer:
            project = store.change_project(tx, call.grant, **request.given())
            tx.after_commit(self._keyring.forget)
            return answer(show_project(project))

        return await call.commit(change_project)

    def _own(self, call: Call) -> None:
        if call.path["id"] != call.principal.project_id:
            raise NotFound("There is no project with that id for this key.")


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
