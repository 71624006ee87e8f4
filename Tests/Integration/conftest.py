"""Fixtures: the binary, a mock provider, and servers with a data folder of their own."""

import os
import random
import subprocess
from pathlib import Path

import pytest

from .support.keyring import Keyring
from .support.keyring import is_installed as keyring_is_installed
from .support.mock import MockProvider
from .support.recorded_server import RecordedServer
from .support.scripted import ScriptedProvider
from .support.server import Program

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def binary():
    """The program under test: SOTTO_BINARY, else this checkout's release build."""
    path = Path(os.environ.get("SOTTO_BINARY", ROOT / ".build/release/sotto")).resolve()
    if not path.exists():
        pytest.exit(f"there is no binary at {path}: build it or set SOTTO_BINARY", returncode=1)
    return path


@pytest.fixture(scope="session")
def mock_binary():
    path = Path(os.environ.get("SOTTO_MOCKLLM", ROOT / "Benchmarks/mockllm/mockllm")).resolve()
    if not path.exists():
        subprocess.run(["make", "-s", "-C", ROOT / "Benchmarks/mockllm"], check=True)
    return path


@pytest.fixture(scope="session")
def mock(mock_binary):
    provider = MockProvider(str(mock_binary))
    yield provider
    provider.close()


@pytest.fixture
def program(binary, tmp_path, mock):
    """The program with a fresh data folder and the mock as its provider."""
    return Program(binary, tmp_path, mock.base_url)


@pytest.fixture
def server(program):
    """A server of this test's own."""
    with program.serve() as server:
        yield server


@pytest.fixture
def keyring(tmp_path):
    """A GNOME Keyring of this test's own."""
    if not keyring_is_installed():
        pytest.skip("gnome-keyring or dbus is not installed; './test' installs them")
    (tmp_path / "home").mkdir(exist_ok=True)
    keyring = Keyring(str(tmp_path))
    yield keyring
    keyring.close()


@pytest.fixture
def desktop(binary, tmp_path, mock, keyring):
    """The program as a desktop starts it."""
    program = Program(binary, tmp_path, mock.base_url)
    for name in ("SOTTO_KEY_STORE", "SOTTO_PASSPHRASE_FILE", "OPENAI_API_KEY"):
        del program.environment[name]
    program.environment |= {
        name: keyring.environment[name] for name in ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")
    }
    return program


@pytest.fixture(scope="module")
def shared_program(binary, tmp_path_factory, mock):
    return Program(binary, tmp_path_factory.mktemp("shared"), mock.base_url)


@pytest.fixture(scope="module")
def shared(shared_program):
    """One server for the tests of a file that do not disturb each other."""
    with shared_program.serve() as server:
        yield server


@pytest.fixture
def api(shared):
    return shared.api


@pytest.fixture
def scripted():
    """Makes providers that answer with a function of the test."""
    providers = []

    def make(reply):
        providers.append(ScriptedProvider(reply))
        return providers[-1]

    yield make
    for provider in providers:
        provider.close()


@pytest.fixture
def recorded():
    """A server that answers with recordings."""
    server = RecordedServer()
    yield server
    server.close()


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 4 MB."""
    if os.geteuid() != 0:
        pytest.skip("a full disk needs root to mount a small one")
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(place)],
        capture_output=True,
        text=True,
    )
    if mounted.returncode != 0:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.fixture
def seed():
    """A random seed that a failing test shows; SOTTO_SEED repeats it."""
    value = int(os.environ.get("SOTTO_SEED", random.SystemRandom().randrange(1 << 32)))
    print(f"SOTTO_SEED={value}")
    return value


def pytest_terminal_summary(terminalreporter):
    """What was left out, and why, in plain sight."""
    for report in terminalreporter.stats.get("skipped", []):
        if isinstance(report.longrepr, tuple):
            reason = report.longrepr[2].removeprefix("Skipped: ")
            terminalreporter.write_line(f"left out: {report.nodeid.split('::')[-1]}: {reason}")
