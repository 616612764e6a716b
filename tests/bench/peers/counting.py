"""An endpoint of DynamoDB that counts: it asks the database for the capacity that each call consumes."""

import http.client
import http.server
import json
import ssl
import threading

# What the function sees of the database's answer.
KEPT_HEADERS = ("content-type", "x-amz-crc32", "x-amzn-requestid")


class CountingEndpoint:
    """Stands between functions and the database; slow, and for counts only."""

    def __init__(self, folder, upstream):
        self.calls = []
        handler = type("BoundHandler", (Handler,), {"endpoint": self, "upstream": upstream})
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "chain.pem", folder / "leaf.key")
        context.set_alpn_protocols(["http/1.1"])
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"https://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def taken(self):
        """Calls, units and bytes of answers since the last time."""
        calls, self.calls = self.calls, []
        return {"calls": len(calls), "units": sum(units for _, units, _ in calls), "bytes": sum(size for *_, size in calls),
                "operations": [operation for operation, *_ in calls[:8]]}

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True
    endpoint = None
    upstream = None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        wanted = body.get("ReturnConsumedCapacity")
        headers = {name: self.headers[name] for name in ("Content-Type", "X-Amz-Target", "X-Amz-Date", "Authorization") if self.headers[name]}
        connection = http.client.HTTPConnection(*self.upstream)
        connection.request("POST", "/", json.dumps(body | {"ReturnConsumedCapacity": wanted or "TOTAL"}), headers)
        answer = connection.getresponse()
        text = answer.read()
        capacity = json.loads(text).get("ConsumedCapacity", [])
        units = sum(one["CapacityUnits"] for one in (capacity if isinstance(capacity, list) else [capacity]))
        self.endpoint.calls.append((self.headers["X-Amz-Target"].split(".")[1], units, len(text)))
        self.send_response_only(answer.status)
        for name, value in answer.getheaders():
            if name.lower() in KEPT_HEADERS:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        connection.close()

    def log_message(self, *_):
        pass
