"""Fast inference with stanza's small tagger and parser: the same numbers as stanza's pipeline, less work.

What depends on a word's form alone (its vectors, its characters' LSTM, its share of the first layer's input) is
computed once a form and kept; arcs are decoded without Chu-Liu-Edmonds where the best heads already form a tree;
relations are scored for the arcs that were chosen instead of for all pairs of words. Models with character language
models or transformers, as Stanford distributes them, are left to stanza's own pipeline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from stanza.models.common.chuliu_edmonds import chuliu_edmonds_one_root
from stanza.models.common.vocab import ROOT_ID, VOCAB_PREFIX_SIZE
from stanza.models.depparse.head_constraints import (
    DEPREL_TO_GROUP,
    find_head_constraint_violations,
    resolve_head_constraint_violations,
)
from stanza.models.depparse.model import GraphParser

from extractor.syntax.reading import ParsedWord, Sentence

_MAX_BATCH_WORDS = 1_500
# Padding of a batch, as a share of its words and in words.
_MAX_PADDING = 0.1
_FREE_PADDING = 50
# Keys whose vectors are kept; beyond it all are forgotten, so that memory stays flat. A form's take 10 KB a model.
_MAX_KEPT = 4_096
_FIRST_KEPT = 512
# Lemmas that are kept: two strings each.
_MAX_LEMMAS = 100_000
_ROOT = ""
_ROOT_WORD = (_ROOT, _ROOT, _ROOT, _ROOT)

_TaggedWord = tuple[str, str, str, str]
"""Form, lemma, UPOS and XPOS."""
_Key = TypeVar("_Key")
_LateStarts = dict[int, torch.Tensor]


@dataclass(slots=True)
class _Word:
    """See ``extractor.syntax.reading.ParsedWord``."""

    lemma: str | None
    upos: str | None
    xpos: str | None
    feats: str | None
    head: int
    deprel: str


class PlainInference:
    """Tags, lemmatizes and parses sentences with the models of a stanza pipeline. For one thread at a time.

    Args:
        pipeline: A ``stanza.Pipeline`` for which ``is_plain`` holds.
    """

    def __init__(self, pipeline: Any) -> None:
        processors = pipeline.processors
        for name in ("pos", "depparse"):
            processors[name].trainer.model.eval()  # stanza does so with its first prediction
        self._tagger = _Tagger(processors["pos"])
        self._parser = _Parser(processors["depparse"])
        self._lemmatizer = processors["lemma"].trainer
        self._lemmas: dict[tuple[str, str], str] = {}

    @staticmethod
    def is_plain(pipeline: Any) -> bool:
        """Whether the pipeline's models are of the kind that this class knows."""
        processors = pipeline.processors
        tagger, parser = processors["pos"].trainer, processors["depparse"].trainer
        lemma = processors["lemma"]
        return (
            all(
                model.args.get("char")
                and not model.args.get("charlm")
                and not model.args.get("bert_model")
                and model.args.get("pretrain")
                and model.args.get("word_emb_dim", 0) > 0
                for model in (tagger, parser)
            )
            and isinstance(parser.model, GraphParser)
            and not parser.args.get("use_arc_embedding")
            and not parser.args.get("use_ufeats", True)
            and not parser.args.get("reversed")
            and bool(tagger.args.get("share_hid"))
            and not lemma.use_identity
            and bool(lemma.config.get("dict_only"))
        )

    def parse(self, sentences: Sequence[Sentence]) -> list[list[ParsedWord]]:
        """The words of sentences, in order; fastest when they are sorted by length."""
        result: list[list[ParsedWord]] = []
        with torch.inference_mode():
            for batch in _batches(sentences):
                result.extend(self._parse_batch(batch))
        return result

    def _parse_batch(self, batch: Sequence[Sentence]) -> list[list[ParsedWord]]:
        tags = self._tagger.tag(batch)
        lemmas = [
            [self._lemma(form, upos) for form, (upos, _, _) in zip(sentence, words, strict=True)]
            for sentence, words in zip(batch, tags, strict=True)
        ]
        trees = self._parser.parse(batch, tags, lemmas)
        return [
            [
                _Word(lemma=lemma, upos=upos, xpos=xpos, feats=feats, head=head, deprel=relation)
                for lemma, (upos, xpos, feats), (head, relation) in zip(*sentence, strict=True)
            ]
            for sentence in zip(lemmas, tags, trees, strict=True)
        ]

    def _lemma(self, form: str, upos: str) -> str:
        lemma = self._lemmas.get((form, upos))
        if lemma is None:
            if len(self._lemmas) > _MAX_LEMMAS:
                self._lemmas.clear()
            (lemma,) = self._lemmatizer.predict_dict([(form, upos)])
            self._lemmas[form, upos] = lemma = lemma or "_"
        return lemma


def _batches(sentences: Sequence[Sentence]) -> Iterator[Sequence[Sentence]]:
    """Neighbours of about the same length: little is padded, but few sentences are not torn into many batches."""
    start = n_words = 0
    for i, sentence in enumerate(sentences):
        length = len(sentence) + 1
        n_padded = (i - start + 1) * max(length, len(sentences[start]) + 1)
        allowed = (1 + _MAX_PADDING) * (n_words + length) + _FREE_PADDING
        if i > start and n_padded > min(_MAX_BATCH_WORDS, allowed):
            yield sentences[start:i]
            start, n_words = i, 0
        n_words += length
    if sentences:
        yield sentences[start:]


class _Rows(Generic[_Key]):
    """Vectors by key, computed once and kept in one growing matrix."""

    def __init__(self, compute: Callable[[list[_Key]], torch.Tensor]) -> None:
        self._compute = compute
        self._row_by_key: dict[_Key, int] = {}
        self._matrix = torch.zeros(0)

    def indices(self, keys: Sequence[Sequence[_Key]], width: int) -> torch.Tensor:
        """Rows of keys, shape (sequences, width); sequences are padded with the first row."""
        missing = list(dict.fromkeys(key for row in keys for key in row if key not in self._row_by_key))
        if missing:
            self._add(missing, keys)
        table = self._row_by_key
        padded = np.zeros((len(keys), width), dtype=np.int64)
        for i, row in enumerate(keys):
            padded[i, : len(row)] = [table[key] for key in row]
        return torch.from_numpy(padded)

    def _add(self, missing: list[_Key], keys: Sequence[Sequence[_Key]]) -> None:
        if len(self._row_by_key) + len(missing) > _MAX_KEPT:
            self._row_by_key.clear()
            missing = list(dict.fromkeys(key for row in keys for key in row))
        rows = self._compute(missing)
        first, end = len(self._row_by_key), len(self._row_by_key) + len(missing)
        if end > len(self._matrix):
            grown = torch.empty((max(end, 2 * len(self._matrix), _FIRST_KEPT), rows.shape[1]))
            if first:
                grown[:first] = self._matrix[:first]
            self._matrix = grown
        self._matrix[first:end] = rows
        for number, key in enumerate(missing, first):
            self._row_by_key[key] = number

    def __getitem__(self, indices: torch.Tensor) -> torch.Tensor:
        return self._matrix[indices]


class _FormVectors:
    """The share of word forms in the input of a model: word, pretrained and character vectors."""

    def __init__(self, model: Any, vocab: Any, pretrain_vocab: Any) -> None:
        self._model = model
        self._vocab = vocab
        self._pretrain_vocab = pretrain_vocab

    def parts(self, forms: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Word, pretrained and character vectors of distinct forms; the empty form is the root's."""
        model = self._model
        words = [ROOT_ID if f == _ROOT else self._vocab["word"].map([f])[0] for f in forms]
        pretrained = [ROOT_ID if f == _ROOT else self._pretrain_vocab.map([f.lower()])[0] for f in forms]
        return (
            model.word_emb(torch.tensor(words)),
            model.trans_pretrained(model.pretrained_emb(torch.tensor(pretrained))),
            model.trans_char(self._characters(forms)),
        )

    def _characters(self, forms: Sequence[str]) -> torch.Tensor:
        ids = [[ROOT_ID] if f == _ROOT else self._vocab["char"].map(list(f)) for f in forms]
        order = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
        lengths = [len(ids[i]) for i in order]
        padded = torch.zeros((len(ids), lengths[0]), dtype=torch.int64)
        for row, i in enumerate(order):
            padded[row, : lengths[row]] = torch.tensor(ids[i])
        packed = self._model.charmodel(padded, padded == 0, order, [len(ids)], lengths)
        return packed.data  # type: ignore[no-any-return]  # stanza ships no types


class _Layer:
    """One bidirectional layer of stanza's highway LSTM over a padded batch."""

    def __init__(self, network: Any, number: int, h_init: torch.Tensor, c_init: torch.Tensor) -> None:
        lstm = network.lstm[number].lstm
        self._size = lstm.hidden_size
        weights = dict(lstm.named_parameters())
        self._recurrent = [
            _in_our_order(weights[f"weight_hh_l0{name}"]).t().contiguous() for name in ("", "_reverse")
        ]
        self._start = [torch.stack([init[2 * number], init[2 * number + 1]]) for init in (h_init, c_init)]
        # All that the layer computes of its input alone: both directions' gates, the highway's gate and its way.
        parts = [
            *(
                (
                    _in_our_order(weights[f"weight_ih_l0{name}"]),
                    _in_our_order(weights[f"bias_ih_l0{name}"] + weights[f"bias_hh_l0{name}"]),
                )
                for name in ("", "_reverse")
            ),
            (network.gate[number].weight, network.gate[number].bias),
            (network.highway[number].weight, network.highway[number].bias),
        ]
        self.weight = torch.cat([weight for weight, _ in parts]).t().contiguous()
        self.bias = torch.cat([bias for _, bias in parts])

    def run(self, projected: torch.Tensor, late: _LateStarts) -> torch.Tensor:
        """The layer's output, shape (sequences, words, 2 x size).

        Both directions take each step together, which is half as many calls into torch.

        Args:
            projected: The input times ``weight`` plus ``bias``, shape (sequences, words, 12 x size).
            late: The sequences that are shorter than the others, by the place of their last word; what lies behind
                that is without meaning.
        """
        n, width, _ = projected.shape
        size = self._size
        forward, backward, gate, way = torch.split(projected, [4 * size, 4 * size, 2 * size, 2 * size], dim=2)
        output = torch.empty((n, width, 2 * size))
        (h_forward, h_backward), c = (start.repeat(1, n, 1) for start in self._start)
        gates = torch.empty((2, n, 4 * size))
        forward_gates, backward_gates = gates
        i, f, o, g = gates.chunk(4, dim=2)
        sigmoids = gates[..., : 3 * size]
        tanh = torch.empty_like(c)
        for step in range(width):
            place = width - 1 - step
            if place in late:  # what is overwritten here lies behind the sequences
                rows = late[place]
                h_backward[rows], c[1, rows] = (start[1] for start in self._start)
            torch.addmm(forward[:, step], h_forward, self._recurrent[0], out=forward_gates)
            torch.addmm(backward[:, place], h_backward, self._recurrent[1], out=backward_gates)
            sigmoids.sigmoid_()
            g.tanh_()
            torch.tanh(c.mul_(f).addcmul_(i, g), out=tanh)
            h_forward = torch.mul(o[0], tanh[0], out=output[:, step, :size])
            h_backward = torch.mul(o[1], tanh[1], out=output[:, place, size:])
        return output.addcmul_(gate.sigmoid(), way.tanh())


def _in_our_order(gates: torch.Tensor) -> torch.Tensor:
    """The rows of an LSTM's gates with the three sigmoids side by side: input, forget, output, cell."""
    i, f, g, o = gates.chunk(4)
    return torch.cat([i, f, o, g])


def _late_starts(lengths: Sequence[int]) -> _LateStarts:
    """The sequences that are shorter than the longest, by the place of their last word."""
    rows_by_place: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        rows_by_place.setdefault(length - 1, []).append(row)
    del rows_by_place[max(lengths) - 1]
    return {place: torch.tensor(rows) for place, rows in rows_by_place.items()}


class _Tagger:
    def __init__(self, processor: Any) -> None:
        trainer = processor.trainer
        model = trainer.model
        self._vocab = trainer.vocab
        self._model = model
        self._forms = _FormVectors(model, trainer.vocab, processor.pretrain.vocab)
        self._layers = [
            _Layer(model.taggerlstm, k, model.taggerlstm_h_init, model.taggerlstm_c_init)
            for k in range(trainer.args["num_layers"])
        ]
        self._rows = _Rows(self._project)
        classifiers = [model.upos_clf, model.tag_clf["xpos"], *model.tag_clf["feats"]]
        self._weight = torch.cat([c.weight for c in classifiers]).t().contiguous()
        self._bias = torch.cat([c.bias for c in classifiers])
        self._widths = [c.out_features for c in classifiers]
        self._feats: dict[tuple[int, ...], str] = {}

    def _project(self, forms: Sequence[str]) -> torch.Tensor:
        word, pretrained, characters = self._forms.parts(forms)
        vectors = torch.cat([word, pretrained, characters], dim=1)
        return torch.addmm(self._layers[0].bias, vectors, self._layers[0].weight)

    def tag(self, sentences: Sequence[Sentence]) -> list[list[tuple[str, str, str]]]:
        """UPOS, XPOS and features of the words of sentences."""
        lengths = [len(sentence) for sentence in sentences]
        hidden = self._rows[self._rows.indices(sentences, max(lengths))]
        hidden = _run(self._layers, hidden, lengths)
        inside = torch.arange(hidden.shape[1]).unsqueeze(0) < torch.tensor(lengths).unsqueeze(1)
        hidden = self._model.upos_hid(hidden[inside]).relu_()
        scores = torch.addmm(self._bias, hidden, self._weight)
        ids = [part.argmax(dim=1).tolist() for part in torch.split(scores, self._widths, dim=1)]
        upos = self._vocab["upos"].unmap(ids[0])
        xpos = self._vocab["xpos"].unmap(ids[1])
        words = list(zip(upos, xpos, map(self._features, zip(*ids[2:], strict=True)), strict=True))
        ends = np.cumsum(lengths)
        return [words[end - length : end] for end, length in zip(ends, lengths, strict=True)]

    def _features(self, ids: tuple[int, ...]) -> str:
        """Features as written in CoNLL-U, "" for none."""
        text = self._feats.get(ids)
        if text is None:
            (text,) = self._vocab["feats"].unmap([list(ids)])
            self._feats[ids] = text = "" if text in (None, "_") else text
        return text


class _Parser:
    def __init__(self, processor: Any) -> None:
        trainer = processor.trainer
        model = trainer.model
        self._model = model
        self._vocab = trainer.vocab
        self._repairs = bool(processor.config.get("resolve_head_constraints", True))
        self._forms = _FormVectors(model, trainer.vocab, processor.pretrain.vocab)
        self._layers = [
            _Layer(model.parserlstm, k, model.parserlstm_h_init, model.parserlstm_c_init)
            for k in range(trainer.args["num_layers"])
        ]
        self._rows = _Rows(self._project)
        sizes = {"pretrained": model.trans_pretrained.out_features, "word": model.word_emb.embedding_dim}
        sizes |= {"lemma": model.lemma_emb.embedding_dim, "tag": trainer.args["tag_emb_dim"]}
        sizes["characters"] = model.trans_char.out_features
        ends = np.cumsum(list(sizes.values())).tolist()
        self._weights = {
            name: self._layers[0].weight[end - size : end]
            for (name, size), end in zip(sizes.items(), ends, strict=True)
        }
        relation = model.deprel.scorer.W_bilin
        self._relation_weight = relation.weight.reshape(relation.weight.shape[0], -1)
        self._relation_bias = relation.bias
        self._relation_of_id = trainer.vocab["deprel"].unmap(
            list(range(VOCAB_PREFIX_SIZE, len(trainer.vocab["deprel"])))
        )
        self._with_linearization = bool(trainer.args["linearization"])
        self._with_distance = bool(trainer.args["distance"])

    def _project(self, words: Sequence[_TaggedWord]) -> torch.Tensor:
        forms, lemmas, upos, xpos = zip(*words, strict=True)
        word, pretrained, characters = self._forms.parts(forms)
        tags = self._model.upos_emb(self._ids("upos", upos))
        if self._model.args.get("use_xpos", True):
            tags = tags + self._model.xpos_emb(self._ids("xpos", xpos))
        weights = self._weights
        return (  # type: ignore[no-any-return]  # stanza ships no types
            self._layers[0].bias
            + pretrained @ weights["pretrained"]
            + word @ weights["word"]
            + characters @ weights["characters"]
            + self._model.lemma_emb(self._ids("lemma", lemmas)) @ weights["lemma"]
            + tags @ weights["tag"]
        )

    def _ids(self, kind: str, values: Sequence[str]) -> torch.Tensor:
        vocab = self._vocab[kind]
        return torch.tensor([ROOT_ID if value == _ROOT else vocab.map([value])[0] for value in values])

    def parse(
        self,
        sentences: Sequence[Sentence],
        tags: Sequence[Sequence[tuple[str, str, str]]],
        lemmas: Sequence[Sequence[str]],
    ) -> list[list[tuple[int, str]]]:
        """Heads, counted from 1 with 0 for the root, and relations of the words of sentences."""
        lengths = [len(sentence) + 1 for sentence in sentences]
        width = max(lengths)
        words = [
            [
                _ROOT_WORD,
                *((f, lemma, upos, xpos) for f, lemma, (upos, xpos, _) in zip(*sentence, strict=True)),
            ]
            for sentence in zip(sentences, lemmas, tags, strict=True)
        ]
        hidden = _run(self._layers, self._rows[self._rows.indices(words, width)], lengths)
        scores = self._arc_scores(hidden, torch.tensor(lengths))
        heads = scores.argmax(dim=2)
        heads[:, 0] = 0
        is_tree = _are_trees(heads, torch.tensor(lengths)).tolist()
        for i, length in enumerate(lengths):
            if not is_tree[i]:
                heads[i, :length] = torch.from_numpy(self._spanning_tree(scores[i, :length, :length]))
        labels = self._relations(hidden, heads, lengths)
        result = []
        for i, (length, ids) in enumerate(zip(lengths, labels, strict=True)):
            tree = heads[i, :length].tolist()
            relations = [self._relation_of_id[r] for r in ids]
            if self._repairs and _has_violations(tree, relations):
                tree, relations = self._repaired(hidden[i, :length], scores[i, :length, :length], tree)
            result.append(list(zip(tree[1:], relations, strict=True)))
        return result

    def _arc_scores(self, hidden: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Scores of heads (last axis) of words (middle axis), -inf where no head can be."""
        model = self._model
        scores = model.unlabeled(hidden, hidden).squeeze(3)
        places = torch.arange(hidden.shape[1])
        offset = (places.view(1, 1, -1) - places.view(1, -1, 1)).float()
        if self._with_linearization:
            direction = model.linearization(hidden, hidden).squeeze(3)
            scores += torch.nn.functional.logsigmoid(direction * offset.sign())
        if self._with_distance:
            expected = 1 + torch.nn.functional.softplus(model.distance(hidden, hidden).squeeze(3))
            scores -= torch.log((offset.abs() - expected).square_() / 2 + 1)
        outside = places.unsqueeze(0) >= lengths.unsqueeze(1)
        scores.masked_fill_(outside.unsqueeze(1), -torch.inf)
        scores.masked_fill_(torch.eye(len(places), dtype=torch.bool), -torch.inf)
        return scores  # type: ignore[no-any-return]  # stanza ships no types

    def _spanning_tree(self, scores: torch.Tensor) -> Any:
        tree = chuliu_edmonds_one_root(torch.log_softmax(scores, dim=1).numpy())
        tree = np.array(tree)
        tree[0] = 0
        return tree

    def _relations(
        self, hidden: torch.Tensor, heads: torch.Tensor, lengths: Sequence[int]
    ) -> list[list[int]]:
        """The best relation of each word to its head, for each sentence."""
        model = self._model
        inside = torch.arange(hidden.shape[1]).unsqueeze(0) < torch.tensor(lengths).unsqueeze(1)
        inside[:, 0] = False
        dependents = _with_one(model.deprel.W1(hidden[inside]).relu_())
        governors = _with_one(model.deprel.W2(hidden).relu_())
        chosen = governors.gather(1, heads.unsqueeze(2).expand(-1, -1, governors.shape[2]))[inside]
        n, size = chosen.shape
        scores = torch.bmm(
            chosen.unsqueeze(1), (dependents @ self._relation_weight).view(n, size, -1)
        ).squeeze(1)
        ids = (scores + self._relation_bias).argmax(dim=1).tolist()
        ends = np.cumsum([length - 1 for length in lengths]).tolist()
        return [ids[end - length + 1 : end] for end, length in zip(ends, lengths, strict=True)]

    def _repaired(
        self, hidden: torch.Tensor, scores: torch.Tensor, tree: list[int]
    ) -> tuple[list[int], list[str]]:
        """The tree without a second subject or object of one head, by stanza's own repair."""
        every = self._model.deprel(hidden.unsqueeze(0), hidden.unsqueeze(0))[0]
        repaired, labels = resolve_head_constraint_violations(
            torch.log_softmax(scores, dim=1).numpy(),
            torch.log_softmax(every, dim=2).numpy(),
            np.array(tree),
            self._vocab["deprel"],
        )
        return [int(head) for head in repaired], [self._relation_of_id[int(r)] for r in labels]


def _run(layers: Sequence[_Layer], projected: torch.Tensor, lengths: Sequence[int]) -> torch.Tensor:
    """The last layer's output for the first layer's projected input."""
    late = _late_starts(lengths)
    hidden = layers[0].run(projected, late)
    for layer in layers[1:]:
        hidden = layer.run(torch.nn.functional.linear(hidden, layer.weight.t(), layer.bias), late)
    return hidden


def _with_one(values: torch.Tensor) -> torch.Tensor:
    return torch.cat([values, values.new_ones((*values.shape[:-1], 1))], dim=-1)


def _are_trees(heads: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
    """Whether heads form trees with one root each, shape (sentences,)."""
    width = heads.shape[1]
    inside = torch.arange(width).unsqueeze(0) < lengths.unsqueeze(1)
    inside[:, 0] = False
    n_roots = ((heads == 0) & inside).sum(dim=1)
    ancestors = heads
    steps = 1
    while steps < width:  # twice as far up with every step
        ancestors = ancestors.gather(1, ancestors)
        steps *= 2
    ends_at_root = torch.logical_or(ancestors == 0, torch.logical_not(inside)).all(dim=1)
    one_root: torch.Tensor = n_roots == 1
    return torch.logical_and(one_root, ends_at_root)


def _has_violations(tree: Sequence[int], relations: Sequence[str]) -> bool:
    if sum(relation in DEPREL_TO_GROUP for relation in relations) < 2:
        return False
    return bool(find_head_constraint_violations(tree, relations))
