"""How long the page takes to a composer one can write in, and what comes over the wire for it: ours, and
that of Open WebUI beside it.

Open WebUI's page is taken out of its package and served from memory, compressed. Its own server is not
started: what the page asks of it is answered at once with as little as it goes on with, so its real page
is slower and heavier than this. Run with the Python of the browser tests.
"""

import gzip
import http.server
import json
import mimetypes
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = (
    "open-webui==0.12.4 --hash=sha256:"
    "02e9caba96234db3fa17a92e56163b3f7f2b8ca8227fa886b85c178d696483f6"
)
FRONTEND = "open_webui/frontend"
PERSON = {"id": "p", "name": "P", "email": "p@example.org", "role": "admin", "token": "t"}
ANSWERS = {
    "/api/config": {
        "status": True,
        "name": "Open WebUI",
        "version": "0.12.4",
        "default_locale": "en-US",
        "oauth": {"providers": {}},
        "features": {"auth": True, "enable_websocket": False},
        "default_prompt_suggestions": [],
        "permissions": {"chat": {}},
    },
    "/api/v1/auths/": PERSON | {"permissions": {"chat": {}, "features": {}, "workspace": {}}},
    "/api/models": {"data": [{"id": "m", "name": "m", "owned_by": "openai", "info": {"meta": {}}}]},
    "/api/v1/users/user/settings": {"ui": {}},
}
USABLE = """() => {
  const box = document.querySelector('chat-composer textarea, #chat-input');
  return box && box.getBoundingClientRect().height > 0;
}"""


def package(folder):
    """The package's path; it is fetched once, 106 MB."""
    found = list(folder.glob("open_webui-*.whl"))
    if not found:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "requirements.txt").write_text(PACKAGE + "\n")
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes"]
        subprocess.run(
            [*command, "-d", folder, "-r", folder / "requirements.txt"], check=True, stdout=sys.stderr
        )
        found = list(folder.glob("open_webui-*.whl"))
    return found[0]


class Page(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    files, kept = None, {}

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0]
        if path.startswith(("/api", "/ollama", "/ws")):
            self.answer(json.dumps(ANSWERS.get(path, [])).encode(), "application/json")
        else:
            self.answer(*self.file(path))

    do_POST = do_GET

    def file(self, path):
        if path not in self.kept:
            name = FRONTEND + path
            if path == "/" or name not in self.files.namelist():
                name = FRONTEND + "/index.html"
            kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
            content = self.files.read(name)
            packs = kind.startswith("text/") or kind.endswith(("javascript", "json", "xml"))
            self.kept[path] = (gzip.compress(content), kind, True) if packs else (content, kind)
        return self.kept[path]

    def answer(self, content, kind, is_packed=False):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(content)


def measure(browser, url):
    """Milliseconds to a usable composer, kilobytes until nothing more comes, and requests."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    context.add_init_script("localStorage.token = 't'")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    start = time.monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_function(USABLE)
    took = time.monotonic() - start
    count = -1
    while count < len(sizes):
        count = len(sizes)
        page.wait_for_timeout(1000)
    context.close()
    return {"ms": took * 1000, "kB": sum(sizes) / 1000, "requests": len(sizes)}


def main(chromium, folder, *urls):
    from playwright.sync_api import sync_playwright

    Page.files = zipfile.ZipFile(package(Path(folder)))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages = {"ours": urls[0], "open_webui": f"http://127.0.0.1:{server.server_port}/"}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        # The first time warms what both use, and what is read from the package.
        runs = [{name: measure(browser, url) for name, url in pages.items()} for _ in range(4)][1:]
        browser.close()
    print(json.dumps(runs))


if __name__ == "__main__":
    main(*sys.argv[1:])
