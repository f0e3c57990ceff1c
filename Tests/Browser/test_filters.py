"""Filters by fields: values with counts, ranges, chips, orders, and all of it in the address."""

import json
import random
import re
import subprocess
import urllib.parse

import httpx
import pytest
from playwright.sync_api import expect

from conftest import Page, Server, make_store, new_context, program, until
from test_access import CUT
from test_looks import has_no_violation

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


# MARK: Values


def test_choosing_a_value_narrows_the_list_and_adds_a_chip(demo, visit):
    page = visit(demo.url)
    filters = Filters(page).open("country")
    filters.find.fill("sweden")
    expect(filters.boxes).to_have_count(1)
    filters.boxes.check()
    titles = titles_of(demo, "cities", filter="country = Sweden")
    expect(page.summary).to_have_text(f"{len(titles)} results")
    page.shows(*demo_order(demo, "country = Sweden")[:5])
    filters.says("Country: Sweden")
    expect(filters.button("country")).to_have_accessible_name("Country, 1 chosen")
    page.tab.keyboard.press("Escape")
    expect(filters.panel).to_be_hidden()
    # What is typed searches within it.
    page.field.fill("o")
    expect(page.summary).to_have_text(f"{demo.get('cities/search', q='o', filter='country = Sweden', total='exact')['total']} results")


def demo_order(server, filter):
    return [row["title"] for row in server.get("cities/rows", limit=500, filter=filter)["rows"]]


def test_counts_equal_counting_the_items(demo, visit):
    page = visit(demo.url, "?q=san&filter=country+%3D+Brazil+AND+population+%3E%3D+100000")
    filters = Filters(page).open("country")
    filters.panel.get_by_role("button", name="Show more").click()
    expect(filters.panel.locator(".about")).to_have_text(re.compile(r"^\d+ values$"))
    counts = filters.counts()
    found = titles_of(demo, "cities", q="san", filter="population >= 100000")
    counted = {}
    for title in found:
        country = title.rsplit(", ", 1)[1]
        counted[country] = counted.get(country, 0) + 1
    assert dict(counts) == counted
    # What is chosen stands first, then the most frequent.
    assert counts[0][0] == "Brazil"
    assert [count for _, count in counts[1:]] == sorted((count for _, count in counts[1:]), reverse=True)
    expect(filters.boxes.first).to_be_checked()
    expect(filters.boxes.first).to_have_accessible_name(f"\u2068Brazil\u2069, {counted['Brazil']} results")


def test_counts_of_a_field_do_not_depend_on_its_own_choice(library, visit):
    page = visit(library.url)
    filters = Filters(page).open("kind")
    before = filters.counts()
    assert dict(before) == {kind: library.get("books/search", filter=f"kind = {kind}", total="exact")["total"] for kind in KINDS}
    for kind in ("play", "poem"):
        filters.value(kind).click()
    total = dict(before)["play"] + dict(before)["poem"]
    expect(page.summary).to_have_text(f"{total:,} results")
    assert filters.counts() == before
    filters.says("kind: play", "kind: poem")
    # Those of other fields do.
    filters.open("lent")
    counts = dict(filters.counts())
    assert sum(counts.values()) == total
    expect(filters.boxes).to_have_count(2)
    expect(filters.panel.locator(".value bdi")).to_have_text(["no", "yes"] if counts["false"] >= counts["true"] else ["yes", "no"])


def test_several_values_of_an_item_are_counted_each(library, visit):
    page = visit(library.url)
    filters = Filters(page).open("tags")
    for tag, count in filters.counts():
        assert count == library.get("books/search", filter=f"tags = {tag}", total="exact")["total"]


def test_a_chip_that_is_pressed_goes_with_its_filter(library, visit):
    page = visit(library.url, "?filter=kind+IN+(play,+poem)+AND+lent+%3D+true")
    filters = Filters(page)
    filters.says("kind: play", "kind: poem", "lent: yes")
    filters.chips.nth(1).click()
    filters.says("kind: play", "lent: yes")
    total = library.get("books/search", filter="kind = play AND lent", total="exact")["total"]
    expect(page.summary).to_have_text(f"{total:,} results")
    # The focus is on the next one, and keys remove it.
    expect(filters.chips.nth(1)).to_be_focused()
    page.tab.keyboard.press("Delete")
    filters.says("kind: play")
    expect(filters.chips.first).to_be_focused()
    page.tab.keyboard.press("Enter")
    expect(filters.chips).to_have_count(0)
    expect(page.summary).to_have_text("3,000 entries")
    expect(filters.button("kind")).to_be_focused()


def test_all_filters_go_at_once(library, visit):
    page = visit(library.url, "?filter=kind+IN+(play,+poem)+AND+year+%3E%3D+1900")
    page.element.get_by_role("button", name="Clear filters").click()
    expect(page.summary).to_have_text("3,000 entries")
    has_address(page, list="books")


def test_a_thousand_values_are_searched_as_titles_are(library, visit):
    page = visit(library.url)
    filters = Filters(page).open("shelf")
    expect(filters.panel.locator(".about")).to_have_text("50 of 1,500 values")
    expect(filters.find).to_be_focused()
    filters.find.fill("shlf 1234")
    expect(filters.boxes.first).to_have_accessible_name("\u2068shelf 1234\u2069, 2 results")
    filters.value("shelf 1234").click()
    filters.says("shelf: shelf 1234")
    filters.find.fill("zzzzqqqq")
    expect(filters.panel.locator(".about")).to_have_text("0 values")
    # Without a search, it stands first with its count, though fifty others are as frequent.
    filters.find.fill("")
    expect(filters.boxes.first).to_have_accessible_name("\u2068shelf 1234\u2069, 2 results")
    expect(filters.boxes.first).to_be_checked()
    filters.panel.get_by_role("button", name="Show more").click()
    expect(filters.panel.locator(".about")).to_have_text("200 of 1,500 values")
    expect(filters.panel).to_be_visible()


def test_counts_follow_edits(serve, visit):
    server = serve("--demo")
    page = visit(server.url)
    filters = Filters(page).open("country")
    filters.find.fill("sweden")
    expect(filters.boxes).to_have_count(1)
    before = dict(filters.counts())["Sweden"]
    server.put("cities", 1, {"title": "Götene, Sweden", "fields": {"country": "Sweden"}})
    expect(filters.value("Sweden").locator(".count")).to_have_text(str(before + 1))
    filters.boxes.check()
    expect(page.summary).to_have_text(f"{before + 1} results")
    server.put("cities", 2, {"title": "Skara, Sweden", "fields": {"country": "Sweden"}})
    expect(page.summary).to_have_text(f"{before + 2} results")
    expect(filters.value("Sweden").locator(".count")).to_have_text(str(before + 2))
    # Also where rows were asked for last by themselves.
    page.tab.keyboard.press("Escape")
    filters.chips.first.click()
    page.viewport.evaluate("list => list.scrollTo(0, 5000)")
    page.has_settled()
    filters.open("country")
    counts = dict(filters.counts())
    top = max(counts, key=counts.get)
    page.viewport.evaluate("list => list.scrollTo(0, 50000)")
    page.has_settled()
    server.put("cities", 3, {"title": f"Nowhere, {top}", "fields": {"country": top}})
    expect(filters.value(top).locator(".count")).to_have_text(str(counts[top] + 1))


def test_a_server_that_counts_fewer_values_is_asked_for_fewer(serve, visit):
    server = serve("--demo", "--limits-window", "40")
    page = visit(server.url)
    filters = Filters(page).open("country")
    expect(filters.boxes).to_have_count(25)
    expect(page.element).to_have_attribute("data-phase", "idle")


# MARK: Ranges


def test_numbers_have_a_minimum_and_a_maximum(library, visit):
    page = visit(library.url)
    filters = Filters(page).open("year")
    years = library.get("books/search", limit=0, facets="year")["facets"][0]
    expect(filters.panel.locator(".about")).to_have_text(f"{years['least']:,} to {years['greatest']:,}")
    minimum, maximum = filters.panel.get_by_label("Minimum"), filters.panel.get_by_label("Maximum")
    minimum.fill("1900")
    minimum.press("Enter")
    filters.says("year: 1,900 or more")
    maximum.fill("1950")
    maximum.press("Enter")
    filters.says("year: 1,900 to 1,950")
    total = library.get("books/search", filter="year BETWEEN 1900 AND 1950", total="exact")["total"]
    expect(page.summary).to_have_text(f"{total:,} results")
    minimum.fill("1960")
    minimum.press("Enter")
    expect(filters.panel.get_by_role("alert")).to_have_text("The minimum is greater than the maximum.")
    expect(minimum).to_have_attribute("aria-invalid", "true")
    filters.says("year: 1,900 to 1,950")
    minimum.fill("")
    minimum.press("Enter")
    filters.says("year: 1,950 or less")
    filters.panel.get_by_role("button", name="Clear year").click()
    expect(filters.chips).to_have_count(0)
    expect(maximum).to_have_value("")
    filters.open("price")
    minimum.fill("50.5")
    minimum.press("Enter")
    filters.says("price: 50.5 or more")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_times_are_chosen_by_days_of_the_reader(library, visit, zone):
    page = visit(library.url, timezone_id=zone)
    filters = Filters(page).open("added")
    filters.panel.get_by_label("Minimum").fill("2015-03-01")
    filters.panel.get_by_label("Maximum").fill("2015-03-31")
    filters.panel.get_by_label("Maximum").press("Enter")
    filters.says("added: Mar 1, 2015 to Mar 31, 2015")
    # All of the list is of noon in Greenwich, the same day in both zones.
    filter = "added BETWEEN 2015-03-01T00:00:00Z AND 2015-03-31T23:59:59Z"
    total = library.get("books/search", filter=filter, total="exact")["total"]
    expect(page.summary).to_have_text(f"{total} results")
    page.tab.reload()
    filters.says("added: Mar 1, 2015 to Mar 31, 2015")
    filters.open("added")
    expect(filters.panel.get_by_label("Maximum")).to_have_value("2015-03-31")


# MARK: Orders


def test_the_list_is_sorted_by_each_field_up_and_down(demo, visit):
    page = visit(demo.url)
    filters = Filters(page)
    expect(filters.order.get_by_role("option")).to_have_text([
        "List order", "Country, A to Z", "Country, Z to A", "Population, lowest first", "Population, highest first"])
    filters.order.select_option("Population, highest first")
    page.shows(*[hit["title"] for hit in demo.get("cities/search", sort="-population", limit=5)["hits"]])
    has_address(page, sort="-population")
    # It stays while somebody types.
    page.field.fill("san")
    page.shows(*[hit["title"] for hit in demo.get("cities/search", q="san", sort="-population", limit=5)["hits"]])
    filters.order.select_option("Best match")
    page.shows(*[hit["title"] for hit in demo.get("cities/search", q="san", limit=5)["hits"]])
    filters.order.select_option("List order")
    page.shows(*[hit["title"] for hit in demo.get("cities/search", q="san", order="list", limit=5)["hits"]])
    has_address(page, q="san", order="list")
    # All rows of it are there, far from the top, too.
    page.field.fill("")
    filters.order.select_option("Population, highest first")
    page.has_settled()
    page.viewport.evaluate("list => list.scrollTo(0, 100000)")
    page.has_settled()
    first = page.first_in_view()
    hit = demo.get("cities/search", sort="-population", offset=first, limit=1)["hits"][0]
    expect(page.title(first)).to_have_text(hit["title"])


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
    expect(filters.order.get_by_role("option").last).to_have_text("Einwohner, absteigend")
    filters.button("country").click()
    count = demo.get("cities/search", filter="country = Sweden AND population >= 100000", total="exact")["total"]
    expect(filters.boxes.first).to_have_accessible_name(f"\u2068Sweden\u2069, {count} Ergebnisse")
    expect(filters.panel.get_by_role("button", name=f"{count} Ergebnisse zeigen")).to_be_visible()
    expect(filters.find).to_have_attribute("placeholder", "In Land suchen")


# MARK: The element


def test_the_element_offers_only_the_fields_that_it_is_given(demo, visit):
    page = visit(demo.url)
    filters = Filters(page)
    expect(filters.button("country")).to_be_visible()
    change = lambda name, value: page.element.evaluate(
        "(element, [name, value]) => value === null ? element.removeAttribute(name) : element.setAttribute(name, value)", [name, value])
    change("filters", None)
    change("sorts", None)
    expect(page.element.locator("[data-name=filters]")).to_be_hidden()
    expect(filters.order).to_be_hidden()
    change("filters", "population nonsense")
    expect(page.element.locator(".field-button")).to_have_text(["Population"])
    change("sorts", "population")
    expect(filters.order.get_by_role("option")).to_have_count(3)
    # What is chosen from elsewhere can be undone.
    page.element.evaluate("element => { element.state = { q: 'san', filter: 'country = Chile', sort: '-country' } }")
    filters.says("Country: Chile")
    expect(filters.order.locator("option:checked")).to_have_text("-country")
    assert page.element.evaluate("element => element.state") == {
        "q": "san", "filter": "country = Chile", "sort": "-country", "order": "", "scope": ""}


SCRIPT = """async (url) => {
  const { RiffleList } = await import(url + 'riffle.js');
  const list = new RiffleList(url + 'v1/lists/books');
  const sort = [{ field: 'year', order: 'descending' }, 'kind'];
  const facets = ['lent', { field: 'kind', ignoresOwnFilter: true, limit: 2 }];
  const options = { filter: 'kind = play', sort, facets, include: 'fields', limit: 3 };
  const out = { fields: (await list.describe()).fields, one: await list.search('rain', options) };
  out.both = await list.searchAll([{ q: 'rain', ...options, include: 'fields' }]);
  const live = list.live(options);
  const page = new Promise((resolve) => live.addEventListener('page', ({ detail }) => resolve(detail), { once: true }));
  live.ask('rain');
  out.page = await page;
  live.stop();
  return out;
}"""


def test_scripts_filter_count_and_sort(library, visit):
    out = visit(library.url).tab.evaluate(SCRIPT, library.url)
    assert {field["name"] for field in out["fields"]} == {"kind", "tags", "year", "price", "added", "lent", "shelf"}
    for answer in (out["one"], out["both"][0], out["page"]):
        years = [hit["fields"]["year"] for hit in answer["hits"]]
        assert len(years) == 3 and years == sorted(years, reverse=True)
        assert {hit["fields"]["kind"] for hit in answer["hits"]} == {"play"}
        assert [counts["field"] for counts in answer["facets"]] == ["lent", "kind"]
        assert len(answer["facets"][1]["values"]) == 2
        assert sum(value["count"] for value in answer["facets"][0]["values"]) == answer["total"]


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
