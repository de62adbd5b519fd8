"""The thesaurus of a bundle: terms with their vectors and weights, learned from captions of the same images.

A term is a word with its part of speech, ``dog/n``, ``run/v``, ``red/m``: nouns by their lemma, verbs by their lemma,
words that describe or count (``m``) as they are. The cosine of two terms' vectors says how alike the pictures are
that they are used of; the weight says how much a term tells about a picture.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from extractor.errors import BundleError

THESAURUS_FILE = "thesaurus.npz"
THESAURUS_SCHEMA = "captuple.thesaurus/1"
TermClass = Literal["n", "v", "m"]

_UNKNOWN_WEIGHT = 0.5
_ARRAYS = frozenset({"meta", "terms", "forms", "form_terms", "vectors", "weights"})


@dataclass(frozen=True, slots=True, eq=False)
class Thesaurus:
    """Terms, their unit vectors and their weights.

    Attributes:
        index_by_term: Row of each term.
        vectors: Of shape (terms, dimensions), each row of length 1.
        weights: How much each term tells, above 0; shape (terms,).
        term_by_form: What a word as written, in lower case, usually is.
        default_weight: Of a term that is not known: half that of an ordinary one, as it may be a misspelling.
        lexicon_sha256: Of the lexicon that made the lemmas.
        meta: How it was made, for people.
    """

    index_by_term: Mapping[str, int]
    vectors: npt.NDArray[np.float32]
    weights: npt.NDArray[np.float32]
    term_by_form: Mapping[str, str]
    default_weight: float
    lexicon_sha256: str
    meta: Mapping[str, Any]

    @staticmethod
    def of(
        terms: Sequence[str],
        vectors: npt.NDArray[np.floating[Any]],
        weights: npt.NDArray[np.floating[Any]],
        *,
        term_by_form: Mapping[str, str] = MappingProxyType({}),
        lexicon_sha256: str = "",
        meta: Mapping[str, Any] = MappingProxyType({}),
    ) -> Thesaurus:
        """A thesaurus of its parts; rows are brought to length 1.

        Raises:
            BundleError: The parts do not fit together.
        """
        vectors = np.asarray(vectors, dtype=np.float32)
        weights = np.asarray(weights, dtype=np.float32)
        if (
            vectors.ndim != 2
            or len(vectors) != len(terms)
            or weights.shape != (len(terms),)
            or not len(terms)
        ):
            raise BundleError(
                f"a thesaurus of {len(terms)} terms has vectors of shape {vectors.shape} and weights of "
                f"shape {weights.shape}"
            )
        if not (np.isfinite(vectors).all() and np.isfinite(weights).all() and (weights > 0).all()):
            raise BundleError("a thesaurus needs finite vectors and weights above 0")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return Thesaurus(
            index_by_term=MappingProxyType({term: row for row, term in enumerate(terms)}),
            vectors=vectors / np.maximum(lengths, 1e-9),
            weights=weights,
            term_by_form=term_by_form,
            default_weight=_UNKNOWN_WEIGHT,
            lexicon_sha256=lexicon_sha256,
            meta=meta,
        )

    @staticmethod
    def load(path: Path, *, lexicon_sha256: str | None = None) -> Thesaurus:
        """Read a thesaurus; no code of the file is run.

        Args:
            path: ``thesaurus.npz`` of a bundle.
            lexicon_sha256: Of the lexicon that lemmatizes the captions; None does not check.

        Raises:
            BundleError: There is no such file, it is damaged, or it was made with the lexicon of another bundle.
        """
        try:
            data = path.read_bytes()
        except FileNotFoundError as e:
            raise BundleError(
                f"{path.parent} has no thesaurus: make one with 'captuple train thesaurus', or choose another "
                "similarity (exact.v1, wordnet_path.v1)"
            ) from e
        except OSError as e:
            raise BundleError(f"{path} cannot be read: {e}") from e
        return Thesaurus.from_bytes(data, where=str(path), lexicon_sha256=lexicon_sha256)

    @staticmethod
    def from_bytes(data: bytes, *, where: str, lexicon_sha256: str | None = None) -> Thesaurus:
        """The thesaurus of a file's bytes; see `load`.

        Raises:
            BundleError: As `load`.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                missing = sorted(_ARRAYS - set(arrays.files))
                if missing:
                    raise BundleError(f"{where} is no thesaurus: it lacks {', '.join(missing)}")
                meta = json.loads(arrays["meta"].tobytes())
                terms = arrays["terms"].tobytes().decode().split("\n")
                forms = arrays["forms"].tobytes().decode().split("\n")
                form_terms = arrays["form_terms"]
                vectors = arrays["vectors"].astype(np.float32) * arrays["scale"].astype(np.float32)[:, None]
                weights = arrays["weights"].astype(np.float32)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as e:
            raise BundleError(f"{where} is no readable thesaurus: {e}") from e
        if not isinstance(meta, dict) or meta.get("schema") != THESAURUS_SCHEMA:
            raise BundleError(f"{where} is no thesaurus of {THESAURUS_SCHEMA}")
        made_with = str(meta.get("lexicon_sha256", ""))
        if lexicon_sha256 is not None and made_with != lexicon_sha256:
            raise BundleError(
                f"{where} belongs to another bundle: it was made with the lexicon {made_with[:12]}, this bundle has "
                f"{lexicon_sha256[:12]}; make a new one with 'captuple train thesaurus'"
            )
        if len(form_terms) != len(forms) or (len(form_terms) and int(form_terms.max()) >= len(terms)):
            raise BundleError(f"{where} is damaged: its forms do not fit its terms")
        return Thesaurus.of(
            terms,
            vectors,
            weights,
            term_by_form=MappingProxyType(
                {form: terms[row] for form, row in zip(forms, form_terms, strict=True)}
            ),
            lexicon_sha256=made_with,
            meta=MappingProxyType(meta),
        )

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell one thesaurus from another, for signatures."""
        state = hashlib.sha256("\n".join(self.index_by_term).encode())
        state.update(np.rint(self.vectors * 1000).astype(np.int16).tobytes())
        state.update(np.rint(self.weights * 1000).astype(np.int32).tobytes())
        return state.hexdigest()[:8]

    def to_bytes(self) -> bytes:
        """The file's bytes, the same for the same thesaurus; vectors are rounded to one byte a number."""
        terms = list(self.index_by_term)
        scale = np.abs(self.vectors).max(axis=1) / 127
        meta = {**self.meta, "schema": THESAURUS_SCHEMA, "lexicon_sha256": self.lexicon_sha256}
        forms = sorted(form for form, term in self.term_by_form.items() if term in self.index_by_term)
        arrays = {
            "meta": np.frombuffer(json.dumps(meta, sort_keys=True).encode(), dtype=np.uint8),
            "terms": np.frombuffer("\n".join(terms).encode(), dtype=np.uint8),
            "forms": np.frombuffer("\n".join(forms).encode(), dtype=np.uint8),
            "form_terms": np.array(
                [self.index_by_term[self.term_by_form[form]] for form in forms], dtype=np.int32
            ),
            "vectors": np.rint(self.vectors / scale[:, None]).astype(np.int8),
            "scale": scale.astype(np.float16),
            "weights": self.weights.astype(np.float16),
        }
        buffer = io.BytesIO()
        np.savez_compressed(buffer, allow_pickle=False, **arrays)
        return buffer.getvalue()

    def find(self, lemma: str, term_class: TermClass) -> str | None:
        """The term of a lemma: with its class, else what the word usually is, else None.

        A verb with a particle that is not known (``pick-up``) is looked up without it, a compound noun
        (``snow-man``) by its last part.
        """
        names = [lemma]
        if "-" in lemma.strip("-"):
            names.append(lemma.partition("-")[0] if term_class == "v" else lemma.rpartition("-")[2])
        for name in names:
            if f"{name}/{term_class}" in self.index_by_term:
                return f"{name}/{term_class}"
            if name in self.term_by_form:
                return self.term_by_form[name]
        return None
