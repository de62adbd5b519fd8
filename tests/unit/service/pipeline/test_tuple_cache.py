"""The cache of tuples: what is one entry, bounds, damage, other files, several writers."""

from __future__ import annotations

import errno
import json
import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click.testing
import lmdb
import pytest

import service.pipeline.tuple_cache
from extractor.bundle import find_bundle
from extractor.errors import BundleError, ResourceError
from extractor.types import Caption, CaptionEntry, Extraction
from service.cli.group import cli
from service.pipeline.tuple_cache import CachingExtractor, TupleCache, cache_info, clear_cache
from tests.fakes import FakeExtractor
from tests.processes import ROOT

if TYPE_CHECKING:
    pass

MODEL = "en-captions"
FULL_NAME = f"{MODEL}@{find_bundle(MODEL).name}"


def extractions(n: int, *, start: int = 0) -> list[Extraction]:
    return FakeExtractor().extract([Caption(text=f"run dog park{i}") for i in range(start, start + n)])


def filled(folder: Path, n: int = 50, *, start: int = 0) -> list[Extraction]:
    items = extractions(n, start=start)
    with TupleCache(folder, MODEL) as cache:
        cache.put(items)
    return items


def n_known(folder: Path, items: list[Extraction]) -> int:
    with TupleCache(folder, MODEL) as cache:
        found = cache.get([item.caption for item in items])
    assert all(known in (None, item) for known, item in zip(found, items, strict=True))
    return sum(known is not None for known in found)


def test_entries_are_those_of_text_tokens_and_confidence(tmp_path: Path) -> None:
    [item] = filled(tmp_path, 1)
    text = item.caption.text
    with TupleCache(tmp_path, MODEL) as cache:
        asked = [
            Caption(text=text, image_id=7, caption_id="x"),
            Caption(text=text + " "),
            Caption(text=text, tokens=tuple(text.split())),
            Caption(text=text, tokens=()),
            Caption(text=text + "\udcff"),
        ]
        assert [found is not None for found in cache.get(asked)] == [True, False, False, False, False]
        assert cache.get(asked[:1], min_confidence=0.5) == [None]
        entries = [CaptionEntry(caption=asked[0]), CaptionEntry(caption=asked[1])]
        known, unknown = cache.fill(entries)
        assert (known.tuples, unknown.tuples) == (item.tuples, None)
        assert known.model == cache.model


def test_another_bundle_or_code_has_other_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items = filled(tmp_path / "cache", 5)
    assert n_known(tmp_path / "cache", items) == 5
    with monkeypatch.context() as patched:
        patched.setattr(service.pipeline.tuple_cache, "code_version", lambda: "another")
        assert n_known(tmp_path / "cache", items) == 0
    bundle = tmp_path / "bundle"
    shutil.copytree(next((ROOT / "models" / MODEL).iterdir()), bundle)
    manifest = json.loads((bundle / "manifest.json").read_text())
    (bundle / "manifest.json").write_text(json.dumps({**manifest, "seed": 12345}))
    with TupleCache(tmp_path / "cache", str(bundle)) as cache:
        assert cache.get([item.caption for item in items]) == [None] * 5
    assert n_known(tmp_path / "cache", items) == 5


def test_the_oldest_entries_go_first_and_the_file_stays_small(tmp_path: Path) -> None:
    with TupleCache(tmp_path, MODEL, max_bytes=1 << 20) as cache:
        items = extractions(12_000)
        for start in range(0, len(items), 500):
            cache.put(items[start : start + 500])
        found = cache.get([item.caption for item in items])
    assert found[-200:] == items[-200:]
    known = [tuples is not None for tuples in found]
    assert known == sorted(known)
    info = cache_info(tmp_path)
    assert info.n_entries == sum(known) < 12_000
    assert info.used_bytes <= info.max_bytes == 1 << 20
    assert info.file_bytes < 4 << 20


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"x" * 10_000,
        lambda data: data[:100],
        lambda data: data[: len(data) // 2],
        lambda data: data[:-4096],
        lambda data: bytes(8192) + data[8192:],
        lambda data: data[:16] + bytes(100) + data[116:],
    ],
)
def test_damaged_files_start_anew(tmp_path: Path, damage: object) -> None:
    items = filled(tmp_path)
    path = tmp_path / "data.mdb"
    path.write_bytes(damage(path.read_bytes()))
    with TupleCache(tmp_path, MODEL) as cache:
        assert cache.get([item.caption for item in items]) == [None] * 50
        cache.put(items)
    assert n_known(tmp_path, items) == 50


def test_a_damaged_value_is_no_value(tmp_path: Path) -> None:
    items = filled(tmp_path)
    path = tmp_path / "data.mdb"
    data = path.read_bytes()
    assert data.count(b"park7") > 0
    path.write_bytes(data.replace(b"park7", b"pork7"))
    assert n_known(tmp_path, items) == 49
    with TupleCache(tmp_path, MODEL) as cache:
        cache.put(items)
    assert n_known(tmp_path, items) == 50


def test_a_database_of_something_else_is_set_aside(tmp_path: Path) -> None:
    with lmdb.open(str(tmp_path)) as environment, environment.begin(write=True) as transaction:
        transaction.put(b"key", b"somebody's")
    with TupleCache(tmp_path, MODEL) as cache:
        assert "not ours (it is a database of something else) and starts anew" in cache.rebuilt
    items = filled(tmp_path)
    assert n_known(tmp_path, items) == 50
    assert b"somebody's" in (tmp_path / "data.mdb.foreign").read_bytes()
    clear_cache(tmp_path)
    assert (tmp_path / "data.mdb.foreign").is_file()


def test_processes_write_at_once(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.unit.service.pipeline.test_tuple_cache import filled\n"
        "for n in range(20): filled(Path(sys.argv[1]), 20, start=int(sys.argv[2]) + 10 * n)\n"
    )
    # Over a damaged file: all find it, one starts it anew.
    tmp_path.joinpath("data.mdb").write_bytes(b"x" * 10_000)
    command = [sys.executable, "-c", code, str(tmp_path)]
    processes = [subprocess.Popen([*command, str(start)], cwd=ROOT) for start in (0, 100, 5_000)]
    assert [process.wait(timeout=60) for process in processes] == [0, 0, 0]
    assert n_known(tmp_path, [*extractions(310), *extractions(210, start=5_000)]) == 520
    assert cache_info(tmp_path).n_entries == 520


def test_random_damage_never_gives_wrong_tuples(tmp_path: Path) -> None:
    """Pages have no checksums: damage may look like anything, but a process lives and reads no falsehood."""
    code = (
        "import sys; from pathlib import Path; from tests.unit.service.pipeline.test_tuple_cache import *\n"
        "try: n_known(Path(sys.argv[1]), extractions(50))\n"
        "except ResourceError as error: print(error)\n"
    )
    filled(tmp_path / "good")
    data = (tmp_path / "good" / "data.mdb").read_bytes()
    rng = random.Random(5)  # noqa: S311  # guards no secret
    for number in range(3):
        folder = tmp_path / str(number)
        folder.mkdir()
        damaged = bytearray(data)
        for _ in range(20):
            damaged[rng.randrange(len(damaged))] = rng.randrange(256)
        (folder / "data.mdb").write_bytes(damaged)
        subprocess.run([sys.executable, "-c", code, str(folder)], cwd=ROOT, check=True, timeout=60)


def test_an_extractor_is_loaded_when_something_is_missing(tmp_path: Path) -> None:
    fake = FakeExtractor(model=FULL_NAME)
    loaded = []

    def load() -> FakeExtractor:
        loaded.append(1)
        return fake

    with TupleCache(tmp_path, MODEL) as cache:
        caching = CachingExtractor(load, cache)
        captions = [Caption(text=f"run dog{i}", image_id=i) for i in range(4)]
        first = caching.extract(captions[:2])
        assert (loaded, fake.n_extracted) == ([1], 2)
        assert caching.extract(captions) == [replace(e, model=cache.model) for e in fake.extract(captions)]
        assert CachingExtractor(load, cache).extract(captions)[:2] == first
        assert loaded == [1]


def test_wrong_models_and_folders(tmp_path: Path) -> None:
    with pytest.raises(BundleError):
        TupleCache(tmp_path, str(tmp_path / "none"))
    (tmp_path / "file").touch()
    with pytest.raises(ResourceError, match="the cache cannot be opened"):
        TupleCache(tmp_path / "file", MODEL)
    for look in (cache_info, clear_cache):
        with pytest.raises(ResourceError, match="holds no cache"):
            look(tmp_path)
    (tmp_path / "data.mdb").write_bytes(b"x" * 10_000)
    with pytest.raises(ResourceError, match="its header is none of lmdb; it is started anew when"):
        cache_info(tmp_path)
    with pytest.raises(ResourceError, match=r"data\.mdb is no cache of captuple's; nothing was removed"):
        clear_cache(tmp_path)


def test_only_our_own_files_are_cleared(tmp_path: Path) -> None:
    """Any ``data.mdb`` was removed, whosever it was."""
    foreign, empty, ours = (tmp_path / name for name in ("foreign", "empty", "ours"))
    for folder in (foreign, empty):
        with lmdb.open(str(folder), max_dbs=3) as environment, environment.begin(write=True) as transaction:
            if folder == foreign:
                environment.open_db(b"meta", txn=transaction)
        before = (folder / "data.mdb").read_bytes()
        done = click.testing.CliRunner().invoke(cli, ["cache", "clear", "--cache", str(folder)])
        assert done.exit_code == 1
        assert "is no cache of captuple's; nothing was removed" in done.output
        assert (folder / "data.mdb").read_bytes() == before
    filled(ours)
    (ours / "data.mdb").write_bytes(b"x" * 10_000)  # damaged, and known by its mark
    assert clear_cache(ours) >= 10_000
    assert not (ours / "data.mdb").exists()


class _KilledError(Exception):
    pass


def test_extract_that_is_killed_has_kept_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Work that was killed half-way had kept nothing: entries were written at its end."""
    import extractor
    from service.pipeline import extraction

    monkeypatch.setattr(extraction, "_CHUNK_SIZE", 2)

    class Dying(FakeExtractor):
        def extract(self, captions: Any, *, min_confidence: float = 0.0) -> Any:
            if any("owl" in caption.text for caption in captions):
                raise _KilledError
            return super().extract(captions, min_confidence=min_confidence)

    fake = Dying(model=FULL_NAME)
    monkeypatch.setattr(
        extractor, "Extractor", type("L", (), {"load": staticmethod(lambda _: fake)}), raising=False
    )
    captions = ["run dog", "sit dog", "sit owl"]
    done = click.testing.CliRunner().invoke(cli, ["extract", *captions, "--cache", str(tmp_path)])
    assert isinstance(done.exception, _KilledError)
    with TupleCache(tmp_path, "en-captions") as cache:
        known = cache.get([Caption(text=text) for text in captions])
    assert [tuples is not None for tuples in known] == [True, True, False]


@pytest.mark.parametrize("fails", ["put", "begin", "open", "lock"])
def test_a_full_disk_ends_the_cache_and_not_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fails: str
) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    module = service.pipeline.tuple_cache

    def refuse(*_: object, **__: object) -> None:
        raise lmdb.DiskError(f"mdb_txn_commit: {os.strerror(errno.ENOSPC)}") if fails != "lock" else full

    if fails == "open":
        monkeypatch.setattr(module.lmdb, "open", refuse)
    elif fails == "lock":
        monkeypatch.setattr(module, "_alone", refuse)
    elif fails == "put":
        monkeypatch.setattr(module._Store, "_put", refuse)
    items = extractions(50)
    with TupleCache(tmp_path, MODEL) as cache:
        if fails == "begin":
            monkeypatch.setattr(module._Store, "_restart", module._Store._restart)
            monkeypatch.setattr(module._Store, "get", lambda *_: (_ for _ in ()).throw(ResourceError("full")))
            assert cache.get([items[0].caption]) == [None]
        for item in items:
            cache.put([item])
        assert cache.get([item.caption for item in items]) == [None] * 50
        extractor = CachingExtractor(lambda: FakeExtractor(model=cache.model), cache)  # type: ignore[arg-type,return-value]
        assert extractor.extract([Caption(text="run dog")])[0].tuples
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "the cache is given up, and the work goes on without it" in caplog.text


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A file of limited size stands in for the disk, as no mount is allowed everywhere."""
    code = """
import resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from service.cli.group import cli
import extractor
from tests.fakes import FakeExtractor
fake = FakeExtractor(model=sys.argv[3])
extractor.Extractor = type("L", (), {"load": staticmethod(lambda _: fake)})
from service.pipeline import tuple_cache
cache, captions = sys.argv[1:3]
with tuple_cache.TupleCache(Path(cache), "en-captions"):
    pass
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
cli(["extract", "--input", captions, "--cache", cache, "--format", "jsonl"])
"""
    captions = tmp_path / "captions.txt"
    captions.write_text("".join(f"run dog{i} park{i}\n" for i in range(3000)))
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "cache"), str(captions), FULL_NAME],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 3000
    assert done.stderr.count("the cache is given up") == 1
    assert len(done.stderr.splitlines()) == 1


def test_cache_commands(tmp_path: Path) -> None:
    filled(tmp_path, 7)
    (tmp_path / "mine.txt").write_text("stays")
    run = click.testing.CliRunner().invoke
    shown = run(cli, ["cache", "info", "--cache", str(tmp_path)])
    assert (shown.exit_code, shown.output.splitlines()[0]) == (0, "captions\t7")
    assert run(cli, ["cache", "clear"], env={"CAPTUPLE_CACHE": str(tmp_path)}).exit_code == 0
    assert "mine.txt" in [path.name for path in tmp_path.iterdir()]
    assert run(cli, ["cache", "info", "--cache", str(tmp_path)]).exit_code == 1
    assert n_known(tmp_path, extractions(7)) == 0


def test_extract_with_a_cache_needs_no_model_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import extractor

    fake = FakeExtractor(model=FULL_NAME)

    class Loader:
        @staticmethod
        def load(model: str) -> FakeExtractor:
            return fake

    monkeypatch.setattr(extractor, "Extractor", Loader, raising=False)
    arguments = ["extract", "run dog park", "sit owl", "--format", "jsonl", "--cache", str(tmp_path)]
    first = click.testing.CliRunner().invoke(cli, arguments)
    again = click.testing.CliRunner().invoke(cli, arguments)
    assert (first.exit_code, again.exit_code, fake.n_extracted) == (0, 0, 2)
    assert again.output == first.output
    faulty = click.testing.CliRunner().invoke(cli, [*arguments, "run \udcff"])
    assert faulty.exit_code == 2
