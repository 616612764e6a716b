"""A TLS endpoint in front of the embedded database, with a chain of certificates like that of DynamoDB: RSA 2048, root, intermediate, leaf."""

import pathlib
import selectors
import socket
import ssl
import subprocess
import threading

# Where systems keep the roots they trust; Lambda's is the first.
USUAL_ROOTS = [pathlib.Path("/etc/pki/tls/certs/ca-bundle.crt"), pathlib.Path("/etc/ssl/certs/ca-certificates.crt")]
CHUNK_BYTES = 65_536


def certificates(folder):
    """Makes a chain in `folder`: `chain.pem` and `leaf.key` for the server, `root.pem`, and `bundle.pem`, the usual roots with that one."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, cwd=folder, capture_output=True)

    authority = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n"
    leaf = "basicConstraints=CA:FALSE\nkeyUsage=digitalSignature\nextendedKeyUsage=serverAuth\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n"
    issuer = None
    for name, extensions in [("root", authority), ("intermediate", authority), ("leaf", leaf)]:
        (folder / f"{name}.extensions").write_text(extensions)
        openssl("req", "-new", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-subj", f"/O=Amazon/CN=bench {name}", "-out", f"{name}.csr")
        signer = ["-CA", f"{issuer}.pem", "-CAkey", f"{issuer}.key", "-CAcreateserial"] if issuer else ["-signkey", f"{name}.key"]
        openssl("x509", "-req", "-in", f"{name}.csr", *signer, "-days", "30", "-sha256", "-extfile", f"{name}.extensions", "-out", f"{name}.pem")
        issuer = name
    (folder / "chain.pem").write_bytes((folder / "leaf.pem").read_bytes() + (folder / "intermediate.pem").read_bytes())
    usual = next(path for path in USUAL_ROOTS if path.exists()).read_bytes()
    (folder / "bundle.pem").write_bytes(usual + (folder / "root.pem").read_bytes())


class TlsEndpoint:
    """Ends TLS and passes bytes on to the database."""

    def __init__(self, folder, upstream):
        self.upstream = upstream
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(folder / "chain.pem", folder / "leaf.key")
        self.context.set_alpn_protocols(["http/1.1"])
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.handshakes = 0
        self.address = f"https://localhost:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        try:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client = self.context.wrap_socket(client, server_side=True)
            self.handshakes += 1
            with client, socket.create_connection(self.upstream) as database:
                database.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                pump(client, database)
        except OSError:
            # A function's process that ends leaves its connections as they are.
            client.close()

    def close(self):
        self.listener.close()


def pump(client, database):
    """Passes bytes on in both directions until either side ends."""
    other = {client: database, database: client}
    with selectors.DefaultSelector() as ready:
        for side in other:
            ready.register(side, selectors.EVENT_READ)
        while True:
            for key, _ in ready.select():
                side = key.fileobj
                received = side.recv(CHUNK_BYTES)
                # A record that was decrypted with another is no longer seen by the selector.
                while side is client and client.pending():
                    received += client.recv(CHUNK_BYTES)
                if not received:
                    return
                other[side].sendall(received)
