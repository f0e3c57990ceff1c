"""Where nothing is found, the page offers what helps."""

import re

from playwright.sync_api import expect


def offers(page):
    return page.element.locator(".suggestions").get_by_role("button")


def test_the_whole_list_is_offered_where_a_part_has_nothing(demo, visit):
    page = visit(demo.url)
    page.tab.get_by_label("Part of the list").select_option("japan")
    page.field.fill("stockholm")
    page.has_settled("nothing")
    total = demo.get("cities/search", q="stockholm", total="exact")["total"]
    offer = offers(page).filter(has_text="Search everywhere")
    expect(offer).to_have_text(f"Search everywhere ({total} result{'s' if total != 1 else ''})")
    offer.click()
    page.shows(demo.get("cities/search", q="stockholm", limit=1)["hits"][0]["title"])
    expect(page.tab.get_by_label("Part of the list")).to_have_value("")
    expect(page.field).to_be_focused()


def test_a_part_that_is_fixed_is_not_left(demo, visit):
    page = visit(demo.url)
    page.element.evaluate("element => element.setAttribute('scope', 'japan')")
    page.field.fill("stockholm")
    page.has_settled("nothing")
    page.tab.wait_for_timeout(800)
    expect(offers(page).filter(has_text="Search everywhere")).to_have_count(0)


def test_a_row_that_lacks_a_word_stays_and_says_so(demo, visit):
    page = visit(demo.url, "?q=stockholm+zzzzqqqq")
    page.shows("Stockholm, Sweden")
    expect(page.summary).to_have_text("1 result without some of the words")
    # Its jumplist has come, and is of rows with all words, of which there are none.
    expect(page.strip).to_be_hidden()
    page.shows("Stockholm, Sweden")
    expect(page.tab.get_by_role("button", name="List order")).to_be_hidden()


def test_the_word_that_stands_in_the_way_is_left_out(demo, visit):
    page = visit(demo.url, "?q=osl+xxkkjjww")
    page.has_settled("nothing")
    offer = offers(page).filter(has_text="Leave out").first
    expect(offer).to_have_text(re.compile(r"^Leave out “\u2068\w+\u2069” \([\d,]+\+? results?\)$"))
    offer.click()
    page.has_settled()
    page.shows("Oslo, Norway")


def test_the_nearest_titles_are_offered_and_said(demo, visit):
    page = visit(demo.url, "?q=stockqzxwvk")
    page.has_settled("nothing")
    expect(offers(page).first).to_be_visible()
    titles = [text.strip("\u2068\u2069") for text in offers(page).all_text_contents()]
    expect(page.element.get_by_role("status")).to_contain_text(f"You can try: \u2068{titles[0]}\u2069")
    page.field.press("Tab")
    for _ in range(8):
        if offers(page).first.evaluate("button => button.getRootNode().activeElement === button"):
            break
        page.tab.keyboard.press("Tab")
    page.tab.keyboard.press("Enter")
    page.shows(titles[0])


def test_offers_go_with_the_next_letter(demo, visit):
    page = visit(demo.url, "?q=stockqzxwvk")
    page.has_settled("nothing")
    expect(offers(page).first).to_be_visible()
    page.field.fill("oslo")
    page.shows("Oslo, Norway")
    expect(offers(page)).to_have_count(0)
