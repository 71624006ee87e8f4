"""Random calls of every route: no answer but a described one, and never a fault of the server.

`SOTTO_SEED` repeats or varies the calls.
"""

import os
import subprocess
import sys

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
# Streams do not end by themselves; erasing takes away what the other calls need; and the answer to
# the test of a provider that is not there is 502, as described.
LEFT_OUT = (
    "--exclude-path-regex=events$",
    "--exclude-path=/api/v1/erase",
    "--exclude-path=/api/v1/providers/test",
)
# Made-up providers have made-up hosts: their names are left to a proxy that is not there.
NOWHERE = {name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "all_proxy")}


def test_every_answer_is_as_described(program, tmp_path):
    with program.serve(environment=NOWHERE) as server:
        run = subprocess.run(
            [
                *(sys.executable, "-m", "schemathesis.cli", "run"),
                f"http://127.0.0.1:{server.port}/api/openapi.json",
                f"--checks={','.join(CHECKS)}",
                *LEFT_OUT,
                *("--phases=examples,coverage,fuzzing", "--max-examples=5", "--max-time=35"),
                *("--no-shrink", "--continue-on-failure", "--suppress-health-check=all"),
                *("--request-timeout=20", "--warnings=off"),
                f"--seed={os.environ.get('SOTTO_SEED', 1)}",
            ],
            capture_output=True,
            text=True,
            timeout=180,
            cwd=tmp_path,
        )
        assert server.process.poll() is None, server.output
    assert run.returncode == 0, run.stdout[-20000:] + run.stderr[-2000:]
    assert program.integrity() == "ok"
