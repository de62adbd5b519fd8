"""What MkDocs asks of us: links that lead out of ``docs``, to files of the repository, become names of these."""

import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

_ROOT = Path(__file__).resolve().parents[1]
_LINK = re.compile(r"\[(?P<text>[^\]]*)\]\(\.\./(?P<path>[^)#\s]+)(?P<anchor>#[^)\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """The page with links out of ``docs`` as the names of files, which must be there.

    Raises:
        PluginError: A file is not there.
    """
    if "/" in page.file.src_uri:
        return markdown  # of the API, whose links stay inside

    def named(match: re.Match[str]) -> str:
        if not (_ROOT / match["path"]).exists():
            raise PluginError(f"{page.file.src_uri}: a link to {match['path']}, which is not there")
        text = match["text"].strip("`")
        return f"`{match['path']}`" if text == match["path"] else f"{match['text']} (`{match['path']}`)"

    return _LINK.sub(named, markdown)
