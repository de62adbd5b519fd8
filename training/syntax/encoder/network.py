"""The network of the parser ``encoder`` in torch: a BERT, and heads over a learned mix of its layers."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from extractor.syntax.encoder.files import TAGS, EncoderConfig, TransformerConfig

_EPSILON = 1e-12
_FAR = -1e9


class Vectors(NamedTuple):
    """What trees and roles are scored from, shape (sentences, words, width); of governors one word more."""

    dependents: Tensor
    governors: Tensor
    predicates: Tensor
    arguments: Tensor


class Transformer(nn.Module):
    """A BERT without heads: word pieces to the states of its layers.

    Args:
        config: Its measures.
        pad: The number of the padding piece.
        dropout: Of embeddings and layers.
    """

    def __init__(self, config: TransformerConfig, *, pad: int, dropout: float = 0.1) -> None:
        super().__init__()
        self._pad = pad
        self.words = nn.Embedding(config.vocabulary, config.width)
        self.positions = nn.Embedding(config.positions, config.width)
        self.norm = nn.LayerNorm(config.width, eps=_EPSILON)
        self.layers = nn.ModuleList(_Layer(config, dropout) for _ in range(config.n_layers))
        self._embedding_dropout = nn.Dropout(dropout)

    def states(self, pieces: Tensor) -> list[Tensor]:
        """The embeddings and the state of each layer, all of shape (sentences, pieces, width).

        Args:
            pieces: Numbers of word pieces, shape (sentences, pieces).
        """
        state = self.norm(self.words(pieces) + self.positions.weight[: pieces.shape[1]])
        state = self._embedding_dropout(state)
        mask = torch.where(pieces == self._pad, _FAR, 0.0)[:, None, None, :].to(state.dtype)
        states = [state]
        for layer in self.layers:
            state = layer(state, mask)
            states.append(state)
        return states


class EncoderNetwork(Transformer):
    """Word pieces to scores of tags, heads, relations and roles.

    Args:
        config: Its measures and labels.
        pad: The number of the padding piece.
        dropout: Of the encoder.
        head_dropout: Of the heads.
    """

    def __init__(
        self, config: EncoderConfig, *, pad: int, dropout: float = 0.1, head_dropout: float = 0.3
    ) -> None:
        super().__init__(config, pad=pad, dropout=dropout)
        width, labels = config.width, config.labels
        # Row 0 for tags, row 1 for trees and roles; the last layer counts most at first.
        self.mix = nn.Parameter(torch.zeros(2, config.n_layers + 1))
        self.root = nn.Parameter(torch.randn(width) * 0.02)
        self.tags = nn.ModuleDict({name: nn.Linear(width, len(labels[name])) for name in TAGS})
        self.arc_head, self.arc_dep = nn.Linear(width, config.arc), nn.Linear(width, config.arc)
        self.rel_head, self.rel_dep = nn.Linear(width, config.relation), nn.Linear(width, config.relation)
        self.role_predicate = nn.Linear(width, config.role)
        self.role_argument = nn.Linear(width, config.role)
        self.arc = _Biaffine(config.arc, 1)
        self.rel = _Biaffine(config.relation, len(labels["deprel"]))
        self.role = _Biaffine(config.role, len(labels["role"]))
        self._head_dropout = nn.Dropout(head_dropout)
        with torch.no_grad():
            self.mix[:, -1] = 5.0

    def encode(self, pieces: Tensor, firsts: Tensor) -> tuple[Tensor, Tensor]:
        """The vectors of words for tags, and for trees and roles, both of shape (sentences, words, width).

        Args:
            pieces: Numbers of word pieces, shape (sentences, pieces).
            firsts: The place of each word's first piece, shape (sentences, words).
        """
        states = self.states(pieces)
        places = firsts.unsqueeze(-1).expand(-1, -1, states[-1].shape[-1])
        at_words = torch.stack([torch.gather(state, 1, places).float() for state in states])
        shares = self.mix.softmax(dim=-1)[:, :, None, None, None]
        tag, tree = (shares * at_words).sum(
            dim=1
        )  # no product of matrices: autocast would halve its precision
        return self._head_dropout(tag), self._head_dropout(tree)

    def tag_scores(self, tag: Tensor) -> dict[str, Tensor]:
        """Scores of the labels of each kind of tag, shape (sentences, words, labels)."""
        return {name: head(tag) for name, head in self.tags.items()}

    def arc_scores(self, tree: Tensor) -> Tensor:
        """Scores of words under heads, shape (sentences, words, words + 1); the first head is the root."""
        heads = self._projected(self.arc_head, self._with_root(tree))
        left = torch.einsum("bni,ij->bnj", self._projected(self.arc_dep, tree), self.arc.weight[0])
        return left @ heads.transpose(1, 2)

    def vectors(self, tree: Tensor) -> Vectors:
        """What relations and roles are scored from; a 1 stands behind the values, for the biases."""
        return Vectors(
            dependents=self._projected(self.rel_dep, tree),
            governors=self._projected(self.rel_head, self._with_root(tree)),
            predicates=self._projected(self.role_predicate, tree),
            arguments=self._projected(self.role_argument, tree),
        )

    def relation_scores(self, vectors: Vectors, heads: Tensor) -> Tensor:
        """Scores of relations to given heads, shape (sentences, words, relations)."""
        places = heads.unsqueeze(-1).expand(-1, -1, vectors.governors.shape[-1])
        governors = torch.gather(vectors.governors, 1, places)
        return torch.einsum("bni,oij,bnj->bno", vectors.dependents, self.rel.weight, governors)

    def role_scores(self, predicates: Tensor, arguments: Tensor) -> Tensor:
        """Scores of roles, shape (predicates, words, roles).

        Args:
            predicates: Shape (predicates, width).
            arguments: The words of each predicate's sentence, shape (predicates, words, width).
        """
        return torch.einsum("ki,oij,knj->kno", predicates, self.role.weight, arguments)

    def _with_root(self, tree: Tensor) -> Tensor:
        return torch.cat([self.root.expand(tree.shape[0], 1, -1), tree], dim=1)

    def _projected(self, layer: nn.Module, x: Tensor) -> Tensor:
        values = self._head_dropout(functional.relu(layer(x)))
        return torch.cat([values, values.new_ones(*values.shape[:-1], 1)], dim=-1)


class _Layer(nn.Module):
    """A layer of BERT, with its three projections of the attention in one."""

    def __init__(self, config: TransformerConfig, dropout: float) -> None:
        super().__init__()
        self._n_heads = config.n_heads
        self.qkv = nn.Linear(config.width, 3 * config.width)
        self.out = nn.Linear(config.width, config.width)
        self.norm1 = nn.LayerNorm(config.width, eps=_EPSILON)
        self.up = nn.Linear(config.width, config.inner)
        self.down = nn.Linear(config.inner, config.width)
        self.norm2 = nn.LayerNorm(config.width, eps=_EPSILON)
        self._dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        n_sentences, n_pieces, width = x.shape
        shape = (n_sentences, n_pieces, 3, self._n_heads, width // self._n_heads)
        queries, keys, values = self.qkv(x).view(shape).permute(2, 0, 3, 1, 4)
        scores = queries @ keys.transpose(-1, -2) * (width // self._n_heads) ** -0.5 + mask
        attended = (scores.softmax(dim=-1) @ values).transpose(1, 2).reshape(n_sentences, n_pieces, width)
        x = self.norm1(x + self._dropout(self.out(attended)))
        inner = functional.gelu(self.up(x))
        normed: Tensor = self.norm2(x + self._dropout(self.down(inner)))
        return normed


class _Biaffine(nn.Module):
    """The weights of biaffine products: the last of both axes belong to the biases."""

    def __init__(self, width: int, n_labels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_labels, width + 1, width + 1) * 0.01)
