"""Does a piece of prose stand alone: is it a whole sentence that says something without what is around it?

Function words and punctuation of seven languages; no subject matter. Two questions: `is_statement` (may it be
quoted at all?) and `standing` (how well does it stand, 0–1?).
"""

from __future__ import annotations

import re

from wikigraph.text.scripts import HAN, KANA

_END = re.compile(r"[.!。！．…][\"'”’»」』)）\]】*_]*$")
_QUESTION = re.compile(r"[?？][\"'”’»」』)）\]]*$")
_ABBREVIATED_END = re.compile(r"(?:\b(?:e\.g|i\.e|z\.B|etc|vs|cf|bzw|ecc|resp)\.|\.\.\.|…)$")
_UNSPACED = re.compile(rf"[{HAN}{KANA}]")
_LETTER = re.compile(r"[^\W\d_]")
_CODE_SYMBOL = re.compile(r"[{}<>=|\\^~$#@`]|::|->|&&|\w\(\)")
_BAD_START = re.compile(r"^[\s)\]}）】」』》,;:.!?、，。；：！？/|+*=&%>~\\-]")
_URL = re.compile(r"(?:https?://|www\.)\S+")
_BRACKETS = str.maketrans("（）［］【】", "()[][]")

# Where the reader is sent elsewhere, or told to do something at a screen.
_POINTING = re.compile(
    r"\b(?:see|refer to|shown in|listed in|as in|described in)\s(?:the\s)?(?:figure|fig|table|listing|chapter|section|appendix|below|above|next|following|previous)\b"
    r"|\b(?:figure|fig\.|listing|table|abbildung|tabelle|figura|tabella|tabla|tableau)\s?\d"
    r"|\b(?:as (?:shown|seen|follows|described) (?:below|above|here)?|shown below|see below|following (?:code|example|command|output|listing|steps?)|click here)"
    r"|\b(?:siehe|vgl\.|vedi|véase|voir)\s|\b(?:folgende[nrs]?|seguente|seguenti|suivante?s?|siguientes?)\s"
    r"|如图|见图|见表|图\s?\d|表\s?\d|示例\s?\d|如下|以下|下面|下图|上图|上述|见下|参见|请参阅|請參閱|次の|以下の|下記|上記|図\s?\d|を参照|ご覧",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^(?:please|click|press|select|choose|open|run|type|enter|see|note|go to|visit|download|install|check|make sure|let['’]?s|"
    r"let us|let me|try|add|create|remember|ensure|use|set|copy|paste|save|start by|follow|consider|suppose|imagine|don['’]t|do not|navigate|"
    r"bitte|klicken|wählen|öffnen|drücken|führen|geben|beachten|vedi|clicca|fai clic|premi|seleziona|apri|esegui|inserisci|nota|ricorda|"
    r"cliquez|voir|ouvrez|sélectionnez|appuyez|notez|exécutez|haga clic|haz clic|véase|pulse|seleccione|abra|ejecute|tenga en cuenta|"
    r"thanks?|thank you|welcome|hello|hi|okay|ok|yeah|yes|no|oh|well|wow|right|sure|exactly|absolutely|danke|grazie|merci|gracias)\b"
    r"|^(?:请|点击|单击|打开|运行|输入|选择|注意|参见|见|让我们|我们来|谢谢|欢迎|大家好)|(?:ください|下さい|ましょう|でしょうか|ませんか)。?$",
    re.IGNORECASE,
)
# Openers whose meaning stands in the sentence before.
_DANGLING = re.compile(
    r"^(?:this|that|these|those|it|its|it['’]s|that['’]s|he|she|they|they['’]re|his|her|their|him|them|such|here|there|there['’]s|both|"
    r"another|others?|instead|however|therefore|thus|hence|but|and|or|so|also|moreover|furthermore|additionally|then|"
    r"consequently|otherwise|nevertheless|nonetheless|meanwhile|similarly|likewise|finally|next|again|besides|rather|"
    r"for example|for instance|in addition|in contrast|in other words|on the other hand|as a result|in (?:this|that|these|such)|"
    r"with (?:this|that|these)|by (?:this|that)|because of this|at this|at that|first|second|secondly|third|the (?:former|latter|above|other|same)|"
    r"dies|diese[rsmn]?|jene[rsmn]?|er|sie|es|sein|seine|ihre?|jedoch|aber|außerdem|daher|deshalb|deswegen|und|oder|dabei|"
    r"hier|dort|damit|dazu|zudem|danach|dann|somit|dennoch|trotzdem|allerdings|stattdessen|zum beispiel|beispielsweise|auch|darüber hinaus|so|"
    r"quest[oaie]|quest['’]|quell[oaie]|ciò|esso|essa|essi|esse|lui|lei|loro|egli|tuttavia|però|inoltre|quindi|dunque|ma|e|ed|anche|"
    r"infatti|perciò|pertanto|così|invece|poi|ad esempio|per esempio|in questo|in questa|qui|"
    r"ce|cet|cette|ces|c['’]est|ceci|cela|ça|elles?|ils|il (?:est|a|y|s['’]|n['’]|ne|faut|existe|peut|était|avait|fut)|"
    r"cependant|toutefois|mais|donc|ainsi|de plus|en outre|et|puis|ensuite|par exemple|ici|"
    r"est[aeo]s?|es[aeo]s?|él|ellas?|ellos|sin embargo|pero|además|por lo tanto|así|y|también|entonces|luego|por ejemplo|aquí)\b"
    r"|^(?:这|那|它|他|她|此|该|因此|但|然而|所以|而|同时|另外|其|并且|例如|比如|不过|于是|于此|也|又|还|则|接着|然后|最后|首先|其次|总之|换句话说|也就是说|"
    r"這|該|因為這|並且|於是|"
    r"これ|それ|あれ|この|その|あの|ここ|そこ|こう|そう|しかし|また|そして|なお|ただし|つまり|例えば|たとえば|したがって|さらに|彼|一方|"
    r"次に|なので|だから|ですから|でも|それでは|では|ちなみに|すると)",
    re.IGNORECASE,
)
_PERSONAL = re.compile(
    r"^(?:i|i['’]m|i['’]ve|we|we['’]ve|you|you['’]re|my|our|your|ich|wir|mein|unser|io|noi|je|j['’]|nous|vous|yo|nosotros)\b|^(?:我|我们|你|您|私|僕)",
    re.IGNORECASE,
)
_SPOKEN = re.compile(r"\b(?:you know|i think|i mean|kind of|sort of|i guess|gonna|wanna)\b", re.IGNORECASE)

MIN_WORDS, MIN_UNSPACED = 4, 8
MAX_CHARACTERS = 420


def is_statement(text: str) -> bool:
    """Is it a whole declarative sentence of prose: ended, of sensible length, no question, order, code or fragment?"""
    if not 12 <= len(text) <= MAX_CHARACTERS and not (_UNSPACED.search(text) and 8 <= len(text) <= MAX_CHARACTERS):
        return False
    if _END.search(text) is None or _QUESTION.search(text) is not None or _BAD_START.match(text) is not None:
        return False
    n_unspaced = len(_UNSPACED.findall(text))
    if n_unspaced < MIN_UNSPACED and len(text.split()) < MIN_WORDS:
        return False
    if _ABBREVIATED_END.search(text) or _IMPERATIVE.search(text) or " | " in text:
        return False
    plain = text.translate(_BRACKETS)
    if plain.count("(") != plain.count(")") or plain.count("[") != plain.count("]") or text.count('"') % 2:
        return False
    return not _is_code(text)


def _is_code(text: str) -> bool:
    """Is a good part of it symbols, numbers or addresses?"""
    without = _URL.sub("", text)
    letters = len(_LETTER.findall(without))
    return letters < 0.55 * len(text) or len(_CODE_SYMBOL.findall(without)) > 0.05 * len(text)


def starts_small(text: str) -> bool:
    """Does it begin with a small letter, as the rest of a cut sentence does?"""
    return text[:1].islower()


def is_dangling(text: str) -> bool:
    """Does its opener need the sentence before ("This …", "However, …", 因此…)?"""
    return _DANGLING.match(text) is not None


def is_pointing(text: str) -> bool:
    """Does it send the reader to a figure, a table, or the lines below?"""
    return _POINTING.search(text) is not None


def standing(text: str) -> float:
    """How well a statement stands alone, 0–1: opener, pointers, speech, length."""
    score = 1.0
    if is_dangling(text):
        score -= 0.45
    if is_pointing(text):
        score -= 0.45
    if _PERSONAL.match(text):
        score -= 0.3
    if _SPOKEN.search(text):
        score -= 0.2
    if text.endswith(("!", "！")):
        score -= 0.15
    unspaced = len(_UNSPACED.findall(text))
    length = unspaced * 2.2 + (len(text) - unspaced)  # as characters of a spaced script
    if length < 40:
        score -= 0.2
    elif length > 240:
        score -= min(0.3, (length - 240) / 600)
    return max(0.0, score)
