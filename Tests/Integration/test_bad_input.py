"""Requests that are wrong get the fitting status and a word on how to mend them; nothing breaks."""

import http.client
import json
import re
import socket

import pytest

from .support.api import new_id
from .support.scripted import streamed_answer

NOWHERE = "00000000-0000-4000-8000-000000000000"

# method, path, body, status, code
REFUSED = [
    ("GET", f"/api/v1/projects/{NOWHERE}", None, 404, "project_not_found"),
    ("GET", "/api/v1/projects/not-an-id", None, 404, "project_not_found"),
    ("PATCH", f"/api/v1/projects/{NOWHERE}", {"name": "x"}, 404, "project_not_found"),
    ("DELETE", f"/api/v1/projects/{NOWHERE}", None, 404, "project_not_found"),
    ("POST", f"/api/v1/projects/{NOWHERE}/conversations", {}, 404, "project_not_found"),
    ("GET", f"/api/v1/projects/{NOWHERE}/conversations", None, 404, "project_not_found"),
    ("GET", f"/api/v1/conversations/{NOWHERE}", None, 404, "conversation_not_found"),
    ("GET", f"/api/v1/conversations/{NOWHERE}/messages", None, 404, "conversation_not_found"),
    ("PATCH", f"/api/v1/conversations/{NOWHERE}", {"title": "x"}, 404, "conversation_not_found"),
    ("DELETE", f"/api/v1/conversations/{NOWHERE}", None, 404, "conversation_not_found"),
    (
        "POST",
        f"/api/v1/conversations/{NOWHERE}/turns",
        {"id": NOWHERE, "text": "x"},
        404,
        "conversation_not_found",
    ),
    ("GET", f"/api/v1/turns/{NOWHERE}/events", None, 404, "turn_not_found"),
    ("POST", f"/api/v1/turns/{NOWHERE}/stop", {}, 404, "turn_not_found"),
    ("DELETE", "/api/v1/providers/nobody", None, 404, "provider_not_found"),
    ("GET", "/api/v1/nothing", None, 404, "not_found"),
    ("PUT", "/api/v1/projects", {}, 405, "method_not_allowed"),
    ("POST", "/api/v1/projects", {"name": "x", "modle": "y"}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": ""}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": 5}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": "x", "temperature": 9}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": "x", "temperature": "warm"}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": "x", "max_output_tokens": 0}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": "x", "max_output_tokens": 1.5}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": "x", "model": "nothing"}, 400, "invalid_input"),
    ("POST", "/api/v1/projects", {"name": "x", "model": "nobody/m"}, 404, "provider_not_found"),
    ("POST", "/api/v1/projects", [], 400, "invalid_input"),
    (
        "POST",
        "/api/v1/providers",
        {"name": "UPPER", "base_url": "http://h/v1"},
        400,
        "invalid_input",
    ),
    ("POST", "/api/v1/providers", {"name": "x", "base_url": "file:///etc"}, 400, "invalid_input"),
    ("POST", "/api/v1/providers", {"name": "x", "base_url": "http://k@h/v1"}, 400, "invalid_input"),
]


@pytest.mark.parametrize(
    "method,path,body,status,code", REFUSED, ids=[f"{r[0]} {r[1]} {r[2]}"[:70] for r in REFUSED]
)
def test_a_wrong_request_is_refused(api, method, path, body, status, code):
    before = api.projects()
    reply = api.call(method, path, body)
    assert reply.status == status, reply
    assert reply.error["code"] == code
    assert reply.error["message"]
    assert api.projects() == before


WRONG_TURNS = [
    ({"text": "no id", "id": None}, 400, "invalid_input"),
    ({"text": "x", "id": "not-a-uuid"}, 400, "invalid_input"),
    ({"text": ""}, 400, "invalid_input"),
    ({"text": " \n\t "}, 400, "invalid_input"),
    ({}, 400, "invalid_input"),
    ({"text": 5}, 400, "invalid_input"),
    ({"text": ["x"]}, 400, "invalid_input"),
    ({"text": "x", "model": "nobody/m"}, 404, "provider_not_found"),
    ({"text": "x", "model": "nothing"}, 400, "invalid_input"),
    ({"text": "x", "parent_id": NOWHERE}, 404, "message_not_found"),
    ({"parent_id": NOWHERE}, 404, "message_not_found"),
    ({"continue_message_id": NOWHERE}, 404, "message_not_found"),
    ({"text": "x", "continue_message_id": NOWHERE}, 400, "invalid_input"),
    ({"text": "x", "temperature": 1}, 400, "invalid_input"),
    ({"text": "a" * 10_485_761}, 400, "invalid_input"),
]


@pytest.mark.parametrize(
    "fields,status,code", WRONG_TURNS, ids=[str(w[0])[:40] for w in WRONG_TURNS]
)
def test_a_wrong_turn_is_refused_and_leaves_nothing(api, mock, fields, status, code):
    conversation = api.new_conversation()
    before = mock.requests()
    reply = api.try_turn(conversation, **fields)
    assert reply.status == status, reply
    assert reply.error["code"] == code
    assert api.messages(conversation) == []
    assert mock.requests() == before


def test_a_message_of_ten_megabytes_is_sent_whole(server, scripted):
    answer = streamed_answer("read")
    provider = scripted(lambda *_: (200, {"Content-Type": "text/event-stream"}, answer))
    api = server.api
    body = {"name": "patient", "base_url": provider.base_url, "default_model": "m"}
    api.post("/api/v1/providers", body, status=201)
    conversation = api.new_conversation()
    text = "a" * 10_485_759 + "b"
    _, stream = api.answer(conversation, text=text, model="patient/m")
    assert stream.last.name == "finished", stream.last
    assert json.loads(provider.bodies[0])["messages"][-1]["content"] == text
    assert api.messages(conversation)[0]["parts"][0]["text"] == text


def test_any_text_comes_back_as_it_was(api, mock):
    text = "[[mock chunks=1]] \u0000 \u001f \ud7ff \ue000 \ufffd \r\n \u2028 "
    text += '\U0001f469\u200d\U0001f4bb "\\/'
    # Two lines are no title: without this the last request would ask for one.
    project = api.new_project(titles={"by": "first_message"})
    conversation = api.new_conversation(project["id"])
    api.answer(conversation, text=text)
    assert api.messages(conversation)[0]["parts"][0]["text"] == text
    assert mock.last_messages()[-1]["content"] == text


BODIES = [
    (b'{"name": "\xff\xfe"}', 400),
    (b'{"name": "\xed\xa0\x80"}', 400),
    (b'{"name": "x"', 400),
    (b'{"name": "x"} {}', 400),
    (b"", 400),
    (b"null", 400),
    (b"NaN", 400),
    (b'{"name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400),
    (b'{"name": ' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"}", 400),
    (b'{"name": 1' + b"0" * 100_000 + b"}", 400),
]


@pytest.mark.parametrize("body,status", BODIES, ids=[repr(b[0][:24]) for b in BODIES])
def test_a_body_that_is_no_sound_json_is_refused(api, body, status):
    reply = api.call("POST", "/api/v1/projects", raw=body)
    assert reply.status == status, reply
    assert reply.error["code"]
    assert api.call("GET", "/healthz").status == 200


def test_half_a_surrogate_pair_becomes_a_replacement_sign(api):
    reply = api.call("POST", "/api/v1/projects", raw=b'{"name": "a\\ud800b"}')
    assert reply.status == 201 and reply.json["name"] == "a\ufffdb", reply


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/jsonp",
        None,
    ],
)
def test_a_body_that_a_form_could_send_is_refused(api, kind):
    reply = api.call(
        "POST", "/api/v1/projects", raw=b'{"name": "x"}', headers={"Content-Type": kind}
    )
    assert reply.status == 415, reply


def test_a_body_over_the_limit_is_refused(api):
    reply = api.call("POST", "/api/v1/projects", raw=b'{"name": "' + b"x" * (12 << 20) + b'"}')
    assert reply.status == 413, reply
    assert reply.error["code"] == "body_too_large"


def test_an_announced_body_over_the_limit_is_refused_before_it_is_sent(api):
    with socket.create_connection(("127.0.0.1", api.port), timeout=20) as connection:
        connection.sendall(
            f"POST /api/v1/projects HTTP/1.1\r\nHost: 127.0.0.1:{api.port}\r\n"
            "Content-Type: application/json\r\nContent-Length: 1000000000000\r\n\r\n".encode()
        )
        response = http.client.HTTPResponse(connection)
        response.begin()
        assert response.status == 413


@pytest.mark.parametrize(
    "host",
    [
        "evil.test",
        "evil.test:80",
        "127.0.0.1.evil.test",
        "localhost.evil.test",
        "",
        "169.254.169.254",
        "127.0.0.1@evil.test",
    ],
)
@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/projects"])
def test_another_name_in_host_is_refused(api, host, path):
    reply = api.call("GET", path, headers={"Host": host})
    assert reply.status in (400, 403), reply
    assert b"projects" not in reply.body


def test_the_names_of_this_machine_are_accepted(api):
    for host in (
        f"localhost:{api.port}",
        f"127.0.0.1:{api.port}",
        "LOCALHOST",
        f"[::1]:{api.port}",
    ):
        assert api.call("GET", "/api/v1/projects", headers={"Host": host}).status == 200, host


FOREIGN = ["https://evil.test", "null", "http://127.0.0.1:1", "http://127.0.0.1", "file://", ""]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_origin_is_refused(api, origin, method):
    before = api.projects()
    body = {"name": "x"} if method == "POST" else None
    reply = api.call(method, "/api/v1/projects", body, headers={"Origin": origin})
    assert reply.status == 403, reply
    assert "Access-Control-Allow-Origin" not in reply.headers
    assert api.projects() == before


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_preflight_of_another_origin_allows_nothing(api, origin):
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    reply = api.call("OPTIONS", "/api/v1/projects", headers=headers)
    assert reply.status >= 400
    assert not [name for name in reply.headers if name.lower().startswith("access-control-")]


def test_a_request_of_another_site_is_refused(api):
    for site in ("cross-site", "same-site"):
        reply = api.call(
            "POST", "/api/v1/projects", {"name": "x"}, headers={"Sec-Fetch-Site": site}
        )
        assert reply.status == 403, reply


def test_the_own_page_is_accepted(api):
    headers = {"Origin": f"http://127.0.0.1:{api.port}", "Sec-Fetch-Site": "same-origin"}
    assert api.call("POST", "/api/v1/projects", {"name": "Own"}, headers=headers).status == 201


def test_every_answer_keeps_the_page_closed(api):
    for path in ("/", "/api/v1/projects", "/nothing"):
        headers = api.call("GET", path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_page_and_everything_it_names_is_there(api):
    page = api.call("GET", "/")
    assert page.status == 200 and page.headers["Content-Type"].startswith("text/html")
    for path in ("/p/some-project", "/p/some-project/c/some-conversation"):
        assert api.call("GET", path).body == page.body
    named = re.findall(r'(?:src|href)="(/[^"#]+)', page.body.decode())
    assert len(named) >= 3, named
    for path in named:
        reply = api.call("GET", path)
        assert reply.status == 200 and reply.body, path
        again = api.call("GET", path, headers={"If-None-Match": reply.headers["ETag"]})
        assert again.status == 304 and again.body == b""
    missing = api.call("GET", "/scripts/of-an-older-page.js")
    assert missing.status == 404 and b"<html" not in missing.body


GARBAGE = [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.test\r\n\r\n",
    b"GET /%ff%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    b"POST /api/v1/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
    b"POST /api/v1/projects HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"\r\n" * 1000,
]


@pytest.mark.parametrize("request_bytes", GARBAGE, ids=[repr(g[:30]) for g in GARBAGE])
def test_bytes_that_are_no_sound_request_break_nothing(api, request_bytes):
    answer = b""
    # What may be the beginning of a request gets no answer yet: a second is enough to see that.
    with socket.create_connection(("127.0.0.1", api.port), timeout=1) as connection:
        try:
            connection.sendall(request_bytes)
            while piece := connection.recv(65536):
                answer += piece
        except OSError:
            pass
    assert b"root:" not in answer
    assert b" 201 " not in answer[:20]
    assert api.call("GET", "/healthz").status == 200


def test_the_last_project_cannot_be_deleted(server):
    api = server.api
    reply = api.call("DELETE", f"/api/v1/projects/{api.active_project()}")
    assert reply.status == 409
    assert reply.error["code"] == "last_project"


def test_paging_shows_each_conversation_once(api):
    project = api.new_project("Pages")["id"]
    made = {api.new_conversation(project) for _ in range(25)}
    seen, cursor = [], ""
    while True:
        page = api.get(f"/api/v1/projects/{project}/conversations?limit=7{cursor}")
        seen += [conversation["id"] for conversation in page["conversations"]]
        if page["next"] is None:
            break
        cursor = f"&before={page['next']}"
    assert len(seen) == 25 and set(seen) == made


def test_paging_shows_each_message_once(api):
    conversation = api.new_conversation()
    for number in range(9):
        api.answer(conversation, text=f"[[mock chunks=1]] {number}")
    everything = [m["id"] for m in api.messages(conversation)]
    seen, before, has_more = [], "", True
    while has_more:
        page = api.get(f"/api/v1/conversations/{conversation}/messages?limit=4{before}")
        seen = [m["id"] for m in page["messages"]] + seen
        before, has_more = f"&before={seen[0]}", page["has_more"]
    assert seen == everything and len(seen) == 18


def test_unused_ids_answer_the_same_for_every_kind_of_id(api):
    for text in ("x" * 5000, "%00", "..", new_id().upper()):
        assert api.call("GET", f"/api/v1/conversations/{text}").status in (400, 404, 414)
