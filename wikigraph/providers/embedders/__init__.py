"""Texts → vectors: models behind one small protocol."""
