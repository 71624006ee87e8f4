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
    for part in ("", "-more"):
        english, chinese = words(f"en{part}"), words(f"zh{part}")
        assert english.keys() == chinese.keys()
        for key, text in english.items():
            places = re.findall(r"\{\w+\}", text)
            if not key.endswith(".one"):
                assert sorted(places) == sorted(re.findall(r"\{\w+\}", chinese[key])), key


def test_every_word_that_is_used_is_there():
    known = {*words("en"), *words("en-more")}
    for path in [PUBLIC / "app.js", *PUBLIC.rglob("parts/*.js"), *PUBLIC.rglob("lib/*.js")]:
        for key in re.findall(r"\bt\('([^'$]+)'", path.read_text()):
            assert key in known, f"{path.name}: {key}"


def test_no_style_or_script_is_written_into_markup():
    for path in PUBLIC.rglob("*"):
        if path.suffix in (".html", ".js", ".svg"):
            text = path.read_text()
            assert not re.search(r"\sstyle=[\"']", text), path.name
            assert not re.search(r"\son\w+=[\"']", text), path.name
            assert "<style" not in text, path.name
