"""Makes certificates for a hall: an authority, and one for each machine of the store, for each box and for the board."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.card.files import write_whole
from companion.core.words import BadFile, Refused

FROM: Final = datetime(2020, 1, 1, tzinfo=UTC)
UNTIL: Final = datetime(2050, 1, 1, tzinfo=UTC)
"""Certificates hold from FROM until UNTIL. A Raspberry Pi may not know the date, and must trust its store anyway."""
AUTHORITY: Final = "authority"
BOARD: Final = "board"
REVOKED: Final = "revoked.pem"
"""The list of revoked certificates."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", re.ASCII)


class Signer(NamedTuple):
    """The authority's certificate and key."""

    certificate: x509.Certificate
    key: EllipticCurvePrivateKey


def make(folder: Path, stores: Sequence[str]) -> list[Path]:
    """Make an authority, a certificate and key for the board and for each of `stores` (host names or addresses), and a list
    of revoked certificates. Files that exist stay. Return the new files. Raises Refused for a bad name before anything is
    made, and BadFile if the folder cannot be written or its authority is not ours."""
    for store in stores:
        _host(store)
    with _in_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
        made = [] if _is_there(folder, AUTHORITY) else _made_authority(folder)
        signer = _signer(folder)
        if not (folder / REVOKED).exists():
            made.append(_revoked(folder, signer, ()))
        for name, hosts in [(BOARD, ()), *((store, (store,)) for store in stores)]:
            if not _is_there(folder, _file(name)):
                made += _made(folder, signer, _file(name), hosts)
        return made


def box(name: str) -> str:
    """Return a box's name in the folder and at the store. Raises Refused for a bad name."""
    if not _NAME.fullmatch(name):
        raise Refused("hall.no_box_name", box=name)
    return f"box-{name}"


def invitation(folder: Path, name: str) -> tuple[str, str, str]:
    """Return the texts that this box (named by `box`) needs: the authority, a new certificate and its key. Revoke its old
    certificate. Raises BadFile if there is no authority of ours."""
    with _in_words(folder):
        revoke(folder, name)
        _made(folder, _signer(folder), name, ())
        authority, certificate, key = (folder / f"{AUTHORITY}.pem", *files(folder, name))
        issued = authority.read_text("ascii"), certificate.read_text("ascii"), key.read_text("ascii")
        key.unlink()  # only the box may have the key
        return issued


def revoke(folder: Path, name: str) -> bool:
    """Put the box's certificate on the list of revoked ones, and delete its file. Return False if there was none."""
    with _in_words(folder):
        certificate = folder / f"{name}.pem"
        if not certificate.exists():
            return False
        known = x509.load_pem_x509_crl((folder / REVOKED).read_bytes())
        serials = [one.serial_number for one in known]
        _revoked(folder, _signer(folder), [*serials, x509.load_pem_x509_certificate(certificate.read_bytes()).serial_number])
        certificate.unlink()
        return True


def files(folder: Path, name: str) -> tuple[Path, Path]:
    """Return the files of a certificate and its key, for a store, for the board (BOARD) or for a box."""
    return folder / f"{_file(name)}.pem", folder / f"{_file(name)}.key"


@contextmanager
def _in_words(folder: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeError) as error:
        why = error.strerror or "" if isinstance(error, OSError) else ""
        raise BadFile("file.unreadable", file=str(folder), why=why) from None
    except (ValueError, TypeError):
        raise BadFile("file.damaged", file=str(folder / f"{AUTHORITY}.pem")) from None


def _revoked(folder: Path, signer: Signer, serials: Sequence[int]) -> Path:
    """Write the list of revoked certificates in one step: a store may be reading it."""
    list_ = x509.CertificateRevocationListBuilder().issuer_name(signer.certificate.subject)
    list_ = list_.last_update(FROM).next_update(UNTIL)
    for serial in serials:
        one = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(FROM).build()
        list_ = list_.add_revoked_certificate(one)
    write_whole(folder / REVOKED, list_.sign(signer.key, SHA256()).public_bytes(Encoding.PEM), 0o644)
    return folder / REVOKED


def _made_authority(folder: Path) -> list[Path]:
    key = generate_private_key(SECP256R1())
    name = _name("Table Companion hall")
    built = _builder(name, name, key).add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    built = built.add_extension(_usage(signs=True), critical=True)
    return _written(folder, AUTHORITY, built.sign(key, SHA256()), key)


def _made(folder: Path, signer: Signer, file: str, hosts: Sequence[str]) -> list[Path]:
    """Make a certificate and its key. A store has `hosts`. Its certificate is also a client's, because its gateway calls the
    store itself."""
    key = generate_private_key(SECP256R1())
    uses = [ExtendedKeyUsageOID.CLIENT_AUTH, *([ExtendedKeyUsageOID.SERVER_AUTH] if hosts else [])]
    built = _builder(_unit_name(file), signer.certificate.subject, key)
    built = built.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    built = built.add_extension(_usage(signs=False), critical=True)
    built = built.add_extension(x509.ExtendedKeyUsage(uses), critical=False)
    if hosts:
        built = built.add_extension(x509.SubjectAlternativeName([_host(host) for host in hosts]), critical=False)
    return _written(folder, file, built.sign(signer.key, SHA256()), key)


def _builder(subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(FROM)
        .not_valid_after(UNTIL)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _unit_name(unit: str) -> x509.Name:
    """Return a name without a common name. etcd's gateway refuses a box whose certificate has one. And if a request has no
    login, the gateway would take the common name of its own certificate for a user."""
    return x509.Name([x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, unit[:64])])


def _host(host: str) -> x509.GeneralName:
    """Return the host as a certificate names it. Raises Refused for a bad name."""
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        if not host.isascii() or not all(part.replace("-", "").isalnum() for part in host.split(".")):
            raise Refused("hall.no_host", host=host) from None
        return x509.DNSName(host)


def _file(name: str) -> str:
    """Return a file name: the colons of an IPv6 address are replaced."""
    return name.replace(":", "_")


def _is_there(folder: Path, file: str) -> bool:
    return (folder / f"{file}.pem").exists() and (folder / f"{file}.key").exists()


def _signer(folder: Path) -> Signer:
    key = load_pem_private_key((folder / f"{AUTHORITY}.key").read_bytes(), None)
    if not isinstance(key, EllipticCurvePrivateKey):
        raise TypeError("no key of ours")
    return Signer(x509.load_pem_x509_certificate((folder / f"{AUTHORITY}.pem").read_bytes()), key)


def _written(folder: Path, file: str, certificate: x509.Certificate, key: EllipticCurvePrivateKey) -> list[Path]:
    """Write the key, readable for its owner alone, and then the certificate. Return both files."""
    bare = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    key_file, open_ = folder / f"{file}.key", folder / f"{file}.pem"
    with os.fdopen(os.open(key_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(bare)
    open_.write_bytes(certificate.public_bytes(Encoding.PEM))
    return [open_, key_file]
