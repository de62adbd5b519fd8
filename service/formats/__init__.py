"""Readers of caption files."""

from service.formats.reader import FORMATS, FormatName, read_captions, read_stream

__all__ = ["FORMATS", "FormatName", "read_captions", "read_stream"]
