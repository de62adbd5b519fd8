from __future__ import annotations

import pytest

from scoring.languages import foreign_captions, language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("A dog runs in the snow.", "English"),
        ("Ein Hund rennt durch den Schnee und die Katze.", "German"),
        ("Un chien court dans la neige.", "French"),
        ("Un perro corre en la nieve.", "Spanish"),
        ("Un cane corre nella neve.", "Italian"),
        ("Um cachorro corre na neve.", "Portuguese"),
        ("Een hond rent in de sneeuw.", "Dutch"),
        ("狗在雪地里奔跑", "CJK"),
        ("Собака бежит по снегу", "CYRILLIC"),
        ("dog", None),
        ("Red kite, blue sky, green grass", None),
        ("", None),
        ("123 !?", None),
        ("A café in the piñata street", "English"),
        ("The die cut machine and a das boot", "English"),
    ],
)
def test_language(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_the_language_of_most_is_the_usual_one() -> None:
    english, german = "A dog runs in the snow.", "Ein Hund steht auf einer Wiese."
    assert foreign_captions([english, german, english]) == {1: ("German", "English")}
    assert foreign_captions([german, german, english]) == {2: ("English", "German")}
    assert foreign_captions([english, german]) == {1: ("German", "English")}
    assert foreign_captions([german, german, "dogs"]) == foreign_captions([]) == {}
