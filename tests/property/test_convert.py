"""Our values survive the way through JSON and protobuf."""

from __future__ import annotations

import msgspec
from captuple.v1 import captuple_pb2 as pb
from captuple.wire.convert import (
    caption_from_proto,
    caption_to_proto,
    entities_from_proto,
    entities_to_proto,
    tuples_from_proto,
    tuples_to_proto,
    unsendable,
)
from hypothesis import given
from hypothesis import strategies as st

from extractor.types import Caption, Extraction, SemanticTuple
from formats.records import ExtractionRecord, extraction_from_record, extraction_record
from service.rpc.server.requests import tuple_faults
from tests.strategies import extractions, sendable_captions, spanned_tuples


@given(sendable_captions())
def test_captions_survive_proto(caption: Caption) -> None:
    assert unsendable(caption, where="caption") == []
    data = caption_to_proto(caption).SerializeToString()
    assert caption_from_proto(pb.Caption.FromString(data)) == caption


@given(spanned_tuples())
def test_tuples_survive_proto(item: SemanticTuple) -> None:
    [message] = tuples_to_proto([item])
    assert tuples_from_proto([pb.SemanticTuple.FromString(message.SerializeToString())]) == (item,)


@given(extractions())
def test_extractions_survive_json_and_proto(extraction: Extraction) -> None:
    line = msgspec.json.encode(extraction_record(extraction))
    back = extraction_from_record(msgspec.json.decode(line, type=ExtractionRecord), where="line")
    assert (back.tuples, back.entities) == (extraction.tuples, extraction.entities)
    messages = [pb.Entity.FromString(m.SerializeToString()) for m in entities_to_proto(extraction.entities)]
    assert entities_from_proto(messages) == extraction.entities
    assert (back.caption.text, back.caption.image_id) == (
        extraction.caption.text,
        extraction.caption.image_id,
    )
    message = pb.CaptionTuples(
        caption=caption_to_proto(extraction.caption),
        tuples=tuples_to_proto(extraction.tuples),
        entities=entities_to_proto(extraction.entities),
    )
    assert tuple_faults(message, where="tuples") == []
    assert tuples_from_proto(message.tuples) == extraction.tuples


def test_entities_need_a_noun_and_a_number() -> None:
    message = pb.CaptionTuples(entities=[pb.Entity(id=0, lemma="dog"), pb.Entity(id=-1)])
    assert [(fault.where, fault.problem) for fault in tuple_faults(message, where="tuples")] == [
        ("tuples.entities[1].lemma", "is required"),
        ("tuples.entities[1].id", "-1 is not from 0 to 1000000"),
    ]


@given(st.text(st.sampled_from(" \t\r\n\u00a0\u2003"), max_size=4))
def test_a_written_predicate_of_nothing_but_spaces_is_refused(text: str) -> None:
    message = pb.CaptionTuples(tuples=[pb.SemanticTuple(predicate=pb.Predicate(text=text, lemma="run"))])
    [fault] = tuple_faults(message, where="tuples")
    assert (fault.where, fault.problem) == (
        "tuples.tuples[0].predicate.text",
        "is required where tacit is not true",
    )
