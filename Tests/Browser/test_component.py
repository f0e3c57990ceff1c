"""The list in pages of others, and behind a key."""

import functools
import http.server
import json
import subprocess
import threading

import pytest
from playwright.sync_api import expect

from conftest import Page, free_port, new_context, program

HOST = """<!doctype html><html lang="en"><title>Another site</title>
<script type="module" src="{url}riffle-search.js"></script><script type="module" src="host.js"></script>
<h1>Another site</h1><riffle-search src="{url}v1/lists/cities" label="Search our cities"></riffle-search><p id="chosen"></p></html>"""
SCRIPT = """document.addEventListener('riffle-choose', (event) => {
  event.preventDefault();
  document.getElementById('chosen').textContent = event.detail.title;
});"""


@pytest.fixture
def site(tmp_path):
    """Another site, whose pages come from a folder."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=tmp_path)
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", tmp_path
    server.shutdown()


def test_pages_of_other_sites_embed_it(site, serve, chromium):
    origin, folder = site
    server = serve("--demo", "--cors-origins", origin)
    (folder / "index.html").write_text(HOST.format(url=server.url))
    (folder / "host.js").write_text(SCRIPT)
    context = new_context(chromium, server.url)
    page = Page(context.new_page(), origin).open()
    field = page.tab.get_by_role("combobox", name="Search our cities")
    field.press_sequentially("gotebrg")
    page.shows("Gothenburg, Sweden")
    field.press("Enter")
    expect(page.tab.locator("#chosen")).to_have_text("Gothenburg, Sweden")
    expect(page.details).to_be_hidden()
    assert page.complaints == []
    assert all(url.startswith(server.url) for url in page.elsewhere)
    context.close()


def test_pages_of_sites_that_are_not_named_get_nothing(site, serve, chromium):
    origin, folder = site
    server = serve("--demo")
    (folder / "index.html").write_text(HOST.format(url=server.url))
    (folder / "host.js").write_text(SCRIPT)
    # What the server itself allows: without the files of RIFFLE_PAGE.
    context = chromium.new_context()
    page = context.new_page()
    page.goto(origin)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("customElements.get('riffle-search')") is None
    context.close()


def test_a_server_with_keys_is_asked_with_one(serve, chromium, tmp_path):
    made = subprocess.run([program("riffle-serve"), "--make-key", "page"], capture_output=True, text=True, check=True).stdout
    key = made.split("\n")[1]
    kept = json.loads(made[made.index("{"):])
    (tmp_path / "keys.json").write_text(json.dumps({"keys": [kept]}))
    server = serve("--demo", "--keys", tmp_path / "keys.json")
    context = new_context(chromium, server.url)
    page = Page(context.new_page(), server.url)
    page.tab.goto(server.url)
    field = page.tab.get_by_label("This server needs a key.")
    field.fill("wrong")
    field.press("Enter")
    expect(page.tab.get_by_role("alert").first).not_to_be_empty()
    field.fill(key)
    field.press("Enter")
    expect(page.element).to_have_attribute("data-state", "open")
    page.tab.reload()
    expect(page.element).to_have_attribute("data-state", "open")
    page.field.press_sequentially("gotebrg")
    page.shows("Gothenburg, Sweden")
    context.close()
