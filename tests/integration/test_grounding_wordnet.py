"""The WordNet that is shipped: complete, without glosses, safe for threads, apart from a user's corpora."""

from __future__ import annotations

import gzip
import random
import re
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from extractor.errors import ResourceError
from scoring.grounding.wordnet import loaded as wordnet_module
from scoring.grounding.wordnet.loaded import wordnet
from scoring.grounding.wordnet.reader import FOLDER, AsciiStream, WordNetReader

if TYPE_CHECKING:
    from pathlib import Path

FILES = (
    [f"{kind}.{pos}" for kind in ("data", "index") for pos in ("noun", "verb", "adj", "adv")]
    + [f"{pos}.exc" for pos in ("noun", "verb", "adj", "adv")]
    + ["index.sense", "lexnames", "cntlist.rev"]
)


@pytest.fixture(scope="module")
def wn() -> WordNetReader:
    return wordnet()


def _lines(file: str) -> list[str]:
    return gzip.decompress((FOLDER / f"{file}.gz").read_bytes()).decode("ascii").splitlines()


@pytest.mark.parametrize(
    ("pos", "n_synsets"), [("noun", 82115), ("verb", 13767), ("adj", 18156), ("adv", 3621)]
)
def test_every_synset_is_there_at_its_offset_and_without_gloss(pos: str, n_synsets: int) -> None:
    content = gzip.decompress((FOLDER / f"data.{pos}.gz").read_bytes())
    offset = n_found = 0
    for line in content.splitlines(keepends=True):
        if not line.startswith(b"  "):
            n_found += 1
            assert int(line[:8]) == offset
            assert line.endswith(b" |\n")
            assert line.count(b"|") == 1
            assert b'"' not in line
        offset += len(line)
    assert n_found == n_synsets


def test_reader_counts_synsets(wn: WordNetReader) -> None:
    assert sum(1 for _ in wn.all_synsets("r")) == 3621
    assert sum(1 for synset in wn.all_synsets("a") if synset.pos() == "s") == 10693
    assert len(set(wn.all_lemma_names())) == 147306


def test_every_offset_of_every_file_is_a_synset() -> None:
    files = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
    offsets = {
        pos: {line[:8] for line in _lines(f"data.{pos}") if not line.startswith("  ")}
        for pos in set(files.values())
    }
    for pos, known in offsets.items():
        for line in _lines(f"data.{pos}"):
            if not line.startswith("  "):
                for offset, target in re.findall(r" \S+ (\d{8}) ([nvasr]) [0-9a-f]{4}(?= )", line):
                    assert offset in offsets[files[target]]
        for line in _lines(f"index.{pos}"):
            if not line.startswith("  "):
                fields = line.split()
                assert set(fields[-int(fields[2]) :]) <= known


def test_small_and_under_its_licence() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{file}.gz" for file in FILES} | {
        "LICENSE",
        "README.md",
    }
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 8_000_000
    notice = "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved."
    assert notice in (FOLDER / "LICENSE").read_text("ascii")
    for pos in ("noun", "verb", "adj", "adv"):
        for kind in ("data", "index"):
            assert any(notice in line for line in _lines(f"{kind}.{pos}")[:29])


def test_hypernyms(wn: WordNetReader) -> None:
    paths = {tuple(synset.name() for synset in path) for path in wn.synset("dog.n.01").hypernym_paths()}
    start = (
        "entity.n.01",
        "physical_entity.n.01",
        "object.n.01",
        "whole.n.02",
        "living_thing.n.01",
        "organism.n.01",
    )
    assert paths == {
        (*start, "animal.n.01", "domestic_animal.n.01", "dog.n.01"),
        (
            *start,
            *("animal.n.01", "chordate.n.01", "vertebrate.n.01", "mammal.n.01", "placental.n.01"),
            *("carnivore.n.01", "canine.n.02", "dog.n.01"),
        ),
    }


def test_relations_of_every_part_of_speech(wn: WordNetReader) -> None:
    assert wn.synset("child.n.01") in set(wn.synsets("kid", "n")) & set(wn.synsets("child", "n"))
    assert [lemma.name() for lemma in wn.lemma("hot.a.01.hot").antonyms()] == ["cold"]
    assert {synset.name() for synset in wn.synset("eat.v.01").entailments()} == {"chew.v.01", "swallow.v.01"}
    assert wn.synset("leg.n.01").part_holonyms()
    assert [lemma.name() for lemma in wn.lemma("quickly.r.01.quickly").pertainyms()] == ["quick"]
    assert wn.lemma("eat.v.01.eat").frame_strings() == ["Somebody eat something"]


@pytest.mark.parametrize(
    ("form", "pos", "lemma"),
    [
        ("geese", "n", "goose"),
        ("children", "n", "child"),
        ("ran", "v", "run"),
        ("better", "a", "good"),
        ("dogs", "n", "dog"),
    ],
)
def test_morphy(wn: WordNetReader, form: str, pos: str, lemma: str) -> None:
    assert lemma in wn._morphy(form, pos)
    assert wn.morphy(form, pos) in (lemma, form)


@pytest.mark.parametrize(
    ("synset", "lexname"),
    [
        ("man.n.01", "noun.person"),
        ("park.n.01", "noun.location"),
        ("afternoon.n.01", "noun.time"),
        ("dog.n.01", "noun.animal"),
        ("walk.v.01", "verb.motion"),
        ("entity.n.01", "noun.Tops"),
        ("red.s.01", "adj.all"),
        ("worn.a.01", "adj.all"),
        ("quickly.r.01", "adv.all"),
    ],
)
def test_lexnames(wn: WordNetReader, synset: str, lexname: str) -> None:
    assert wn.synset(synset).lexname() == lexname


def test_lexname_says_the_part_of_speech_of_every_synset(wn: WordNetReader) -> None:
    name_by_pos = {"n": "noun", "v": "verb", "a": "adj", "s": "adj", "r": "adv"}
    for pos in ("v", "a", "r"):
        for synset in wn.all_synsets(pos):
            assert synset.lexname().startswith(name_by_pos[synset.pos()] + ".")


def test_1000_sense_keys_there_and_back(wn: WordNetReader) -> None:
    keys = [line.split()[0] for line in _lines("index.sense")]
    assert len(keys) == 206941
    for key in random.Random(7).sample(keys, 1000):  # noqa: S311  # a sample, no secret
        lemma = wn.lemma_from_key(key)
        assert lemma.key() == key
        assert key.startswith(lemma.name().lower() + "%")
        assert lemma in lemma.synset().lemmas()


def test_similarity_and_counts(wn: WordNetReader) -> None:
    dog, cat, man = (wn.synset(name) for name in ("dog.n.01", "cat.n.01", "man.n.01"))
    assert dog.path_similarity(dog) == 1
    assert dog.path_similarity(cat) == 0.2  # four steps over carnivore: 1 / (1 + 4)
    assert dog.path_similarity(man) < dog.path_similarity(cat)
    assert (
        wn.synset("run.v.01").path_similarity(wn.synset("walk.v.01")) == 0.25
    )  # verbs meet at a root of NLTK's
    assert wn.lemma_count(wn.lemma("dog.n.01.dog")) == wn.lemma("dog.n.01.dog").count() == 42


def test_no_glosses_and_no_other_languages(wn: WordNetReader) -> None:
    assert wn.synset("dog.n.01").definition() == ""
    assert wn.synset("dog.n.01").examples() == []
    assert wn.langs() == ["eng"]
    with pytest.raises(Exception, match="Language fra is not supported"):
        wn.synsets("chien", lang="fra")
    assert wn.license().startswith("This software and database is being provided")


def test_16_threads_get_one_reader_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from scoring.grounding.wordnet import reader

    made: list[object] = []

    class Counting(WordNetReader):
        def __init__(self) -> None:
            made.append(self)
            super().__init__()

    monkeypatch.setattr(reader, "WordNetReader", Counting)
    monkeypatch.setattr(wordnet_module, "_loaded", [])
    barrier = threading.Barrier(16)

    def load() -> object:
        barrier.wait()
        return wordnet()

    with ThreadPoolExecutor(16) as pool:
        readers = [future.result() for future in [pool.submit(load) for _ in range(16)]]
    assert len(made) == 1
    assert all(each is made[0] for each in readers)


def _facts(wn: WordNetReader, word: str) -> list[object]:
    facts: list[object] = []
    for synset in wn.synsets(word):
        facts.append((synset.name(), synset.lexname(), synset.lemma_names()))
        facts.append(
            sorted(other.name() for other in synset.hypernyms() + synset.hyponyms() + synset.similar_tos())
        )
        facts.append(sorted(tuple(other.name() for other in path) for path in synset.hypernym_paths()))
        first = synset.lemmas()[0]
        facts.append((first.key(), first.count(), wn.lemma_from_key(first.key()).key()))
    return facts


def test_16_threads_read_what_one_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seek lets other threads run before the read: with a shared stream they would move it away."""
    words = ["dog", "red", "child", "quick", "walk"]
    alone = WordNetReader()
    expected = {word: _facts(alone, word) for word in words}

    seek = AsciiStream.seek

    def seek_and_yield(self: AsciiStream, offset: int, whence: int = 0) -> int:
        position = seek(self, offset, whence)
        time.sleep(0)  # no wait: it hands the interpreter to another thread
        return position

    monkeypatch.setattr(AsciiStream, "seek", seek_and_yield)
    shared = WordNetReader()  # a fresh one, so that nothing is cached
    barrier = threading.Barrier(16)

    def read(start: int) -> dict[str, list[object]]:
        barrier.wait()
        return {word: _facts(shared, word) for word in words[start:] + words[:start]}

    with ThreadPoolExecutor(16) as pool:
        results = [future.result() for future in [pool.submit(read, start) for start in range(16)]]
    assert all(result == expected for result in results)


def test_nltks_own_search_path_and_corpora_are_left_alone(tmp_path: Path) -> None:
    corpus = tmp_path / "corpora" / "wordnet"
    corpus.mkdir(parents=True)
    for file in FILES:
        (corpus / file).write_text("not WordNet\n")
    code = """
import nltk.data
before = list(nltk.data.path)
from scoring.grounding.wordnet.loaded import wordnet
print(wordnet().synset("dog.n.01").lexname(), nltk.data.path == before)
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={"NLTK_DATA": str(tmp_path), "PYTHONPATH": str(FOLDER.parents[1])},
    )
    assert done.stdout.split() == ["noun.animal", "True"], done.stderr


@pytest.mark.parametrize("damage", ["missing", "truncated", "not gzip"])
def test_damaged_installations_say_so(tmp_path: Path, damage: str) -> None:
    for file in FILES:
        content = (FOLDER / f"{file}.gz").read_bytes()
        if file == "data.verb":
            content = {"missing": b"", "truncated": content[:1000], "not gzip": b"data"}[damage]
        if content:
            (tmp_path / f"{file}.gz").write_bytes(content)
    with pytest.raises(
        ResourceError, match=r"WordNet file data.verb.gz cannot be read: .*; reinstall captuple"
    ):
        WordNetReader(tmp_path)


def test_ascii_stream_reads_as_a_file() -> None:
    content = b"one\ntwo\n\nlast"
    stream = AsciiStream(content)
    assert list(stream) == ["one\n", "two\n", "\n", "last"]
    assert stream.seek(4) == stream.tell() == 4
    stream.discard_line()
    assert (stream.tell(), stream.read()) == (8, "\nlast")
    assert stream.seek(0, 2) == len(content)
