"""A real GNOME Keyring in a D-Bus session and a home of its own."""

import os
import shutil
import subprocess

PASSWORD = "of the keyring"
# A bus that starts nothing by itself: no second keyring, and nothing that asks with a window.
BUS = """<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
PROGRAMS = ("dbus-daemon", "gnome-keyring-daemon", "gdbus")


def is_installed():
    return all(shutil.which(program) for program in PROGRAMS)


class Keyring:
    """The session bus with the keyring on it, unlocked; `environment` leads a program to it."""

    def __init__(self, folder):
        self.runtime = os.path.join(folder, "runtime")
        os.makedirs(self.runtime, mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.path.join(folder, "home"),
            "XDG_RUNTIME_DIR": self.runtime,
        }
        configuration = os.path.join(folder, "bus.conf")
        with open(configuration, "w") as file:
            file.write(BUS.format(folder=self.runtime))
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address=1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        )
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.bus.stdout.readline().strip()
        self.daemon = None
        self.start()

    def start(self):
        self.daemon = subprocess.Popen(
            ["gnome-keyring-daemon", "--components=secrets", "--foreground", "--unlock"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=self.environment,
        )
        self.daemon.stdin.write(PASSWORD)
        self.daemon.stdin.close()
        self.call(
            "org.freedesktop.secrets",
            "/org/freedesktop/secrets",
            "org.freedesktop.Secret.Service.ReadAlias",
            "default",
            wait=True,
        )

    def lock(self):
        self.call(
            "org.freedesktop.secrets",
            "/org/freedesktop/secrets",
            "org.freedesktop.Secret.Service.Lock",
            "['/org/freedesktop/secrets/aliases/default']",
        )

    def stop(self):
        """The keyring goes away; the bus stays."""
        self.daemon.terminate()
        self.daemon.wait()
        self.daemon.stdout.close()

    def call(self, name, path, method, *arguments, wait=False):
        command = ["gdbus", "wait", "--session", "--timeout", "20", name]
        if wait:
            subprocess.run(command, env=self.environment, check=True)
        command = ["gdbus", "call", "--session", "--dest", name]
        command += ["--object-path", path, "--method", method, *arguments]
        subprocess.run(
            command, env=self.environment, check=True, capture_output=True, timeout=20
        )

    def close(self):
        if self.daemon.poll() is None:
            self.stop()
        self.bus.terminate()
        self.bus.wait()
        self.bus.stdout.close()
