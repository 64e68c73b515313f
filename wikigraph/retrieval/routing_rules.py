"""The program's own rules of routing: English, German, Italian, French, Spanish, Chinese and Japanese.

Three kinds of questions leave local search: those about the whole collection (global), those about how two things hang
together (drift), and those that sum up what many say (global, where nothing is named). Generic words only: no rule knows
a subject.
"""

from __future__ import annotations

from wikigraph.model.routing import Example, Mode, Rule

# --- words -------------------------------------------------------------------------------------------------------

_WHOLE = {  # what a collection is called
    "en": "corpus|corpora|collection|documents?|docs|sources?|vault|notes?|texts?|files?|wiki|library|knowledge base|"
    "transcripts?|episodes?|articles?|papers?|materials?|archive|folder|data ?set|book",
    "de": "korpus|sammlung|dokumente?n?|quellen?|notizen|texten?|dateien|bibliothek|wissensbasis|artikeln?|unterlagen|"
    "transkripten?|material|archiv|buch",
    "it": "corpus|raccolta|collezione|document[oi]|fonti|note|appunti|testi|file|biblioteca|articoli|trascrizioni|"
    "materiale|archivio|libro",
    "fr": "corpus|collection|documents?|sources|notes|textes|fichiers|bibliothèque|articles|transcriptions|archives?|livre",
    "es": "corpus|colección|documentos?|fuentes|notas|textos|archivos|biblioteca|artículos|transcripciones|material|libro",
}
_WHOLE_ZH = "这本书|本书|全书|语料库|语料|語料|文集|文档|文檔|文件|资料库|资料|資料|笔记|筆記|知识库|知識庫|文章|文本|来源|全文|全部|所有内容"
_WHOLE_JA = "本書|コレクション|コーパス|文書|資料|ドキュメント|ノート|メモ|記事|テキスト|ソース|全体"
_THEME = {
    "en": "themes?|topics?|subjects?|takeaways?|threads?|motifs?|storylines?",
    "de": "themen|thema|hauptthemen|kernthemen|schwerpunkte?n?|kernaussagen?|leitmotive?|kernpunkte?",
    "it": "tem[ai]|argoment[oi]|tematic(?:a|he)|punti chiave|filon[ei]",
    "fr": "thèmes?|sujets?|thématiques?|points clés|fils conducteurs?",
    "es": "temas?|asuntos?|temáticas?|puntos clave",
}
_SHARED = {  # plural nouns that with "main" before them ask for an inventory
    "en": "ideas?|points?|trends?|concerns?|issues?|findings?|patterns?|messages?|areas?|lessons?|insights?|"
    "conclusions?|arguments?|debates?|challenges?|opinions?|obstacles?|barriers?",
    "de": "ideen|punkte|trends?|sorgen|probleme|ergebnisse|muster|botschaften|bereiche|lehren|erkenntnisse|"
    "schlüsse|argumente|debatten|herausforderungen|aussagen|inhalte",
    "it": "idee|punti|tendenze|preoccupazioni|problemi|risultati|messaggi|aree|lezioni|conclusioni|sfide|contenuti",
    "fr": "idées|points|tendances|préoccupations|problèmes|résultats|messages|domaines|leçons|conclusions|défis|enjeux",
    "es": "ideas|puntos|tendencias|preocupaciones|problemas|resultados|mensajes|áreas|lecciones|conclusiones|desafíos",
}
_MAIN = {
    "en": "main|key|major|central|principal|overall|overarching|recurring|common|dominant|core|biggest|broad|general|"
    "most (?:important|common|frequent)|prevailing|top",
    "de": r"wichtigsten?|zentralen?|wesentlichen?|häufigsten?|übergreifenden?|wiederkehrenden?|größten?|allgemeinen?|"
    "hauptsächlichen?",
    "it": "principal[ei]|central[ei]|più importanti|più frequenti|ricorrenti|comuni|generali|chiave|dominanti",
    "fr": "principa(?:l|le|ux|les)|grands?|grandes?|centra(?:l|le|ux|les)|majeurs?|majeures?|récurrents?|communs?|clés?",
    "es": "principal(?:es)?|central(?:es)?|más importantes|más frecuentes|recurrentes|comunes|generales|grandes|clave",
}
_MAIN_ZH = "主要|核心|关键|關鍵|重要|总体|整体|常见|共同|主导|哪些|什么|哪几个|有何"
_THEME_ZH = "主题|主題|话题|話題|议题|議題|题材|要点|要點|主旨|重点|趋势|趨勢|观点|脉络"
_MAIN_JA = "主な|主要な?|重要な|中心的な|中心となる|共通の|共通する|全体的な|どんな|どのような|何の"
_THEME_JA = "テーマ|主題|話題|トピック|論点|要点|傾向|主張"


# --- global ------------------------------------------------------------------------------------------------------

_THEMES = (
    rf"\b(?:{_MAIN['en']})\s+(?:\w+\s+)?(?:{_THEME['en']}|{_SHARED['en']})\b",
    rf"\b(?:what|which)\s+(?:\w+\s+)?(?:{_THEME['en']})\b",
    rf"\b(?:{_THEME['en']})\s+(?:of|in|across|discussed|covered|treated)\b",
    rf"\b(?:{_MAIN['de']})\s+(?:\w+\s+)?(?:{_THEME['de']}|{_SHARED['de']})\b|\b(?:hauptthemen|kernthemen|kernaussagen)\b",
    rf"\b(?:welche|was für)\s+(?:\w+\s+)?(?:{_THEME['de']})\b",
    rf"\b(?:{_THEME['it']}|{_SHARED['it']})\s+(?:\w+\s+)?(?:{_MAIN['it']})\b|\b(?:{_MAIN['it']})\s+(?:{_THEME['it']})\b",
    rf"\b(?:quali|che|di quali|di che)\s+(?:sono\s+)?(?:i\s+|gli\s+)?(?:{_THEME['it']})\b",
    rf"\b(?:{_THEME['fr']}|{_SHARED['fr']})\s+(?:\w+\s+)?(?:{_MAIN['fr']})\b"
    rf"|\b(?:{_MAIN['fr']})\s+(?:{_THEME['fr']}|{_SHARED['fr']})\b",
    rf"\b(?:quels?|quelles?)\s+(?:sont\s+)?(?:les\s+)?(?:{_THEME['fr']})\b",
    rf"\b(?:{_THEME['es']}|{_SHARED['es']})\s+(?:\w+\s+)?(?:{_MAIN['es']})\b"
    rf"|\b(?:{_MAIN['es']})\s+(?:{_THEME['es']}|{_SHARED['es']})\b",
    rf"\b(?:qué|cuáles|de qué)\s+(?:son\s+)?(?:los\s+|las\s+)?(?:{_THEME['es']})\b",
    rf"(?:{_MAIN_ZH})[^，。？?]{{0,8}}(?:{_THEME_ZH})|(?:{_THEME_ZH})(?:有哪些|是什么|是什麼|有什么)"
    rf"|(?:{_MAIN_ZH}).{{0,3}}(?:内容|內容|思想)",
    rf"(?:{_MAIN_JA})[^、。？?]{{0,8}}(?:{_THEME_JA})|(?:{_THEME_JA})(?:は何|には何|を教えて|は？|について)",
)
_ABOUT_THE_WHOLE = (
    rf"\bwhat\s+(?:is|are|do|does)\s+(?:all\s+)?(?:this|these|the|my|our)\s+(?:{_WHOLE['en']})\s+"
    r"(?:all\s+)?(?:about|cover|covers|discuss|deal with|deals with|contain|contains|say|talk about)\W*$",
    rf"\b(?:across|throughout|in)\s+(?:all|the (?:whole|entire)|the)\s+(?:of\s+)?(?:these\s+|the\s+|my\s+|our\s+)?"
    rf"(?:{_WHOLE['en']})\b.*\b(?:discuss\w*|common\w*|recurring|themes?|topics?|mention\w*|overall)\b",
    rf"\b(?:worum geht es|wovon handel[nt])\b.*\b(?:{_WHOLE['de']})\b",
    rf"\bdi (?:che )?cosa\s+(?:parla|parlano|tratta|trattano)\b.*\b(?:{_WHOLE['it']})\b",
    rf"\bde quoi\s+(?:parle|parlent|traite|traitent)\b.*\b(?:{_WHOLE['fr']})\b",
    rf"\bde qué\s+(?:habla|hablan|trata|tratan)\b.*\b(?:{_WHOLE['es']})\b",
    rf"(?:{_WHOLE_ZH}).{{0,6}}(?:讲|說|说|讨论|討論|谈|談|涉及|关于|關於|介绍)(?:了|的是|些)?(?:什么|什麼|哪些|啥)",
    rf"(?:{_WHOLE_JA}).{{0,6}}(?:は何について|には何が|で(?:は)?何が|の概要|の内容)",
)
_SUMMARY = (
    r"\b(?:summari[sz]e|sum up|recap|outline)\b|\b(?:a |an |the )?(?:summary|overview|synopsis|gist|big picture)\b|\btl;?dr\b",
    r"\bfass\w*\b.*\bzusammen\b|\b(?:zusammenfassung|überblick|übersicht|gesamtbild)\b|\bzusammenfassen\b",
    r"\b(?:riassum\w+|riepilog\w+|sintetizza\w*|sintesi|panoramica|quadro generale)\b",
    r"\brésum\w+|\bsynthétis\w+|\bsynthèse\b|\bvue d['’]ensemble\b|\bpanorama\b|\baperçu\b",
    r"\bresum\w+|\bsintetiza\w*|\bvisión general\b|\bpanorama\b|\bsíntesis\b",
    r"总结|總結|概括|概述|综述|綜述|归纳|概览|总览|摘要|梳理",
    r"要約|まとめて|概要|総括|概観|あらまし",
)
_MANY = {  # of whom or what many say something
    "en": rf"guests?|speakers?|authors?|people|leaders?|experts?|participants?|users|customers|members|{_WHOLE['en']}",
    "de": rf"gäste|sprecher|autoren|menschen|fachleute|experten|teilnehmer|nutzer|kunden|{_WHOLE['de']}",
    "it": rf"ospiti|relatori|autori|persone|esperti|partecipanti|utenti|clienti|{_WHOLE['it']}",
    "fr": rf"invités|orateurs|auteurs|gens|experts|participants|utilisateurs|clients|{_WHOLE['fr']}",
    "es": rf"invitados|ponentes|autores|personas|expertos|participantes|usuarios|clientes|{_WHOLE['es']}",
}
_SAY = {
    "en": r"say|says|said|discuss\w*|cite|cited|mention\w*|describe\w*|talk\w*|think|agree|disagree|share|shared|speak|"
    r"believe\w*|express\w*|highlight\w*|predict\w*|suggest\w*|approach|raise|report|often|frequently|commonly|typically",
    "de": r"sag\w+|bericht\w+|erwähn\w+|beschreib\w+|sprech\w+|mein\w+|denk\w+|diskutier\w+|behandel\w+|erzähl\w+|häufig|oft",
    "it": r"dicono|discutono|citano|menzionano|descrivono|parlano|pensano|raccontano|sostengono|trattano|spesso",
    "fr": r"disent|discutent|citent|mentionnent|décrivent|parlent|pensent|racontent|évoquent|abordent|souvent",
    "es": r"dicen|discuten|citan|mencionan|describen|hablan|piensan|cuentan|opinan|tratan|suelen|a menudo",
}
_MANY_SAY = (
    *(rf"\b(?:{_MANY[language]})\b.*\b(?:{_SAY[language]})\b" for language in _MANY),
    *(rf"\b(?:{_SAY[language]})\b.*\b(?:{_MANY[language]})\b" for language in _MANY if language != "en"),
    rf"\b(?:{_SAY['en']})\b.*\b(?:by|among|between|across)\s+(?:\w+\s+)?(?:{_MANY['en']})\b",
    rf"\b(?:discussions?|conversations?|episodes?|transcripts?)\b.*\b(?:{_SAY['en']}|arise|come up|focus|feature|contain)\b",
    r"(?:大家|人们|嘉宾|作者|专家|用户|客户|各方|受访者).{0,8}(?:怎么看|如何看|认为|谈到|提到|讨论|说)",
    r"(?:人々|ゲスト|著者|専門家|利用者|参加者|皆).{0,8}(?:どう考え|言って|述べ|語って|話して|議論)",
)

# --- drift -------------------------------------------------------------------------------------------------------

_TIE = r"relat\w+|compar\w+|differ\w*|connected|linked|tied|interact\w*|fit together|work together|influence\w*|affect\w*"
_RELATION = (
    rf"\bhow\s+(?:do|does|did|are|is|were|was|might|could|can)\s+.+\b(?:{_TIE})\b(?:\s+(?:to|with|from|by|and)\b|.*\band\b|\s+\w)",
    rf"\bhow\s+(?:do|does|did|are|is|were|was|might|could|can)\s+.+\band\b.+\b(?:{_TIE})\b",
    r"\b(?:relation|relations|relationships?|connections?|links?|differences?|similarit(?:y|ies)|comparison|interplay|"
    r"trade-?offs?|parallels?|contrast|ties?|distinction)\s+(?:\w+\s+){0,2}?(?:between|among)\b",
    r"^\W*(?:please\s+)?(?:compare|contrast)\b",
    r"\b(?:vs\.?|versus)\s",
    r"\bwhat\s+(?:do|does)\s+.+\band\b.+\bhave\s+(?:to do|in common)\b",
    r"\band what (?:follows|does that mean|are the consequences)\b",
    r"\bhäng\w+\b.+\bzusammen\b|\bzusammenhäng\w+",
    r"\b(?:beziehung|beziehungen|verhältnis|zusammenhang|zusammenhänge|verbindung|verbindungen|unterschied\w*|"
    r"gemeinsamkeit\w*|vergleich)\s+(?:\w+\s+){0,2}?(?:zwischen|von)\b",
    r"\bunterscheide[nt]\w*\b|^\W*vergleich\w*\b|\bverhält\b.+\bzu\b|\bim vergleich (?:zu|mit)\b|\bhaben\b.+\bgemeinsam\b",
    r"\b(?:relazion[ei]|legam[ei]|rapporto|connession[ei]|collegament[oi]|differenz[ae]|nesso|confronto|analogi[ae])\s+"
    r"(?:\w+['’]?\s*){0,3}?(?:tra|fra)\b",
    r"^\W*(?:confront\w+|paragon\w+|compara\w*)\b|\bsi (?:relazion|colleg|confront|differenzi|distingu)\w+|\bdifferisc\w+|"
    r"\bson[o]? (?:collegat|legat|conness)[oaie]\b|\bhanno\b.+\bin comune\b",
    r"\b(?:liens?|relations?|rapports?|différences?|connexions?|comparaison|points communs)\s+(?:\S+\s+){0,3}?entre\b",
    r"^\W*compare[rz]?\b|\b(?:sont|est)(?:[- ](?:ils|elles|il|elle))?\s+(?:liée?s?|reliée?s?)\b|\ben quoi\b.+\bdiff[èe]r\w+|"
    r"\bont\b.+\ben commun\b|\bpar rapport à\b",
    r"\b(?:relación|relaciones|vínculos?|conexión|conexiones|diferencias?|comparación|semejanzas?)\s+(?:\w+\s+){0,3}?entre\b",
    r"^\W*(?:compara|compare|comparar|compárame)\b|\bse (?:relacionan?|diferencian?|distinguen?|conectan?|parecen?)\b|"
    r"\btienen\b.+\ben común\b|\bestán? (?:relacionad|vinculad|conectad)[oa]s?\b",
    r"[和与與跟同及、对對].{1,60}(?:关系|關係|联系|聯繫|关联|關聯|区别|區別|差别|差異|差异|不同|异同|共同点|相比|影响)",
    r"(?:比较|比較|对比|對比).{0,4}\S.{0,60}[和与與跟同及、]|[和与與跟].{1,60}(?:比较|对比|有何关)",
    r"[とや].{1,60}(?:関係|関連|違い|違う|違って|違います|比較|つなが|相違|差は|共通点|異な)|比べて|を比較",
)

_ANY_WHOLE = r"\b(?:" + "|".join(_WHOLE.values()) + rf")\b|{_WHOLE_ZH}|{_WHOLE_JA}"
_KINDS: tuple[tuple[str, Mode, tuple[str, ...], bool], ...] = (
    ("asks for themes", "global", _THEMES, True),
    ("asks for themes of the whole", "global", tuple(f"^(?=.*(?:{_ANY_WHOLE})).*(?:{p})" for p in _THEMES), False),
    ("asks about the whole collection", "global", _ABOUT_THE_WHOLE, False),
    ("asks how things are related", "drift", _RELATION, False),
    ("asks for a summary", "global", _SUMMARY, True),
    ("asks what many say", "global", _MANY_SAY, True),
)
RULES = tuple(Rule(name, mode, pattern, unless) for name, mode, patterns, unless in _KINDS for pattern in patterns)

# Words that only say "the whole" and "its themes": what is left of a broad question is what it is about.
BROAD = "|".join(
    (
        r"\b(?:" + "|".join([*_WHOLE.values(), *_THEME.values(), *_MAIN.values(), *_MANY.values()]) + r")\b",
        r"\b(?:" + "|".join(_SAY.values()) + r")\b",
        *_SUMMARY,
        _WHOLE_ZH, _THEME_ZH, _MAIN_ZH, _WHOLE_JA, _THEME_JA, _MAIN_JA,
        r"\b(?:relevant|content|contents|entire|whole|give|show|list|tell|identify|kinds?|types?|areas?|frequently|inhalte?|"
        r"ganze[nrs]?|gesamte[nrs]?|gib|zeige?|nenne|contenut[oi]|inter[oa]|dammi|mostra|elenca|contenus?|entier|donne[rz]?|"
        r"montre[rz]?|contenidos?|enter[oa]|dame|muestra|covered|treated|behandelt|trattat[ei]|traités?|tratados?)\b",
        r"\b(?:what|which|cuál|cuáles|qué|quels?|quelles?|quali|quale|welche[rns]?|was|sont|son|sono|sind)\b",
        "内容|讨论|討論|介绍|教えて|ください|何ですか|について|扱|論じ",
    )
)  # fmt: skip

# Words that only ask for a relation: the things that are related are the rest.
RELATING = (
    r"\b(?:relat(?:e[sd]?|ed|ing|ions?|ionships?)|compar\w+|contrast\w*|differ\w*|similarit\w+|connect(?:ed|ions?)?|"
    r"link(?:s|ed)?|ties?|tied|interplay|interact\w*|versus|vs|between|follows|"
    r"häng\w+|zusammen\w*|beziehung\w*|verhältnis|verhält|verbindung\w*|unterschied\w*|unterscheide\w*|gemeinsam\w*|"
    r"vergleich\w*|zwischen|relazion\w+|legam\w+|rapporto|connession\w+|colleg\w+|differenz\w+|differisc\w+|nesso|"
    r"confront\w*|paragon\w*|comune|liens?|rapports?|différen\w+|connexions?|liée?s?|reliée?s?|diff[èe]r\w+|commun|"
    r"relación|relaciones|relacionan?|vínculos?|conexión|conexiones|diferencia\w*|común|semejanzas?|parecen?)\b"
    "|关系|關係|联系|聯繫|关联|關聯|区别|區別|差别|差異|差异|不同|异同|共同点|相比|比较|比較|对比|對比"
    "|関係|関連|違い|違う|違って|違います|つなが\\w*|相違|共通点|異な\\w*|比べて"
)  # fmt: skip

EXAMPLES = (
    Example("What is this collection about as a whole?", "global"),
    Example("Which ideas come up again and again?", "global"),
    Example("What can be learned from all of this?", "global"),
    Example("Give me the big picture", "global"),
    Example("Welche Ideen kehren immer wieder?", "global"),
    Example("Quali idee ritornano più spesso?", "global"),
    Example("Quelles idées reviennent le plus souvent ?", "global"),
    Example("¿Qué ideas se repiten más?", "global"),
    Example("这里面反复出现的想法有哪些？", "global"),
    Example("繰り返し出てくる考えは何ですか", "global"),
    Example("What ties these two together?", "drift"),
    Example("Why does one lead to the other?", "drift"),
    Example("Was verbindet diese beiden?", "drift"),
    Example("Che cosa unisce questi due?", "drift"),
    Example("Qu'est-ce qui relie ces deux choses ?", "drift"),
    Example("¿Qué une a estas dos cosas?", "drift"),
    Example("这两者是怎样相互联系的？", "drift"),
    Example("この二つはどうつながっていますか", "drift"),
)
