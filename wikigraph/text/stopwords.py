"""Function words of each language, and what the words beside a word tell about it.

Generic lists only (articles, pronouns, prepositions, auxiliaries, and adverbs that never name a thing): no
names, no subject matter. Words are lower-case. Chinese has characters and words that hold no name, Japanese is
told by its kana, so its list is short.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_ENGLISH = """
a about above across actually after afterwards again against ago all almost along already also although always am
among an and another any anybody anyhow anyone anything anyway anywhere are aren around as aside at away back be
became because become becomes been before began behind being below beside besides best better between beyond big both
but by came can cannot certain certainly come comes could couldn currently did didn different do does doesn doing don
done down due during each easily easy either else enough especially etc even ever every everybody everyone everything
everywhere exactly except far few finally first for former forth from full fully further gave generally get gets
getting give given gives go goes going gonna gone good got great guess had hadn half happen happened happens hardly has hasn
have haven having he hello hence her here hers herself hi him himself his how however i if in indeed inside instead
into is isn it its itself just keep kind kinda knew know known knows largely last lastly lately later least less let
lets like likely likewise little long look looked looking looks lot lots made mainly make makes making many may maybe
me mean means meanwhile might mightn mine more moreover most mostly much must mustn my myself namely near nearly
need needed needs neither never nevertheless new next no nobody none nonetheless nor not nothing now nowhere obviously of
off often oh ok okay old on once one ones only onto or other others otherwise ought our ours ourselves out over own
particular particularly per perhaps please possible possibly pretty previous previously probably put puts quite rather
really recent recently regarding right said same saw say saying says second see seem seemed seems seen several shall
shan she should shouldn similar similarly simple simply since small so some somebody somehow someone something sometimes
somewhat somewhere soon sort still such sure take taken takes taking tell than thank thanks that the their theirs them
themselves then there thereby therefore these they thing things think thinking third this those though thought three
through throughout thus till to together told too took toward towards tried tries truly try trying two under
unfortunately unless unlike until up upon us use used useful uses using usually various versus very via wanna want
wanted wants was wasn way ways we well went were weren what whatever when whenever where whereas wherever whether
which whichever while who whoever whole whom whose why will with within without won wonderful would wouldn yeah yep
yes yet you your yours yourself yourselves ll ve re s t d m four five six seven eight nine ten hundred thousand
million billion dozen today tomorrow yesterday yet gotta hey wow uh um hmm ah huh absolutely basically totally
literally mr mrs ms dr
"""
_GERMAN = """
aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch auf aus bei
beim beiden beide beispielsweise bereits besonders besser bin bis bist bitte bzw da dabei dadurch dafür dagegen daher
damit danach daneben dann daran darauf daraus darf darin darüber darum darunter das dass davon davor dazu dein deine
deinem deinen deiner dem den denen denn dennoch der deren derer des deshalb dessen desto deswegen die dies diese
diesem diesen dieser dieses doch dort du durch dürfen ebenfalls ebenso eher ein eine einem einen einer eines einfach
einige einigen einiger einiges einmal entweder er erst erste ersten erster es etwa etwas euch euer eure falls fast für
ganz gar gegen genau gibt gut hab habe haben hat hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren
ihrer im immer in indem innerhalb ins irgend ist ja je jede jedem jeden jeder jedes jedoch jene jenem jenen jener jetzt
kann kannst kein keine keinem keinen keiner können könnte könnten lassen lässt machen macht man manche manchmal mehr
mein meine meinem meinen meiner meist meistens mich mir mit möchte möchten muss müssen nach nachdem natürlich neben
nein neu neue neuen nicht nichts nie noch nun nur ob oben obwohl oder oft ohne schon sehr sei seien sein seine seinem
seinen seiner seit selbst sich sie sind so sobald sogar solche solchen solcher soll sollen sollte sollten somit sondern
sonst soweit sowie sowohl statt über um und uns unser unsere unserem unseren unserer unter usw viel viele vielen
vielleicht vom von vor wann war wäre waren warum was weg wegen weil weiter weitere weiteren weiterhin welche welchem
welchen welcher welches wenig wenige weniger wenn wer werde werden wie wieder will wir wird wo wobei wohl wollen worden
wurde wurden zu zum zur zwar zwei zwischen zusätzlich zuerst zudem zunächst
"""
_ITALIAN = """
a abbiamo ad agli ai al alcun alcuna alcune alcuni alla alle allo allora altra altre altri altro anche ancora anzi
appena attraverso avere aveva avevano bene c che chi ci ciascun ciascuna ciascuno ciò circa coi col come con contro
cosa così cui d da dagli dai dal dalla dalle dallo davvero degli dei del dell della delle dello dentro deve devono di
dopo dove dovrebbe due dunque durante e è ecco ed egli ella era erano essa esse essere essi esso fa fanno fare fatto
fino fra fu furono già gli grande grazie ha hai hanno ho i il in infatti infine inoltre insieme invece io l la le lei
li lo loro lui ma mai me meglio meno mentre mi mio molta molte molti molto ne né negli nei nel nell nella nelle nello
nessun nessuna nessuno niente no noi non nostra nostre nostri nostro nulla nuova nuove nuovi nuovo o od ogni oltre
oppure ora per perché perciò però più poca poche pochi poco poi possono può prima primi primo proprio qua qual quale
quali quando quanto quasi quella quelle quelli quello questa queste questi questo qui quindi sa se sé secondo sei
sempre senza si sia siamo siano siete solo sono sopra sotto sta stata state stati stato stesso su sua sue sugli sui
sul sulla sulle sullo suo suoi tale tali tanto te ti tra tramite tre tu tua tue tutta tutte tutti tutto un una uno va
vengono verso vi viene voi vostra vostro
"""
_FRENCH = """
à afin ai ainsi alors après assez au aucun aucune aujourd aussi autre autres aux avait avant avec avoir avons ayant
beaucoup bien c ça car ce ceci cela celle celles celui cependant ces cet cette ceux chaque chez ci comme comment d dans
de depuis des deux devant doit doivent donc dont du elle elles en encore entre es est et étaient était étant été être
eu eux faire fait font hors ici il ils j je jusqu l la là laquelle le lequel les lesquels leur leurs lors lorsque lui
ma mais malgré me même mêmes mes moi moins mon n ne ni non nos notre nous on ont ou où par parce pas pendant peu peut
peuvent plus plusieurs plutôt pour pourquoi puis qu quand que quel quelle quelles quelques quels qui quoi s sa sans se
selon sera ses si sinon soi soit son sont sous sur ta tandis te tes toi ton toujours tous tout toute toutes très trop
tu un une vers voici voilà vos votre vous y
"""
_SPANISH = """
a acerca además ahora al algo algún alguna algunas alguno algunos allí ambos ante antes aquel aquella aquellos aquí así
aún aunque bajo bastante bien cada casi como cómo con contra cual cuál cuales cualquier cuando cuándo cuanto de debe
deben del desde después donde dónde dos durante e él el ella ellas ello ellos en entonces entre era eran es esa esas
ese eso esos esta está estaba están estar estas este esto estos fue fueron ha había habían hace hacer hacia han hasta
hay incluso junto la las le les lo los luego más me mediante menos mi mientras mis mismo mucho muchos muy nada ni
ningún ninguna no nos nosotros nuestra nuestro o otra otras otro otros para pero poco por porque pues puede pueden que
qué quien quién se sea según ser si sí sido siempre sin sino sobre solo sólo son su sus tal también tampoco tan tanto
te tenía tiene tienen toda todas todavía todo todos tras tu tus u un una unas uno unos usted ya yo y
"""

_WORDS: Mapping[str, frozenset[str]] = {
    "en": frozenset(_ENGLISH.split()),
    "de": frozenset(_GERMAN.split()),
    "it": frozenset(_ITALIAN.split()),
    "fr": frozenset(_FRENCH.split()),
    "es": frozenset(_SPANISH.split()),
    "zh": frozenset(
        "的 了 和 是 在 有 我 我们 你 你们 他 她 它 他们 她们 它们 这 那 这个 那个 这些 那些 这里 那里 什么 怎么 如何 为什么 "
        "因为 所以 但是 但 而且 而 或 或者 如果 虽然 然而 不过 并且 并 以及 及 与 就 都 也 还 又 再 很 更 最 不 没 没有 "
        "作为 成为 进行 包含 包括 离开 可以 可能 能够 应该 必须 需要 已经 正在 将 会 要 对 对于 关于 从 到 向 把 被 让 使 给 由 由于 通过 根据 按照 为 为了 "
        "一个 一种 一些 一样 一下 一直 每个 各种 其 其中 其他 之 之后 之前 以后 以前 时候 同时 然后 最后 首先 例如 比如 "
        "即 即使 只 只有 只要 甚至 非常 十分 比较 所有 任何 自己 大家 的话 来说 而是 不是 就是 还是 也是 都是 这样 那样 "
        "这种 那种 一部分 大部分 一系列 一方面 另一方面 部分 情况 问题 方式 时 时间 现在 目前 后者 前者 本身 之间 以下 以上 如下 此 该 等 等等 吗 呢 吧 啊 呀 哪 哪些 谁 多 少 多少 几 上 下 里 中 内 外 前 后".split()
    ),
    "ja": frozenset(
        "の に は を た が で て と し れ さ ある いる も する から な こと として い や れる など なっ ない この ため その あっ "
        "よう また もの という あり まで られ なる へ か だ これ によって により おり より による ず なり られる において ば なかっ "
        "なく しかし について せ だっ その後 できる それ う ので なお のみ でき き つ における および いう さらに でも ら たり "
        "その他 に関する たち ます ん です 場合 以下 以上 次 例 方法 今 私 彼 彼女 私たち".split()
    ),
}
LANGUAGES = tuple(sorted(_WORDS))

# Everyday nouns: they name a role or a kind of everything, so that only a document of that title is about them.
_EVERYDAY = """
data value result path project parent instance block task message file name number line list item example case part step
version change input output set group area level state detail content text word page section chapter way type kind form
point place side end start beginning size amount rate order time day year month week life people person man woman child
world country school company team member user option field feature work job use need issue problem question answer
reason idea fact story picture thing room house home hand head eye face car water town village building street game
player season episode song title character role character scene event date age family father mother son daughter brother
sister husband wife friend king queen lord lady century period history news report note comment link topic term
phrase sentence average total maximum minimum image photo video sample copy edition release update difference
similarity benefit advantage disadvantage goal purpose approach solution situation condition effect impact
experience knowledge information resource material product tool setup command folder directory body rest center
letter sign mark box key board table row column cell head tail top bottom left right front back color colour red blue
green black white open close move run start stop read write return add remove create make build check try
main true false args src
final draft small large new old first last next previous good bad best simple complex
persona cosa modo parte anno giorno tempo vita mondo paese città casa lavoro uomo donna numero nome esempio caso punto
risultato dati dato valore problema domanda risposta forma tipo gruppo storia fatto idea
zeit jahr tag woche monat mensch mann frau kind welt land stadt haus leben arbeit teil beispiel fall frage antwort
problem ergebnis wert daten zahl name seite punkt art weise möglichkeit anwendung datei ordner
数据 文件 版本 安装 返回 调用 实现 使用 类型 代码 程序 例子 部分 结果 内容 名称 信息 过程 情况 工作 问题 方法 功能 操作 方式 结构 系统
用户 时间 时代 世界 国家 人们 生活 社会 学校 公司 连接 分支 语句 实例 依赖 属性 位置 数量 数字 大小 目的 原因 作用 影响 关系 特点 条件 标准
データ ファイル 結果 方法 場合 問題 時間 情報 内容 名前 種類 部分 使用 実行 設定 確認 追加 作成 変更 利用
"""

_ARTICLES: Mapping[str, str] = {
    "en": "the a an this that these those your its our their each every any some no my his her another",
    "de": "der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem kein keine keinen "
    "jeder jede jedes im am zum zur beim vom ins",
    "it": "il lo la i gli le un uno una del dello della dei degli delle al allo alla ai agli alle dal dalla nel nella "
    "nei sul sulla questo questa questi queste ogni",
    "fr": "le la les un une des du au aux ce cet cette ces chaque son sa ses votre notre",
    "es": "el la los las un una unos unas del al este esta estos estas cada su sus",
}
# A verb follows these, or a form of a verb.
_BEFORE_VERBS: Mapping[str, str] = {
    "en": "to will would can could should shall may might must cannot don doesn didn won wouldn couldn shouldn let lets "
    "i you we they he she who please always never just not then simply",
    "de": "zu ich du er wir ihr kann können muss müssen soll sollen will wird werden",
    "it": "io tu noi voi loro si può possono deve devono non per",
    "fr": "je tu il elle nous vous ils elles peut peuvent doit doivent ne se",
    "es": "yo tú nosotros ellos puede pueden debe deben no se",
}
_AUXILIARIES = frozenset(
    "is are was were has have had will would can could should may might does did do said says "
    "ist sind war waren hat haben wird wurde kann è sono era ha hanno può est sont était a ont es son fue".split()
)
# Lower-case words that stand inside names: "Bank of England", "Ludwig van Beethoven".
CONNECTORS: tuple[str, ...] = (
    "of", "the", "and", "for", "in", "on", "de", "del", "della", "di", "du", "des", "da", "dos", "van", "von",
    "der", "den", "la", "le", "el", "al", "zu", "und", "et", "e", "y", "to", "à", "bin", "ibn",
)
_GENERIC_HEADINGS = """
introduction|overview|summary|conclusion|conclusions|background|preface|foreword|contents|table of contents|
references|further reading|see also|notes|note|appendix|about|getting started|next steps|prerequisites|requirements|
example|examples|usage|resources|links|faq|q&a|abstract|acknowledgments|acknowledgements|changelog|todo|title|home|
index|readme|license|contributing|installation|setup|features|troubleshooting|best practices|key takeaways|
learn more|wrapping up|final thoughts|what's next|part|chapter|section|step|steps|tip|tips|warning|important|question|
answer|questions|answers|learning objectives|exercises|exercise|quiz|discussion|results|method|methods|figure|table|
einleitung|einführung|überblick|zusammenfassung|fazit|inhalt|inhaltsverzeichnis|anhang|hinweis|hinweise|beispiel|
beispiele|voraussetzungen|literatur|quellen|siehe auch|
introduzione|panoramica|sommario|riassunto|conclusione|conclusioni|indice|appendice|nota|note|esempio|esempi|
prerequisiti|riferimenti|bibliografia|parte|capitolo|
résumé|aperçu|exemple|exemples|annexe|sommaire|références|introducción|resumen|conclusión|ejemplo|ejemplos|índice|
简介|介绍|引言|前言|概述|总结|小结|结论|附录|目录|参考文献|参考资料|示例|例子|说明|注意|注意事项|前置知识|学习目标|基本机制|
背景|摘要|致谢|常见问题|下一步|练习|习题|思考题|扩展阅读|
はじめに|概要|まとめ|おわりに|目次|付録|参考文献|参考資料|例|注意|前提条件|次のステップ
"""
GENERIC_HEADINGS = frozenset(part.strip() for part in _GENERIC_HEADINGS.replace("\n", "").split("|") if part.strip())

# Chinese characters that are never at the edge of a name ("hard"), and those that rarely are ("soft").
HAN_HARD = frozenset("的了着是在和与及或而且但也都就还又很更最不没吗呢吧啊呀嘛哦这那哪其之乎者矣我你您他她它们个些么把被让给使得地"
                     "所以因如若则即虽从向往由于至为将要会能可应须该此每各某何谁几只仅才再已曾正便却并跟比等")
HAN_SOFT = frozenset("有到对用以上下里中内外前后时间来去出入过起开做作说看想知道一二三四五六七八九十两多少大小新旧好同另"
                     "需请当让常通非无未自本种样般次些点处边面方后成")
HAN_NOUN_BEFORE = frozenset("的个种该此各每些本其名位为是、和与或及对把将在用有")
HAN_VERB_BEFORE = frozenset("不没会能要可去来应需须请想再地得所被未")


_LEADING_ARTICLES = frozenset("the a an that this der die das ein eine il lo la i gli le un uno una el los las les une".split())


def without_article(title: str) -> str:
    """"The Leiden algorithm" → "Leiden algorithm"; a title of one word, or without an article, stays."""
    first, _, rest = title.partition(" ")
    return rest if rest and first.lower() in _LEADING_ARTICLES else title


def stop_words(language: str) -> frozenset[str]:
    """The function words of a language ("en", "zh", …); none for a language that has no list."""
    return _WORDS.get(language, frozenset())


def articles(language: str) -> tuple[str, ...]:
    """Words that stand before nouns."""
    return tuple(_ARTICLES.get(language, "").split())


def words_before_verbs(language: str) -> tuple[str, ...]:
    """Words that stand before verbs more often than before nouns."""
    return tuple(_BEFORE_VERBS.get(language, "").split())


ALL_STOP_WORDS: frozenset[str] = frozenset().union(*_WORDS.values())
AUXILIARIES = _AUXILIARIES
_EVERYDAY_NOUNS = frozenset(_EVERYDAY.split())


def is_everyday(key: str) -> bool:
    """An everyday noun, or its plural."""
    return key in _EVERYDAY_NOUNS or (key.endswith("s") and key[:-1] in _EVERYDAY_NOUNS)


def language_of(words: Iterable[str]) -> str:
    """The language whose function words are the most frequent among lower-case words; "en" when none is seen.
    For scripts without spaces the caller looks at the characters."""
    listed = list(words)
    best, best_share = "en", 0
    for language in ("en", "de", "it", "fr", "es"):
        stops = _WORDS[language]
        share = sum(1 for word in listed if word in stops)
        if share > best_share:
            best, best_share = language, share
    return best
