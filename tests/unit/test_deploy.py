"""The manifests under deploy: valid by their schemas, and in agreement with the server."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from service.rpc.observe.metrics import Metrics
from service.rpc.server.server import SERVICE_NAME
from service.rpc.server.settings import ENVIRONMENT_PREFIX, ServeSettings

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
MANIFESTS = ["deployment", "service", "hpa", "pdb"]


def load(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


@pytest.mark.parametrize("name", MANIFESTS)
def test_kubernetes_manifests_fit_their_schema(name: str) -> None:
    kubernetes_validate.validate(load(f"kubernetes/{name}.yaml"), "1.31", strict=True)


def test_the_schema_refuses_what_is_wrong() -> None:
    manifest = load("kubernetes/deployment.yaml")
    manifest["spec"]["replica"] = 2
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(manifest, "1.31", strict=True)


def test_the_kustomization_names_every_manifest() -> None:
    assert load("kubernetes/kustomization.yaml")["resources"] == [f"{name}.yaml" for name in MANIFESTS]


def test_selectors_probes_and_times_agree() -> None:
    deployment, service = load("kubernetes/deployment.yaml"), load("kubernetes/service.yaml")
    pod = deployment["spec"]["template"]
    [container] = pod["spec"]["containers"]
    labels = pod["metadata"]["labels"]
    assert service["spec"]["selector"].items() <= labels.items()
    assert load("kubernetes/pdb.yaml")["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert service["spec"]["clusterIP"] == "None"
    for probe in ("startupProbe", "readinessProbe"):
        assert container[probe]["grpc"]["service"] == SERVICE_NAME
    environment = {item["name"]: item["value"] for item in container["env"]}
    longest_s = sum(
        float(environment[f"{ENVIRONMENT_PREFIX}{name}"]) for name in ("GRACE_S", "DRAIN_DELAY_S")
    )
    assert pod["spec"]["terminationGracePeriodSeconds"] > longest_s


def test_environment_variables_are_settings() -> None:
    names = {f"{ENVIRONMENT_PREFIX}{name}".upper() for name in ServeSettings.model_fields}
    files = [*DEPLOY.rglob("*.yaml"), ROOT / "Dockerfile"]
    used = {variable for file in files for variable in re.findall(r"CAPTUPLE_SERVE_\w+", file.read_text())}
    assert used
    assert used <= names


def test_prometheus_watches_metrics_that_exist() -> None:
    metrics = Metrics()
    known = {sample.name for family in metrics.registry.collect() for sample in family.samples}
    known |= {f"captuple_{name}_bucket" for name in ("queue_delay_seconds", "call_seconds", "batch_captions")}
    known |= {f"captuple_{name}_total" for name in ("calls", "captions", "reloads")}
    rules = [rule for group in load("prometheus/alerts.yml")["groups"] for rule in group["rules"]]
    used = {name for rule in rules for name in re.findall(r"captuple_\w+", rule["expr"])}
    assert used
    assert used <= known
    hpa = (DEPLOY / "kubernetes" / "hpa.yaml").read_text()
    [metric] = load("kubernetes/hpa.yaml")["spec"]["metrics"]
    assert f"as: {metric['pods']['metric']['name']}" in hpa


def test_compose_names_files_and_services_that_exist() -> None:
    compose = load("compose.yaml")
    assert (DEPLOY / compose["services"]["captuple"]["build"]["context"] / "Dockerfile").is_file()
    mounts = [volume.partition(":")[0] for volume in compose["services"]["prometheus"]["volumes"]]
    assert all((DEPLOY / mount).is_file() for mount in mounts)
    [job] = load("prometheus/prometheus.yml")["scrape_configs"]
    host, _, port = job["static_configs"][0]["targets"][0].partition(":")
    assert host in compose["services"]
    assert f"CAPTUPLE_SERVE_METRICS_ADDRESS=0.0.0.0:{port}" in (ROOT / "Dockerfile").read_text()


def test_the_envoy_example_agrees_with_the_server() -> None:
    [cluster] = load("envoy/envoy.yaml")["static_resources"]["clusters"]
    [check] = cluster["health_checks"]
    assert check["grpc_health_check"]["service_name"] == SERVICE_NAME


def test_the_envoy_example_fits_envoys_schema() -> None:
    # The package of the schema, xds-protos, writes its files over those of OpenTelemetry and of Google's common protos:
    # it is no dependency, and belongs into an environment of its own.
    reason = "needs xds-protos, in an environment without OpenTelemetry"
    pytest.importorskip("envoy.config.bootstrap.v3.bootstrap_pb2", reason=reason)
    for module in (
        "envoy.extensions.transport_sockets.tls.v3.tls_pb2",
        "envoy.extensions.filters.network.http_connection_manager.v3.http_connection_manager_pb2",
        "envoy.extensions.filters.http.router.v3.router_pb2",
        "envoy.extensions.upstreams.http.v3.http_protocol_options_pb2",
    ):
        importlib.import_module(module)
    bootstrap = importlib.import_module("envoy.config.bootstrap.v3.bootstrap_pb2").Bootstrap()
    json_format = importlib.import_module("google.protobuf.json_format")
    json_format.Parse(json.dumps(load("envoy/envoy.yaml")), bootstrap)
    assert len(bootstrap.static_resources.clusters) == 1
