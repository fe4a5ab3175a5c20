"""Writes the files with which each machine of a store starts etcd by itself, also after a power cut: units of systemd."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.card.files import write_whole
from companion.core.words import BadFile
from companion.hall import certificates
from companion.hall.own_store import BE_QUICK, FORGET

HOME: Final = "/etc/table-companion/store"
"""The folder on each machine with its certificates."""
UNIT: Final = "table-companion-store.service"
PORT, PEER_PORT = 2379, 2380
QUOTA_GB: Final = 4
"""The size of a store in gigabytes. Beyond it etcd takes nothing more. Five minutes of 5,000 tables need a tenth."""

_UNIT: Final = """\
[Unit]
Description=The store of a hall of Table Companion
Wants=network-online.target
After=network-online.target

[Service]
Type=notify
User=etcd
StateDirectory=table-companion/store
Environment=ETCD_UNSUPPORTED_ARCH=arm64
ExecStart=/usr/bin/etcd {options}
Restart=always
RestartSec=2
TimeoutStartSec=infinity
LimitNOFILE=65536
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6

[Install]
WantedBy=multi-user.target
"""
_INSTALL: Final = """\
#!/bin/sh
# Run this once as root on {host}: it starts the store now and at each start of the machine.
set -e
cd "$(dirname "$0")"
systemctl disable --now etcd 2>/dev/null || true  # Debian starts one of its own
systemctl reset-failed etcd 2>/dev/null || true
install -d -o etcd -g etcd -m 700 {home}
install -o etcd -g etcd -m 600 *.pem *.key {home}/
install -m 644 {unit} /etc/systemd/system/
systemctl daemon-reload
systemctl enable --now {unit}
"""


def write(folder: Path, known: Path, hosts: Sequence[str], quota_gb: int = QUOTA_GB) -> list[Path]:
    """Write a folder for each machine: its unit, its certificates from the folder `known`, and a script that installs them.
    Return the folders. Raises BadFile if a certificate is missing."""
    return [_write_one(folder / host.replace(":", "_"), known, host, hosts, quota_gb) for host in hosts]


def options(host: str, hosts: Sequence[str], home: str, data: str, quota_gb: int = QUOTA_GB) -> list[str]:
    """Return etcd's options for one machine of a store. `home` has its certificates, `data` gets its data."""
    names = {one: f"hall{at}" for at, one in enumerate(hosts, 1)}
    certificate, key = (f"{home}/{file.name}" for file in certificates.files(Path(), host))
    client, peer = f"https://{_place(host, PORT)}", f"https://{_place(host, PEER_PORT)}"
    pairs = {
        "--name": names[host],
        "--data-dir": data,
        "--trusted-ca-file": f"{home}/{certificates.AUTHORITY}.pem",
        "--cert-file": certificate,
        "--key-file": key,
        "--client-crl-file": f"{home}/{certificates.REVOKED}",
        "--listen-client-urls": client,
        "--advertise-client-urls": client,
        "--peer-trusted-ca-file": f"{home}/{certificates.AUTHORITY}.pem",
        "--peer-cert-file": certificate,
        "--peer-key-file": key,
        "--listen-peer-urls": peer,
        "--initial-advertise-peer-urls": peer,
        "--initial-cluster": ",".join(f"{name}=https://{_place(one, PEER_PORT)}" for one, name in names.items()),
        "--quota-backend-bytes": str(quota_gb * 1024**3),
    }
    # A machine with a second address may call its peers from that one, which its certificate does not name.
    flags = ["--client-cert-auth", "--peer-client-cert-auth", "--experimental-peer-skip-client-san-verification"]
    return [*flags, *(word for pair in pairs.items() for word in pair), *BE_QUICK, *FORGET]


def _write_one(folder: Path, known: Path, host: str, hosts: Sequence[str], quota_gb: int) -> Path:
    needed = [known / f"{certificates.AUTHORITY}.pem", known / certificates.REVOKED, *certificates.files(known, host)]
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for file in needed:
            shutil.copyfile(file, folder / file.name)
            (folder / file.name).chmod(0o600)
        lines = " \\\n  ".join(_pairs(options(host, hosts, HOME, "/var/lib/table-companion/store", quota_gb)))
        write_whole(folder / UNIT, _UNIT.format(options=lines).encode(), 0o644)
        write_whole(folder / "install.sh", _INSTALL.format(host=host, home=HOME, unit=UNIT).encode(), 0o755)
    except OSError as error:
        raise BadFile("file.unreadable", file=str(error.filename or folder), why=error.strerror or "") from None
    return folder


def _pairs(words: Sequence[str]) -> list[str]:
    """Return options with their values, one a line."""
    found: list[str] = []
    for word in words:
        if word.startswith("--") or not found:
            found.append(word)
        else:
            found[-1] += f" {word}"
    return found


def _place(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
