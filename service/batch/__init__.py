"""Batch jobs: any number of captions through the extractor or the score, in shards that can be resumed."""

from service.batch.job import FailureRateError, JobOptions, JobProgress, JobResult, StoppedError, run_job
from service.batch.shard import ExtractOptions, ScoreOptions

__all__ = [
    "ExtractOptions",
    "FailureRateError",
    "JobOptions",
    "JobProgress",
    "JobResult",
    "ScoreOptions",
    "StoppedError",
    "run_job",
]
