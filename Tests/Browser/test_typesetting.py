"""Formulas and code in colour, with libraries that come when they are needed."""

from playwright.sync_api import expect

FORMULAS = "[[mock text=file bytes={size}{pace}]]"


def ask_for_all(chat, formulas, pace=""):
    chat.ask(FORMULAS.format(size=formulas.stat().st_size, pace=pace))
    return chat.answers.last


def test_formulas_are_typeset_and_prices_are_not(chat, formulas):
    answer = ask_for_all(chat, formulas)
    expect(answer.locator(".math .katex")).to_have_count(4)
    expect(answer.locator(".math-display")).to_have_count(2)
    expect(answer.locator("strong")).to_have_text("$1.50")
    expect(answer).to_contain_text("or $3 for two")
    expect(answer).to_contain_text(r"This one is broken: $\frac{1}{$ and stays.")
    expect(answer.locator(".katex-error")).to_have_count(0)
    # Set in its own fonts, which come from here.
    chat.page.evaluate("document.fonts.ready")
    assert chat.page.evaluate("document.fonts.check('16px KaTeX_Main')")


def test_code_is_coloured_and_stays_what_it_was(chat, formulas):
    answer = ask_for_all(chat, formulas)
    code = answer.locator("code.language-python")
    expect(code.locator(".hljs-keyword").first).to_have_text("def")
    expect(code).to_contain_text('"""Adds $5 and $6."""')
    expect(answer.locator("code.language-nonsense")).to_have_text("keep $this$ as it is\n")
    expect(answer.locator("code.language-nonsense span")).to_have_count(0)


def test_formulas_do_not_flicker_while_the_answer_grows(chat, formulas):
    """Once typeset, a formula never shows its source again."""
    chat.page.evaluate(
        """() => {
          globalThis.lost = 0;
          let most = 0;
          new MutationObserver(() => {
            const count = document.querySelectorAll('.math .katex').length;
            if (count < most) globalThis.lost += 1;
            most = Math.max(most, count);
          }).observe(document.body, { childList: true, subtree: true });
        }"""
    )
    answer = ask_for_all(chat, formulas, " csize=4 delay=4")
    expect(answer.locator(".math .katex")).to_have_count(4)
    assert chat.page.evaluate("globalThis.lost") == 0


def test_nothing_of_it_is_loaded_without_need(chat):
    chat.ask("Hello. [[mock chunks=3]]")
    loaded = chat.page.evaluate(
        "performance.getEntriesByType('resource').map((one) => one.name).join(' ')"
    )
    assert "vendor/katex" not in loaded
