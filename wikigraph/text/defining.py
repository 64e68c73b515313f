"""Does a sentence define what it begins with? Forms of seven languages: "X is a …", "X 是一种…", "Xとは…".

The forms are read behind the name, so no parsing is needed: what stands between the name and the verb may only
be an apposition in parentheses or between commas.
"""

from __future__ import annotations

import re

_ASIDE = r"(?:\s?[(（][^()（）]{1,80}[)）])?(?:\s?,\s[^,.;]{1,80},)?"
# "，又称黑褐副雀鲷、拟黑雀鲷": other names between the name and the verb
_OTHER_NAMES = r"(?:[，,](?:又称|亦称|也称|又名|俗名|俗称|全称|简称|原名|别名|缩写|英文)[^，,。]{1,40}){0,3}"
_EUROPEAN = (
    # English: is a/an/the/one of …; stands for, refers to, means, is defined as
    r"(?:\s(?:is|are|was|were)\s(?:an?(?!\s(?:lot|bit|little|few|great\sdeal|matter|must|pain|long)\b)|the|one\sof|any|basically|essentially|simply|just\sa|defined\sas|short\sfor)\b"
    r"|['’]s\san?\b|\s(?:refers?\sto|stands?\sfor|denotes?|is\sdefined\sas)\b"
    # Italian
    r"|\s(?:è|sono|era|erano|fu|furono|è\sstat[oa]|sono\sstat[ie])\s(?:un[ao]?\b|un['’]|il\b|lo\b|la\b|l['’]|i\b|gli\b|le\b|dei\b|delle\b|degli\b)"
    r"|\s(?:indica|designa|definisce|si\sriferisce\sa)\b"
    # German
    r"|\s(?:ist|sind|war|waren)\s(?:ein(?:e[rsmn]?)?|der|die|das)\b|\s(?:bezeichnet|steht\sfür|bedeutet)\b"
    # French
    r"|\s(?:est|sont|était|étaient|fut)\s(?:une?\b|le\b|la\b|les\b|des\b|l['’])|\s(?:désigne|signifie)\b"
    # Spanish (and Portuguese where it is the same)
    r"|\s(?:es|son|era|eran|fue|é|são)\s(?:una?\b|unos\b|unas\b|el\b|la\b|los\b|las\b|uma?\b|o\b|os\b)|\s(?:se\srefiere\sa|significa)\b)"
)
# 是 + noun, not "whether", "because", "in order to", "at", "through", "… 的。" with nothing defined
_CHINESE = (
    r"(?:(?:算法|方法|模型|系统|框架|工具|语言|平台|协议|函数|类型|项目|机制|技术|库)?(?:，|,|——|：)?\s?(?:就|便|正|其实|本质上|通常|一般|主要|也|则|都)?(?:是(?!否|不是|因为|为了|为|在|从|通过|如何|怎|什么|谁|指?不|很|可以|能|要|有|由于|这样|那|如|对|把|被|不)"
    r"|指的是|是指|为(?![了此何其什])|[，,][^，,。]{2,30}的?一[个個种種座条條位名家部只款类類]|即(?!使|将|便|可|是)|又称|亦称|称为|代表着?|意味着|意为|定义为|被定义为))"
)
_JAPANESE = (
    r"(?:とは(?!言|い|思|違|異|別)|は[^。]{1,120}(?:の一つ|の一種|のこと|の総称|の略|の名称)(?:です|である|だ|をいう|を指す|を指します)?。?$"
    r"|は[^。]{1,120}(?<![いたのんでなく])(?:です|である|であった|でした|だった)。?$|は[^。]{1,80}(?:を指す|を指します|を意味する|を意味します|と呼ばれる|と定義される)。?$)"
)
_FORMS = re.compile(rf"{_ASIDE}(?:{_EUROPEAN}|{_OTHER_NAMES}\s?{_CHINESE}|\s?{_JAPANESE})", re.IGNORECASE)
_BEFORE = re.compile(
    r"^(?:[^.;:!?,，。；！？]{1,40}[,，]\s?)?[\s\"“„«‘'(（《「『]*(?:(?:an?|the|il|lo|la|i|gli|le|l['’]|un[ao]?|der|die|das|ein|eine|les?|une|el|los|las|"
    r"所谓|所謂|在|我们说的)\s?)?[\"“„«‘'《「『]*$",
    re.IGNORECASE,
)
_CLOSING = re.compile(r"^[\"”“»’'》」』]*")


def defines(text: str, start: int, end: int) -> bool:
    """Does `text` (a whole sentence) say what the name at text[start:end] is? The name stands at its head."""
    if start > 64 or _BEFORE.match(text[:start]) is None:
        return False
    closing = _CLOSING.match(text[end : end + 4])
    return _FORMS.match(text, end + (closing.end() if closing else 0)) is not None
