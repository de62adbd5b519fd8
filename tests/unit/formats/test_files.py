"""Files and folders that are whole or not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from extractor.errors import ResourceError
from formats.files import whole_file, whole_folder


@pytest.mark.parametrize("durable", [False, True])
def test_a_file_is_there_when_the_block_has_ended_well(tmp_path: Path, *, durable: bool) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with whole_file(path, durable=durable) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_left_of_what_failed(tmp_path: Path) -> None:
    def write_half(path: Path, *, folder: bool) -> None:
        if folder:
            with whole_folder(path) as new:
                (new / "x").write_bytes(b"x")
                raise ValueError("half")
        with whole_file(path) as file:
            file.write(b"x")
            raise ValueError("half")

    for folder in (False, True):
        with pytest.raises(ValueError, match="half"):
            write_half(tmp_path / "a", folder=folder)
    with (
        pytest.raises(ResourceError, match=r"none/a cannot be written: No such file"),
        whole_file(tmp_path / "none/a"),
    ):
        pass
    assert list(tmp_path.iterdir()) == []
