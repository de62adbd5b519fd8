"""The library is a good guest: what it shares with its host is as before when it has loaded and extracted."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

_STATE = """
import gc, json, locale, logging, random, signal, sys, warnings
import numpy, scipy.sparse, scipy.special, torch  # scipy sets filters for its own warnings when it is imported
torch.set_num_threads(3)
logging.getLogger("stanza").setLevel(logging.WARNING)
logging.basicConfig(level=logging.WARNING)
gc.set_threshold(701, 11, 9)
warnings.simplefilter("always", ResourceWarning)

def state():
    return json.loads(json.dumps({
        "threads": torch.get_num_threads(),
        "filters": [str(entry) for entry in warnings.filters],
        "levels": {name: logging.getLogger(name).level for name in ("", "stanza", "spacy", "torch")},
        "root handlers": len(logging.root.handlers),
        "disabled": logging.root.manager.disable,
        "collector": [gc.get_threshold(), gc.isenabled(), gc.get_freeze_count()],
        "locale": locale.setlocale(locale.LC_ALL),
        "random numbers": [
            hash(random.getstate()),
            numpy.random.get_state()[1].tolist(),
            torch.get_rng_state().tolist(),
        ],
        "torch": [str(torch.get_default_dtype()), torch.is_grad_enabled()],
        "signals": [str(signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)],
        "hooks": [repr(sys.excepthook), repr(sys.displayhook)],
        "numpy": numpy.geterr(),
    }))

before = state()
"""
_USE = {
    "extractor": """
from extractor import Caption, Extractor
extractor = Extractor.load()
assert extractor.extract([Caption(text="A dog runs on the beach. It barks.")])[0].tuples
""",
    "metric": """
from scoring import CaptupleMetric
metric = CaptupleMetric(grounding="coreference.v1")
metric.update(["A kid runs."], [["A boy runs.", "A dog barks."]])
assert metric.compute()["PA_f1"] > 0
""",
}


@pytest.mark.parametrize("use", list(_USE))
def test_the_host_s_state_is_as_before(use: str) -> None:
    code = (
        _STATE
        + _USE[use]
        + """
after = state()
print(json.dumps([name for name in before if before[name] != after[name]]))
"""
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
    assert done.stderr == ""


def test_the_number_of_threads_changes_nothing() -> None:
    code = """
import sys
from pathlib import Path
import torch
torch.set_num_threads(int(sys.argv[1]))
from extractor import Caption, Extractor
from formats import read_captions
captions = [Caption(text=entry.caption.text) for entry in read_captions(Path("tests/data/captions/captions.jsonl"))]
for extraction in Extractor.load().extract(captions[:200]):
    print(extraction)
assert torch.get_num_threads() == int(sys.argv[1])
"""
    found = {
        subprocess.run(
            [sys.executable, "-c", code, str(n)], capture_output=True, text=True, check=True, env=os.environ
        ).stdout
        for n in (1, 2, 4)
    }
    assert len(found) == 1


def test_a_main_has_one_thread_and_a_seldom_collector() -> None:
    code = """
import gc, torch
torch.set_num_threads(3)
from service.process import load_extractor
load_extractor("en-captions-stanza")
print(torch.get_num_threads(), gc.get_threshold()[0], gc.get_freeze_count() > 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "10000", "True"]
