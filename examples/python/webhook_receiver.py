"""Receives events of Colonnade and checks that it was Colonnade who sent them.

    pip install standardwebhooks
    COLONNADE_WEBHOOK_SECRET=whsec_… python3 webhook_receiver.py 4000
"""

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["COLONNADE_WEBHOOK_SECRET"])
# An event may come more than once: `webhook-id` tells. A real receiver keeps the ids for some days.
seen = set()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"] or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        try:
            # The bytes as they came: what was parsed and written again has another signature. Refuses what is older
            # than five minutes, too.
            event = webhook.verify(body.decode(), headers)
        except WebhookVerificationError:
            self.answer(400)
            return
        # Answer first and work later: after ten seconds the attempt has failed.
        self.answer(204)
        if headers["webhook-id"] not in seen:
            seen.add(headers["webhook-id"])
            print(f"{event['type']} {event['data']['object_type']} version {event['data']['version']}", flush=True)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        """Prints nothing for each request."""


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 4000), Receiver).serve_forever()
