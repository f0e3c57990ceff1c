"""Lists that change, servers that end, answers that are late."""

import random
import threading
import time

from playwright.sync_api import expect

from conftest import ROOT, make_store, until
from slow_proxy import SlowProxy


def cities(path):
    lines = (ROOT / "Corpora/samples/cities.tsv").read_text().splitlines()[:2000]
    return make_store(path, [line.split("\t")[:3] for line in lines])


def test_a_write_shows_where_somebody_looks(serve, visit, tmp_path):
    server = serve(f"cities={cities(tmp_path / 'cities.db')}")
    page = visit(server.url, "?q=zwrzlbrg")
    page.has_settled("nothing")
    server.put("cities", 1, {"title": "Zwrzlbrg"})
    page.shows("Zwrzlbrg")
    expect(page.summary).to_have_text("1 result")


def test_rows_stay_where_they_are_when_others_come_before_them(serve, visit, tmp_path):
    server = serve(f"cities={cities(tmp_path / 'cities.db')}")
    page = visit(server.url)
    expect(page.summary).to_have_text("2,000 entries")
    page.viewport.evaluate("list => { list.scrollTop = 20_000 }")
    until(lambda: 100 < page.first_in_view() < 2000)
    first = server.get("cities/rows", offset=page.first_in_view() + 2, limit=1)["rows"][0]["title"]
    row = page.rows.filter(has_text=first).first
    expect(row).to_be_in_viewport()
    before = row.bounding_box()["y"]
    for number in range(5):
        server.put("cities", number, {"title": f"Aaa {number}"})
    expect(page.summary).to_have_text("2,005 entries")
    page.has_settled()
    assert abs(row.bounding_box()["y"] - before) <= 1


def test_writes_all_the_while_leave_the_page_at_ease(serve, visit, tmp_path):
    server = serve(f"cities={cities(tmp_path / 'cities.db')}")
    page = visit(server.url)
    is_done = threading.Event()

    def write():
        number = 0
        while not is_done.is_set():
            number += 1
            server.put("cities", number % 100, {"title": f"Mxmx {number}"})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for text in ["san", "oslo", "par"]:
            page.field.fill(text)
            page.shows(server.get("cities/search", q=text, limit=1)["hits"][0]["title"])
    finally:
        is_done.set()
        writer.join()


def test_the_page_recovers_when_the_server_is_killed_and_comes_back(serve, visit, tmp_path):
    server = serve(f"cities={cities(tmp_path / 'cities.db')}")
    page = visit(server.url, "?q=pari")
    titles = [hit["title"] for hit in server.get("cities/search", q="pari", limit=5)["hits"]]
    page.shows(*titles)
    server.kill()
    expect(page.element).to_have_attribute("data-state", "lost")
    expect(page.tab.get_by_role("button", name="Try now")).to_be_visible()
    # What has been found stays, and what is typed meanwhile is answered afterwards.
    page.shows(*titles)
    page.shot("lost")
    page.field.fill("zwrzlbrg")
    server.start()
    expect(page.element).to_have_attribute("data-state", "open")
    page.has_settled("nothing")
    server.put("cities", 1, {"title": "Zwrzlbrg"})
    page.shows("Zwrzlbrg")
    expect(page.tab.get_by_role("button", name="Try now")).to_be_hidden()


def test_a_query_that_is_given_up_says_so_and_can_be_tried_again(serve, visit, tmp_path):
    server = serve(f"cities={cities(tmp_path / 'cities.db')}", "--limits-query-work", "1000")
    page = visit(server.url)
    page.field.fill("sn frncsco grnd")
    page.has_settled("error")
    expect(page.tab.get_by_role("heading", name="That did not work")).to_be_visible()
    expect(page.tab.get_by_role("button", name="Try again")).to_be_visible()
    page.field.fill("")
    expect(page.summary).to_have_text("2,000 entries")


def test_a_server_with_small_windows_is_asked_for_small_ones(serve, visit, tmp_path):
    server = serve(f"cities={cities(tmp_path / 'cities.db')}", "--limits-window", "12")
    page = visit(server.url)
    page.has_settled()
    page.field.press("End")
    page.has_settled()
    expect(page.title(1999)).to_have_text(server.get("cities/rows", offset=1999, limit=1)["rows"][0]["title"])


# Notes at each change of the first row what stands in the field at that moment.
NOTE = """element => {
  window.notes = [];
  const root = element.shadowRoot;
  const note = () => {
    const title = root.querySelector('#row-0 .title')?.textContent;
    const last = window.notes.at(-1);
    if (title && last?.[1] !== title) window.notes.push([root.querySelector('input').value, title]);
  };
  new MutationObserver(note).observe(root.querySelector('[data-name=rows]'), {subtree: true, childList: true, characterData: true});
}"""


def test_answers_that_are_late_never_show(demo, visit):
    seed = random.randrange(1 << 30)
    with SlowProxy(demo.port, seed) as proxy:
        page = visit(proxy.url)
        page.has_settled()
        page.element.evaluate(NOTE)
        dice = random.Random(seed)
        words = ["gotebrg", "san francisco", "nyc", "paris", "new yrok", "berlin"]
        for word in words:
            page.field.fill("")
            for letter in word:
                page.tab.keyboard.type(letter)
                # Faster than the proxy, slower than it, as it comes.
                time.sleep(dice.choice([0, 0.01, 0.05, 0.2]))
            expect(page.title(0)).to_have_text(demo.get("cities/search", q=word, limit=1)["hits"][0]["title"])
        notes = page.tab.evaluate("window.notes")
        assert len(notes) >= len(words), f"seed {seed}"
        firsts = {}
        for q, title in notes:
            if q not in firsts:
                path = "search" if q.strip() else "rows"
                answer = demo.get(f"cities/{path}", **({"q": q} if q.strip() else {}), limit=1)
                firsts[q] = (answer.get("hits") or answer.get("rows"))[0]["title"]
            assert title == firsts[q], f"“{q}” showed what was for another text; seed {seed}"
