"""What an answer sounds like: words, and none of the signs that only the eye reads."""

import pytest

CODE = (
    '<div class="code" data-language="{0}"><div class="code-head"><span class="code-language">{0}</span>'
    '<button type="button" class="copy-code" data-action="copy-code"></button></div>'
    "<pre><code>{1}</code></pre></div>"
)
TABLE = (
    '<div class="table-scroll"><table><thead><tr><th>{0}</th><th>{1}</th><th>{2}</th></tr></thead>'
    "<tbody>{3}</tbody></table></div>"
)


def table(*rows):
    cells = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows[1:])
    return TABLE.format(*rows[0], cells)


def p(html):
    return f'<p dir="auto">{html}</p>'


def math(source):
    return f'<span class="math">{source}</span>'


# A block of HTML as the server writes it, and the sentences of it.
ENGLISH = {
    # Text
    p("One. Two! Three?"): ["One.", "Two!", "Three?"],
    p("The first line\nand the second"): ["The first line and the second"],
    p("A verse<br>\nand another"): ["A verse", "and another"],
    p("Some <strong>bold</strong>, <em>fine</em> and <del>old</del> words."): ["Some bold, fine and old words."],
    p("Ask Dr. Smith, e.g. on Monday. He knows."): ["Ask Dr. Smith, e.g. on Monday.", "He knows."],
    "<h2>The plan</h2>": ["The plan"],
    "<blockquote><p>To be.</p><p>Or not.</p></blockquote>": ["To be.", "Or not."],
    "<hr>": [],
    p("Left over: * and ** and __ and # and |."): ["Left over: and and and and."],
    p("It works.[1] See note<sup class=\"footnote-ref\">1</sup>."): ["It works.", "See note."],
    '<p class="raw-html">&lt;b&gt;bold&lt;/b&gt;</p>': ["bold"],
    # Links and pictures
    p('See <a href="https://example.org/a">the guide</a>.'): ["See the guide."],
    p('See <a href="https://www.example.org/a/b?c=d#e">https://www.example.org/a/b?c=d#e</a>.'): ["See example.org."],
    p('<a href="https://example.org/cat.png" class="image-link">a cat</a>'): ["Picture: a cat"],
    # Lists
    '<ul><li dir="auto">Tea</li><li dir="auto">Milk. Cold.</li></ul>': ["Tea", "Milk.", "Cold."],
    '<ol start="3"><li>Boil.</li><li><p>Pour.</p><ul><li>Slowly</li></ul></li></ol>': ["3: Boil.", "4: Pour.", "Slowly"],
    '<ul><li class="task"><input type="checkbox" disabled checked aria-label="Done"> Pack</li>'
    '<li class="task"><input type="checkbox" disabled aria-label="To do"> Go</li></ul>': ["Done: Pack", "To do: Go"],
    '<section class="footnotes"><ol><li><p>By hand.</p></li></ol></section>': ["Footnote 1: By hand."],
    # Code
    CODE.format("python", "a = 1\nprint(a)\n"): ["Code block, python, 2 lines."],
    CODE.format("", "ls\n"): ["Code block, 1 line."],
    CODE.format("cpp", "int a;\n"): ["Code block, C++, 1 line."],
    CODE.format("mermaid", "graph TD\n"): ["Diagram, 1 line."],
    p("Call <code>read_file()</code> with <code>--all</code>."): ["Call read file with --all."],
    p("Use <code>**</code> or <code>_</code>."): ["Use asterisk asterisk or underscore."],
    p(f"It is <code>{'x' * 90}</code>."): ["It is some code."],
    # Tables
    table(["Tea", "Price", "Hot"], ["Sencha", "$4", "✅"], ["Mate", "-", "❌"]): [
        "Table.", "Tea, Price, Hot.", "Sencha, Price $4, Hot yes.", "Mate, Hot no."
    ],
    # Formulas
    p(math("$x^2 + y_1 = \\frac{1}{2}$")): ["x squared plus y sub 1 equals 1 over 2"],
    p(math("\\(\\sqrt{a} \\leq \\sqrt[3]{b}\\)")): ["the square root of a is at most the root of degree 3 of b"],
    p(math("$$\\sum_{i=1}^{n} i$$")): ["the sum from i equals 1 to n of i"],
    p(math("$\\alpha \\to \\infty \\text{ if } 50\\%$")): ["alpha to infinity if 50 %"],
    p(math("$$\\begin{matrix}a & b\\end{matrix}$$")): ["a formula"],
    p("Broken " + math("$\\frac{1}{$") + " stays."): ["Broken 1 over stays."],
    p("Deep " + math("$" + "{" * 5000 + "$") + "."): ["Deep a formula."],
    # Numbers and signs
    p("It costs <strong>$1.50</strong>, 3.5% of 1,000,000."): ["It costs $1.50, 3.5% of 1,000,000."],
    p("10\u00a0000 or 12\u202f000"): ["10000 or 12000"],
    p("Pages 10–20, 3 × 4, ~5 km, issue #7, 10^6, a → b, x ≤ y, −3"): [
        "Pages 10 to 20, 3 times 4, about 5 km, issue number 7, 10 to the power of 6, a to b, x is at most y, minus 3"
    ],
    p("Version 1.2.3 of 2024-05-01 at 12:30."): ["Version 1.2.3 of 2024-05-01 at 12:30."],
    p("C# and you &amp; me"): ["C sharp and you and me"],
    # Emoji
    p("Great 🎉! Well done 👩‍💻 👍🏽"): ["Great!", "Well done"],
    p("Step 1️⃣ in 🇫🇷 ❤️ land"): ["Step 1 in land"],
    p("👍"): ["👍"],
}
CHINESE = {
    p("你好。今天很好！去吗？"): ["你好。", "今天很好！", "去吗？"],
    p("代码在 <code>read_file</code> 里 🎉。"): ["代码在 read file 里。"],
    p("公式 " + math("$x^2 = \\frac{1}{2}$") + " 很重要。"): ["公式 x 的平方等于 2 分之 1 很重要。"],
    p("第 10–20 页，3×4，问题 #7。"): ["第 10 到 20 页，3 乘以 4，问题 7 号。"],
    '<ol><li dir="auto">烧水。</li><li dir="auto">泡茶。</li></ol>': ["1、烧水。", "2、泡茶。"],
    '<ul><li class="task"><input type="checkbox" disabled checked aria-label="Done"> 打包</li></ul>': ["已完成：打包"],
    table(["茶", "价格", "热"], ["煎茶", "4 元", "✅"], ["马黛", "6 元", "❌"]): [
        "表格。", "茶，价格，热。", "煎茶，价格 4 元，热是。", "马黛，价格 6 元，热否。"
    ],
    p('见<a href="https://example.org/a">指南</a>。'): ["见指南。"],
}
LANGUAGES = {
    p("The tea is green and hot."): "en",
    p("茶是绿色的。"): "zh",
    p("We use the word 茶 for it, and it is the same everywhere."): "en",
    p("用 Python 写一个 hello world 程序。"): "zh",
    p("お茶は緑です。"): "ja",
    p("차는 초록색입니다."): "ko",
    p("Der Tee ist grün und die Tasse ist heiß."): "de",
    p("Le thé est vert et la tasse est chaude."): "fr",
    p("Чай зелёный."): "ru",
}
SPEAK = """async ([files, blocks]) => {
  const { speechOf } = await import(`${files}lib/speech-text.js`);
  const words = async (one) => (await import(`${files}locales/${one}-speech.js`)).default;
  const vocabularies = { en: await words('en'), zh: await words('zh') };
  return blocks.map((html) => speechOf(html, vocabularies, 'en'));
}"""


@pytest.fixture
def speak(chat):
    """What of blocks is read aloud."""
    return lambda blocks: chat.page.evaluate(SPEAK, [chat.files, list(blocks)])


def test_what_is_read_aloud_is_words(speak):
    wanted = {**ENGLISH, **CHINESE}
    said = dict(zip(wanted, ([one["text"] for one in block] for block in speak(wanted))))
    wrong = {html: (said[html], wanted[html]) for html in wanted if said[html] != wanted[html]}
    assert wrong == {}


def test_each_sentence_has_its_language(speak):
    said = dict(zip(LANGUAGES, ([one["language"] for one in block] for block in speak(LANGUAGES))))
    assert said == {html: [language] for html, language in LANGUAGES.items()}


def test_no_text_holds_up_the_page(speak):
    runs = ["-> " * 50_000, "\u00a0" * 100_000, "https://a" + "." * 100_000, "Dr. " * 50_000, "🎉" * 50_000, "(" * 100_000]
    # Work that grows with the square would take minutes, longer than the driver waits.
    assert all(len(one["text"]) <= 220 for block in speak([p(run) for run in runs]) for one in block)


def test_what_is_long_is_cut_where_one_breathes(speak):
    long = p("word, " * 200)
    endless = p("a" * 1000)
    rows = [["a", "b", "c"], *([str(index), "x", "y"] for index in range(50))]
    words, letters, cells = speak([long, endless, table(*rows)])
    assert all(len(one["text"]) <= 220 for one in words + letters)
    assert all(one["text"].endswith(",") for one in words)
    assert "".join(one["text"] for one in letters) == "a" * 1000
    assert cells[-1]["text"] == "And 30 more rows."
