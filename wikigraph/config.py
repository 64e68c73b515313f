"""schema/wikigraph.toml → Settings, composed of each stage's own parameters.

A key that nobody knows, or a value of the wrong kind, is an error that names file and line.
"""

from __future__ import annotations

from wikigraph.model.base import Value
from wikigraph.model.ontology import Ontology
from wikigraph.model.settings import (
    ONTOLOGY_FILE,
    SETTINGS_FILE,
    EmbedSettings,
    ImpactSettings,
    ModelSettings,
    SourceSettings,
)
from wikigraph.retrieval import answer, drift, global_, local_
from wikigraph.stages import (
    chunk,
    claims,
    cluster,
    compose,
    cooccur,
    digest,
    extract,
    mention,
    parse,
    place,
    relate,
    render,
    report,
    resolve,
)
from wikigraph.text.toml_reader import read_value


class Settings(Value, frozen=True):
    """Every setting; a field is a section of schema/wikigraph.toml."""

    sources: SourceSettings = SourceSettings()
    parse: parse.Params = parse.Params()
    chunk: chunk.Params = chunk.Params()
    extract: extract.Params = extract.Params()
    resolve: resolve.Params = resolve.Params()
    mention: mention.Params = mention.Params()
    claims: claims.Params = claims.Params()
    cooccur: cooccur.Params = cooccur.Params()
    relate: relate.Params = relate.Params()
    cluster: cluster.Params = cluster.Params()
    digest: digest.Params = digest.Params()
    report: report.Params = report.Params()
    place: place.Params = place.Params()
    compose: compose.Params = compose.Params()
    render: render.Params = render.Params()
    embed: EmbedSettings = EmbedSettings()
    model: ModelSettings = ModelSettings()
    impact: ImpactSettings = ImpactSettings()
    ask: answer.Params = answer.Params()
    local: local_.Params = local_.Params()
    global_search: global_.Params = global_.Params()
    drift: drift.Params = drift.Params()


def read_settings(text: str, where: str = SETTINGS_FILE) -> Settings:
    """Raises SettingsError."""
    return read_value(Settings, text, where)


def read_ontology(text: str, where: str = ONTOLOGY_FILE) -> Ontology:
    """Raises SettingsError."""
    return read_value(Ontology, text, where)
