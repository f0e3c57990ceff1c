"""What can be seen, by everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

VIEWS = [(size, scheme) for size in ("wide", "narrow") for scheme in ("light", "dark")]


def has_no_violation(page, what):
    assert page.complaints == []
    results = Axe().run(page.tab)
    # The rules try styles of their own, which the policy of the page forbids.
    page.tab.evaluate("0")
    page.complaints.clear()
    assert results.violations_count == 0, f"{what}: {results.generate_report()}"


def fits(page):
    assert page.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    status = page.element.locator(".status")
    assert status.evaluate("status => status.scrollWidth <= status.clientWidth")


@pytest.mark.parametrize("size, scheme", VIEWS)
def test_every_state_is_accessible(demo, visit, size, scheme):
    page = visit(demo.url, "?developer", size=size, scheme=scheme)
    page.has_settled()
    states = {
        "list": lambda: None,
        "hits": lambda: page.field.fill("san"),
        "details": lambda: page.field.press("Enter"),
        "nothing": lambda: (page.field.press("Escape"), page.field.fill("zzzzqqqq")),
    }
    for name, enter in states.items():
        enter()
        page.has_settled("nothing" if name == "nothing" else "idle")
        if name == "details":
            expect(page.details.get_by_role("table")).to_be_visible()
        fits(page)
        has_no_violation(page, name)
        page.shot(f"{name}-{size}-{scheme}")


def test_dark_and_light_are_two(demo, visit):
    papers = [
        visit(demo.url, scheme=scheme).element.locator(".frame").evaluate("frame => getComputedStyle(frame).backgroundColor")
        for scheme in ("light", "dark")
    ]
    assert papers[0] != papers[1]


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_right_to_left_is_the_other_way_round(demo, visit, size):
    page = visit(demo.url, "?q=san", size=size)
    page.has_settled()
    page.tab.evaluate("document.documentElement.dir = 'rtl'")
    strip = page.strip.bounding_box()
    width = page.tab.viewport_size["width"]
    assert strip["x"] < width / 2
    row = page.row(0).bounding_box()
    assert row["x"] >= strip["x"] + strip["width"] - 1
    fits(page)
    has_no_violation(page, "right to left")
    page.shot(f"rtl-{size}")


def test_fingers_find_letters(demo, visit):
    page = visit(demo.url, size="narrow")
    page.has_settled()
    entry = next(entry for entry in demo.get("cities/jumplist")["entries"] if entry["label"] == "M")
    page.tab.touchscreen.tap(*page.bucket("M"))
    expect(page.row(entry["start"])).to_be_in_viewport()
    # A row that has not come yet cannot be chosen.
    expect(page.row(entry["start"] + 1)).to_contain_text("M")
    page.row(entry["start"] + 1).tap()
    expect(page.details).to_be_visible()
