"""What can be wrong between Kubernetes objects, where no cluster is at hand to say so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deploy.files import (
    SHUTDOWN_GRACE,
    documents,
    image_environment,
    image_user,
    is_pinned,
    text_of,
)
from runwright import __version__

Thing = Mapping[str, Any]
VERSIONS = {
    "ConfigMap": "v1",
    "Deployment": "apps/v1",
    "HorizontalPodAutoscaler": "autoscaling/v2",
    "Ingress": "networking.k8s.io/v1",
    "Kustomization": "kustomize.config.k8s.io/v1beta1",
    "PodDisruptionBudget": "policy/v1",
    "Secret": "v1",
    "Service": "v1",
}
EXAMPLES = {"secret.example.yaml", "ingress.example.yaml"}
_IMAGE = text_of("Containerfile")


class Objects:
    """All objects of the folder, by kind and name."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self.files = files
        self.all = [each for text in files.values() for each in documents(text)]

    def of(self, kind: str) -> list[Thing]:
        return [each for each in self.all if each["kind"] == kind]

    def named(self, kind: str, name: str) -> Thing | None:
        found = [each for each in self.of(kind) if each["metadata"]["name"] == name]
        return found[0] if found else None

    def matching(self, selector: Mapping[str, str]) -> list[Thing]:
        """The Deployments whose pods a selector chooses."""
        return [
            each
            for each in self.of("Deployment")
            if selector.items() <= each["spec"]["template"]["metadata"]["labels"].items()
        ]


def problems(files: Mapping[str, str]) -> list[str]:
    objects = Objects(files)
    found = [*_of_all(objects), *_of_the_list(objects), *_of_what_surrounds(objects)]
    for deployment in objects.of("Deployment"):
        name = deployment["metadata"]["name"]
        found += [f"{name}: {each}" for each in _of_deployment(deployment, objects)]
    return found


def _of_all(objects: Objects) -> Iterator[str]:
    for each in objects.all:
        kind = each["kind"]
        if each["apiVersion"] != VERSIONS.get(kind):
            yield f"{each['apiVersion']} has no {kind}"
        if "namespace" in each.get("metadata", {}):
            yield f"{kind} names a namespace"
    for values in (*objects.of("ConfigMap"), *objects.of("Secret")):
        for name, value in values.get("data", values.get("stringData", {})).items():
            if not isinstance(value, str):
                yield f"{name} is no string"


def _of_the_list(objects: Objects) -> Iterator[str]:
    (kustomization,) = objects.of("Kustomization")
    expected = set(objects.files) - EXAMPLES - {"kustomization.yaml"}
    if set(kustomization["resources"]) != expected:
        yield f"resources are not {sorted(expected)}"
    for image in kustomization["images"]:
        if str(image["newTag"]) != __version__:
            yield f"{image['newTag']} is not this version"


def _of_what_surrounds(objects: Objects) -> Iterator[str]:
    for service in objects.of("Service"):
        chosen = objects.matching(service["spec"]["selector"])
        if len(chosen) != 1:
            yield f"the Service chooses {len(chosen)} Deployments"
        for port in service["spec"]["ports"]:
            if any(port["targetPort"] not in _ports(each) for each in chosen):
                yield f"the Service leads to no port {port['targetPort']}"
    for budget in objects.of("PodDisruptionBudget"):
        if len(objects.matching(budget["spec"]["selector"]["matchLabels"])) != 1:
            yield f"the budget {budget['metadata']['name']} protects nothing"
    for ingress in objects.of("Ingress"):
        for rule in ingress["spec"]["rules"]:
            for path in rule["http"]["paths"]:
                yield from _of_backend(path["backend"]["service"], objects)
    yield from _of_scaling(objects)


def _of_backend(backend: Thing, objects: Objects) -> Iterator[str]:
    service = objects.named("Service", backend["name"])
    if service is None:
        yield f"the Ingress leads to no Service {backend['name']}"
    elif backend["port"]["name"] not in {port["name"] for port in service["spec"]["ports"]}:
        yield f"the Ingress leads to no port {backend['port']['name']}"


def _of_scaling(objects: Objects) -> Iterator[str]:
    for scaler in objects.of("HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        deployment = objects.named(target["kind"], target["name"])
        if deployment is None:
            yield f"the autoscaler scales nothing: {target['name']}"
        elif "replicas" in deployment["spec"]:
            yield "each apply undoes what the autoscaler did"
        elif "cpu" not in _container(deployment)["resources"]["requests"]:
            yield "the autoscaler has nothing to compare the CPU with"
        if scaler["spec"]["minReplicas"] < 2:
            yield "a drained node would stop the service"


def _of_deployment(deployment: Thing, objects: Objects) -> Iterator[str]:
    pod, container = deployment["spec"]["template"]["spec"], _container(deployment)
    if deployment not in objects.matching(deployment["spec"]["selector"]["matchLabels"]):
        yield "its selector does not match its own pods"
    if len(objects.matching(deployment["spec"]["selector"]["matchLabels"])) > 1:
        yield "its selector takes another's pods"
    if pod.get("enableServiceLinks") is not False:
        yield "takes variables of Services for settings"
    pause = int(container.get("lifecycle", {}).get("preStop", _NO_PAUSE)["exec"]["command"][-1])
    if pod["terminationGracePeriodSeconds"] <= pause + _grace(objects):
        yield "is killed before it has stopped"
    yield from _of_rights(pod["securityContext"], container["securityContext"])
    yield from _of_container(container, pod, objects)
    yield from _of_ports(container, objects)


_NO_PAUSE: Thing = {"exec": {"command": ["sleep", "0"]}}


def _grace(objects: Objects) -> int:
    (config,) = objects.of("ConfigMap")
    return int(config["data"].get("RUNWRIGHT_SHUTDOWN_GRACE", SHUTDOWN_GRACE))


def _of_rights(pod: Thing, container: Thing) -> Iterator[str]:
    if not pod.get("runAsNonRoot") or str(pod.get("runAsUser")) != image_user(_IMAGE):
        yield "may run as root, or as somebody whom the image does not know"
    if pod.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        yield "may make any system call"
    if container.get("allowPrivilegeEscalation") is not False:
        yield "may gain rights"
    if not container.get("readOnlyRootFilesystem"):
        yield "may change its own program"
    if container.get("capabilities") != {"drop": ["ALL"]}:
        yield "has capabilities"


def _of_container(container: Thing, pod: Thing, objects: Objects) -> Iterator[str]:
    (kustomization,) = objects.of("Kustomization")
    image = container["image"]
    if not is_pinned(image) or image.split(":")[1] != __version__:
        yield f"{image} is not this version"
    if image.split(":")[0] not in {each["name"] for each in kustomization["images"]}:
        yield f"the list of images does not know {image}"
    if not {"cpu", "memory"} <= container["resources"]["requests"].keys():
        yield "asks for no resources"
    if "memory" not in container["resources"]["limits"]:
        yield "may take all the memory"
    mounted = {each["mountPath"]: each["name"] for each in container["volumeMounts"]}
    if set(mounted.values()) != {each["name"] for each in pod["volumes"]}:
        yield "its mounts are not its volumes"
    if not {image_environment(_IMAGE)["RUNWRIGHT_DATA"], "/tmp"} <= mounted.keys():
        yield "has nowhere to write"
    for source in container["envFrom"]:
        for key, kind in (("configMapRef", "ConfigMap"), ("secretRef", "Secret")):
            if key in source and objects.named(kind, source[key]["name"]) is None:
                yield f"there is no {kind} {source[key]['name']}"


def _of_ports(container: Thing, objects: Objects) -> Iterator[str]:
    (config,) = objects.of("ConfigMap")
    listening = {
        "http": int(image_environment(_IMAGE)["RUNWRIGHT_PORT"]),
        "metrics": int(config["data"]["RUNWRIGHT_METRICS_PORT"]),
    }
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    for name, port in ports.items():
        if listening.get(name) != port:
            yield f"nobody listens on {name} {port}"
    if "readinessProbe" not in container:
        yield "nobody asks whether it is ready"
    for probe in probes(container):
        if probe["port"] not in ports:
            yield f"a probe asks no port: {probe['port']}"


def probes(container: Thing) -> list[Thing]:
    """The paths and ports that the cluster asks."""
    names = ("startupProbe", "livenessProbe", "readinessProbe")
    return [container[name]["httpGet"] for name in names if name in container]


def _container(deployment: Thing) -> Thing:
    (container,) = deployment["spec"]["template"]["spec"]["containers"]
    found: Thing = container
    return found


def _ports(deployment: Thing) -> set[str]:
    return {each["name"] for each in _container(deployment)["ports"]}
