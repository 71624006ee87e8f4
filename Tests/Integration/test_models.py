"""What is known of models: the person's `models.json`, the provider's list, the catalogue."""

import json
import os

import pytest

OPENROUTER = [
    {
        "id": "openai/gpt-5",
        "name": "GPT-5",
        "context_length": 400_000,
        "architecture": {"input_modalities": ["text", "image", "file"]},
        "top_provider": {"context_length": 400_000, "max_completion_tokens": 128_000},
        "pricing": {
            "prompt": "0.00000125",
            "completion": "0.00001",
            "input_cache_read": "0.000000125",
        },
    },
    {"id": "openai/gpt-4o-2024-08-06"},
    {"id": "openrouter/auto", "pricing": {"prompt": "-1", "completion": "-1"}},
]


@pytest.fixture
def router(program, scripted):
    """A seller that lists prices, beside the mock."""
    provider = scripted(lambda *_: (500, {}, b""))
    provider.models = OPENROUTER
    program.environment["OPENROUTER_API_KEY"] = "k"
    program.environment["OPENROUTER_BASE_URL"] = provider.base_url
    return provider


def write(program, text):
    os.makedirs(program.data, exist_ok=True)
    with open(os.path.join(program.data, "models.json"), "w") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))


def listed(program):
    result = program.run("models", "--json")
    assert result.returncode == 0 and result.stderr == "", result
    return {model["id"]: model for model in json.loads(result.stdout)}


def test_what_a_list_says_and_what_it_leaves_open(program, router):
    models = listed(program)
    five = models["openrouter/openai/gpt-5"]
    assert five["context"] == 400_000 and five["output_limit"] == 128_000
    assert five["inputs"] == ["text", "image", "pdf"]
    assert five["price"] == {
        "currency": "USD",
        "input": 1.25,
        "cached_input": 0.125,
        "cache_write": None,
        "output": 10,
        "long_context": None,
    }
    assert five["date"] is None
    # The limits of OpenAI's own entry, but not its price.
    other = models["openrouter/openai/gpt-4o-2024-08-06"]
    assert other["context"] == 128_000 and other["price"] is None
    assert models["openrouter/openrouter/auto"]["price"] is None
    assert models["openai/mock-model"]["context"] is None


def test_the_person_has_the_last_word(program, router):
    write(
        program,
        {
            "date": "2026-12-24",
            "models": [
                {
                    "provider": "openrouter",
                    "name": "openai/gpt-5",
                    "output": None,
                    "price": {"currency": "EUR", "input": 1, "output": 2},
                },
                {"provider": "openai", "name": "mock-*", "context": 4096},
            ],
        },
    )
    models = listed(program)
    five = models["openrouter/openai/gpt-5"]
    assert five["context"] == 400_000 and five["output_limit"] is None
    assert five["price"]["currency"] == "EUR" and five["date"] == "2026-12-24"
    assert models["openai/mock-model"]["context"] == 4096
    table = program.run("models").stdout
    assert "EUR 1" in table and " to 2026-12-24" in table


def test_a_broken_file_is_told_and_does_no_harm(program, router):
    write(program, '{"models": [\n  {"provider": "openrouter",}\n]}')
    result = program.run("models")
    assert result.returncode == 0 and "openrouter/openai/gpt-5" in result.stdout
    assert "models.json" in result.stderr and "line 2, column 29" in result.stderr
    doctor = program.run("doctor")
    assert doctor.returncode == 1
    assert "BAD  models.json: " in doctor.stdout and "line 2" in doctor.stdout
    write(program, {"models": [{"provider": "openai", "name": "m", "contxt": 1}]})
    result = program.run("models")
    assert "models[0] ('m')" in result.stderr and "'contxt'" in result.stderr


def test_a_running_server_reads_the_file_again(program, router):
    with program.serve() as server:

        def listing():
            return server.api.get("/api/v1/models")

        def limit():
            models = {model["id"]: model for model in listing()["models"]}
            return models["openai/mock-model"]["output_limit"]

        assert limit() is None and listing()["file_problem"] is None
        write(program, {"models": [{"provider": "openai", "name": "mock-model", "output": 99}]})
        assert limit() == 99
        write(program, "{")
        assert limit() is None
        assert "models.json" in listing()["file_problem"]["message"]


def test_a_provider_of_the_persons_own(program, scripted):
    provider = scripted(lambda *_: (500, {}, b""))
    own = {"name": "acme", "base_url": provider.base_url, "key_variable": "ACME_KEY"}
    write(program, {"providers": [own]})
    assert "acme/m" not in listed(program)
    program.environment["ACME_KEY"] = "k"
    assert "acme/m" in listed(program)
    del program.environment["ACME_KEY"]
    assert program.run("provider", "add", "acme").returncode == 0
    with program.serve() as server:
        presets = server.api.get("/api/v1/providers")["presets"]
        assert presets[0]["name"] == "acme" and presets[0]["title"] == "acme"


def test_known_models_stand_in_for_a_list_that_cannot_be_read(program):
    program.environment["ANTHROPIC_API_KEY"] = "k"
    program.environment["ANTHROPIC_BASE_URL"] = "http://127.0.0.1:9/v1"
    result = program.run("models", "--json")
    assert "anthropic" in result.stderr
    models = {model["id"]: model for model in json.loads(result.stdout)}
    opus = models["anthropic/claude-opus-5-5"]
    assert opus["context"] == 1_000_000 and opus["price"]["output"] == 20 and opus["date"]
