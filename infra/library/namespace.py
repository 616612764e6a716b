"""A place on this machine where the addresses of AWS lead here, and nothing leads to AWS: namespaces of network and mounts of their own, a file of
hosts, and certificates of an authority that only this place knows."""

import datetime
import fcntl
import os
import socket
import struct
import subprocess
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

WITHIN = "COLONNADE_REHEARSAL"
SET_FLAGS, GET_FLAGS, IS_UP = 0x8914, 0x8913, 0x1


def is_within():
    """Whether this process runs there."""
    return bool(os.environ.get(WITHIN))


def enter():
    """Starts this command anew where nothing leads to the network, unless that is where it runs."""
    if is_within():
        return
    os.environ[WITHIN] = "1"
    command = ["unshare", "--map-root-user", "--mount", "--net", "--kill-child", sys.executable, *sys.argv]
    if subprocess.run([*command[:4], "true"], check=False, capture_output=True).returncode:
        sys.exit("this user may not make namespaces: run it as root, or see kernel.apparmor_restrict_unprivileged_userns")
    os.execvp(command[0], command)


def bring_up_loopback():
    """The only network that there is here."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        request = struct.pack("16sh14x", b"lo", 0)
        flags = struct.unpack("16sh14x", fcntl.ioctl(control, GET_FLAGS, request))[1]
        fcntl.ioctl(control, SET_FLAGS, struct.pack("16sh14x", b"lo", flags | IS_UP))


def mount(file, place):
    """Puts a file in the place of another, as far as this place goes."""
    subprocess.run(["mount", "--bind", file, place], check=True)


def cover(file, copy):
    """Whatever is written into a file from here on is written into a copy."""
    copy.write_bytes(file.read_bytes())
    mount(copy, file)


class Hosts:
    """The file of hosts of this place."""

    def __init__(self, folder):
        self.file = folder / "hosts"
        self.file.write_text("127.0.0.1 localhost\n")
        mount(self.file, "/etc/hosts")

    def add(self, *names):
        """These names lead to this machine."""
        with self.file.open("a") as file:
            file.write("".join(f"127.0.0.1 {name}\n" for name in names))


def certificates(folder, *names):
    """Files of the authority's certificate, and of a certificate for these names with its key."""
    authority, authority_key = certificate("Rehearsal", [], None, None)
    own, own_key = certificate(names[0], names, authority, authority_key)
    trusted, chain = folder / "authority.pem", folder / "server.pem"
    trusted.write_bytes(authority.public_bytes(serialization.Encoding.PEM))
    chain.write_bytes(own.public_bytes(serialization.Encoding.PEM) + own_key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return trusted, chain


def certificate(name, names, issuer, issuer_key):
    """A certificate and its key; of an authority, when nobody issues it."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    built = (x509.CertificateBuilder().subject_name(subject).issuer_name(issuer.subject if issuer else subject).public_key(key.public_key())
             .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
             .not_valid_after(now + datetime.timedelta(days=2))
             .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True))
    if issuer:
        built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(one) for one in names]), critical=False)
    return built.sign(issuer_key or key, hashes.SHA256()), key


def trust(file):
    """Programs that are started from here trust what this authority issued, and nothing else."""
    for variable in ("SSL_CERT_FILE", "AWS_CA_BUNDLE", "REQUESTS_CA_BUNDLE"):
        os.environ[variable] = str(file)
