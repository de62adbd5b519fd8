"""Readers of caption files."""

from formats.captions import FORMATS, FormatName, read_captions, read_stream

__all__ = ["FORMATS", "FormatName", "read_captions", "read_stream"]
