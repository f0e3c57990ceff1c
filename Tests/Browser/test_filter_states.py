"""Filters in the address, by keys, in words, and as they look."""

import json
import random
import re
import subprocess
import urllib.parse

import httpx
import pytest
from playwright.sync_api import expect

from conftest import Page, new_context, program
from filtering import Filters, has_address, library, titles_of
from test_access import CUT
from test_looks import has_no_violation


# MARK: The address


def test_an_address_restores_all_that_was_chosen_and_back_goes_back(library, visit):
    page = visit(library.url)
    filters = Filters(page).open("kind")
    filters.value("play").click()
    has_address(page, list="books", filter="kind = play")
    page.tab.keyboard.press("Escape")
    page.field.fill("rain")
    has_address(page, list="books", filter="kind = play", q="rain")
    filters.order.select_option("year, highest first")
    has_address(page, list="books", filter="kind = play", q="rain", sort="-year")
    expected = [hit["title"] for hit in library.get("books/search", q="rain", filter="kind = play", sort="-year", limit=3)["hits"]]
    page.shows(*expected)
    url = page.tab.url

    page.tab.go_back()
    has_address(page, list="books", filter="kind = play", q="rain")
    expect(filters.order.locator("option:checked")).to_have_text("Best match")
    page.tab.go_back()
    has_address(page)
    expect(filters.chips).to_have_count(0)
    expect(page.field).to_have_value("")
    expect(page.summary).to_have_text("3,000 entries")
    page.tab.go_forward()
    page.tab.go_forward()
    page.shows(*expected)
    filters.says("kind: play")

    other = visit(library.url, "?" + url.split("?")[1])
    other.shows(*expected)
    Filters(other).says("kind: play")
    expect(other.field).to_have_value("rain")
    expect(Filters(other).order.locator("option:checked")).to_have_text("year, highest first")
    # Another list has other fields.
    other.tab.locator("#lists").select_option("notes")
    has_address(other, list="notes", q="rain")
    other.field.fill("")
    other.shows("A note")
    expect(other.element.locator("[data-name=filters]")).to_be_hidden()
    other.tab.go_back()
    other.shows(*expected)


def test_conditions_that_cannot_be_chosen_stay_as_they_are(library, visit):
    filter = "(kind = play OR year > 2000) AND NOT lent AND tags = sad"
    page = visit(library.url, "?" + urllib.parse.urlencode({"filter": filter}))
    total = library.get("books/search", filter=filter, total="exact")["total"]
    expect(page.summary).to_have_text(f"{total:,} results")
    filters = Filters(page)
    filters.says("tags: sad", "(kind = play OR year > 2000)", "NOT lent")
    filters.chips.nth(1).click()
    total = library.get("books/search", filter="NOT lent AND tags = sad", total="exact")["total"]
    expect(page.summary).to_have_text(f"{total:,} results")


READ = """async (texts) => {
  const { Choices } = await import('./choices.js');
  return texts.map((text) => new Choices(text).text);
}"""


def test_filters_mean_the_same_once_they_are_read_and_written(library, visit):
    texts = [
        "kind = play", "kind IN [play, 'poem'] AND year >= 1900 AND year <= 1950", "year 1900 TO 1950", "year BETWEEN 1900 AND 1950",
        "kind = play OR kind = poem AND year > 1900", "NOT (kind = play) AND lent", "lent AND kind = play AND kind = poem",
        "tags = sad AND tags = new", "year >= 1900 AND year >= 1950", "year > 1900 and price < 50.5 and kind in (play)",
        "tags EXISTS AND added IS NULL", "shelf BEGINS WITH 'shelf 1' AND kind == \"play\"", "kind <> play AND year != 1900",
        "added IS NULL AND lent", "(kind = play OR added IS NULL) AND lent", "tags IN (sad, new) OR tags IS NULL", "NOT added IS NULL",
        "(tags = sad OR tags IS NULL) AND tags = new", "lent AND (added >= '2015-03-01T00:00:00Z' OR added is null)",
        "(year 1900 TO 1950 OR year IS NULL)", "(tags IS NULL OR tags = sad)", "added IS NULL AND added IS NULL",
    ]
    written = visit(library.url).tab.evaluate(READ, texts)
    for text, other in zip(texts, written):
        totals = [library.get("books/search", filter=filter, total="exact")["total"] for filter in (text, other)]
        assert totals[0] == totals[1], (text, other)


WRITE = """async (values) => {
  const { Choices } = await import('./choices.js');
  const texts = values.map((value) => new Choices().with('country', value).text);
  return texts.map((text) => [text, ...new Choices(text).values('country')]);
}"""


def test_odd_values_are_written_as_the_server_reads_them(serve, visit):
    server = serve("--demo")
    dice = random.Random(54)
    signs = ["'", '"', "`", "\\", "(", ")", "[", ",", "=", "<", "!", " ", "a", "ü", "北", "-", "'' ", "\\'", "AND"]
    values = {"AND", "not", "TRUE", "O'Brien", "a\\b", "x, y", "[z]", "=", "1e5"}
    values |= {"x" + "".join(dice.choices(signs, k=dice.randint(1, 6))) + "x" for _ in range(30)}
    for number, value in enumerate(sorted(values)):
        server.put("cities", number + 1, {"title": f"Odd {number}", "fields": {"country": value}})
    for value, (text, *read) in zip(sorted(values), visit(server.url).tab.evaluate(WRITE, sorted(values))):
        assert read == [value], text
        assert server.get("cities/search", filter=text, total="exact")["total"] == 1, text


@pytest.mark.parametrize("query", ["filter=kind+%3D", "filter=colour+%3D+red", "filter=year+%3D+blue", "sort=colour", "scope=nowhere"])
def test_a_bad_address_is_said_in_words_with_a_way_out(library, visit, query):
    page = visit(library.url, "?" + query)
    page.has_settled("error")
    notice = page.element.locator("[data-name=notice]")
    expect(notice).to_contain_text("The filters or the order do not fit this list. Clear them to go on.")
    expect(notice.get_by_role("button", name="Try again")).to_be_hidden()
    expect(page.element.get_by_role("status")).to_contain_text("Clear them to go on.")
    has_no_violation(page, query)
    notice.get_by_role("button", name="Clear filters").click()
    expect(page.summary).to_have_text("3,000 entries")
    has_address(page, list="books")
    expect(page.field).to_be_focused()


def test_filters_that_nothing_meets_are_offered_to_go(library, visit):
    page = visit(library.url, "?filter=year+%3E%3D+2021&q=rain")
    page.has_settled("nothing")
    notice = page.element.locator("[data-name=notice]")
    expect(notice).to_contain_text("Check the spelling, or remove a filter.")
    page.field.fill("")
    expect(notice.get_by_role("heading")).to_have_text("No results")
    notice.get_by_role("button", name="Clear filters").click()
    expect(page.summary).to_have_text("3,000 entries")


def test_a_key_that_is_bound_to_a_filter_counts_nothing_outside(serve, chromium, tmp_path):
    made = subprocess.run(
        [program("riffle-serve"), "--make-key", "page", "--filter", "country = Sweden"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "keys.json").write_text(json.dumps({"keys": [json.loads(made[made.index("{"):])]}))
    server = serve("--demo", "--keys", tmp_path / "keys.json")
    context = new_context(chromium, server.url)
    page = Page(context.new_page(), server.url)
    page.tab.goto(server.url + "?filter=country+%3D+Japan")
    field = page.tab.get_by_label("This server needs a key.")
    field.fill(made.split("\n")[1])
    field.press("Enter")
    page.has_settled("nothing")
    page.element.locator("[data-name=notice]").get_by_role("button", name="Clear filters").click()
    page.has_settled()
    filters = Filters(page).open("country")
    reply = httpx.get(f"{server.url}v1/lists/cities", headers={"Authorization": f"Bearer {made.split(chr(10))[1]}"})
    assert filters.counts() == [["Sweden", reply.json()["count"]]]
    context.close()


# MARK: Keys and words


def test_all_of_it_works_by_keys(demo, visit):
    page = visit(demo.url)
    filters = Filters(page)
    keys = page.tab.keyboard
    expect(filters.button("country")).to_be_visible()
    keys.press("Tab")
    expect(filters.button("country")).to_be_focused()
    keys.press("Enter")
    expect(filters.find).to_be_focused()
    expect(filters.button("country")).to_have_attribute("aria-expanded", "true")
    keys.type("japan")
    expect(filters.boxes).to_have_count(1)
    keys.press("ArrowDown")
    expect(filters.boxes.first).to_be_focused()
    keys.press("Space")
    filters.says("Country: Japan")
    expect(filters.boxes.first).to_be_focused()
    keys.press("ArrowUp")
    expect(filters.find).to_be_focused()
    keys.press("Control+A")
    keys.press("Delete")
    expect(filters.panel.locator(".about")).to_contain_text("50 of")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("Space")
    expect(filters.chips).to_have_count(2)
    keys.press("End")
    expect(filters.boxes.last).to_be_focused()
    keys.press("Home")
    expect(filters.boxes.first).to_be_focused()
    keys.press("Escape")
    expect(filters.panel).to_be_hidden()
    expect(filters.button("country")).to_be_focused()
    # Whoever tabs on leaves the panel behind.
    keys.press("Enter")
    expect(filters.find).to_be_focused()
    for _ in range(4):
        keys.press("Tab")
    expect(filters.panel).to_be_hidden()
    expect(filters.button("population")).to_be_focused()
    # Escape in the panel leaves the text of the field.
    assert page.field.input_value() == ""


def test_counts_of_results_are_said(demo, visit):
    page = visit(demo.url)
    filters = Filters(page).open("country")
    filters.find.fill("iceland")
    expect(filters.panel.get_by_role("status")).to_have_text(re.compile(r"^\d values?$"))
    filters.value("Iceland").click()
    total = len(titles_of(demo, "cities", filter="country = Iceland"))
    expect(page.element.locator("[data-name=live]")).to_have_text(f"{total} results" if total != 1 else "1 result")


def test_it_speaks_german(demo, visit):
    page = visit(demo.url, "?lang=de&filter=country+%3D+Sweden+AND+population+%3E%3D+100000")
    filters = Filters(page)
    filters.says("Land: Sweden", "Einwohner: ab 100.000")
    expect(filters.chips.first).to_have_accessible_name("\u2068Land\u2069: \u2068Sweden\u2069 entfernen")
    expect(filters.order.get_by_role("option").nth(4)).to_have_text("Einwohner, absteigend")
    filters.button("country").click()
    count = demo.get("cities/search", filter="country = Sweden AND population >= 100000", total="exact")["total"]
    expect(filters.boxes.first).to_have_accessible_name(f"\u2068Sweden\u2069, {count} Ergebnisse")
    expect(filters.panel.get_by_role("button", name=f"{count} Ergebnisse zeigen")).to_be_visible()
    expect(filters.find).to_have_attribute("placeholder", "In Land suchen")


# MARK: Looks

TARGETS = """() => {
  const { shadowRoot } = document.querySelector('riffle-search');
  const all = [...shadowRoot.querySelectorAll('.filters button, .filters input, select')].filter((node) => node.checkVisibility());
  return all.map((node) => (node.type === 'checkbox' ? node.parentElement : node)).map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return [node.outerHTML.slice(0, 80), width, height];
  });
}"""


def is_in_view(filters):
    box = filters.panel.bounding_box()
    size = filters.page.tab.viewport_size
    assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("size, scheme", [("wide", "light"), ("wide", "dark"), ("narrow", "light"), ("narrowest", "dark")])
def test_panels_and_chips_are_accessible_and_fit(library, visit, size, scheme):
    page = visit(library.url, "?filter=kind+IN+(play,+poem)+AND+tags+%3D+sad+AND+year+%3E%3D+1850", size=size, scheme=scheme)
    page.has_settled()
    filters = Filters(page)
    for name in (None, "kind", "shelf", "year", "added"):
        if name:
            filters.open(name)
            is_in_view(filters)
        page.has_settled()
        has_no_violation(page, name)
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= page.tab.viewport_size["width"]
        for target, width, height in page.tab.evaluate(TARGETS):
            assert width >= 24 and height >= 24, (name, target)
        page.shot(f"filters-{name or 'chips'}-{size}-{scheme}")


@pytest.mark.parametrize("tag", ["en", "de", "fr", "ar", "ja"])
def test_nothing_is_cut_at_320_pixels(demo, visit, tag):
    page = visit(demo.url, f"?lang={tag}&filter=country+%3D+Sweden+AND+population+%3E%3D+100000", size="narrowest")
    page.has_settled()
    filters = Filters(page)
    expect(filters.chips).to_have_count(2)
    for name in (None, "country", "population"):
        if name:
            filters.button(name).click()
            expect(filters.panel.locator(".values[aria-busy=false], .range")).to_be_visible()
            is_in_view(filters)
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= 320
        assert page.tab.evaluate(CUT) == [], (tag, name)
        page.shot(f"320-{tag}-filter-{name or 'chips'}")


def test_forced_colours_tell_what_is_chosen(demo, visit):
    page = visit(demo.url, "?filter=country+%3D+Sweden", forced_colors="active")
    page.has_settled()
    filters = Filters(page).open("country")
    color = "(node) => getComputedStyle(node).borderTopColor"
    assert filters.button("country").evaluate(color) != filters.button("population").evaluate(color)
    assert filters.chips.first.evaluate("chip => getComputedStyle(chip).borderTopStyle") == "solid"
    page.shot("filters-forced-colors")


def test_from_right_to_left_the_panel_begins_at_the_right(demo, visit):
    page = visit(demo.url, "?lang=ar")
    page.has_settled()
    filters = Filters(page)
    filters.button("population").click()
    expect(filters.panel).to_be_visible()
    button, panel = filters.button("population").bounding_box(), filters.panel.bounding_box()
    assert abs(button["x"] + button["width"] - panel["x"] - panel["width"]) < 2
    page.shot("filters-rtl")
