"""A list that is longer than any browser's page."""

import pytest
from playwright.sync_api import expect

from conftest import make_store, until

COUNT = 1_000_000


def rows_in_view(page):
    return page.viewport.evaluate(
        "list => [...list.querySelectorAll('.row:not(.missing)')].map((row) => [Number(row.dataset.position), row.querySelector('.title').textContent])")


def shows_the_truth(page, server, position):
    """Waits until rows around a position show, and holds them against the server."""
    until(lambda: any(place == position for place, _ in rows_in_view(page)))
    page.has_settled()
    shown = rows_in_view(page)
    start = shown[0][0]
    truth = server.get("many/rows", offset=start, limit=len(shown))["rows"]
    assert shown == [[start + index, row["title"]] for index, row in enumerate(truth)]


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_the_middle_of_a_million_rows_is_one_drag_away(million, visit, size):
    page = visit(million.url, size=size)
    expect(page.summary).to_have_text("1,000,000 entries")
    height = page.viewport.evaluate("list => list.scrollHeight")
    assert height <= 15_000_100
    page.viewport.evaluate("list => { list.scrollTop = (list.scrollHeight - list.clientHeight) / 2 }")
    until(lambda: abs(page.first_in_view() - COUNT / 2) < 100)
    shows_the_truth(page, million, page.first_in_view() + 3)


def test_the_wheel_moves_by_as_many_pixels_as_it_says(million, visit):
    page = visit(million.url)
    expect(page.summary).to_have_text("1,000,000 entries")
    page.viewport.evaluate("list => { list.scrollTop = 6_000_000 }")
    until(lambda: page.first_in_view() > 1000)
    page.has_settled()
    before = page.first_in_view()
    page.viewport.hover()
    for turn in range(1, 11):
        page.tab.mouse.wheel(0, 340)
        until(lambda: page.first_in_view() > before + 9 * turn)
    shows_the_truth(page, million, page.first_in_view() + 3)
    assert before + 90 < page.first_in_view() < before + 115


def test_every_end_is_reached(million, visit):
    page = visit(million.url)
    expect(page.summary).to_have_text("1,000,000 entries")
    page.field.press("End")
    shows_the_truth(page, million, COUNT - 1)
    expect(page.row(COUNT - 1)).to_be_in_viewport(ratio=0.9)
    for _ in range(30):
        page.field.press("ArrowUp")
    shows_the_truth(page, million, COUNT - 31)
    page.field.press("Home")
    shows_the_truth(page, million, 0)
    page.viewport.evaluate("list => { list.scrollTop = list.scrollHeight }")
    shows_the_truth(page, million, COUNT - 1)


def test_a_letter_is_one_tap_away_and_counts_what_shows(million, visit):
    page = visit(million.url)
    entries = {entry["label"]: entry for entry in million.get("many/jumplist")["entries"]}
    page.tab.mouse.click(*page.bucket("R"))
    until(lambda: page.first_in_view() == entries["R"]["start"])
    shows_the_truth(page, million, entries["R"]["start"])
    expect(page.element.locator(".heading.stuck")).to_have_text(f"R{entries['R']['count']:,}")


def test_a_letter_of_hits_puts_them_in_order(million, visit):
    page = visit(million.url, "?q=kalo")
    jumplist = million.get("many/jumplist", q="kalo")
    expect(page.summary).to_have_text(f"{jumplist['count']:,} results")
    entry = next(entry for entry in jumplist["entries"] if entry["label"] == "T")
    page.tab.mouse.click(*page.bucket("T"))
    first = million.get("many/search", q="kalo", order="list", offset=entry["start"], limit=1)["hits"][0]
    expect(page.title(entry["start"])).to_have_text(first["title"])
    until(lambda: page.first_in_view() == entry["start"])


def test_a_letter_without_rows_goes_to_the_nearest_before_it(demo, visit):
    page = visit(demo.url, "?q=san")
    entries = demo.get("cities/jumplist", q="san")["entries"]
    empty = next(entry for entry in entries if entry["kind"] == "letter" and entry["count"] == 0 and entry["start"] > 0)
    page.tab.mouse.click(*page.bucket(empty["label"]))
    first = demo.get("cities/search", q="san", order="list", offset=empty["target"], limit=1)["hits"][0]
    expect(page.title(empty["target"])).to_have_text(first["title"])
    until(lambda: page.first_in_view() == empty["target"])


def test_rows_that_are_far_away_are_not_kept(million, visit):
    page = visit(million.url)
    expect(page.summary).to_have_text("1,000,000 entries")
    for place in range(1, 60):
        page.viewport.evaluate(f"list => {{ list.scrollTop = {place} * 240_000 }}")
        page.tab.wait_for_function("() => document.querySelector('riffle-search').dataset.phase === 'idle'")
    assert page.rows.count() < 80


def test_sections_have_their_headers_and_are_jumped_to(serve, visit, tmp_path):
    names = ["Eastern States", "Northwest States", "Western States"]
    rows = [(number, f"Town {number:03}", "", names[number % 3]) for number in range(300)]
    path = make_store(tmp_path / "towns.db", rows, "--section", "4", "--order", "sections")
    server = serve(f"towns={path}")
    page = visit(server.url)
    expect(page.element.locator(".heading.stuck")).to_have_text("Eastern States100")
    page.shows("Town 000", "Town 003")
    page.tab.mouse.click(*page.bucket("Western States"))
    expect(page.row(200)).to_be_in_viewport()
    expect(page.element.locator(".heading.stuck")).to_have_text("Western States100")
    expect(page.title(200)).to_have_text("Town 002")
