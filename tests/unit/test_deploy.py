"""The manifests under deploy: valid by their schemas, and in agreement with the server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import kubernetes_validate
import pytest
import yaml
from captuple import CaptupleClient

from extractor.types import Caption
from service.rpc.server.server import SERVICE_NAME
from service.rpc.server.settings import ENVIRONMENT_PREFIX, ServeSettings
from tests.certificates import Authority
from tests.fakes import FakeExtractor
from tests.metrics import Samples, samples_once
from tests.serving import free_port, serving

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


def exposed_samples(folder: Path) -> Samples:
    """What a server's metrics hold that has answered, failed over a caption, and has a certificate."""
    pair = Authority(folder, "authority").issue("server")
    port = free_port()
    settings = {"tls_cert": pair.cert, "tls_key": pair.key, "metrics_address": f"127.0.0.1:{port}"}
    with serving(FakeExtractor(), reload_interval_s=0.0, **settings) as server:
        with CaptupleClient(server.address, ca=folder / "authority.pem") as client:
            client.extract([Caption(text="run dog"), Caption(text="explode dog")])
        calls = ("captuple_calls_total", ("code", "OK"), ("method", "ExtractTuples"))
        return samples_once(port, lambda samples: calls in samples)


# Prometheus's own metric: its labels, and values of these.
LABELS = {
    "up": {"job": {job["job_name"] for job in load("prometheus/prometheus.yml")["scrape_configs"]}},
}


def test_alerts_ask_for_metrics_and_labels_that_the_server_has(tmp_path: Path) -> None:
    values_by_label: dict[str, dict[str, set[str]]] = {name: dict(labels) for name, labels in LABELS.items()}
    for key in exposed_samples(tmp_path):
        name, labels = str(key[0]), cast("tuple[tuple[str, str], ...]", key[1:])
        of_name = values_by_label.setdefault(name, {})
        for label, value in labels:
            of_name.setdefault(label, set()).add(value)
    rules = [rule for group in load("prometheus/alerts.yml")["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert rule["annotations"]["summary"]
        selectors = re.findall(r"\b(up|captuple_\w+)(?:\{([^}]*)\})?", rule["expr"])
        assert selectors, rule
        for name, matchers in selectors:
            assert name in values_by_label, rule
            for label, value in re.findall(r'(\w+)=~?"([^"]*)"', matchers):
                assert set(value.split("|")) <= values_by_label[name][label], rule
        for grouped in re.findall(r"\bby \((\w+)\)", rule["expr"]):
            assert all(grouped in values_by_label[name] for name, _ in selectors), rule


@pytest.mark.skipif(
    shutil.which("promtool") is None,
    reason="needs promtool on the path: mkdir FOLDER && tests/install_promtool FOLDER",
)
def test_alerts_are_raised_and_not_raised_as_they_should_be() -> None:
    folder = DEPLOY / "prometheus"
    cases = load("prometheus/alerts.test.yml")["tests"]
    raised = {
        test["alertname"]: test["exp_alerts"][0]["exp_labels"]["severity"]
        for case in cases
        for test in case["alert_rule_test"]
        if test["exp_alerts"]
    }
    rules = [rule for group in load("prometheus/alerts.yml")["groups"] for rule in group["rules"]]
    assert raised == {rule["alert"]: rule["labels"]["severity"] for rule in rules}
    for command in (
        ["promtool", "test", "rules", folder / "alerts.test.yml"],
        ["promtool", "check", "config", folder / "prometheus.yml"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    "asked",
    [
        'up{job="captuple"} == 0',
        "captuple_workers == 0",
        'captuple_calls_total{code="UNAVAILABLE"}',
        'captuple_calls_total{code="DEADLINE_EXCEEDED"}',
        'captuple_captions_total{outcome=~"failed|refused"}',
    ],
)
def test_there_is_an_alert_on(asked: str) -> None:
    rules = [rule for group in load("prometheus/alerts.yml")["groups"] for rule in group["rules"]]
    assert any(asked in rule["expr"] for rule in rules)


def test_the_autoscaler_asks_for_a_metric_that_its_comment_makes() -> None:
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


def test_the_image_is_built_of_every_package() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} | {"proto"}
    copied = re.findall(r"^COPY (\w+) \1$", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE)
    assert sorted(copied) == sorted(packages)
    sent = re.findall(r"^!(\w+)$", (ROOT / ".dockerignore").read_text(), flags=re.MULTILINE)
    assert set(sent) - {"LICENSE"} == packages


def test_the_envoy_example_agrees_with_the_server() -> None:
    [cluster] = load("envoy/envoy.yaml")["static_resources"]["clusters"]
    [check] = cluster["health_checks"]
    assert check["grpc_health_check"]["service_name"] == SERVICE_NAME


# The package of Envoy's schema also holds files of OpenTelemetry's and Google's packages. So it lies in a folder of its
# own, and is imported in a process of its own.
XDS_PROTOS = os.environ.get("CAPTUPLE_XDS_PROTOS", "")
_PARSE_BOOTSTRAP = """
import sys
from envoy.config.bootstrap.v3.bootstrap_pb2 import Bootstrap
from envoy.extensions.filters.http.router.v3 import router_pb2
from envoy.extensions.filters.network.http_connection_manager.v3 import http_connection_manager_pb2
from envoy.extensions.transport_sockets.tls.v3 import tls_pb2
from envoy.extensions.upstreams.http.v3 import http_protocol_options_pb2
from google.protobuf import json_format
print(len(json_format.Parse(sys.stdin.read(), Bootstrap()).static_resources.clusters))
"""


def parse_bootstrap(config: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _PARSE_BOOTSTRAP],
        input=json.dumps(config),
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": XDS_PROTOS},
        timeout=60,
    )


@pytest.mark.skipif(
    not XDS_PROTOS,
    reason="needs CAPTUPLE_XDS_PROTOS: pip install --no-deps --target FOLDER -r deploy/envoy/schema.txt",
)
def test_the_envoy_example_fits_envoys_schema() -> None:
    config = load("envoy/envoy.yaml")
    fits = parse_bootstrap(config)
    assert (fits.returncode, fits.stdout) == (0, "1\n"), fits.stderr
    config["static_resources"]["clusters"][0]["health_check"] = []  # the field is health_checks
    assert 'has no field named "health_check"' in parse_bootstrap(config).stderr
