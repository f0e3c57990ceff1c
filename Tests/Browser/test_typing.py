"""What somebody types, and what shows of it."""

import pytest
from playwright.sync_api import expect


def test_the_whole_list_shows_at_first(demo, visit):
    page = visit(demo.url)
    rows = demo.get("cities/rows", limit=5)
    page.shows(*[row["title"] for row in rows["rows"]])
    expect(page.summary).to_have_text(f"{rows['count']:,} entries")
    expect(page.field).to_be_focused()


@pytest.mark.parametrize("typed", ["gotebrg", "sao pualo", "nyc", "北京", "new yrok"])
def test_each_keystroke_shows_what_the_server_finds(demo, visit, typed):
    page = visit(demo.url)
    for end in range(1, len(typed) + 1):
        page.field.press_sequentially(typed[end - 1])
        answer = demo.get("cities/search", q=typed[:end], limit=3, total="exact")
        page.shows(*[hit["title"] for hit in answer["hits"]])
        noun = "result" if answer["total"] == 1 else "results"
        expect(page.summary).to_have_text(f"{answer['total']:,} {noun}")


def test_what_matches_is_marked(demo, visit):
    page = visit(demo.url, "?q=stockholm")
    hit = demo.get("cities/search", q="stockholm", limit=1)["hits"][0]
    [[start, end]] = hit["highlights"]["title"]
    expect(page.row(0).locator("mark")).to_have_text(hit["title"][start:end])


def test_the_words_that_a_row_is_found_by_show_only_if_they_should(demo, visit):
    page = visit(demo.url, "?q=gotebrg")
    hit = demo.get("cities/search", q="gotebrg", limit=1, include="searchText")["hits"][0]
    page.shows(hit["title"])
    # The demo draws its rows itself.
    page.element.evaluate("element => element.replaceChildren()")
    expect(page.row(0).locator(".more")).to_have_text("")
    page.tab.evaluate("document.querySelector('riffle-search').setAttribute('show', 'searchText')")
    [[start, end]] = hit["highlights"]["searchText"]
    expect(page.row(0).locator(".more mark")).to_have_text(hit["searchText"][start:end])


def test_a_question_without_hits_says_so_and_how_to_go_on(demo, visit):
    page = visit(demo.url, "?q=zzzzqqqq")
    page.has_settled("nothing")
    expect(page.tab.get_by_role("heading", name="No results for “\u2068zzzzqqqq\u2069”")).to_be_visible()
    page.field.press("Escape")
    expect(page.summary).to_have_text("8,129 entries")
    expect(page.field).to_have_value("")


def test_the_address_has_the_question(demo, visit):
    page = visit(demo.url)
    page.field.press_sequentially("oslo")
    page.tab.wait_for_url("**/?q=oslo")
    expect(page.tab).to_have_title("oslo – cities – Riffle")
    page.tab.reload()
    page.shows("Oslo, Norway")


def test_a_scope_is_searched_alone(demo, visit):
    page = visit(demo.url, "?q=san")
    page.tab.get_by_label("Part of the list").select_option("japan")
    answer = demo.get("cities/search", q="san", scope="japan", limit=3, total="exact")
    page.shows(*[hit["title"] for hit in answer["hits"]])
    expect(page.summary).to_have_text(f"{answer['total']} results")


def test_titles_are_text_whatever_they_look_like(serve, visit, tmp_path):
    from conftest import make_store

    hostile = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    path = make_store(tmp_path / "texts.db", [(1, hostile, "</option><b>bold</b>"), (2, "&amp; plain", "x")])
    server = serve(f"texts={path}")
    page = visit(server.url, "?q=script")
    page.shows(hostile)
    page.tab.evaluate("document.querySelector('riffle-search').setAttribute('show', 'searchText')")
    expect(page.row(0).locator(".more")).to_have_text("</option><b>bold</b>")
    page.field.press("Enter")
    expect(page.details.get_by_role("heading", level=2)).to_have_text(hostile)
    expect(page.details).to_contain_text("</option><b>bold</b>")
    assert page.tab.locator("img, b:has-text('bold')").count() == 0


def test_why_a_row_is_there_is_told_to_developers(demo, visit):
    page = visit(demo.url, "?q=gotebrg&developer")
    page.row(0).click()
    hit = demo.get("cities/search", q="gotebrg", limit=1, explain="true")["hits"][0]
    table = page.details.get_by_role("table")
    for reason in hit["explanation"]["reasons"]:
        expect(table).to_contain_text(reason["text"])
    expect(table.get_by_role("row").last).to_contain_text(f"{round(hit['cost'], 2):g}")
    expect(page.details).to_contain_text(str(hit["id"]))
