"""The stories that are disturbed, told once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability.strace import Point, points, why_not
from tests.reliability.vaults import Story, first_compile, incremental


@pytest.fixture(scope="session")
def stories(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Story]:
    folder = tmp_path_factory.mktemp("stories")
    return {"first": first_compile(folder), "incremental": incremental(folder)}


@pytest.fixture(scope="session")
def system_calls(stories: dict[str, Story], tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Point]]:
    """By story, every system call at which something can happen."""
    if why_not():
        pytest.skip(why_not())
    return {name: points(story, tmp_path_factory.mktemp(name)) for name, story in stories.items()}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return tmp_path / "vault"
