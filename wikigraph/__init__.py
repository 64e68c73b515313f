"""wikigraph: a persistent wiki compiler with graph retrieval."""

__version__ = "0.1.0"
