"""The coreference model of a bundle: weights of the features of pairs, and a threshold."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from extractor.bundle import file_sha256, read_manifest
from extractor.errors import BundleError
from extractor.linear.model import LinearModel
from scoring.entities.clustering import Scores, cluster, score_matrix
from scoring.entities.features import FEATURE_SCHEMA, PairFeatures
from scoring.entities.files import COREFERENCE_FILE, check_has_coreference
from scoring.entities.mention import Mention
from scoring.graded.thesaurus import THESAURUS_FILE, Thesaurus

COREFERENCE_SCHEMA = "captuple.coreference/1"
LABEL = "same"
_ARRAYS = frozenset({"meta", "vocabulary", "coefficients"})
_FIELDS = ("feature_schema", "intercept", "threshold", "thesaurus")


@dataclass(frozen=True, slots=True, kw_only=True)
class CoreferenceModel:
    """Partitions the mentions of an image into entities.

    Attributes:
        linear: A linear SVM over the features of pairs, with the one label `LABEL`.
        threshold: Clusters whose pairs have a mean margin above it are joined.
        features: Makes the features.
        thesaurus_digest: Of the thesaurus that the features come from.
        meta: How it was made, for people.
    """

    linear: LinearModel = field(repr=False)
    threshold: float
    features: PairFeatures = field(repr=False)
    thesaurus_digest: str
    meta: Mapping[str, Any] = field(default_factory=dict)

    def scores(self, mentions: Sequence[Mention]) -> Scores:
        """The margin of every two mentions, shape (mentions, mentions); minus infinity where they must not be one."""
        rows = list(self.features.rows(mentions))
        margins = self.linear.margins([row for _, row in rows])[:, 0]
        return score_matrix(len(mentions), [pair for pair, _ in rows], margins)

    def entities(self, mentions: Sequence[Mention]) -> list[int]:
        """The number of each mention's entity, from 0 in the order of the first mentions.

        Args:
            mentions: Of all captions of one image, those of a caption in the order of their places. A single caption
                is an image like others: its mentions are entities of their own, but for pronouns.
        """
        return cluster(self.scores(mentions), threshold=self.threshold)

    def to_bytes(self) -> bytes:
        """The file's bytes, the same for the same model: a header in JSON, the names of features and their weights."""
        vocabulary = sorted(self.linear.index_by_feature, key=self.linear.index_by_feature.__getitem__)
        header = {
            **self.meta,
            "schema": COREFERENCE_SCHEMA,
            "feature_schema": FEATURE_SCHEMA,
            "intercept": float(self.linear.intercepts[0]),
            "threshold": self.threshold,
            "thesaurus": self.thesaurus_digest,
        }
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer,
            allow_pickle=False,
            meta=np.frombuffer(json.dumps(header, sort_keys=True).encode(), dtype=np.uint8),
            vocabulary=np.frombuffer("\n".join(vocabulary).encode(), dtype=np.uint8),
            coefficients=self.linear.coefficients[:, 0].astype(np.float32),
        )
        return buffer.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes, *, thesaurus: Thesaurus, where: str) -> CoreferenceModel:
        """The model of a file's bytes; no code of the file is run.

        Raises:
            BundleError: The file is damaged, of another schema, lacks a part, or belongs to another thesaurus.
        """
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                missing = sorted(_ARRAYS - set(arrays.files))
                if missing:
                    raise BundleError(f"{where} is no coreference model: it lacks {', '.join(missing)}")
                header = json.loads(arrays["meta"].tobytes())
                vocabulary = arrays["vocabulary"].tobytes().decode().split("\n")
                coefficients = arrays["coefficients"].astype(np.float32)
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as e:
            raise BundleError(f"{where} is no readable coreference model: {e}") from e
        _check_header(header, thesaurus, where)
        if coefficients.shape != (len(vocabulary),) or not np.isfinite(coefficients).all():
            raise BundleError(
                f"{where} is damaged: {len(vocabulary)} features have weights of shape {coefficients.shape}"
            )
        linear = LinearModel(
            labels=(LABEL,),
            index_by_feature={name: i for i, name in enumerate(vocabulary)},
            coefficients=coefficients[:, None],
            intercepts=np.array([float(header["intercept"])]),
            slopes=np.ones(1),
            offsets=np.zeros(1),
        )
        return cls(
            linear=linear,
            threshold=float(header["threshold"]),
            features=PairFeatures(thesaurus),
            thesaurus_digest=thesaurus.digest,
            meta={name: value for name, value in header.items() if name not in ("schema", *_FIELDS)},
        )

    @classmethod
    def load(cls, folder: Path) -> CoreferenceModel:
        """The model of a bundle; its file and the thesaurus are checked against the manifest, no code of theirs is run.

        Args:
            folder: Of the bundle.

        Raises:
            BundleError: The bundle has none, or it is damaged or belongs to another thesaurus.
        """
        check_has_coreference(folder)
        manifest = read_manifest(folder)
        for name in (COREFERENCE_FILE, THESAURUS_FILE):
            path = folder / name
            if file_sha256(path) != manifest.files[name]:
                raise BundleError(f"{path} differs from its SHA-256 in the manifest")
        path = folder / COREFERENCE_FILE
        return cls.from_bytes(
            path.read_bytes(), thesaurus=Thesaurus.load(folder / THESAURUS_FILE), where=str(path)
        )

    @property
    def digest(self) -> str:
        """Eight hexadecimal digits that tell one model from another."""
        state = hashlib.sha256("\n".join(self.linear.index_by_feature).encode())
        state.update(np.rint(self.linear.coefficients * 10_000).astype(np.int32).tobytes())
        state.update(f"{self.threshold:.4f} {self.thesaurus_digest}".encode())
        return state.hexdigest()[:8]


def _check_header(header: Any, thesaurus: Thesaurus, where: str) -> None:
    if not isinstance(header, dict) or header.get("schema") != COREFERENCE_SCHEMA:
        raise BundleError(f"{where} is no coreference model of {COREFERENCE_SCHEMA}")
    missing = [name for name in _FIELDS if name not in header]
    if missing:
        raise BundleError(f"{where} lacks {', '.join(missing)}")
    remedy = "make a new one with 'captuple train coreference'"
    if header["feature_schema"] != FEATURE_SCHEMA:
        raise BundleError(
            f"{where} has the features {header['feature_schema']}, this version has {FEATURE_SCHEMA}; {remedy}"
        )
    if header["thesaurus"] != thesaurus.digest:
        raise BundleError(
            f"{where} was learned with the thesaurus {header['thesaurus']}, this bundle has {thesaurus.digest}; "
            f"{remedy}"
        )
