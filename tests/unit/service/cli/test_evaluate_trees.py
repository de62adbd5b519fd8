"""``captuple evaluate --trees``: a small treebank, and a parser whose faults are counted by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from extractor.types import Caption, Parse, Token
from service.cli.group import cli
from tests.parses import parse_of

TREEBANK = """\
# sent_id = park-1
# text = Dogs bark.
1\tDogs\tdog\tNOUN\tNNS\t_\t2\tnsubj\t_\t_
2\tbark\tbark\tVERB\tVBP\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

# sent_id = sea-1
# text = Boats hit by waves
1\tBoats\tboat\tNOUN\tNNS\t_\t0\troot\t_\t_
2\thit\thit\tVERB\tVBN\t_\t1\tacl\t_\t_
3\tby\tby\tADP\tIN\t_\t4\tcase\t_\t_
4\twaves\twave\tNOUN\tNNS\t_\t2\tobl:agent\t_\t_
"""
PARSES = {
    # Dogs is a compound, with the tag and the lemma of one; bark is no verb.
    "Dogs bark .": "Dogs NOUN 2 compound NN\nbark NOUN 0 root NN\n. PUNCT 2 punct .",
    # Right but for three lemmas: an obl:agent is an obl.
    "Boats hit by waves": "Boats NOUN 0 root NNS\nhit VERB 1 acl VBN\nby ADP 4 case IN\nwaves NOUN 2 obl NNS",
}


class _Parser:
    name = "hand"

    def parse(self, captions: Sequence[Caption], tokens: Sequence[tuple[Token, ...]]) -> list[Parse]:
        for caption, words in zip(captions, tokens, strict=True):
            assert [caption.text[token.start : token.end] for token in words] == [
                token.text for token in words
            ]
            assert {token.sentence for token in words} == {0}
        return [parse_of(PARSES[caption.text]) for caption in captions]


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    extractor = SimpleNamespace(model="hand@1", parser=_Parser())
    monkeypatch.setattr("service.process.load_extractor", lambda _: extractor)


def run(path: Path, *options: str) -> str:
    result = CliRunner().invoke(cli, ["evaluate", "--trees", str(path), *options], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_figures_by_source(tmp_path: Path) -> None:
    path = tmp_path / "small.conllu"
    path.write_text(TREEBANK, encoding="utf-8")
    # parse_of's lemmas are the forms: right are bark, the full stop; hit and by.
    park = {
        "sentences": 1,
        "words": 3,
        "upos": 66.67,
        "xpos": 33.33,
        "lemma": 66.67,
        "uas": 100.0,
        "las": 66.67,
    }
    sea = {
        "sentences": 1,
        "words": 4,
        "upos": 100.0,
        "xpos": 100.0,
        "lemma": 50.0,
        "uas": 100.0,
        "las": 100.0,
    }
    both = {
        "sentences": 2,
        "words": 7,
        "upos": 85.71,
        "xpos": 71.43,
        "lemma": 57.14,
        "uas": 100.0,
        "las": 85.71,
    }
    record = json.loads(run(path, "--format", "json"))
    assert record == {
        "schema": "captuple.evaluation/1",
        "model": "hand@1",
        "trees": {**both, "by_source": {"park": park, "sea": sea}},
    }
    assert run(path).splitlines() == [
        "trees of hand@1 on small.conllu, gold tokens, relation subtypes ignored",
        "source  sentences    words    UPOS    XPOS   lemma     UAS     LAS",
        "all             2        7   85.71   71.43   57.14  100.00   85.71",
        "park            1        3   66.67   33.33   66.67  100.00   66.67",
        "sea             1        4  100.00  100.00   50.00  100.00  100.00",
    ]


def test_one_source_is_not_said_twice(tmp_path: Path) -> None:
    path = tmp_path / "small.conllu"
    path.write_text(TREEBANK.replace("sea-", "park-"), encoding="utf-8")
    assert json.loads(run(path, "--format", "json"))["trees"]["by_source"] == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("\t2\tnsubj\t_\t_", "\t2\tnsubj\t_", r":3: word 1 has 9 columns, allowed are at least 10"),
        ("\t2\tnsubj", "\t4\tnsubj", r":3: word 1 has the head '4', allowed are 0 to 3"),
        ("\t2\tnsubj", "\t_\tnsubj", r":3: word 1 has the head '_', allowed are 0 to 3"),
        ("\t2\tnsubj", "\t0\tnsubj", r":3: 2 roots, allowed is one"),
        ("2\tbark", "3\tbark", r":3: word 2 has the number '3'"),
        ("\t1\tacl", "\t4\tacl", r":9: word 2 hangs in a circle of heads"),
        (TREEBANK, "A dog barks.\n", r" holds no sentence of CoNLL-U"),
        ("Dogs bark.", "Dogs \udcff bark.", r" is no UTF-8 text: invalid start byte at byte 33"),
    ],
)
def test_what_is_no_treebank_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "small.conllu"
    path.write_bytes(TREEBANK.replace(old, new, 1).encode("utf-8", "surrogateescape"))
    result = CliRunner().invoke(cli, ["evaluate", "--trees", str(path)])
    assert result.exit_code == 2
    assert f"{path}{message}" in result.output


def test_a_word_of_no_lemma_is_wrong_and_no_fault() -> None:
    from training.syntax.encoder.data import tree_sentence
    from training.syntax.figures import tree_figures

    word = SimpleNamespace(lemma=None, upos=None, xpos=None, feats=None, head=0, deprel="root")
    gold = tree_sentence(["1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_".split("\t")])
    expected = {"words": 1, "upos": 0.0, "xpos": 0.0, "lemma": 0.0, "uas": 100.0, "las": 100.0}
    assert tree_figures([gold], [[word]]) == expected
    assert tree_figures([], [])["las"] == 0.0
