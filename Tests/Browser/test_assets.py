"""What is embedded and what is translated. No server is needed."""

import re

from conftest import PUBLIC, ROOT


def test_every_file_of_the_page_is_embedded():
    text = (ROOT / "Sources" / "CWebAssets" / "assets.c").read_text()
    files = {str(path.relative_to(PUBLIC)) for path in PUBLIC.rglob("*") if path.is_file()}
    embedded = re.findall(r'#embed "\.\./SottoWeb/Public/([^"]+)"', text)
    listed = re.findall(r'ASSET\("([^"]+)"', text)
    assert sorted(embedded) == sorted(files)
    assert sorted(listed) == sorted(files)


def words(name):
    text = (PUBLIC / "locales" / f"{name}.js").read_text()
    return dict(re.findall(r"^  '([^']+)': '(.*)',$", text, re.MULTILINE))


def test_both_languages_have_the_same_words():
    for part in ("", "-more", "-settings", "-speech", "-usage"):
        english, chinese = words(f"en{part}"), words(f"zh{part}")
        assert english.keys() == chinese.keys()
        for key, text in english.items():
            places = re.findall(r"\{\w+\}", text)
            if not key.endswith(".one"):
                assert sorted(places) == sorted(re.findall(r"\{\w+\}", chinese[key])), key


def test_every_word_that_is_used_is_there():
    known = {key for part in ("", "-more", "-settings", "-usage") for key in words(f"en{part}")}
    for path in [PUBLIC / "app.js", *PUBLIC.rglob("parts/*.js"), *PUBLIC.rglob("lib/*.js")]:
        for key in re.findall(r"\bt\('([^'$]+)'", path.read_text()):
            assert key in known, f"{path.name}: {key}"


def imported(*entries):
    """The modules that these and their imports need before they can run, as addresses."""
    seen, waiting = [], [PUBLIC / entry for entry in entries]
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.append(path)
            names = re.findall(r"^(?:import|.*\bfrom) '(\.[^']+)';", path.read_text(), re.MULTILINE)
            waiting += [(path.parent / name).resolve() for name in names]
    return {str(path.relative_to(PUBLIC)) for path in seen}


def test_what_the_first_screen_imports_is_asked_for_at_once():
    text = (PUBLIC / "index.html").read_text()
    listed = re.findall(r'<link rel="modulepreload" href="/~/([^"]+)">', text)
    assert sorted(listed) == sorted(imported("app.js") - {"app.js"})


def test_what_a_conversation_imports_is_asked_for_with_it():
    load = re.search(r"function loadMessages.*?\n}", (PUBLIC / "lib" / "lazy.js").read_text(), re.DOTALL)[0]
    modules, styles = (re.findall(rf"'/([^']+\.{kind})'", load) for kind in ("js", "css"))
    early = (PUBLIC / "early.js").read_text()
    assert set(re.findall(r"'((?:lib|parts)/[^']+)'", early)) == imported(*modules) - imported("app.js")
    for style in styles:
        assert f"'{style.removeprefix('styles/').removesuffix('.css')}'" in early


def test_no_style_or_script_is_written_into_markup():
    for path in PUBLIC.rglob("*"):
        if path.suffix in (".html", ".js", ".svg"):
            text = path.read_text()
            assert not re.search(r"\sstyle=[\"']", text), path.name
            assert not re.search(r"\son\w+=[\"']", text), path.name
            assert "<style" not in text, path.name
