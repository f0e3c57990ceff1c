"""What tests of filters need: what narrows a list, by what somebody sees of it, and a list with fields of each type."""

import json
import random
import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import Server, make_store, until

KINDS = ["novel", "play", "poem"]


class Filters:
    """What narrows the list of a page, by what somebody sees of it."""

    def __init__(self, page):
        self.page = page
        self.panel = page.tab.get_by_role("dialog")
        self.boxes = self.panel.get_by_role("checkbox")
        self.find = self.panel.get_by_role("searchbox")
        self.chips = page.element.locator("[part=chip]")
        self.order = page.element.locator("[data-name=sort]")

    def button(self, name):
        return self.page.element.locator(f".field-button[data-field='{name}']")

    def open(self, name):
        expect(self.button(name)).to_be_attached()
        # It may lie over other buttons.
        if self.panel.is_visible():
            self.page.tab.keyboard.press("Escape")
        if not self.button(name).is_visible():
            self.page.element.locator(".more-fields").click()
        self.button(name).click()
        expect(self.panel).to_be_visible()
        expect(self.panel.locator(".about")).not_to_have_text("Loading…")
        return self

    def value(self, text):
        return self.panel.locator(f".value[data-value='{text}']")

    def counts(self):
        """The values that show, with their counts."""
        expect(self.panel.locator("[aria-busy=true]")).to_have_count(0)
        return self.panel.locator(".value").evaluate_all(
            "rows => rows.map((row) => [row.dataset.value, Number(row.querySelector('.count').textContent.replaceAll(',', ''))])")

    def says(self, *texts):
        """The chips, without the marks that keep directions apart."""
        until(lambda: [text.replace("\u2068", "").replace("\u2069", "") for text in self.chips.all_text_contents()] == list(texts))


def address(page):
    return {name: values[0] for name, values in urllib.parse.parse_qs(page.tab.evaluate("location.search.slice(1)")).items()}


def has_address(page, **members):
    until(lambda: address(page) == members)


def titles_of(server, name, **parameters):
    return [hit["title"] for hit in server.get(f"{name}/search", limit=500, **parameters)["hits"]]


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    """A list with a field of each type, and one of very many values."""
    dice = random.Random(54)
    rows = []
    for id in range(3000):
        tags = json.dumps(sorted(dice.sample(["short", "long", "sad", "funny", "new"], dice.randint(0, 3))))
        added = f"20{dice.randint(10, 23)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}T12:00:00Z" if dice.random() < 0.9 else ""
        rows.append([
            id, f"Book {id} of {dice.choice(['rain', 'snow', 'wind'])}", "", dice.choice(KINDS), tags, dice.randint(1800, 2020),
            f"{dice.uniform(1, 99):.2f}", added, dice.choice(["true", "false"]), f"shelf {id % 1500}"])
    fields = ["kind:keyword=4", "tags:keywords=5", "year:integer=6", "price:real=7", "added:time=8", "lent:boolean=9", "shelf:keyword=10"]
    path = tmp_path_factory.mktemp("library") / "books.db"
    store = make_store(path, rows, "--order", "alphabet", "--locale", "en", *[part for field in fields for part in ("--field", field)])
    other = make_store(path.with_name("notes.db"), [(1, "A note", "")])
    server = Server(f"books={store}", f"notes={other}")
    yield server
    server.stop()


def demo_order(server, filter):
    return [row["title"] for row in server.get("cities/rows", limit=500, filter=filter)["rows"]]
