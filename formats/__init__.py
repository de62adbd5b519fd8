"""Every file that people bring or take: one streaming reader of captions, records, corpora, annotation tools."""

from formats.captions import read_captions, read_rows, read_stream, survey
from formats.fields import FieldNames
from formats.rows import CaptionRow
from formats.sources import FORMATS, CaptionFile, FormatName, caption_files

__all__ = [
    "FORMATS",
    "CaptionFile",
    "CaptionRow",
    "FieldNames",
    "FormatName",
    "caption_files",
    "read_captions",
    "read_rows",
    "read_stream",
    "survey",
]
