"""Settings of all tests."""

from hypothesis import settings

# A busy machine makes an example slow now and then; that says nothing about the code.
settings.register_profile("wikigraph", deadline=None)
settings.load_profile("wikigraph")
