"""Rows as those who embed the list want them."""

import subprocess
import urllib.parse

import pytest
from playwright.sync_api import expect

from conftest import program, until

SCRIPTS = "javascript:document.title='run'"
ITEMS = [
    {"id": 1, "title": "Göteborg, Sweden", "searchText": "Gothenburg",
     "payload": {"name": "Göteborg", "people": 587549, "founded": "1621-06-04", "page": "https://example.org/göteborg",
                 "tags": ["port", "tram"], "picture": "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"}},
    {"id": "a b/c", "title": "Götene, Sweden", "payload": {"name": "Götene", "page": SCRIPTS, "picture": SCRIPTS}},
]


@pytest.fixture
def towns(serve, tmp_path):
    path = tmp_path / "towns.db"
    subprocess.run([program("riffle-store"), "create", path], check=True, capture_output=True)
    server = serve(f"towns={path}")
    for item in ITEMS:
        id = urllib.parse.quote(str(item["id"]), safe="")
        server.put("towns", id, {name: value for name, value in item.items() if name != "id"})
    return server


def draw(page, html, **attributes):
    page.element.evaluate(
        """(element, [html, attributes]) => {
             for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
             element.innerHTML = html;
           }""", [html, attributes])


def test_a_template_shows_marked_titles_payloads_and_pictures(towns, visit):
    page = visit(towns.url, "?q=göteb")
    draw(page, """<template><img src="{payload.picture}" alt=""><b part="name">{payload.name}</b>
      <small title="{id}: {payload.name}">{payload.people:number} people, {payload.tags}</small>
      <i data-if="payload.none">{payload.none}</i></template>""")
    row = page.row(0)
    expect(row.locator("small")).to_have_text("587,549 people, port, tram")
    expect(row.locator("small")).to_have_attribute("title", "1: Göteborg")
    expect(row.locator("b mark")).to_have_text("Göteb")
    expect(row.locator("i")).to_be_hidden()
    assert row.locator("img").get_attribute("src").startswith("data:image/svg+xml")
    # Parts are styled from outside.
    page.element.evaluate("""element => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('riffle-search::part(name) { letter-spacing: 3px }');
      document.adoptedStyleSheets = [sheet];
    }""")
    assert row.locator("b").evaluate("name => getComputedStyle(name).letterSpacing") == "3px"


def test_nothing_of_a_payload_runs(towns, visit):
    page = visit(towns.url, "?q=götene")
    draw(page, """<template><a href="{payload.page}">{payload.page}</a><img src="{payload.picture}" onerror="{payload.page}"
      style="color: {payload.page}"><b>{title}</b></template>""", link="{payload.page}")
    row = page.row(0)
    expect(row.locator("a")).to_have_text(SCRIPTS)
    assert row.locator("a").get_attribute("href") is None
    assert row.get_attribute("href") is None
    for name in ("src", "onerror", "style"):
        assert row.locator("img").get_attribute(name) is None
    expect(row.locator("img")).to_be_hidden()
    # The policy of the page complains of the template itself.
    assert all("Content Security" in complaint for complaint in page.complaints)
    page.complaints.clear()


def test_attributes_name_picture_second_line_and_link(towns, visit):
    page = visit(towns.url, "?q=göt")
    draw(page, "", show="payload.people:number, searchText, payload.founded:date", image="{payload.picture}", link="/towns/{id}")
    more = page.row(0).locator(".more")
    page.field.fill("göteb")
    expect(more.locator("bdi")).to_have_text(["587,549", "Gothenburg", "Jun 4, 1621"])
    expect(page.row(0).locator("img")).to_have_attribute("src", ITEMS[0]["payload"]["picture"])
    expect(page.row(0)).to_have_attribute("href", f"{towns.url}towns/1")
    with page.tab.expect_request("**/towns/1"):
        page.field.press("Enter")
    page.tab.go_back()
    page.has_settled()
    page.field.fill("götene")
    page.shows("Götene, Sweden")
    draw(page, "", link="/towns/{id}")
    expect(page.row(0)).to_have_attribute("href", f"{towns.url}towns/a%20b%2Fc")


def test_a_picture_that_cannot_be_had_leaves_its_place(towns, visit):
    towns.put("towns", 2, {"title": "Götlunda", "payload": {"picture": f"{towns.url}nothing.png"}})
    page = visit(towns.url, "?q=göt")
    draw(page, "", image="{payload.picture}")
    page.field.fill("götlunda")
    page.shows("Götlunda")
    picture = page.row(0).locator("img")
    expect(picture).to_have_css("visibility", "hidden")
    width = picture.evaluate("picture => picture.getBoundingClientRect().width")
    page.field.fill("göteborg")
    page.shows("Göteborg, Sweden")
    expect(picture).to_have_css("visibility", "visible")
    assert picture.evaluate("picture => picture.getBoundingClientRect().width") == width


def test_a_chosen_row_brings_its_payload(towns, visit):
    page = visit(towns.url, "?q=götebo")
    page.shows("Göteborg, Sweden")
    page.element.evaluate("""element => element.addEventListener('riffle-choose', (event) => {
      event.preventDefault();
      window.chosen = event.detail;
    })""")
    page.field.press("Enter")
    chosen = until(lambda: page.tab.evaluate("window.chosen ?? null"))
    assert chosen["payload"] == ITEMS[0]["payload"]
    assert chosen["title"] == "Göteborg, Sweden" and "searchText" not in chosen
    expect(page.details).to_be_hidden()


def test_a_renderer_draws_rows_and_one_that_fails_leaves_titles(towns, visit):
    page = visit(towns.url, "?q=göteb")
    page.element.evaluate("""element => {
      element.setAttribute('include', 'payload');
      element.renderRow = (hit, { highlighted, text }) => {
        const strong = document.createElement('strong');
        strong.append(highlighted('title'), ` (${text('payload.people:number')})`);
        return strong;
      };
    }""")
    expect(page.row(0).locator("strong")).to_have_text("Göteborg, Sweden (587,549)")
    expect(page.row(0).locator("strong mark")).to_have_text("Göteb")
    page.element.evaluate("element => { element.renderRow = () => { throw new Error('as expected') } }")
    expect(page.row(0)).to_have_text("Göteborg, Sweden")
    assert set(page.complaints) == {"as expected"}
    page.complaints.clear()
    page.element.evaluate("element => { element.renderRow = null }")
    page.shows("Göteborg, Sweden")


def test_details_show_what_rows_show_and_the_payload(towns, visit):
    page = visit(towns.url, "?q=gothenb")
    draw(page, "", show="searchText")
    page.element.evaluate("element => { element.messages = { fields: { 'payload.people': 'Inhabitants' } } }")
    page.row(0).click()
    expect(page.details.get_by_role("term")).to_have_text(["Also known as", "name", "Inhabitants", "founded", "page", "picture"])
    expect(page.details.get_by_role("definition").first.locator("mark")).to_have_text("Gothenb")


def test_slots_hold_what_is_of_the_site(towns, visit):
    page = visit(towns.url)
    draw(page, '<p slot="top">above</p><p slot="nothing">Write to us</p><p slot="bottom">below</p>')
    expect(page.tab.get_by_text("above")).to_be_visible()
    expect(page.tab.get_by_text("below")).to_be_visible()
    expect(page.tab.get_by_text("Write to us")).to_be_hidden()
    page.field.fill("zzzzqqqq")
    expect(page.tab.get_by_text("Write to us")).to_be_visible()


def test_links_open_in_another_tab(towns, visit):
    page = visit(towns.url, "?q=göteb")
    draw(page, "", link="/towns/{id}")
    expect(page.row(0)).to_have_attribute("href", f"{towns.url}towns/1")
    with page.tab.context.expect_page() as opened:
        page.row(0).click(modifiers=["ControlOrMeta"])
    opened.value.close()
    expect(page.details).to_be_hidden()
    assert page.tab.url.startswith(towns.url + "?q=")


def test_the_demo_shows_how_many_live_in_its_cities(demo, visit):
    page = visit(demo.url, "?q=stockholm")
    hit = demo.get("cities/search", q="stockholm", limit=1, include="payload")["hits"][0]
    population = hit["payload"]["population"]
    assert population > 500_000
    expect(page.row(0).locator("[part=number]")).to_have_text(f"{population:,}")
    page.row(0).click()
    expect(page.details.get_by_role("term")).to_have_text(["Population", "Country", "Kind"])
    expect(page.details.get_by_role("definition")).to_have_text([f"{population:,}", "Sweden", "capital"])


@pytest.mark.parametrize("typed, first", [("london", "London, United Kingdom"), ("san fran", "San Francisco, United States")])
def test_the_demo_has_large_cities_before_their_namesakes(demo, visit, typed, first):
    visit(demo.url, f"?q={typed}").shows(first)
