"""The manifests under deploy: valid by their schemas, and in agreement with the server."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, cast

import kubernetes_validate
import pytest
import yaml
from captuple import CaptupleClient
from packaging.requirements import Requirement

from extractor.types import Caption
from service.rpc.server.server import SERVICE_NAME
from service.rpc.server.settings import ENVIRONMENT_PREFIX, ServeSettings
from tests.certificates import Authority
from tests.fakes import FakeExtractor
from tests.metrics import Samples, samples_once
from tests.serving import free_port, serving

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
KUSTOMIZATIONS = ["kubernetes", "envoy"]
PROMTOOL = shutil.which("promtool")
needs_promtool = pytest.mark.skipif(
    PROMTOOL is None,
    reason="needs promtool on the path: mkdir FOLDER && tests/install_promtool FOLDER",
)
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
SECRETS = {"captuple-tokens", "captuple-envoy-tls"}  # made by hand, as the kustomizations say


def promtool(*arguments: str | Path) -> None:
    assert PROMTOOL is not None
    done = subprocess.run([PROMTOOL, *arguments], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def load(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text())


def manifests() -> dict[str, Any]:
    """All objects, by kind and name."""
    found = {}
    for folder in KUSTOMIZATIONS:
        for file in load(f"{folder}/kustomization.yaml")["resources"]:
            manifest = load(f"{folder}/{file}")
            found[f"{manifest['kind']}/{manifest['metadata']['name']}"] = manifest
    return found


@pytest.mark.parametrize("name", manifests())
def test_kubernetes_manifests_fit_their_schema(name: str) -> None:
    kubernetes_validate.validate(manifests()[name], "1.31", strict=True)


def test_the_schema_refuses_what_is_wrong() -> None:
    manifest = load("kubernetes/deployment.yaml")
    manifest["spec"]["replica"] = 2
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate(manifest, "1.31", strict=True)


@pytest.mark.parametrize("folder", KUSTOMIZATIONS)
def test_kustomizations_name_every_file(folder: str) -> None:
    kustomization = load(f"{folder}/kustomization.yaml")
    generated = [name for config in kustomization.get("configMapGenerator", ()) for name in config["files"]]
    found = {file.name for file in (DEPLOY / folder).glob("*.yaml")} - {"kustomization.yaml"}
    assert sorted([*kustomization["resources"], *generated]) == sorted(found)
    text = (DEPLOY / folder / "kustomization.yaml").read_text()
    assert f"kubectl apply --kustomize deploy/{folder}" in text
    assert any(f"create secret {kind} {name} " in text for name in SECRETS for kind in ("generic", "tls"))


def labels_of(deployment: Any) -> set[tuple[str, str]]:
    return set(deployment["spec"]["template"]["metadata"]["labels"].items())


def deployments_with(selector: Any) -> list[str]:
    wanted = set(selector.items())
    return [
        manifest["metadata"]["name"]
        for manifest in manifests().values()
        if manifest["kind"] == "Deployment" and wanted <= labels_of(manifest)
    ]


def test_selectors_choose_the_pods_of_their_own_deployment() -> None:
    chosen = {}
    for name, manifest in manifests().items():
        spec = manifest["spec"]
        match manifest["kind"]:
            case "Deployment":
                selectors = [spec["selector"]["matchLabels"]]
                spread = spec["template"]["spec"]["topologySpreadConstraints"]
                selectors += [constraint["labelSelector"]["matchLabels"] for constraint in spread]
            case "Service":
                selectors = [spec["selector"]]
            case "PodDisruptionBudget":
                selectors = [spec["selector"]["matchLabels"]]
            case "NetworkPolicy":
                selectors = [spec["podSelector"]["matchLabels"]]
            case _:
                continue
        chosen[name] = [deployments_with(selector) for selector in selectors]
    assert {
        name: found for name, found in chosen.items() if any(f != [name.partition("/")[2]] for f in found)
    } == {}
    assert len(chosen) == 7


def test_ports_are_those_of_the_pods() -> None:
    ports_by_pod = {
        deployment["metadata"]["name"]: {
            port["name"]: port["containerPort"]
            for container in deployment["spec"]["template"]["spec"]["containers"]
            for port in container["ports"]
        }
        for deployment in manifests().values()
        if deployment["kind"] == "Deployment"
    }
    for service in ("captuple", "captuple-envoy"):
        for port in manifests()[f"Service/{service}"]["spec"]["ports"]:
            assert port["targetPort"] in ports_by_pod[service]
    rules = manifests()["NetworkPolicy/captuple"]["spec"]["ingress"]
    assert {port["port"] for rule in rules for port in rule["ports"]} == set(ports_by_pod["captuple"])
    peers = [
        peer["podSelector"]["matchLabels"] for rule in rules for peer in rule["from"] if "podSelector" in peer
    ]
    assert [deployments_with(labels) for labels in peers] == [["captuple-envoy"], []]  # and clients
    assert f'`{next(iter(peers[1]))}: "true"`' in (ROOT / "docs" / "operations.md").read_text()
    assert ports_by_pod["captuple"] == {"grpc": 50051, "metrics": 9464}
    docker = (ROOT / "Dockerfile").read_text()
    assert "EXPOSE 50051 9464" in docker and "ADDRESS=0.0.0.0:50051" in docker
    [listener] = load("envoy/envoy.yaml")["static_resources"]["listeners"]
    assert listener["address"]["socket_address"]["port_value"] == ports_by_pod["captuple-envoy"]["grpc"]


def test_probes_ask_for_the_service_and_wait_beside_heavy_calls() -> None:
    [container] = manifests()["Deployment/captuple"]["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe"):
        assert container[probe]["grpc"] == {"port": 50051, "service": SERVICE_NAME}
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        assert container[probe]["timeoutSeconds"] >= 3


def test_times_of_the_end_agree() -> None:
    pod = manifests()["Deployment/captuple"]["spec"]["template"]["spec"]
    environment = {item["name"]: item["value"] for item in pod["containers"][0]["env"]}
    longest_s = sum(
        float(environment[f"{ENVIRONMENT_PREFIX}{name}"]) for name in ("GRACE_S", "DRAIN_DELAY_S")
    )
    assert pod["terminationGracePeriodSeconds"] > longest_s
    assert float(environment[f"{ENVIRONMENT_PREFIX}MAX_CONNECTION_AGE_S"]) > 0
    envoy = manifests()["Deployment/captuple-envoy"]["spec"]["template"]["spec"]
    [container] = envoy["containers"]
    drain_s = float(container["args"][container["args"].index("--drain-time-s") + 1])
    assert (
        envoy["terminationGracePeriodSeconds"]
        > drain_s + container["lifecycle"]["preStop"]["sleep"]["seconds"]
    )


def test_volumes_are_there_and_mounted() -> None:
    generated = {
        config["name"]: set(config["files"])
        for folder in KUSTOMIZATIONS
        for config in load(f"{folder}/kustomization.yaml").get("configMapGenerator", ())
    }
    secrets = set()
    for deployment in (manifests()[f"Deployment/{name}"] for name in ("captuple", "captuple-envoy")):
        pod = deployment["spec"]["template"]["spec"]
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        [container] = pod["containers"]
        mounted = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
        assert mounted.keys() == volumes.keys()
        for volume in volumes.values():
            if "configMap" in volume:
                assert volume["configMap"]["name"] in generated
            elif "secret" in volume:
                secrets.add(volume["secret"]["secretName"])
        if deployment["metadata"]["name"] == "captuple-envoy":
            config = container["args"][container["args"].index("--config-path") + 1]
            assert Path(config).parent.as_posix() == mounted["config"]
            assert Path(config).name in generated["captuple-envoy"]
            assert f"{mounted['tls']}/tls.crt" in (DEPLOY / "envoy" / "envoy.yaml").read_text()
    assert secrets == SECRETS


def test_one_image_of_this_version_everywhere() -> None:
    pod = manifests()["Deployment/captuple"]["spec"]["template"]["spec"]
    image = f"captuple:{VERSION}"
    assert pod["containers"][0]["image"] == image
    assert load("compose.yaml")["services"]["captuple"]["image"] == image
    for document in ("README.md", "docs/operations.md", "Dockerfile"):
        text = (ROOT / document).read_text()
        assert set(re.findall(r"docker build (?:-t|--tag) (\S+)", text)) == {image}, document


def test_the_image_is_pinned_to_the_last_byte() -> None:
    docker = (ROOT / "Dockerfile").read_text()
    assert re.search(r"^ARG PYTHON=python:3\.11\S*@sha256:[0-9a-f]{64}$", docker, flags=re.MULTILINE)
    assert re.findall(r"^FROM (\S+)", docker, flags=re.MULTILINE) == ["${PYTHON}", "${PYTHON}"]
    assert "--require-hashes" in docker
    lock = (ROOT / "requirements-image.lock").read_text()
    pinned = dict(re.findall(r"^([\w.-]+)==(\S+)", lock, flags=re.MULTILINE))
    assert lock.count("--hash=sha256:") >= len(pinned) > 30
    development = {"grpcio-tools", "mypy", "pytest", "ruff", "stanza", "torch"}
    assert not development & pinned.keys()
    tested = dict(
        re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "requirements-ci.lock").read_text(), flags=re.MULTILINE)
    )
    assert pinned.items() <= tested.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["otel"]]
    assert {Requirement(line).name for line in wanted} <= pinned.keys()


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


@needs_promtool
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
    promtool("test", "rules", folder / "alerts.test.yml")
    promtool("check", "config", folder / "prometheus.yml")


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


def test_the_autoscaler_scales_the_deployment_by_a_metric_that_its_comment_makes() -> None:
    spec = load("kubernetes/hpa.yaml")["spec"]
    [metric] = spec["metrics"]
    assert metric["pods"]["metric"]["name"] == adapter_rule()["name"]["as"]
    assert f"{spec['scaleTargetRef']['kind']}/{spec['scaleTargetRef']['name']}" in manifests()
    assert (
        "replicas" not in manifests()["Deployment/captuple"]["spec"]
    )  # else each apply undoes the autoscaler


def adapter_rule() -> Any:
    """The rule of the Prometheus adapter in the comment of the autoscaler."""
    lines = [line.removeprefix("#") for line in (DEPLOY / "kubernetes" / "hpa.yaml").read_text().splitlines()]
    first = next(i for i, line in enumerate(lines) if "- seriesQuery" in line)
    rule = "\n".join(itertools.takewhile(lambda line: line.startswith("   "), lines[first:]))
    [parsed] = yaml.safe_load(rule)
    return parsed


@needs_promtool
def test_the_metric_of_the_autoscaler_is_a_number_without_traffic(tmp_path: Path) -> None:
    rule = adapter_rule()
    query = rule["metricsQuery"]
    series = rule["seriesQuery"].partition("{")[0]
    for name, value in (("GroupBy", "pod"), ("Series", series), ("LabelMatchers", 'namespace="ours"')):
        query = query.replace(f"<<.{name}>>", value)
    calm, busy, new = (
        'namespace="ours",pod="calm"',
        'namespace="ours",pod="busy"',
        'namespace="ours",pod="new"',
    )
    samples = {calm: ("100x20", "100x20"), busy: ("0+0x20", "0+100x20"), new: ("0x20", "0x20")}
    case = {
        "interval": "1m",
        "input_series": [
            {"series": f'{series}{{{labels},le="{le}"}}', "values": values[le != "0.25"]}
            for labels, values in samples.items()
            for le in ("0.25", "0.5", "+Inf")
        ],
        "promql_expr_test": [
            {
                "expr": query,
                "eval_time": "10m",
                "exp_samples": [
                    {"labels": '{pod="busy"}', "value": 0.4875},
                    {"labels": '{pod="calm"}', "value": 0},
                    {"labels": '{pod="new"}', "value": 0},
                ],
            }
        ],
    }
    file = tmp_path / "test.yml"
    file.write_text(yaml.safe_dump({"rule_files": [], "evaluation_interval": "1m", "tests": [case]}))
    promtool("test", "rules", file)


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
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(), flags=re.MULTILINE)
    assert set(sent) == packages | {"LICENSE", "README.md", "pyproject.toml", "requirements-image.lock"}


def test_the_envoy_example_agrees_with_the_server() -> None:
    [cluster] = load("envoy/envoy.yaml")["static_resources"]["clusters"]
    [check] = cluster["health_checks"]
    assert check["grpc_health_check"]["service_name"] == SERVICE_NAME
    [endpoints] = cluster["load_assignment"]["endpoints"]
    [endpoint] = endpoints["lb_endpoints"]
    address = endpoint["endpoint"]["address"]["socket_address"]
    service = manifests()[f"Service/{address['address']}"]["spec"]
    assert service["clusterIP"] == "None"  # its name is all pods
    assert address["port_value"] in {port["port"] for port in service["ports"]}


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
