"""The incremental core. It knows no Markdown, model or database."""
