"""`sotto tokens` with the vocabularies of this checkout, with others, and with none."""

import shutil

import pytest

from .conftest import ROOT

VOCABULARIES = ROOT / ".sotto/vocabularies"
TEXT = "I'll count 中文 and 12345 tokens.\n"
needs_vocabularies = pytest.mark.skipif(
    not VOCABULARIES.exists(), reason="the vocabularies are not installed"
)


@pytest.fixture
def installed(program):
    """The vocabularies beside the data, as an installed copy has them."""
    shutil.copytree(VOCABULARIES, f"{program.data}/vocabularies")


@needs_vocabularies
@pytest.mark.parametrize(
    "arguments, count",
    [
        ([], 9),
        (["--encoding", "o200k_base"], 9),
        (["--encoding", "cl100k_base"], 11),
        (["--model", "openai/gpt-4o-mini"], 9),
        (["--model", "gpt-4"], 11),
    ],
)
def test_an_exact_count(program, installed, arguments, count):
    result = program.run("tokens", *arguments, stdin=TEXT)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{count}\n", "")


@needs_vocabularies
def test_a_later_model_is_counted_with_the_nearest_encoding(program, installed):
    result = program.run("tokens", "--model", "gpt-6", stdin=TEXT)
    assert (result.returncode, result.stdout, result.stderr) == (0, "about 9\n", "")


@needs_vocabularies
def test_a_damaged_vocabulary_is_told(program, installed):
    path = f"{program.data}/vocabularies/o200k_base.vocabulary"
    with open(path, "r+b") as file:
        file.truncate(100_000)
    result = program.run("tokens", stdin=TEXT)
    assert result.returncode == 1 and result.stdout == ""
    assert f"the vocabulary '{path}' is damaged" in result.stderr


def test_without_a_vocabulary_it_is_an_estimate_that_says_so(program, binary, tmp_path):
    # The program is copied to where no checkout is above it.
    program.binary = tmp_path / "sotto"
    shutil.copy(binary, program.binary)
    result = program.run("tokens", stdin=TEXT)
    assert result.returncode == 0
    assert result.stdout == "about 10\n"
    assert "the vocabulary of o200k_base is not installed" in result.stderr
