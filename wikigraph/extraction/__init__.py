"""How names are found in texts without a model: pure steps that the stages extract, resolve and mention use."""
