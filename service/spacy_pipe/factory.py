"""The factory ``captuple`` and the extensions of documents, which load what they need when they are used."""

from typing import TYPE_CHECKING, Any

from spacy.language import Language
from spacy.tokens import Doc

if TYPE_CHECKING:
    from service.spacy_pipe.component import CaptupleComponent

# Annotations are looked at by spaCy when a pipeline is made, so that they are no strings here.


def _tuples(doc: Doc) -> Any:
    from service.spacy_pipe.component import tuples_of

    return tuples_of(doc)


def _bast(doc: Doc) -> Any:
    from service.spacy_pipe.component import bast_of

    return bast_of(doc)


def _extraction(doc: Doc) -> Any:
    from service.spacy_pipe.component import extraction_of

    return extraction_of(doc)


for _name, _getter in (("tuples", _tuples), ("bast", _bast), ("extraction", _extraction)):
    Doc.set_extension(_name, getter=_getter, force=True)


@Language.factory(
    "captuple",
    assigns=["doc._.tuples", "doc._.bast", "doc._.extraction", "doc.spans"],
    default_config={
        "model": "en-captions",
        "parse": "bundle",
        "min_confidence": 0.0,
        "grounding": "lemma.v1",
        "spans_key": "captuple",
    },
)
def make_component(
    nlp: Language,
    name: str,
    model: str,
    parse: str,
    min_confidence: float,
    grounding: str,
    spans_key: str,
) -> "CaptupleComponent":
    """A component; see ``CaptupleComponent`` for its options."""
    from service.spacy_pipe.component import CaptupleComponent

    return CaptupleComponent(
        name,
        model=model,
        parse=parse,  # type: ignore[arg-type]  # is checked there
        min_confidence=min_confidence,
        grounding=grounding,
        spans_key=spans_key,
        nlp=nlp,
    )
