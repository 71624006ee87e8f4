"""Serves one GGUF model over an OpenAI-compatible API on a free loopback port.

Usage: local-model-server.py --model FILE [--alias NAME] [--context TOKENS] [--threads N]

Standard input's first line is the API key every request must carry: it never appears among the
arguments. When standard input closes, the parent has gone, however it went, and so does this
process. Standard output gets one line, `listening URL`, once requests are answered. Logs go to
standard error.
"""

import argparse
import os
import sys
import threading
import time


def leave_with_parent() -> None:
    while os.read(0, 4096):
        pass
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--alias", default="local")
    parser.add_argument("--context", type=int, default=8192)
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()

    # Read byte by byte: a buffered reader could swallow the end of input that the watcher waits
    # for.
    key = b""
    while (byte := os.read(0, 1)) not in (b"", b"\n"):
        key += byte
    if not key:
        sys.exit("local-model-server: no key on standard input")
    threading.Thread(target=leave_with_parent, daemon=True).start()

    import xllamacpp

    # One core stays free: the threads wait for each other in busy loops, and with every core taken
    # by something else an answer was ten times slower on two threads than on one.
    threads = options.threads or max(1, min(4, (os.cpu_count() or 2) - 1))
    params = xllamacpp.CommonParams()
    params.model.path = options.model
    params.model_alias = {options.alias}
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [key.decode("ascii")]
    params.n_ctx = options.context
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.n_threads_http = 4
    params.offline = True
    params.ui = False
    params.endpoint_slots = False
    params.cors_origins = "http://127.0.0.1"
    params.cache_ram_mib = 64
    params.sleep_idle_seconds = 300  # gives most of its memory back while nobody asks
    params.warmup = False  # the first request does it
    params.verbosity = 2
    server = xllamacpp.Server(params)

    print("listening", server.listening_address, flush=True)
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main()
