"""Settings of all tests."""

import os

from hypothesis import settings

# A busy machine makes an example slow now and then; that says nothing about the code.
settings.register_profile("wikigraph", deadline=None)
settings.load_profile("wikigraph")

# Most tests are about something else; those of the embedder name it.
os.environ.setdefault("WIKIGRAPH_EMBEDDER", "none")
