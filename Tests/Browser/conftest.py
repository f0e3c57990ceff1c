"""What the tests of the page need: servers, stores and browsers.

RIFFLE_BIN are the folders in which the built programs are looked for, as in PATH, `.build/release` by default; RIFFLE_PAGE, the
folder of the page's files, has them read from there instead of from the server, while one works on them.
"""

import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import time

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOTS = ROOT / ".build/browser/shots"
SIZES = {"wide": (1280, 800), "narrow": (390, 780), "narrowest": (320, 568)}
expect.set_options(timeout=20_000)


def program(name):
    """The path of a built program."""
    path = shutil.which(name, path=os.environ.get("RIFFLE_BIN", ROOT / ".build/release"))
    assert path, f"{name} is in no folder of RIFFLE_BIN"
    return pathlib.Path(path).resolve()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A riffle-serve that is ended and started again on one port."""

    def __init__(self, *arguments):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}/"
        self.arguments = arguments
        self.start()

    def start(self):
        command = [program("riffle-serve"), *map(str, self.arguments), "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().startswith("http"), "the server has not started"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(30) == 0

    def get(self, path, **parameters):
        reply = httpx.get(self.url + "v1/lists/" + path, params=parameters, timeout=30)
        reply.raise_for_status()
        return reply.json()

    def put(self, name, id, item):
        httpx.put(f"{self.url}v1/lists/{name}/items/{id}", json=item, timeout=30).raise_for_status()


@pytest.fixture
def serve():
    """Starts servers that end with the test."""
    servers = []

    def start(*arguments):
        servers.append(Server(*arguments))
        return servers[-1]

    yield start
    for server in servers:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def demo():
    server = Server("--demo")
    yield server
    server.stop()


def make_store(path, rows, *options):
    """Makes a store of lines with ids, titles and search texts."""
    table = path.with_suffix(".tsv")
    with table.open("w") as file:
        file.writelines("\t".join(map(str, row)) + "\n" for row in rows)
    subprocess.run(
        [program("riffle-store"), "import", path, table, "--no-header", "--id", "1", "--title", "2", "--search-text", "3",
         *(options or ["--order", "alphabet", "--locale", "en"])], check=True, capture_output=True)
    return path


@pytest.fixture(scope="session")
def million(tmp_path_factory):
    """A server of a million rows of names that nobody has."""
    syllables = "ka lo mi re to su an el or in ba de fu ga ho ju ki la mo ne pa qui ro sa te ul va wo xa ya zo bri cle dra fro".split()
    dice = random.Random(5)

    def name():
        return "".join(dice.choice(syllables) for _ in range(dice.randint(2, 4))).capitalize()

    rows = ((number, f"{name()} {name()}", "") for number in range(1_000_000))
    options = ["--order", "alphabet", "--locale", "en", "--durability", "normal"]
    server = Server("many=" + str(make_store(tmp_path_factory.mktemp("million") / "many.db", rows, *options)))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


class Page:
    """The page of a server, by what somebody sees of it."""

    def __init__(self, tab, url):
        self.tab = tab
        self.url = url
        self.elsewhere = []
        self.complaints = []
        tab.on("request", lambda request: None if request.url.startswith(url) else self.elsewhere.append(request.url))
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.on("console", lambda message: self.complaints.append(message.text) if "Content Security" in message.text else None)
        self.element = tab.locator("riffle-search")
        self.field = tab.get_by_role("combobox", name="Search").first
        self.rows = tab.get_by_role("option")
        self.summary = self.element.locator("[data-name=summary]")
        self.details = tab.get_by_role("complementary", name="Details")
        self.viewport = tab.get_by_role("listbox")
        self.strip = tab.get_by_role("slider", name="Jump to")

    def open(self, query=""):
        self.tab.goto(self.url + query)
        expect(self.element).to_have_attribute("data-state", "open")
        expect(self.element).not_to_have_attribute("data-phase", "loading")
        return self

    def row(self, position):
        return self.element.locator(f"#row-{position}")

    def title(self, position):
        return self.row(position).locator(".title")

    def shows(self, *titles):
        for position, title in enumerate(titles):
            expect(self.title(position)).to_have_text(title)

    def has_settled(self, phase="idle"):
        expect(self.element).to_have_attribute("data-phase", phase)

    def bucket(self, label):
        """The middle of what the strip has for a bucket of the jumplist."""
        box = self.strip.locator(f'[data-bucket="{label}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def first_in_view(self):
        """The position of the first row that shows, below the header of its section."""
        return self.viewport.evaluate(
            """list => Math.min(...[...list.querySelectorAll('[role=option]')].filter((row) =>
                 row.getBoundingClientRect().bottom > list.getBoundingClientRect().top + 27).map((row) => row.dataset.position))""")

    def shot(self, name):
        SHOTS.mkdir(parents=True, exist_ok=True)
        # Playwright would hide the caret by a style, which the policy of the page forbids.
        self.tab.screenshot(path=SHOTS / f"{name}.png", caret="initial")


def new_context(chromium, url, **options):
    """A browser without a past, that reads the files of a server's page from RIFFLE_PAGE if that is set."""
    context = chromium.new_context(**options)
    if folder := os.environ.get("RIFFLE_PAGE"):
        context.route(f"{url}**", lambda route: from_folder(route, pathlib.Path(folder)))
    return context


@pytest.fixture
def visit(chromium):
    """Opens pages that end with the test, in which nothing may have gone wrong."""
    pages = []
    contexts = []

    def open(url, query="", size="wide", scheme="light", **options):
        width, height = SIZES[size]
        context = new_context(
            chromium, url, viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=size != "wide", **options)
        contexts.append(context)
        pages.append(Page(context.new_page(), url))
        return pages[-1].open(query)

    yield open
    for page in pages:
        assert page.complaints == []
        assert page.elsewhere == []
    for context in contexts:
        context.close()


TYPES = {".js": "text/javascript", ".ts": "text/plain", ".css": "text/css", ".html": "text/html; charset=utf-8", ".svg": "image/svg+xml"}


def from_folder(route, folder):
    name = route.request.url.split("?")[0].split("/", 3)[3] or "index.html"
    file = folder / name
    if "/" in name or not file.is_file():
        return route.continue_()
    policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
    route.fulfill(
        body=file.read_bytes(), content_type=TYPES[file.suffix],
        headers={"Content-Security-Policy": policy, "Access-Control-Allow-Origin": "*"})


def until(condition, seconds=20):
    """Waits for something that no locator says."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it has not come about"
        time.sleep(0.02)
    return found
