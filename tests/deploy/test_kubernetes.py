"""The Kubernetes manifests fit together: selectors, ports, probes, rights, settings."""

from __future__ import annotations

import pytest

from deploy.files import DEPLOY, SIGNING_KEY, broken, image_environment, settings_in, text_of
from deploy.kubernetes import Objects, problems
from runwright import config
from runwright.config import SettingsError

FILES = {path.name: path.read_text("utf-8") for path in (DEPLOY / "kubernetes").iterdir()}
SECRETS = {
    "RUNWRIGHT_DATABASE_URL": "postgresql://runwright:p%40ss@database/runwright",
    "RUNWRIGHT_SIGNING_KEY": SIGNING_KEY,
}


def test_the_manifests_are_sound() -> None:
    assert problems(FILES) == []


API_LABEL = "app.kubernetes.io/component: api"
NON_ROOT = "runAsNonRoot: true"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("api.yaml", API_LABEL + "\n  strategy", "tier: api\n  strategy", "its own pods"),
        ("api.yaml", "containerPort: 8080", "containerPort: 80", "nobody listens on http 80"),
        ("api.yaml", "port: http", "port: https", "a probe asks no port: https"),
        ("api.yaml", "readinessProbe", "readyProbe", "nobody asks whether it is ready"),
        ("api.yaml", NON_ROOT, "runAsNonRoot: false", "may run as root"),
        ("api.yaml", "runAsUser: 10001", "runAsUser: 10002", "whom the image does not know"),
        ("api.yaml", "readOnlyRootFilesystem: true", "privileged: false", "its own program"),
        ("api.yaml", "drop: [ALL]", "add: [SYS_ADMIN]", "has capabilities"),
        ("api.yaml", "allowPrivilegeEscalation: false", "procMount: Default", "gain rights"),
        ("api.yaml", "RuntimeDefault", "Unconfined", "any system call"),
        ("api.yaml", "Seconds: 45", "Seconds: 30", "killed before it has stopped"),
        ("api.yaml", "enableServiceLinks: false", "hostNetwork: false", "variables of Services"),
        ("api.yaml", "mountPath: /tmp", "mountPath: /temp", "nowhere to write"),
        ("api.yaml", "- name: tmp\n          emptyDir", "- name: x\n          emptyDir", "mounts"),
        ("api.yaml", "runwright:0.1.0", "runwright:latest", "is not this version"),
        ("api.yaml", "image: runwright:", "image: runright:", "does not know runright"),
        ("api.yaml", "apiVersion: apps/v1", "apiVersion: apps/v1beta1", "has no Deployment"),
        ("api.yaml", "selector:\n    m", "replicas: 2\n  selector:\n    m", "undoes"),
        ("worker.yaml", "Seconds: 45", "Seconds: 20", "killed before it has stopped"),
        ("worker.yaml", "memory: 4Gi", "cpu: 1", "all the memory"),
        ("worker.yaml", "containerPort: 9090", "containerPort: 9091", "nobody listens on metrics"),
        ("service.yaml", API_LABEL, "app.kubernetes.io/component: web", "chooses 0 Deployments"),
        ("service.yaml", "    " + API_LABEL + "\n", "", "chooses 2 Deployments"),
        ("service.yaml", "targetPort: http", "targetPort: web", "leads to no port web"),
        ("service.yaml", "name: runwright", "name: runner", "leads to no Service runwright"),
        ("disruption.yaml", API_LABEL, "tier: api", "protects nothing"),
        ("autoscaler.yaml", "name: runwright-api\n  min", "name: api\n  min", "scales nothing"),
        ("autoscaler.yaml", "minReplicas: 2", "minReplicas: 1", "drained node"),
        ("config.yaml", 'PORT: "9090"', "PORT: 9090", "METRICS_PORT is no string"),
        ("config.yaml", "name: runwright", "name: settings", "there is no ConfigMap runwright"),
        ("config.yaml", "name: runwright", "namespace: x\n  name: runwright", "namespace"),
        ("config.yaml", 'GRACE: "20"', 'GRACE: "60"', "killed before it has stopped"),
        ("kustomization.yaml", "  - worker.yaml\n", "", "resources are not"),
        ("kustomization.yaml", "newTag: 0.1.0", "newTag: latest", "is not this version"),
    ],
)
def test_what_is_wrong_is_found(file: str, old: str, new: str, problem: str) -> None:
    changed = {**FILES, file: broken(FILES[file], old, new)}
    assert problem in "; ".join(problems(changed))


def environment(secrets: dict[str, str]) -> dict[str, str]:
    """What a pod's settings are."""
    (values,) = Objects(FILES).of("ConfigMap")
    return settings_in({**image_environment(text_of("Containerfile")), **values["data"], **secrets})


def test_the_settings_of_a_pod_are_right() -> None:
    settings = config.load(environment(SECRETS), DEPLOY)
    assert (settings.host, settings.port, settings.metrics_port) == ("0.0.0.0", 8080, 9090)
    assert settings.blobs is not None
    assert not settings.is_sqlite


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_a_secret_that_was_not_filled_in_is_refused(name: str) -> None:
    (secret,) = Objects(FILES).of("Secret")
    left = {**SECRETS, name: secret["stringData"][name]}
    with pytest.raises(SettingsError, match=name):
        config.load(environment(left), DEPLOY)
