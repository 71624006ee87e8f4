"""The description of the app API: sound in itself, and of the calls that the program has.

No server is needed.
"""

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "Sources/SottoWeb/Public/api/openapi.json"
ROUTE = re.compile(r"router\.add(?:Immediate|Upload)?\(\.(\w+), \"(/[^\"\\]+)\"")
METHODS = {"get", "post", "put", "patch", "delete"}
# The page itself, under every address of its own.
PAGE = {("get", "/"), ("get", "/p/{path...}")}

DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))


def resolve(node):
    while "$ref" in node:
        target = DOCUMENT
        for key in node["$ref"].removeprefix("#/").split("/"):
            target = target[key.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def nodes(node=DOCUMENT):
    """Every object of the document, except those inside examples."""
    if isinstance(node, dict):
        yield node
        for key, value in node.items():
            if key != "examples":
                yield from nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value)


def operations():
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS & item.keys():
            yield path, method, item, item[method]


def references():
    return {node["$ref"] for node in nodes() if isinstance(node.get("$ref"), str)}


def test_it_is_an_openapi_document():
    assert re.fullmatch(r"3\.1\.\d+", DOCUMENT["openapi"])
    assert DOCUMENT["info"]["title"] and DOCUMENT["info"]["version"]
    for path, item in DOCUMENT["paths"].items():
        assert path.startswith("/")
        assert item.keys() <= METHODS | {"parameters"}, path


def test_no_key_is_written_twice():
    def check(pairs):
        keys = [key for key, _ in pairs]
        assert len(keys) == len(set(keys)), keys
        return dict(pairs)

    json.loads(FILE.read_text(encoding="utf-8"), object_pairs_hook=check)


def test_every_reference_leads_to_something_and_nothing_is_left_over():
    for reference in references():
        assert reference.startswith("#/components/"), reference
        assert isinstance(resolve({"$ref": reference}), dict), reference
    components = {
        f"#/components/{kind}/{name}"
        for kind, named in DOCUMENT["components"].items()
        for name in named
    }
    assert components == references()


def test_every_operation_has_a_name_of_its_own():
    names = [operation["operationId"] for *_, operation in operations()]
    assert len(names) == len(set(names)) > 20
    tags = {tag["name"] for tag in DOCUMENT["tags"]}
    for path, method, _, operation in operations():
        assert operation["summary"] and set(operation["tags"]) <= tags, f"{method} {path}"


def test_every_parameter_of_a_path_is_declared():
    for path, method, item, operation in operations():
        parameters = [
            resolve(parameter)
            for parameter in item.get("parameters", []) + operation.get("parameters", [])
        ]
        places = [(parameter["in"], parameter["name"]) for parameter in parameters]
        assert len(places) == len(set(places)), path
        declared = {name for place, name in places if place == "path"}
        assert declared == set(re.findall(r"\{(\w+)\}", path)), f"{method} {path}"
        assert all(p["required"] is True for p in parameters if p["in"] == "path"), path
        assert all(p["schema"] for p in parameters), path


def test_every_answer_is_described():
    for path, method, _, operation in operations():
        responses = operation["responses"]
        assert "default" in responses and any(code.startswith("2") for code in responses), path
        for code, response in responses.items():
            assert re.fullmatch(r"[2-5]\d\d|default", code), f"{method} {path} {code}"
            response = resolve(response)
            assert response["description"]
            assert response.get("content") or code == "304", f"{method} {path} {code}"


def test_no_body_takes_fields_that_are_not_described():
    def is_closed(schema):
        schema = resolve(schema)
        if "oneOf" in schema:
            return all(is_closed(choice) for choice in schema["oneOf"])
        if "allOf" in schema:
            return any(is_closed(piece) for piece in schema["allOf"])
        return schema["type"] == "object" and schema["additionalProperties"] is False

    found = [operation.get("requestBody") for *_, operation in operations()]
    bodies = [body for body in found if body]
    assert len(bodies) == 25
    for body in bodies:
        assert body["required"] is True
        # A file is taken as it is.
        if body["content"].keys() == {"*/*"}:
            continue
        assert body["content"].keys() == {"application/json"}
        assert is_closed(body["content"]["application/json"]["schema"]), body


def test_what_an_object_must_have_is_described():
    for node in nodes():
        if "properties" in node and isinstance(node.get("required"), list):
            known = set(node["properties"])
            for choice in node.get("oneOf", []):
                known |= set(choice.get("properties", {}))
            assert set(node["required"]) <= known, node


def test_it_has_the_calls_that_the_program_has():
    sources = "".join(path.read_text() for path in (ROOT / "Sources/SottoWeb").rglob("*.swift"))
    routes = set(ROUTE.findall(sources)) - PAGE
    # This file is served as a file, not by a route of its own.
    described = {(method, path) for path, method, *_ in operations()}
    assert described - {("get", "/api/openapi.json")} == routes


def test_it_can_be_read():
    text = FILE.read_text(encoding="utf-8")
    assert text.endswith("}\n") and "\t" not in text
    for number, line in enumerate(text.splitlines(), 1):
        assert len(line) <= 160 and line == line.rstrip(), f"line {number}"
        assert (len(line) - len(line.lstrip())) % 2 == 0, f"line {number}"
