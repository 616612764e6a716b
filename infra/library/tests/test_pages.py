"""The reference and the guides as files: all that pages lead to is among them, nothing of the demo, and no text of a page as a script."""

import http.server
import threading
import unittest

import boto3
import moto

from .. import pages

ANSWERS = {
    "/docs": '<script src="/docs/scalar.js"></script><script>const client = "CLIENT";</script><a href="https://example.com/x">',
    "/docs/scalar.js": "1", "/openapi.json": "{}", "/docs/guides": None,
    "/docs/guides/": '<a href="first.md#part"> <a href="../AREAS.md"> <a href="/examples/app">',
    "/docs/guides/first.md": '<a href="#top">', "/docs/AREAS.md": "", "/examples/app": '<a href="main.js">',
    "/examples/app/README.md": '<a href="main.js">', "/examples/app/main.js": "2",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path not in ANSWERS:
            return self.send_error(404)
        text = ANSWERS[self.path]
        self.send_response(307 if text is None else 200)
        self.send_header("Content-Type", "text/html" if self.path[-3:] not in (".js", "son") else "text/plain")
        self.send_header("Location", "/docs/guides/")
        self.end_headers()
        # The demo's client is for whoever asks this machine by its own name.
        told = "demo" if self.headers["Host"].startswith("127.") else "null"
        self.wfile.write((text or "").replace('"CLIENT"', told).encode())

    def log_message(self, *_):
        pass


class Collected(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        cls.documents = pages.collected(f"http://127.0.0.1:{server.server_port}")

    def test_all_that_pages_lead_to_is_there(self):
        self.assertEqual(self.documents.keys(), ANSWERS.keys() | {pages.PROGRAM})

    def test_a_text_of_a_page_as_a_script_becomes_a_file_that_knows_no_client(self):
        page, program = self.documents["/docs"][0].decode(), self.documents[pages.PROGRAM][0].decode()
        self.assertNotIn("<script>", page)
        self.assertEqual(program, "const client = null;")

    def test_what_leads_on_there_and_folders_lead_on_here(self):
        self.assertIn(b"url=/docs/guides/", self.documents["/docs/guides"][0])
        self.assertIn(b"url=/examples/app/README.md", self.documents["/examples/app"][0])

    @moto.mock_aws
    def test_the_bucket_has_them_and_nothing_of_before_and_the_consoles_files_stay(self):
        storage = boto3.Session("a", "b", region_name="us-east-1").client("s3")
        storage.create_bucket(Bucket="pages")
        for key in ("docs/former.md", "console/1/app.js", "index.html"):
            storage.put_object(Bucket="pages", Key=key, Body=b"")
        pages.send(storage, "pages", self.documents)
        keys = {one["Key"] for one in storage.list_objects_v2(Bucket="pages")["Contents"]}
        self.assertEqual(keys, {path[1:] for path in self.documents} | {"console/1/app.js", "index.html"})


if __name__ == "__main__":
    unittest.main()
