"""What programs put on the clipboard as HTML, shortened, and the Markdown that it becomes."""

DOCS = '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">{}</b>'
DOCS_TEXT = '<span style="font-size:11pt;font-weight:{};font-style:{};white-space:pre-wrap;">{}</span>'
WORD = """<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {{margin:0cm}} --></style></head><body lang=EN-US><!--StartFragment-->{}<!--EndFragment--></body></html>"""
WORD_ITEM = """<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level{} lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>{}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>{}<o:p></o:p></p>"""

# Name, HTML, Markdown; without Markdown the plain text is pasted.
PASTES = [
    ("headings", "<h1>One</h1><h2><b>Two</b></h2><h6>Six\nlines</h6><h3> </h3>", "# One\n\n## Two\n\n###### Six lines"),
    ("paragraphs and breaks", "<p>One<br>two</p>\n<p>three <b>four</b></p>", "One\ntwo\n\nthree **four**"),
    ("emphasis", "<p>a <strong>b </strong>c <em>d<strong>e</strong></em><s>f</s> <b>g</b><b>h</b></p>",
     "a **b** c *d**e***~~f~~ **gh**"),
    ("links", '<a href="https://a.b/c">it</a> <a href="https://a.b">https://a.b</a> <a href="javascript:x()">no</a>'
     ' <a href="/here">rel</a> <a href="https://a.b/(c">p</a> <a href="mailto:a@b.c">a@b.c</a>',
     "[it](https://a.b/c) https://a.b no rel [p](https://a.b/%28c) [a@b.c](mailto:a@b.c)"),
    ("a strong link", '<b><a href="https://a.b">x <i>y</i></a> z</b>', "[**x *y***](https://a.b) **z**"),
    ("nested lists", "<ul><li>a<ol start=3><li>b<li>c<ul><li>d</ul></ol></li><li><p>e</p><p>f</p></li></ul>",
     "- a\n  3. b\n  4. c\n     - d\n- e\n\n  f"),
    ("tasks", '<ul><li><input type="checkbox" checked> done<li><input type="checkbox">open</ul>', "- [x] done\n- [ ] open"),
    ("inline code", "<p>Use <code>a`b</code>, <kbd>Ctrl</kbd> and <code>`</code>.</p>", "Use ``a`b``, `Ctrl` and `` ` ``."),
    ("code with a language", '<pre><code class="hljs language-js"><span>let a</span> = 1;\n\n  // ```x\n</code></pre>',
     "```js\nlet a = 1;\n\n  // ```x\n```"),
    ("code with a fence in it", '<pre class="lang-md">```\nx\n```</pre>', "````md\n```\nx\n```\n````"),
    ("code of a hosting page", '<div class="highlight highlight-source-python"><pre>def f():<br>    pass</pre><button>Copy</button></div>',
     "```python\ndef f():\n    pass\n```"),
    ("code beside its line numbers", '<table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
     "```\na\nb\n```"),
    ("a table", "<table><thead><tr><th>a<th align=right>b</thead><tbody><tr><td>1|2<td style='text-align:right'><b>3</b><tr><td colspan=2>4</table>",
     "| a | b |\n| --- | --- |\n| 1\\|2 | **3** |\n| 4 |  |"),
    ("cells of a spreadsheet", "<google-sheets-html-origin><style>td{}</style><table><colgroup><col></colgroup><tbody><tr><td>x</td><td style='text-align:right'>1</td></tr><tr><td>y</td><td style='text-align:right'>2</td></tr></tbody></table>",
     "| x | 1 |\n| --- | ---: |\n| y | 2 |"),
    ("a table that lays out", "<table role=presentation><tr><td><h2>T</h2></td><td><p>u</p></td></tr></table>", "## T\n\nu"),
    ("quotes", "<blockquote><p>a</p><blockquote>b</blockquote></blockquote>c <i>d</i>", "> a\n>\n> > b\n\nc *d*"),
    ("pictures", '<p><img src="https://a.b/c.png" alt="A [c]"> <img src="data:image/png;base64,AAAA" alt="inside"> <img src="https://t.co/p.gif" width=1 height=1></p><hr>',
     "![A \\[c\\]](https://a.b/c.png) inside\n\n---"),
    ("lines of a mail", "<div>Hello <b>you</b>,</div><div>two</div><div><br></div><div>three</div>", "Hello **you**,\ntwo\n\nthree"),
    ("what looks like form", "<p>2 * 3 *4* snake_case _a_ `b` &lt;div> a[1](2) <b>C</b></p><p># no</p><p>> no</p>",
     "2 * 3 \\*4\\* snake_case \\_a\\_ \\`b\\` \\<div> a[1\\](2) **C**\n\n\\# no\n\n\\> no"),
    ("formulas", '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>.</p>',
     "So $x^2$."),
    ("an encyclopedia", '<h2><span>Life</span><span class="mw-editsection">[edit]</span></h2><p>He<sup class="reference"><a href="https://w.o/#1">[1]</a></sup> was.</p>',
     "## Life\n\nHe was."),
    ("a page's clutter", '<nav hidden>Menu</nav><h1>T<a class="anchor" aria-hidden="true" href="https://a.b#t">#</a></h1><style>p{}</style><p style="display: none">x</p><p>y<svg><text>z</text></svg></p>',
     "# T\n\ny"),
    ("Google Docs", DOCS.format('<h2 dir="ltr">' + DOCS_TEXT.format(400, "normal", "Plan") + "</h2><ul><li><p>" + DOCS_TEXT.format(700, "normal", "bold ")
     + DOCS_TEXT.format(700, "normal", "too") + "</p></li><ul><li><p>" + DOCS_TEXT.format(400, "italic", "inner") + "</p></li></ul></ul><br><p>"
     + DOCS_TEXT.format(400, "normal", "end") + "</p>"),
     "## Plan\n\n- **bold too**\n  - *inner*\n\nend"),
    ("Word", WORD.format("<p class=MsoNormal><b>Plan<o:p></o:p></b></p>" + WORD_ITEM.format(1, "1.", "first") + WORD_ITEM.format(2, "·", "inner")
     + WORD_ITEM.format(1, "2.", "second\nline") + "<p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>end</p>"),
     "**Plan**\n\n1. first\n   - inner\n2. second line\n\nend"),
    ("what would run", '<img src=x onerror="window.ran = 1"><script>window.ran = 1</script><svg onload="window.ran = 1"></svg><iframe src="javascript:parent.ran = 1"></iframe><p>a <b>b</b></p><details open ontoggle="window.ran = 1">c</details>',
     "a **b**\n\nc"),
    ("code of an editor", '<meta charset="utf-8"><div style="color: #ccc;font-family: Menlo, monospace;white-space: pre;"><div><span style="font-weight: bold">let</span> x</div></div>', None),
    ("code of another editor", '<html><body><pre style="background-color:#fff;font-family:\'JetBrains Mono\',monospace"><span style="color:#00f">let</span> x</pre></body></html>', None),
    ("words without form", "<p>Only</p> <p>words <a>here</a></p>", None),
    ("nothing", "<b></b>", None),
]  # fmt: skip

# The plain text beside those that have no form.
PLAIN = {"words without form": "Only\n\nwords here", "nothing": ""}
