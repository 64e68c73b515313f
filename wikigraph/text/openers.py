"""How sentences begin that do not stand alone, and how they send the reader elsewhere: seven languages.

Function words only. Phrases are lower-case, separated by commas; a phrase matches where it ends at a word's end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_FIRST_WORD = re.compile(r"[^\W\d_]+")

# Their meaning stands in the sentence before.
_DANGLING = """
this, that, these, those, it, its, he, she, they, his, her, their, him, them, such, here, there, both, another, other,
others, instead, however, therefore, thus, hence, but, and, or, so, also, moreover, furthermore, additionally, then,
consequently, otherwise, nevertheless, nonetheless, meanwhile, similarly, likewise, finally, next, again, besides,
rather, for example, for instance, in addition, in contrast, in other words, on the other hand, as a result, in this,
in that, in these, in such, with this, with that, with these, by this, by that, because of this, at this, at that,
first, second, secondly, third, the former, the latter, the above, the other, the same, anyway, anyways, because,
which, where, who, whose, if so, of these, of those, to this, to that, as such, as mentioned, all of this, all of these,
dies, diese, dieser, dieses, diesem, diesen, jene, jener, jenes, er, sie, es, sein, seine, ihr, ihre, jedoch, aber,
außerdem, daher, deshalb, deswegen, und, oder, dabei, hier, dort, damit, dazu, zudem, danach, dann, somit, dennoch,
trotzdem, allerdings, stattdessen, zum beispiel, beispielsweise, auch, darüber hinaus, wodurch, welche, welcher,
questo, questa, questi, queste, quest, quello, quella, quelli, quelle, ciò, esso, essa, essi, esse, lui, lei, loro,
egli, tuttavia, però, inoltre, quindi, dunque, ma, e, ed, anche, infatti, perciò, pertanto, così, invece, poi,
ad esempio, per esempio, in questo, in questa, qui, che, il quale, la quale,
ce, cet, cette, ces, c, ceci, cela, ça, elle, elles, ils, il est, il a, il y, il s, il n, il ne, il faut, il existe,
il peut, il était, il avait, il fut, cependant, toutefois, mais, donc, ainsi, de plus, en outre, et, puis, ensuite,
par exemple, ici,
este, esta, esto, estos, estas, ese, esa, eso, esos, esas, él, ella, ellas, ellos, sin embargo, pero, además,
por lo tanto, así, y, también, entonces, luego, por ejemplo, aquí
"""
_DANGLING_UNSPACED = """
这 那 它 他 她 此 该 因此 但 然而 所以 而 同时 另外 其 并且 例如 比如 不过 于是 也 又 还 则 接着 然后
最后 首先 其次 总之 换句话说 也就是说 除此 與此 与此 相反 否则 在这
在那 在此 对此 为此 由此 如此 就像 另一 既然 虽然如此 反之 之后
這 該 並且 於是 在這
これ それ あれ この その あの ここ そこ こう そう しかし また そして なお ただし つまり 例えば たとえば
したがって さらに 彼 一方 次に なので だから ですから でも それでは では ちなみに すると
"""
DANGLING_UNSPACED = tuple(_DANGLING_UNSPACED.split())

# Said to the reader, or only said.
_ADDRESSING = """
please, click, press, select, choose, open, run, type, enter, see, note, go to, go ahead, visit, download, install,
check, make sure, let, try, add, create, remember, ensure, use,
set, copy, paste, save, start by, follow, consider, suppose,
imagine, do not, don, navigate, think of, look at, take a look, keep, avoid, configure, replace, update, read, write,
thank, thanks, welcome, hello, hi, hey, okay, ok, yeah, yep, yes, no, nope, oh, ah, um, uh, mm, hmm, well, wow, right,
sure, exactly, absolutely, totally, great, cool, awesome, good, like, gosh, look, listen, crosstalk, laughter, music,
what a, how about, you know, i mean,
bitte, klicken, wählen, öffnen, drücken, führen, geben, beachten, danke, ja, nein,
vedi, clicca, fai clic, premi, seleziona, apri, esegui, inserisci, nota, ricorda, grazie, ora lascia, ora lasciate,
cliquez, voir, ouvrez, sélectionnez, appuyez, notez, exécutez, merci,
haga clic, haz clic, véase, pulse, seleccione, abra, ejecute, tenga en cuenta, gracias
"""
_ADDRESSING_UNSPACED = """
请 點擊 点击 单击 打开 运行 输入 选择
注意 参见 见 让我们 我们来 谢谢 欢迎 大家好 你好
"""
ADDRESSING_UNSPACED = tuple(_ADDRESSING_UNSPACED.split())
ADDRESSING_ENDS = ("ください", "下さい", "ましょう", "でしょうか", "ませんか", "吧", "吗", "呢")

_PERSONAL = """
i, we, you, my, our, your, me, us, ich, wir, mein, meine, unser, unsere, io, noi, mio, je, j, nous, vous, mon, yo,
nosotros, mi, now we, now you, in my, in our, when i, when we, if you, as you, as we, as i
"""
_PERSONAL_UNSPACED = "我 我们 你 您 咱 私 僕 如果你 当你 现在你 现在我 那么我 接下来我 前面我"
PERSONAL_UNSPACED = tuple(_PERSONAL_UNSPACED.split())


def _table(phrases: str) -> Mapping[str, tuple[str, ...]]:
    """First word → the phrases that begin with it."""
    found: dict[str, list[str]] = {}
    for phrase in phrases.replace("\n", " ").split(","):
        phrase = phrase.strip()
        if phrase:
            found.setdefault(phrase.split()[0], []).append(phrase)
    return {word: tuple(sorted(set(same))) for word, same in found.items()}


DANGLING, ADDRESSING, PERSONAL = _table(_DANGLING), _table(_ADDRESSING), _table(_PERSONAL)


def opens_with(lowered: str, phrases: Mapping[str, tuple[str, ...]]) -> bool:
    """Does the lower-case text begin with one of the phrases?"""
    first = _FIRST_WORD.match(lowered)
    if first is None:
        return False
    for phrase in phrases.get(first[0], ()):
        after = lowered[len(phrase) : len(phrase) + 1]
        if lowered.startswith(phrase) and not after.isalpha() and after != "-":
            return True
    return False
