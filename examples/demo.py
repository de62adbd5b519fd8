"""Captions in, tuples, BASTs and scores out, over gRPC: what ``make demo`` runs.

Starts a server in a process of its own on a free loopback port, sends it the bundled sample, and stops it.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from captuple import CaptupleClient, ComponentAgreement, Value

from extractor import Extraction
from formats import read_captions
from scoring.entries import pair_by_image
from service.cli.output.tables import caption_lines

SAMPLE = Path(__file__).resolve().parents[1] / "tests" / "data" / "sample"
START_S = 120


def main() -> None:
    """Run the demonstration."""
    candidates, references = pair_by_image(
        read_captions(SAMPLE / "candidates.jsonl"), read_captions(SAMPLE / "references.jsonl")
    )
    with running_server() as address, CaptupleClient(address) as client:
        print(f"A server runs on {address}. The tuples of {len(candidates)} captions,")
        print("as <predicate; agents; patients; locatives>:\n")
        for result in client.extract([entry.caption for entry in candidates.values()]):
            if not isinstance(result, Extraction):
                raise result
            print("\n".join(caption_lines(result.caption.text, result.tuples)))
        report = client.score(candidates, references)
        image_id, image = next(iter(report.images.items()))
        print(f"\nThe BAST of the first caption, of image {image_id}:\n")
        print("\n".join(bast_lines(image.candidate)))
        print("\nThe gold BAST of that image, the union over its references:\n")
        print("\n".join(bast_lines(image.reference)))
        print("\nTheir agreement:\n")
        print("\n".join(score_lines(image.components, image.overall_f1)))
        print(f"\nThe agreement over all {len(report.images)} images (mean over images):\n")
        print("\n".join(score_lines(report.components, report.overall_f1)))
        print(report.signature)
    print("\nThe server has stopped.")


def bast_lines(bast: Mapping[str, Set[Value]]) -> Iterator[str]:
    """The values of each component, one component a line."""
    for name, values in bast.items():
        yield f"{name:<12} {{{', '.join('-'.join(value) for value in sorted(values))}}}"


def score_lines(components: Mapping[str, ComponentAgreement], overall_f1: float) -> Iterator[str]:
    """Precision, recall, F1 and counts, one component a line, and the overall F1."""
    yield "component       P       R      F1   matched  candidate  reference"
    for name, item in components.items():
        figures = f"{item.precision:6.4f}  {item.recall:6.4f}  {item.f1:6.4f}"
        yield f"{name:<9}  {figures}  {item.n_matched:>8}  {item.n_candidate:>9}  {item.n_reference:>9}"
    yield f"{'overall':<9}  {'':6}  {'':6}  {overall_f1:6.4f}"


@contextlib.contextmanager
def running_server() -> Iterator[str]:
    """A server in a process of its own; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        port_file = Path(folder) / "port"
        command = [sys.executable, "-m", "service.cli", "serve", "--address", "127.0.0.1:0"]
        process = subprocess.Popen([*command, "--port-file", str(port_file)])
        try:
            deadline = time.monotonic() + START_S
            while not port_file.exists():
                if process.poll() is not None:
                    sys.exit("the server did not start; its message stands above")
                if time.monotonic() > deadline:
                    sys.exit(f"the server did not start within {START_S} s")
                time.sleep(0.05)
            yield f"127.0.0.1:{port_file.read_text().strip()}"
        finally:
            process.terminate()
            process.wait(timeout=30)


if __name__ == "__main__":
    main()
