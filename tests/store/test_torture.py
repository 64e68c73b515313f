"""Every file of the torture set comes out as its `expect` says, fast and without mojibake."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.stages.test_parse import check_places
from wikigraph.model.diagnostic import Diagnostic
from wikigraph.stages import chunk, parse
from wikigraph.store import rawdir

TOOL = Path(__file__).parents[2].parent / "shared" / "tools" / "make_torture.py"
MAX_SECONDS = 5.0


@pytest.mark.skipif(not TOOL.is_file(), reason="needs ../shared/tools/make_torture.py beside the project")
def test_every_file_is_read_or_listed(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(TOOL), str(tmp_path / "raw"), "--loops"], check=True, capture_output=True)
    expected = [json.loads(line) for line in (tmp_path / "torture_expect.jsonl").read_text().splitlines()]
    listing = rawdir.scan(tmp_path, ("**",), (), {})
    listed = {note.path for note in listing.not_read}
    documents = {}
    for file in listing.files:
        started = time.process_time()
        source = rawdir.read(tmp_path, file.path)
        if isinstance(source, Diagnostic):
            listed.add(source.path)
            continue
        document = parse.run(source, parse.Params())
        chunk.run(document, chunk.Params())
        documents[file.path] = document
        assert time.process_time() - started < MAX_SECONDS, file.path
    wrong = []
    for entry in expected:
        path = "raw/" + entry["path"].replace("<ff><fe>", "\\xff\\xfe")
        outcome = "read" if path in documents else "listed" if path in listed else "silent"
        if outcome == "silent" or entry["expect"] not in (outcome, "either"):
            wrong.append((path, entry["kind"], entry["expect"], outcome))
    assert wrong == []
    for path, document in documents.items():
        assert "\ufffd" not in document.text, path
        check_places(document)
