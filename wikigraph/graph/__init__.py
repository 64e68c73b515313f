"""Algorithms on graphs of numbers; no names, no files, no models."""
