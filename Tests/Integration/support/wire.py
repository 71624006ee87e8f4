"""A network of a test's own: loopback, and one wire to a provider on which every packet is seen.

To be used in a process that `enclosed` has started, which is alone in new namespaces.
"""

import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
# Addresses and names that are nobody's (RFC 5737, 3849).
NEAR, FAR, NAMESERVER = "192.0.2.1", "192.0.2.2", "198.51.100.53"
NEAR_6, FAR_6 = "2001:db8::1", "2001:db8::2"
ALL_PACKETS, OUTGOING = 3, 4
SOL_PACKET, PACKET_STATISTICS = 263, 6
PROTOCOLS = {6: "tcp", 17: "udp"}


def refusal():
    """Why this machine gives a test no network of its own, in the kernel's words; None where it does."""
    if not all(shutil.which(name) for name in ("unshare", "nsenter", "ip")):
        return "unshare, nsenter or ip is not installed"
    tried = subprocess.run(
        [*namespaces(), "ip", "link", "add", "wire", "type", "veth", "peer", "name", "far"],
        capture_output=True,
        text=True,
    )
    return None if tried.returncode == 0 else tried.stderr.strip()


def namespaces():
    """Begins a command that runs in namespaces of its own, as root there."""
    user = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *user, "--net", "--mount", "--"]


def enclosed(module, *arguments):
    """Runs a module of the tests in namespaces of its own; returns what it printed."""
    result = subprocess.run(
        [*namespaces(), sys.executable, "-m", module, *map(str, arguments)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


class Wire:
    """Everything that leaves this namespace goes over it, also to a name server, which answers nothing."""

    def __init__(self, folder):
        # The other end: a namespace lives as long as a process in it.
        self.far = subprocess.Popen(
            ["unshare", "--net", "--", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.children = [self.far]
        self.far.stdin.write(b"\n")
        self.far.stdin.flush()
        self.far.stdout.read(1)
        ip("link set lo up")
        ip(f"link add wire type veth peer name far netns {self.far.pid}")
        ip(f"address add {NEAR}/24 dev wire")
        ip(f"address add {NEAR_6}/64 dev wire nodad")
        ip("link set wire up")
        for command in (
            "link set lo up",
            f"address add {FAR}/24 dev far",
            f"address add {FAR_6}/64 dev far nodad",
            f"address add {NAMESERVER}/32 dev lo",
            "link set far up",
        ):
            subprocess.run([*self.at_far_end(), "ip", *command.split()], check=True)
        ip(f"route add default via {FAR}")
        ip(f"-6 route add default via {FAR_6}")

        resolver = os.path.join(folder, "resolv.conf")
        with open(resolver, "w") as file:
            file.write(f"nameserver {NAMESERVER}\noptions timeout:1 attempts:1\n")
        place = os.path.realpath("/etc/resolv.conf")
        subprocess.run(["mount", "--bind", resolver, place], check=True)

        self.packets = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ALL_PACKETS))
        self.packets.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 << 20)
        self.packets.bind(("wire", ALL_PACKETS))
        self._seen = set()
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def at_far_end(self):
        """Begins a command that runs at the other end."""
        return ["nsenter", f"--net=/proc/{self.far.pid}/ns/net", "--"]

    def provider(self, binary):
        """Starts the mock provider at the other end; returns its port."""
        self.children.append(
            subprocess.Popen(
                [*self.at_far_end(), binary, "-H", FAR, "-p", "0", "-r", "-s", "1800"],
                stdout=subprocess.PIPE,
                text=True,
            )
        )
        return int(self.children[-1].stdout.readline().strip().rsplit(":", 1)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.kill()
            child.wait()

    def _read(self):
        while True:
            packet, (_, _, kind, *_) = self.packets.recvfrom(1 << 16)
            if kind == OUTGOING and (place := destination(packet)):
                if place == END:
                    return
                with self._news:
                    self._seen.add(place)
                    self._news.notify_all()

    def wait_for(self, place, seconds=30):
        """Returns when a packet has gone there, or says that none has."""
        with self._news:
            return self._news.wait_for(lambda: place in self._seen, seconds)

    def destinations(self):
        """Where packets went, as protocol, address and port."""
        # What was sent before this one has been read when this one is.
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", END[1:])
        self._reader.join(20)
        assert not self._reader.is_alive(), "the wire was not read to its end"
        _, dropped = struct.unpack("II", self.packets.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))
        assert dropped == 0, "not every packet was seen"
        return sorted(self._seen)


END = ("udp", "198.51.100.99", 9)


def destination(packet):
    """None for what the kernel sends by itself to learn who its neighbours are."""
    kind, content = struct.unpack("!H", packet[12:14])[0], packet[14:]
    if kind == 0x0800:
        length = 4 * (content[0] & 15)
        return place(content[9], socket.inet_ntoa(content[16:20]), content[length:])
    if kind == 0x86DD:
        # Neighbours and groups of listeners: ICMPv6, alone or after a hop-by-hop header.
        if content[6] in (58, 0):
            return None
        return place(content[6], socket.inet_ntop(socket.AF_INET6, content[24:40]), content[40:])
    if kind == 0x0806:
        asked = socket.inet_ntoa(content[24:28])
        return None if asked in (NEAR, FAR) else ("arp", asked, 0)
    return (f"type {kind:#06x}", "", 0)


def place(protocol, address, content):
    name = PROTOCOLS.get(protocol)
    if name is None:
        return (f"protocol {protocol}", address, 0)
    return (name, address, struct.unpack("!H", content[2:4])[0])


def ip(command):
    subprocess.run(["ip", *command.split()], check=True)


def assets(html):
    """The page's own files that it names."""
    return sorted(set(re.findall(r'(?:src|href)="(/?[\w./-]+)"', html)))
