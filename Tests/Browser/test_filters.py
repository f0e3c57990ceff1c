"""Filters by fields: values with counts, ranges, chips, and orders."""

import re

import pytest
from playwright.sync_api import expect

from conftest import until
from filtering import KINDS, Filters, demo_order, has_address, library, titles_of


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


def test_a_value_of_many_words_is_counted_and_searched(serve, visit):
    server = serve("--demo")
    long = " ".join(f"word{number}" for number in range(40))
    server.put("cities", 1, {"title": "Nowhere", "fields": {"country": long}})
    page = visit(server.url)
    filters = Filters(page).open("country")
    filters.find.fill(long)
    expect(filters.boxes.first).to_have_accessible_name(f"\u2068{long}\u2069, 1 result")
    filters.boxes.first.check()
    expect(page.summary).to_have_text("1 result")
    filters.find.fill("")
    expect(filters.boxes.first).to_have_accessible_name(f"\u2068{long}\u2069, 1 result")
    expect(filters.boxes.first).to_be_checked()


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


def test_items_without_a_value_are_a_choice_of_their_own(library, visit):
    page = visit(library.url)
    filters = Filters(page).open("added")
    missing = library.get("books/search", filter="added IS NULL", total="exact")["total"]
    box = filters.panel.get_by_role("checkbox", name=f"No value, {missing} results")
    box.click()
    filters.says("added: No value")
    expect(page.summary).to_have_text(f"{missing} results")
    # Beside a range, it is an alternative.
    filters.panel.get_by_label("Minimum").fill("2015-03-01")
    filters.panel.get_by_label("Minimum").press("Enter")
    filters.says("added: from Mar 1, 2015", "added: No value")
    total = library.get("books/search", filter="added >= 2015-03-01T00:00:00Z OR added IS NULL", total="exact")["total"]
    expect(page.summary).to_have_text(f"{total:,} results")
    page.tab.reload()
    filters.says("added: from Mar 1, 2015", "added: No value")
    filters.open("added")
    expect(box).to_be_checked()
    box.click()
    filters.says("added: from Mar 1, 2015")
    # So it is beside values, with a chip of its own.
    filters.open("tags")
    filters.value("sad").click()
    filters.panel.get_by_role("checkbox", name="No value").click()
    filters.says("added: from Mar 1, 2015", "tags: sad", "tags: No value")
    filter = "added >= 2015-03-01T00:00:00Z AND (tags = sad OR tags IS NULL)"
    total = library.get("books/search", filter=filter, total="exact")["total"]
    expect(page.summary).to_have_text(f"{total:,} results")
    # Fields that all items have do not offer it.
    filters.open("year")
    expect(filters.panel.get_by_role("checkbox")).to_have_count(0)


@pytest.mark.parametrize("name", ["year", "price", "added"])
def test_bars_show_how_often_values_occur(library, visit, name):
    page = visit(library.url)
    filters = Filters(page).open(name)
    bars = filters.panel.locator(".bars span")
    expect(bars.first).to_be_visible()
    counted = library.get("books/search", limit=0, facets=name)["facets"][0]
    assert 10 <= bars.count() <= 30
    titles = bars.evaluate_all("bars => bars.filter((bar) => bar.title).map((bar) => bar.title)")
    counts = [int(re.search(r"([\d,]+) results?$", title).group(1).replace(",", "")) for title in titles]
    assert sum(counts) == 3000 - counted["missingCount"]
    picture = filters.panel.get_by_role("img")
    expect(picture).to_have_accessible_name(f"Most often {titles[counts.index(max(counts))].replace(', ' + str(max(counts)), ': ' + str(max(counts)))}")
    # A range leaves the bars outside of it paler.
    middle = {"year": "1910", "price": "50", "added": "2017-01-01"}[name]
    filters.panel.get_by_label("Minimum").fill(middle)
    filters.panel.get_by_label("Minimum").press("Enter")
    expect(filters.chips).to_have_count(1)
    until(lambda: 0 < filters.panel.locator(".bars .out").count() < bars.count())
    assert bars.first.evaluate("bar => bar.classList.contains('out')") and not bars.last.evaluate("bar => bar.classList.contains('out')")


# MARK: Orders


def test_the_list_is_sorted_by_each_field_up_and_down(demo, visit):
    page = visit(demo.url)
    filters = Filters(page)
    expect(filters.order.get_by_role("option")).to_have_text([
        "List order", "Country, A to Z", "Country, Z to A", "Population, lowest first", "Population, highest first",
        "Kind, A to Z", "Kind, Z to A"])
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
    # The rows that are drawn are those of before until the page has had an event.
    until(lambda: 100 < page.first_in_view() < 8129)
    page.has_settled()
    first = page.first_in_view()
    hit = demo.get("cities/search", sort="-population", offset=first, limit=1)["hits"][0]
    expect(page.title(first)).to_have_text(hit["title"])


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
    # Of equal rows, the best match comes first.
    change("sorts", "country relevance")
    page.field.fill("san")
    filters.order.select_option("Country, Z to A")
    has_address(page, q="san", sort="-country,relevance")
    page.shows(*[hit["title"] for hit in demo.get("cities/search", q="san", sort="-country,relevance", limit=5)["hits"]])
    change("sorts", "population")
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
