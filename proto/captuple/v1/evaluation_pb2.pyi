import datetime

from captuple.v1 import captuple_pb2 as _captuple_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmissionState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_STATE_UNSPECIFIED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_RECEIVED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_SCORING: _ClassVar[SubmissionState]
    SUBMISSION_STATE_SCORED: _ClassVar[SubmissionState]
    SUBMISSION_STATE_FAILED: _ClassVar[SubmissionState]

class SubmissionOpponent(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SUBMISSION_OPPONENT_UNSPECIFIED: _ClassVar[SubmissionOpponent]
    SUBMISSION_OPPONENT_BEST: _ClassVar[SubmissionOpponent]
    SUBMISSION_OPPONENT_LAST: _ClassVar[SubmissionOpponent]
SUBMISSION_STATE_UNSPECIFIED: SubmissionState
SUBMISSION_STATE_RECEIVED: SubmissionState
SUBMISSION_STATE_SCORING: SubmissionState
SUBMISSION_STATE_SCORED: SubmissionState
SUBMISSION_STATE_FAILED: SubmissionState
SUBMISSION_OPPONENT_UNSPECIFIED: SubmissionOpponent
SUBMISSION_OPPONENT_BEST: SubmissionOpponent
SUBMISSION_OPPONENT_LAST: SubmissionOpponent

class SubmitCaptionsRequest(_message.Message):
    __slots__ = ("task", "description", "captions")
    TASK_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    CAPTIONS_FIELD_NUMBER: _ClassVar[int]
    task: str
    description: str
    captions: _containers.RepeatedCompositeFieldContainer[_captuple_pb2.Caption]
    def __init__(self, task: _Optional[str] = ..., description: _Optional[str] = ..., captions: _Optional[_Iterable[_Union[_captuple_pb2.Caption, _Mapping]]] = ...) -> None: ...

class SubmitCaptionsResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class GetSubmissionRequest(_message.Message):
    __slots__ = ("task", "submission_id")
    TASK_FIELD_NUMBER: _ClassVar[int]
    SUBMISSION_ID_FIELD_NUMBER: _ClassVar[int]
    task: str
    submission_id: str
    def __init__(self, task: _Optional[str] = ..., submission_id: _Optional[str] = ...) -> None: ...

class GetSubmissionResponse(_message.Message):
    __slots__ = ("submission",)
    SUBMISSION_FIELD_NUMBER: _ClassVar[int]
    submission: Submission
    def __init__(self, submission: _Optional[_Union[Submission, _Mapping]] = ...) -> None: ...

class Submission(_message.Message):
    __slots__ = ("id", "task", "team", "state", "receive_time", "description", "failure", "figures_shown", "figures", "tests")
    ID_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    TEAM_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    RECEIVE_TIME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    FAILURE_FIELD_NUMBER: _ClassVar[int]
    FIGURES_SHOWN_FIELD_NUMBER: _ClassVar[int]
    FIGURES_FIELD_NUMBER: _ClassVar[int]
    TESTS_FIELD_NUMBER: _ClassVar[int]
    id: str
    task: str
    team: str
    state: SubmissionState
    receive_time: _timestamp_pb2.Timestamp
    description: str
    failure: str
    figures_shown: bool
    figures: _containers.RepeatedCompositeFieldContainer[SubmissionFigure]
    tests: _containers.RepeatedCompositeFieldContainer[SubmissionTest]
    def __init__(self, id: _Optional[str] = ..., task: _Optional[str] = ..., team: _Optional[str] = ..., state: _Optional[_Union[SubmissionState, str]] = ..., receive_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., description: _Optional[str] = ..., failure: _Optional[str] = ..., figures_shown: _Optional[bool] = ..., figures: _Optional[_Iterable[_Union[SubmissionFigure, _Mapping]]] = ..., tests: _Optional[_Iterable[_Union[SubmissionTest, _Mapping]]] = ...) -> None: ...

class SubmissionFigure(_message.Message):
    __slots__ = ("name", "label", "value", "low", "high")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LABEL_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    name: str
    label: str
    value: float
    low: float
    high: float
    def __init__(self, name: _Optional[str] = ..., label: _Optional[str] = ..., value: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class SubmissionTest(_message.Message):
    __slots__ = ("opponent", "team", "figure", "difference", "low", "high", "p_value")
    OPPONENT_FIELD_NUMBER: _ClassVar[int]
    TEAM_FIELD_NUMBER: _ClassVar[int]
    FIGURE_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    P_VALUE_FIELD_NUMBER: _ClassVar[int]
    opponent: SubmissionOpponent
    team: str
    figure: str
    difference: float
    low: float
    high: float
    p_value: float
    def __init__(self, opponent: _Optional[_Union[SubmissionOpponent, str]] = ..., team: _Optional[str] = ..., figure: _Optional[str] = ..., difference: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., p_value: _Optional[float] = ...) -> None: ...
