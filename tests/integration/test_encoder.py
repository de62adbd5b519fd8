"""The parser ``encoder``, from its training on a tiny treebank to its files and back."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import onnx
import pytest
import torch

from extractor import BundleError, Caption, Extractor
from extractor.bundle import MANIFEST, file_sha256, find_bundle, read_manifest
from extractor.syntax.encoder.files import (
    CONFIG_FILE,
    ENCODER_FILE,
    ENCODER_FILES,
    RELATIONS_FILE,
    VOCABULARY_FILE,
)
from extractor.syntax.encoder.parser import EncoderParser
from extractor.syntax.parser import load_parser, parser_of
from extractor.syntax.tokenization import Tokenizer
from extractor.types import Parse
from extractor.word_scores import ROLES
from formats.corpora.conllu import read_columns
from tests.processes import ROOT
from tests.tiny_encoder import N_LAYERS, VOCABULARY, WIDTH, write_data, write_start
from training.syntax.encoder.data import read_treebank
from training.syntax.encoder.export import export_encoder
from training.syntax.encoder.network import EncoderNetwork
from training.syntax.encoder.onnx_graph import Precision
from training.syntax.encoder.start import load_start
from training.syntax.encoder.train import CHECKPOINT_FILE, EncoderTraining, _Run, train_encoder
from training.syntax.teacher import write_taught

CAPTION = "The goat chases the heron in the barn."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("encoder")
    write_data(folder)
    write_start(folder / "start")
    return folder


def captuple_train(data: Path, output: Path, *options: str) -> subprocess.CompletedProcess[str]:
    treebank = str(data / "treebank.conllu")
    return subprocess.run(
        [
            *(sys.executable, "-m", "service.cli", "train", "encoder", "--start", str(data / "start")),
            *("--treebank", treebank, "--dev", treebank, "--test", treebank),
            *("--propbank", str(data / "propbank"), "--output", str(output), *options),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


@pytest.fixture(scope="module")
def trained(data: Path) -> Path:
    output = data / "work"
    done = captuple_train(data, output, "--epochs", "40", "--learning-rate", "0.001", "--precision", "float")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures == json.loads((output / "syntax.eval.json").read_text(encoding="utf-8"))
    assert figures["upos"] > 98 and figures["lemma"] > 98
    assert figures["las"] > 95
    assert figures["roles"] > 90
    return output


@pytest.fixture(scope="module")
def parser(trained: Path) -> EncoderParser:
    return EncoderParser(trained / "syntax")


@pytest.fixture(scope="module")
def int8(trained: Path, data: Path) -> EncoderParser:
    start = load_start(trained)
    forms = measured(data)
    export_encoder(start.weights, start.config, start.vocabulary, data / "int8", sentences=forms)
    return EncoderParser(data / "int8")


def measured(data: Path) -> list[tuple[str, ...]]:
    return [sentence.forms for sentence in read_treebank(data / "treebank.conllu")]


def parse(parser: EncoderParser, *texts: str) -> list[Parse]:
    captions = [Caption(text=text) for text in texts]
    return parser.parse(captions, Tokenizer().tokenize(captions))


def test_a_caption_is_parsed(parser: EncoderParser, trained: Path) -> None:
    assert parser_of(trained / "syntax") == "encoder"
    assert load_parser("encoder", trained / "syntax").name == "encoder"
    (found,) = parse(parser, CAPTION)
    assert [word.lemma for word in found.words] == "the goat chase the heron in the barn .".split()
    assert [word.head for word in found.words] == [1, 2, -1, 4, 2, 7, 7, 2, 2]
    assert [word.deprel for word in found.words] == "det nsubj root det obj case det obl punct".split()
    assert found.words[1].upos == "NOUN" and found.words[1].xpos == "NN"
    assert found.words[1].features == "Number=Sing"
    assert found.scores is None


def test_roles_and_vectors_when_asked(parser: EncoderParser) -> None:
    captions = [Caption(text=f"{CAPTION} {CAPTION} -- !"), Caption(text="!")]
    found, empty = parser.parse_scored(captions, Tokenizer().tokenize(captions))
    assert found == parse(parser, captions[0].text)[0]
    scores = found.scores
    assert scores is not None and empty.scores is not None
    roles = scores.roles(2, range(len(found.words)))
    assert roles.shape == (len(found.words), len(ROLES))
    assert [ROLES[roles[i].argmax()] for i in (1, 4, 7)] == ["A0", "A1", "AM-LOC"]
    assert roles[[1, 4, 7]].max(axis=1).min() > 0.5
    assert roles[0].sum() < 0.5  # an article has no role
    assert not roles[9:].any()  # nor has a word of another sentence, or a mark
    assert scores.roles(11, [10])[0].argmax() == ROLES.index("A0")
    vectors = scores.vectors(range(len(found.words)))
    assert vectors.shape == (len(found.words), WIDTH) and vectors.dtype == np.float32
    assert vectors[1].any() and not vectors[-1].any()
    assert not empty.scores.roles(0, [0]).any() and empty.scores.vectors([0]).shape == (1, 0)


def assert_close(ours: np.ndarray, theirs: torch.Tensor) -> None:
    """Weights lose a little in half precision."""
    np.testing.assert_allclose(ours, theirs.numpy(), rtol=2e-3, atol=2e-3)


def test_the_files_compute_what_the_network_does(parser: EncoderParser, trained: Path) -> None:
    start = load_start(trained)
    network = EncoderNetwork(start.config, pad=parser._pieces.pad).eval()
    network.load_state_dict({name: torch.from_numpy(value) for name, value in start.weights.items()})
    sentences = [("the", "dog", "sees", "."), tuple("the heron feeds the goat in the pond .".split())]
    (batch,) = parser._batches(sentences)
    outputs = parser._run(
        batch, ("arcs", "upos", "dependents", "governors", "predicates", "arguments", "vectors")
    )
    with torch.inference_mode():
        tag, tree = network.encode(torch.from_numpy(batch.pieces), torch.from_numpy(batch.firsts))
        vectors = network.vectors(tree)
        heads = network.arc_scores(tree).argmax(dim=2)
        relations = network.relation_scores(vectors, heads)
        roles = network.role_scores(vectors.predicates[1, 2:3], vectors.arguments[1:2, :9]).softmax(dim=2)
        assert_close(outputs["arcs"], network.arc_scores(tree))
        assert_close(outputs["vectors"], tree)
        np.testing.assert_array_equal(outputs["upos"], network.tag_scores(tag)["upos"].argmax(dim=2))
    for k, n in enumerate(batch.lengths):
        feed = {
            "dependents": outputs["dependents"][k, :n],
            "governors": outputs["governors"][k][heads[k, :n].numpy()],
        }
        (scores,) = parser._files.relations.run(["scores"], feed)
        assert_close(scores, relations[k, :n])
    feed = {"predicates": outputs["predicates"][1, 2:3], "arguments": outputs["arguments"][1]}
    (probabilities,) = parser._files.roles.run(["probabilities"], feed)
    assert_close(probabilities, roles)


def test_eight_bits_parse_alike(int8: EncoderParser, parser: EncoderParser, data: Path) -> None:
    sentences = [sentence.forms for sentence in read_treebank(data / "treebank.conllu")]
    one, other = int8.parse_sentences(sentences), parser.parse_sentences(sentences)
    same = [
        a.head == b.head and a.deprel == b.deprel
        for x, y in zip(one, other, strict=True)
        for a, b in zip(x, y, strict=True)
    ]
    assert np.mean(same) > 0.98


def test_every_large_product_of_eight_bits_runs_over_integers(int8: EncoderParser, data: Path) -> None:
    """One that had no range would run in single precision, and nobody would see it."""
    n_products = {"encoder": 6 * N_LAYERS + 4, "relations": 1, "roles": 1}
    for name, n in n_products.items():
        nodes = onnx.load(data / "int8" / f"{name}.onnx").graph.node
        assert sum(node.op_type == "MatMulIntegerToFloat" for node in nodes) == n, name


@pytest.mark.parametrize("precision", ["float", "int8"])
def test_one_sentence_gives_the_same_numbers_alone_and_in_a_batch(
    precision: str, parser: EncoderParser, int8: EncoderParser
) -> None:
    """To the last bit: no scale and no sum hangs on what stands beside a sentence, nor on padding."""
    chosen = parser if precision == "float" else int8
    words = [piece for piece in VOCABULARY if piece.isalpha()]
    random = np.random.default_rng(1)
    sentences = [tuple(random.choice(words, size=n)) for n in range(2, 40)]
    names = ("arcs", "vectors", "dependents", "governors")
    for batch in chosen._batches(sentences):
        together = chosen._run(batch, names)
        for k, n in enumerate(batch.lengths):
            (single,) = chosen._batches([batch.sentences[k]])
            alone = chosen._run(single, names)
            np.testing.assert_array_equal(together["arcs"][k, :n, : n + 1], alone["arcs"][0])
            np.testing.assert_array_equal(together["vectors"][k, :n], alone["vectors"][0])
    singly = [chosen.parse_sentences([sentence])[0] for sentence in sentences]
    assert chosen.parse_sentences(sentences) == singly


def test_long_texts_take_linear_time_and_every_word_has_a_parse(parser: EncoderParser) -> None:
    words = [piece for piece in VOCABULARY if piece.isalpha()]
    random = np.random.default_rng(2)  # sentences that are alike would be parsed once

    def seconds(n: int) -> float:
        captions = [Caption(text=" ".join(random.choice(words, size=n)))]
        tokens = Tokenizer().tokenize(captions)
        began = time.process_time()
        (found,) = parser.parse_scored(captions, tokens)
        assert len(found.words) == n
        return time.process_time() - began

    seconds(100)
    short, long = seconds(1_000), seconds(10_000)
    assert long < 30 * max(short, 0.01)


def test_words_of_many_pieces_fit(parser: EncoderParser) -> None:
    text = " ".join("z" * 39 + c for c in "abcdefghij" * 10)
    (found,) = parse(parser, text)
    assert len(found.words) == 100


def test_emoji_alone_are_no_words(parser: EncoderParser) -> None:
    captions = [Caption(text="\U0001f600" * 20_000)]
    tokens = Tokenizer().tokenize(captions)
    (found,) = parser.parse(captions, tokens)
    assert len(found.words) == 20_000
    assert {word.upos for word in found.words} == {"PUNCT"}


@pytest.fixture
def broken(trained: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(trained / "syntax", tmp_path / "syntax"))


@pytest.mark.parametrize("name", ENCODER_FILES)
def test_a_missing_file_is_named(broken: Path, name: str) -> None:
    (broken / name).unlink()
    with pytest.raises(BundleError, match=f"lacks {name}"):
        EncoderParser(broken)


@pytest.mark.parametrize("name", ENCODER_FILES)
@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_a_truncated_file_is_named(broken: Path, name: str, share: float) -> None:
    content = (broken / name).read_bytes()
    (broken / name).write_bytes(content[: int(share * len(content))])
    with pytest.raises(BundleError, match=name):
        EncoderParser(broken)


def test_another_version_is_named(broken: Path) -> None:
    text = (broken / CONFIG_FILE).read_text(encoding="utf-8")
    (broken / CONFIG_FILE).write_text(
        text.replace("captuple.encoder/1", "captuple.encoder/9"), encoding="utf-8"
    )
    with pytest.raises(
        BundleError, match=r"schema 'captuple\.encoder/9', this version reads 'captuple.encoder/1'"
    ):
        EncoderParser(broken)


def test_a_vocabulary_of_another_size_is_named(broken: Path) -> None:
    with (broken / VOCABULARY_FILE).open("a", encoding="utf-8") as file:
        file.write("zebra\n")
    with pytest.raises(
        BundleError, match=f"{len(VOCABULARY) + 1} word pieces, encoder.json says {len(VOCABULARY)}"
    ):
        EncoderParser(broken)


def test_another_vocabulary_of_the_same_size_is_named(broken: Path) -> None:
    text = (broken / VOCABULARY_FILE).read_text(encoding="utf-8")
    (broken / VOCABULARY_FILE).write_text(text.replace("heron", "zebra"), encoding="utf-8")
    with pytest.raises(BundleError, match="made for other labels than"):
        EncoderParser(broken)


def test_a_graph_of_another_kind_is_named(broken: Path) -> None:
    shutil.copyfile(broken / RELATIONS_FILE, broken / ENCODER_FILE)
    with pytest.raises(BundleError, match=r"encoder\.onnx holds the graph 'relations', expected 'encoder'"):
        EncoderParser(broken)


@pytest.mark.parametrize("location", ["weights.bin", "../weights.bin"])
def test_a_graph_reads_no_other_files(broken: Path, location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = onnx.load(broken / RELATIONS_FILE)
    weights = graph.graph.initializer[0]
    monkeypatch.chdir(broken)
    Path(location).write_bytes(weights.raw_data)
    onnx.external_data_helper.set_external_data(weights, location, length=len(weights.raw_data))
    weights.ClearField("raw_data")
    (broken / RELATIONS_FILE).write_bytes(graph.SerializeToString())
    with pytest.raises(BundleError, match=r"relations\.onnx is no readable ONNX graph: .*[Ee]xternal"):
        EncoderParser(broken)


@pytest.fixture(scope="module")
def bundle(trained: Path, data: Path) -> Path:
    """The default bundle with the tiny encoder in the place of its syntax models."""
    base, folder = find_bundle("en-captions-stanza"), data / "bundles" / "tiny" / "1.0.0"
    shutil.copytree(base, folder, ignore=shutil.ignore_patterns("syntax"))
    shutil.copytree(trained / "syntax", folder / "syntax")
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST]
    manifest = msgspec.structs.replace(
        read_manifest(base),
        name="tiny",
        version="1.0.0",
        parser="encoder",
        files={str(path.relative_to(folder)): file_sha256(path) for path in files},
    )
    (folder / MANIFEST).write_bytes(msgspec.json.encode(manifest))
    return folder


def test_a_bundle_with_an_encoder_loads_neither_torch_nor_stanza(bundle: Path) -> None:
    program = (
        "import atexit, json, sys\n"
        "atexit.register(lambda: print(json.dumps(sorted(sys.modules)), file=sys.stderr))\n"
        "from service.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "extract", "--model", str(bundle), CAPTION],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert "<chase; goat;" in done.stdout
    loaded = {name.partition(".")[0] for name in json.loads(done.stderr.splitlines()[-1])}
    assert "onnxruntime" in loaded
    assert not {"torch", "stanza", "transformers", "tokenizers", "onnx", "safetensors", "scipy"} & loaded


def test_a_library_leaves_torch_to_its_host(bundle: Path) -> None:
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from extractor import Caption, Extractor\n"
        "Extractor.load(Path(sys.argv[1])).extract([Caption(text='A heron waits.')])\n"
        "from thinc.compat import has_torch\n"
        "print(has_torch)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(bundle)], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.strip() == "True"


def test_extraction_works_over_an_encoder(bundle: Path) -> None:
    extractor = Extractor.load(bundle)
    assert extractor.model == "tiny@1.0.0"
    captions = [Caption(text=CAPTION), Caption(text="The dog sees the cat in the pond.")]
    together = extractor.extract(captions)
    assert together == [extractor.extract([caption])[0] for caption in captions]
    assert [item.predicate.lemma for item in together[0].tuples] == ["chase"]


def training_of(data: Path, output: Path, epochs: int) -> EncoderTraining:
    treebank = data / "treebank.conllu"
    return EncoderTraining(
        start=data / "start",
        train_files=[treebank],
        dev_file=treebank,
        test_file=treebank,
        output=output,
        epochs=epochs,
        precision="float",
    )


def test_a_training_that_was_stopped_goes_on_to_the_same_end(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train_encoder(training_of(data, tmp_path / "whole", 3))
    learn = _Run.learn

    def stopped(run: _Run, sentences: object) -> None:
        if run.epoch == 2:
            raise KeyboardInterrupt
        learn(run, sentences)

    monkeypatch.setattr(_Run, "learn", stopped)
    with pytest.raises(KeyboardInterrupt):
        train_encoder(training_of(data, tmp_path / "parts", 3))
    monkeypatch.undo()
    lines: list[str] = []
    train_encoder(training_of(data, tmp_path / "parts", 3), report=lines.append)
    assert "encoder: goes on after epoch 2" in lines
    assert not (tmp_path / "parts" / CHECKPOINT_FILE).exists()
    for name in ENCODER_FILES:
        whole, parts = (tmp_path / part / "syntax" / name for part in ("whole", "parts"))
        assert whole.read_bytes() == parts.read_bytes(), name


def test_a_student_takes_layers_of_the_start_and_trees_of_a_teacher(
    data: Path, bundle: Path, tmp_path: Path
) -> None:
    captions = tmp_path / "captions.txt"
    captions.write_text(
        "The dog sees the cat in the pond.\nThe goat chases the heron. The cat sees the dog.\n"
    )
    taught = tmp_path / "taught.conllu"
    assert write_taught(str(bundle), [captions], taught, least_confidence=0.0) == 3
    sentences = [[row[1] for row in rows] for rows in read_columns(taught)]
    assert ["the", "goat", "chases", "the", "heron", "."] in sentences
    assert {row[2] for rows in read_columns(taught) for row in rows} == {"_"}
    training = replace(training_of(data, tmp_path / "student", 1), layers=1, taught_files=[taught])
    figures = train_encoder(training)
    assert figures["words"] > 0
    config = json.loads((tmp_path / "student" / "syntax" / "encoder.json").read_text())
    assert config["n_layers"] == 1
    assert "-" not in config["labels"]["lemma"]  # no lemma of the teacher's became a rule
    names = json.loads((tmp_path / "student" / "training-data.json").read_text())
    assert any("taught.conllu" in entry["name"] for entry in names)


def test_a_teacher_leaves_out_what_it_is_not_sure_of_and_what_judges(bundle: Path, tmp_path: Path) -> None:
    captions = tmp_path / "captions.txt"
    captions.write_text("The dog sees the cat in the pond.\nThe goat chases the heron.\n")
    judging = tmp_path / "test.conllu"
    write_taught(str(bundle), [captions], judging, least_confidence=0.0)
    again = tmp_path / "again.conllu"
    assert write_taught(str(bundle), [captions], again, without=[judging], least_confidence=0.0) == 0
    assert write_taught(str(bundle), [captions], again, least_confidence=1.0) == 0


@pytest.mark.parametrize("precision", ["int8", "float"])
def test_weights_are_read_back_out_of_the_files(
    trained: Path, data: Path, tmp_path: Path, precision: Precision
) -> None:
    start = load_start(trained)
    forms = measured(data) if precision == "int8" else None
    export_encoder(start.weights, start.config, start.vocabulary, tmp_path / "syntax", sentences=forms)
    read = load_start(tmp_path)  # there is no network but in the graphs
    assert read.config == start.config and read.weights.keys() == start.weights.keys()
    for name, value in start.weights.items():
        if name not in ("mix", "root"):
            n_steps = 500 if precision == "float" else 30 if name.endswith(".up.weight") else 100
            assert np.abs(read.weights[name] - value).max() <= np.abs(value).max() / n_steps + 1e-6, name
    export_encoder(read.weights, read.config, read.vocabulary, tmp_path / "again", sentences=forms)
    sentences = [("the", "dog", "sees", "."), tuple("the heron feeds the goat in the pond .".split())]
    old, new = EncoderParser(tmp_path / "syntax"), EncoderParser(tmp_path / "again")
    (batch,) = old._batches(sentences)
    names = ("arcs", "dependents", "governors", "predicates", "arguments", "vectors")
    first, second = old._run(batch, names), new._run(batch, names)
    for name in names:
        spread = np.abs(first[name]).max()
        assert np.abs(first[name] - second[name]).max() < 0.02 * spread, name


def test_graphs_of_another_encoder_are_not_read_back(trained: Path, data: Path, tmp_path: Path) -> None:
    start = load_start(trained)
    export_encoder(
        start.weights, start.config, start.vocabulary, tmp_path / "syntax", sentences=measured(data)
    )
    config = tmp_path / "syntax" / "encoder.json"
    record = json.loads(config.read_text())
    config.write_text(json.dumps({**record, "inner": record["inner"] * 2}))
    with pytest.raises(BundleError, match=r"encoder\.onnx is no graph of such an encoder: constant"):
        load_start(tmp_path)
    (tmp_path / "syntax" / "encoder.onnx").write_bytes(b"\x00junk")
    with pytest.raises(BundleError, match=r"encoder\.onnx is no readable graph"):
        load_start(tmp_path)


def test_a_bundles_parser_learns_on(data: Path, bundle: Path, tmp_path: Path) -> None:
    training = replace(training_of(data, tmp_path / "more", 1), start=bundle)
    figures = train_encoder(training)
    assert figures["las"] > 95  # it begins where the bundle is
    names = json.loads((tmp_path / "more" / "training-data.json").read_text())
    assert any(entry["name"].endswith("encoder.onnx") for entry in names)


def test_more_layers_than_there_are_are_named(data: Path) -> None:
    with pytest.raises(BundleError, match="has 2 layers, asked for are 3"):
        load_start(data / "start", layers=3)


def test_a_start_that_is_none_is_named(data: Path, tmp_path: Path) -> None:
    done = captuple_train(data, tmp_path / "out", "--start", str(tmp_path))
    assert done.returncode != 0
    assert "config.json is no configuration of a BERT-like encoder" in done.stderr
