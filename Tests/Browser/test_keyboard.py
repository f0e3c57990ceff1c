"""All of it without a mouse."""

import re

from playwright.sync_api import expect

from conftest import until


def active(page):
    """The position of the active row, as screen readers are told."""
    name = page.field.get_attribute("aria-activedescendant")
    return int(name.removeprefix("row-")) if name else None


def test_arrows_pages_and_ends_move_in_the_list(demo, visit):
    page = visit(demo.url)
    keys = page.tab.keyboard
    assert active(page) is None
    keys.press("ArrowDown")
    assert active(page) == 0
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    assert active(page) == 1
    keys.press("PageDown")
    assert active(page) > 10
    keys.press("PageUp")
    assert active(page) == 1
    keys.press("End")
    assert active(page) == 8128
    last = demo.get("cities/rows", offset=8128, limit=1)["rows"][0]["title"]
    expect(page.title(8128)).to_have_text(last)
    expect(page.row(8128)).to_be_in_viewport()
    expect(page.row(8128)).to_have_attribute("aria-posinset", "8129")
    expect(page.row(8128)).to_have_attribute("aria-setsize", "8129")
    keys.press("Home")
    assert active(page) == 0
    expect(page.row(0)).to_be_in_viewport()


def test_home_and_end_belong_to_the_text_while_somebody_types(demo, visit):
    page = visit(demo.url, "?q=oslo")
    page.shows("Oslo, Norway")
    page.field.press("Home")
    page.field.press_sequentially("x")
    expect(page.field).to_have_value("xoslo")


def test_enter_opens_details_which_follow_and_escape_leaves_step_by_step(demo, visit):
    page = visit(demo.url, "?q=san")
    titles = [hit["title"] for hit in demo.get("cities/search", q="san", limit=2)["hits"]]
    page.shows(*titles)
    heading = page.details.get_by_role("heading", level=2)
    page.field.press("Enter")
    expect(heading).to_have_text(titles[0])
    page.field.press("ArrowDown")
    expect(heading).to_have_text(titles[1])
    page.field.press("Escape")
    expect(page.details).to_be_hidden()
    page.field.press("Escape")
    expect(page.field).to_have_value("")


def test_slash_reaches_the_field_from_anywhere(demo, visit):
    page = visit(demo.url)
    page.tab.get_by_role("link", name="API").focus()
    page.tab.keyboard.press("/")
    expect(page.field).to_be_focused()
    page.tab.keyboard.type("a/b")
    expect(page.field).to_have_value("a/b")


def test_the_letters_are_one_slider_for_keys(demo, visit):
    page = visit(demo.url)
    page.shows(demo.get("cities/rows", limit=1)["rows"][0]["title"])
    entries = demo.get("cities/jumplist")["entries"]
    page.strip.focus()
    page.tab.keyboard.press("ArrowDown")
    page.tab.keyboard.press("ArrowDown")
    entry = entries[2]
    expect(page.strip).to_have_attribute("aria-valuetext", f"\u2068{entry['label']}\u2069, {entry['count']:,} entries")
    expect(page.row(entry["start"])).to_be_in_viewport()
    until(lambda: page.first_in_view() == entry["start"])
    page.tab.keyboard.press("End")
    expect(page.row(entries[-1]["target"])).to_be_in_viewport()
    page.tab.keyboard.press("Home")
    expect(page.row(0)).to_be_in_viewport()


def test_what_shows_is_said(demo, visit):
    page = visit(demo.url)
    page.field.press_sequentially("oslo")
    status = page.element.get_by_role("status")
    total = demo.get("cities/search", q="oslo", total="exact")["total"]
    expect(status).to_have_text(re.compile(rf"^{total} results?\. First: \u2068Oslo, Norway\u2069$"))
