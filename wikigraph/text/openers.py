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
which, where, who, whose, if so, of these, of those, to this, to that, as such, as mentioned, all of this,
all of these, now, still, yet, in that case, in this case,
in these cases, after that, before that, since then, like this, unlike this, unlike that, even so, once again, indeed,
in fact, of course, specifically, ultimately, in our case, one is, one reason, one way, one more, none of, neither of,
both of, each of them, some of them,
all of them, most of them, many of them, as before, that said, for this, for that, from this,
from there, from here, on top of, at the time, to do so, to do that, in doing so, as you can see, as we saw, notice,
dies, diese, dieser, dieses, diesem, diesen, jene, jener, jenes, er, sie, es, sein, seine, ihr, ihre, jedoch, aber,
außerdem, daher, deshalb, deswegen, und, oder, dabei, hier, dort, damit, dazu, zudem, danach, dann, somit, dennoch,
trotzdem, allerdings, stattdessen, nun, jetzt, dafür, darum, davon, darin, darauf, dadurch, hierfür, umgekehrt,
ebenso, letzteres, ersteres, zum beispiel, beispielsweise, auch, darüber hinaus, wodurch, welche, welcher,
questo, questa, questi, queste, quest, quello, quella, quelli, quelle, ciò, esso, essa, essi, esse, lui, lei, loro,
egli, tuttavia, però, inoltre, quindi, dunque, ma, e, ed, anche, infatti, perciò, pertanto, così, invece, poi,
ad esempio, per esempio, in questo, in questa, qui, che, il quale, la quale, ora, adesso, allora, ecco, di solito si,
ce, cet, cette, ces, c, ceci, cela, ça, elle, elles, ils, il est, il a, il y, il s, il n, il ne, il faut, il existe,
il peut, il était, il avait, il fut, cependant, toutefois, mais, donc, ainsi, de plus, en outre, et, puis, ensuite,
par exemple, ici, maintenant, celui, celle, ceux,
este, esta, esto, estos, estas, ese, esa, eso, esos, esas, él, ella, ellas, ellos, sin embargo, pero, además,
por lo tanto, así, y, también, entonces, luego, por ejemplo, aquí, ahora
"""
_DANGLING_UNSPACED = """
这 那 它 他 她 此 该 因此 但 然而 所以 而 同时 另外 其 并且 例如 比如 不过 于是 也 又 还 则 接着 然后
最后 首先 其次 总之 换句话说 也就是说 除此 與此 与此 相反 否则 在这
在那 在此 对此 为此 由此 如此 就像 另一 既然 虽然如此 反之 之后 现在 接下来 前者 后者 两者 二者 以此 从而 反过来
一旦完成
上文 前文 前面 后面 稍后 不得不 具体来说 换言之 唯一的 第一个 第二个 第三个 第一行 第二行 第三行 下一行 第一，
第二， 第三，
這 該 並且 於是 在這
これ それ あれ この その あの ここ そこ こう そう しかし また そして なお ただし つまり 例えば たとえば
したがって さらに 彼 一方 次に なので だから ですから でも それでは では ちなみに すると 前者 後者 両者 このため
そのため ゆえに 今度は まず
"""
DANGLING_UNSPACED = tuple(_DANGLING_UNSPACED.split())

# Those of them that only join the sentence to the one before; what follows may stand without it.
_JOINING = """
and, but, so, or, also, however, thus, therefore, hence, moreover, furthermore, additionally, instead, then, finally,
besides, still, yet, now, indeed, in fact, of course, for example, for instance, in addition, consequently, similarly,
meanwhile, ultimately, specifically, und, aber, jedoch, außerdem, daher, deshalb, zudem, auch, allerdings, somit, nun,
dennoch, ma, e, ed, tuttavia, inoltre, quindi, dunque, infatti, però, anche, perciò, così, ora, mais, et, donc, ainsi,
de plus, en outre, cependant, pero, y, además, sin embargo, también, entonces
"""
_JOINING_UNSPACED = """
但是 但 然而 因此 所以 同时 另外 并且 不过 此外 例如 比如 而 于是 最后 首先 其次 总之 现在 目前 しかし また
そして なお さらに したがって
例えば たとえば
"""
JOINING_UNSPACED = tuple(_JOINING_UNSPACED.split())

# Said to the reader, or only said.
_ADDRESSING = """
please, click, select, choose, note, note that, go to, go ahead, visit, download, make sure, let, let us, remember,
ensure, start by, consider, suppose, recall, say you, say we, assume,
imagine, do not, don, navigate, think of, look at, take a look, keep in mind, avoid,
thank, thanks, welcome, hello, hi, hey, okay, ok, yeah, yep, yes, no, nope, oh, ah, um, uh, mm, hmm, well, wow, right,
sure, exactly, absolutely, totally, cool, awesome, gosh, crosstalk, laughter, aw, sorry, congrats,
congratulations, coming up, stay tuned, be sure, be careful,
join us, good luck, good morning, good question,
what a, how about, you know, i mean, see, see also, for more, to learn more, to learn about, for details,
more on, more about,
more information, more details, read more, if you want to know, if you are interested,
bitte, klicken, wählen, öffnen, drücken, beachten, danke, ja, nein, nehmen wir, stellen wir, angenommen, mehr dazu,
mehr über, näheres, siehe auch, weitere informationen,
vedi, clicca, fai clic, premi, seleziona, apri, esegui, inserisci, nota, ricorda, grazie, ora lascia, ora lasciate,
supponiamo, immaginiamo, consideriamo, consultate, consulta, per saperne di più, per maggiori, per approfondire,
cliquez, voir, ouvrez, sélectionnez, appuyez, notez, exécutez, merci, supposons, imaginons, pour en savoir plus,
haga clic, haz clic, véase, pulse, seleccione, abra, ejecute, tenga en cuenta, gracias, supongamos, imaginemos,
para más información, para saber más
"""
_ADDRESSING_UNSPACED = """
请 點擊 点击 单击 打开 运行 输入 选择
注意 参见 见 让我们 我们来 谢谢 欢迎 大家好 你好 记住 回忆 回想 想象 试着 试试 看看 看一下 来看 确保 不要 假设
假如 设想
考虑一下 更多 关于更多 要了解更多 欲了解 想了解更多 详见 另见 仮に 詳しくは 詳細は
"""
ADDRESSING_UNSPACED = tuple(_ADDRESSING_UNSPACED.split())

# Verbs that give an order where an object or a direction follows ("Build the image", but not "Build times are …").
_ORDERS = """
add adjust apply ask assign attach avoid begin bind build bring call change check clone close combine commit compare
compile compute configure connect consult convert copy count create declare define delete deploy describe disable
discover do edit enable enter execute expand explore export extract fetch fill find fix follow format generate
get give
grab handle implement import include initialize insert install invoke join keep launch learn leave limit list load
look mark measure merge modify monitor mount move name open pass paste perform pick place plan point prefer prepare
press print pull push put read rebuild reduce refer register remove rename repeat replace require reset restart
restore
return review run save scale scan search select send serve set share show simplify skip split start stop store submit
switch tag take test track treat try turn type understand unpack update upgrade upload use verify view wait watch wrap
write
"""
_FOLLOWS = """
a an the your you this that these those it them all both any each every some no only one two three several up down out
into in to from with on at over back sure either whether what how where which when if and more their its as for by
through using between multiple
"""
# … and those that order whatever follows.
_BARE_ORDERS = """
add always apply ask choose configure create define deploy enable ensure explore implement include install learn
leverage
listen never prefer remember remove replace specify try understand use verify
"""
_ORDERING_BARE = re.compile(
    rf"(?:{'|'.join(_BARE_ORDERS.split())})\s(?!cases?\b|of\b|(?:is|are|was|were|has|can|does)\b)[a-z.]"
)
_ORDERING = re.compile(rf"(?:{'|'.join(_ORDERS.split())}):?\s(?:{'|'.join(_FOLLOWS.split())})\b")
# Before an article stands a preposition, a conjunction, an adverb, a participle – or the verb of an order.
_BEFORE_ARTICLE = """
in on at of for with from by to into onto like as via per under over after before during since until till while when
if because although though unless once whenever where wherever whereas whether that than through without within across
along alongside among amongst around behind below beneath beside besides between beyond despite down except
inside near
off out outside past throughout toward towards underneath unlike up upon given both all not only just even such what
half quite rather about above against amid is are was were am be has have had do does did can could will would
may might
must should so then thus hence and or but nor yet how why who which whose now still also again perhaps maybe
often sometimes usually never always today here there plus minus versus notwithstanding save double twice thrice
regarding concerning following depending barring pending apart ahead instead because next first second third last
"""
_HAN = re.compile(r"[\u3041-\u30ff\u4e00-\u9fff]")
_ORDERING_HAN = re.compile(
    r"(?:创建|新建|添加|增加|修改|打开|运行|更新|删除|编辑|编写|安装|下载|复制|保存|执行|重构|识别|进行|生成|根据|重新)"
    r"(?![^，。]{0,24}(?:[会是能]|可以|需要|时[，,]|之后|允许|意味|有助|使得))[^，。]{0,40}[，。]"
)
_ARTICLED = re.compile(
    rf"(?!(?:{'|'.join(_BEFORE_ARTICLE.split())})\s)(?![a-z]+(?:ing|ed|ly|en)\s)"
    rf"[a-z]{{2,}}\s(?:an?|the|your|each|every)\s"
)
_ORDERING_FORMAL = re.compile(r"[^\W\d_]{3,20}(?:en|ern|eln)\ssie\b|(?!assez|chez|rez|nez)[^\W\d_]{2,16}ez\s")


def orders(lowered: str) -> bool:
    """Does the lower-case text begin as an order does ("Use the …", "Verwenden Sie …", "Utilisez …")?"""
    if not lowered.isascii() and _ORDERING_HAN.match(lowered):
        return True
    if not lowered.isascii() and _HAN.search(lowered):
        return False  # an identifier at the start of a Chinese sentence: "add 方法 …"
    if _ARTICLED.match(lowered) or _ORDERING.match(lowered) or _ORDERING_BARE.match(lowered):
        return True
    return _ORDERING_FORMAL.match(lowered) is not None


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
JOINING = _table(_JOINING)


def opens_with(lowered: str, phrases: Mapping[str, tuple[str, ...]]) -> bool:
    """Does the lower-case text begin with one of the phrases?"""
    return opening(lowered, phrases) > 0


def opening(lowered: str, phrases: Mapping[str, tuple[str, ...]]) -> int:
    """How many characters of the lower-case text are one of the phrases that it begins with; 0 for none."""
    first = _FIRST_WORD.match(lowered)
    if first is None:
        return 0
    for phrase in phrases.get(first[0], ()):
        after = lowered[len(phrase) : len(phrase) + 1]
        if lowered.startswith(phrase) and not after.isalpha() and after != "-":
            return len(phrase)
    return 0


def without_joint(lowered: str) -> str:
    """"so, docker is …" → "docker is …"; "" where the lower-case text begins otherwise."""
    end = opening(lowered, JOINING)
    if not end:
        end = next((len(word) for word in JOINING_UNSPACED if lowered.startswith(word)), 0)
    return lowered[end:].lstrip(" ,，、") if end else ""
