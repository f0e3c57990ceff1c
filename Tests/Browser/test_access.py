"""The page for those who read from right to left, see little, have other colours, or large fingers."""

import pytest
from playwright.sync_api import expect

from conftest import make_store

OVERRIDE = "annual\u202etxt.exe"

# Everything that can be pressed, in the element and around it.
TARGETS = """() => {
  const all = [];
  const look = (root) => {
    for (const node of root.querySelectorAll('*')) {
      if (node.matches('button, select, input, a[href], summary, [role=slider], [role=option]')) all.push(node);
      if (node.shadowRoot) look(node.shadowRoot);
    }
  };
  look(document);
  return all.filter((node) => node.checkVisibility()).map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return [node.outerHTML.slice(0, 80), width, height];
  });
}"""

# Elements whose text is wider or higher than they are.
CUT = """() => {
  const cut = [];
  const look = (root) => {
    for (const node of root.querySelectorAll('*')) {
      if (node.shadowRoot) look(node.shadowRoot);
      const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim());
      const hides = getComputedStyle(node).overflow !== 'visible' && !node.classList.contains('live');
      if (!hasText || !node.checkVisibility()) continue;
      const { left, right } = node.getBoundingClientRect();
      if (left < -0.5 || right > innerWidth + 0.5) cut.push(`beyond the edge: ${node.textContent}`);
      if (hides && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)) cut.push(`cut: ${node.textContent}`);
    }
  };
  look(document);
  return cut;
}"""


def states(page):
    """The states of the page, one after the other."""
    yield "list"
    page.field.fill("san fran")
    page.shows("San Francisco, United States")
    yield "hits"
    page.field.press("Enter")
    expect(page.element.locator("[data-name=details]")).to_be_visible()
    page.has_settled()
    yield "details"
    page.field.press("Escape")
    page.field.fill("stockqzxwvk")
    page.has_settled("nothing")
    expect(page.element.locator(".suggestions button").first).to_be_visible()
    yield "nothing"


@pytest.mark.parametrize("size", ["wide", "narrow", "narrowest"])
def test_everything_is_large_enough_to_be_pressed(demo, visit, size):
    page = visit(demo.url, size=size)
    for state in states(page):
        for target, width, height in page.tab.evaluate(TARGETS):
            assert width >= 24 and height >= 24, (state, target)


@pytest.mark.parametrize("tag", ["en", "de", "fr", "ar", "ja"])
def test_no_text_is_cut_at_320_pixels(demo, visit, tag):
    page = visit(demo.url, f"?lang={tag}", size="narrowest")
    page.field = page.element.locator("input")
    for state in states(page):
        assert page.tab.evaluate("document.documentElement.scrollWidth") <= 320, state
        assert page.tab.evaluate(CUT) == [], state
        page.shot(f"320-{tag}-{state}")


@pytest.fixture
def texts(serve, tmp_path):
    rows = [(1, OVERRIDE, "x"), (2, "שלום Abc (1)", "x"), (3, "Plain (draft)", "x"), (4, "bell\u0007 and nothing", "x")]
    return serve(f"texts={make_store(tmp_path / 'texts.db', rows)}")


def test_a_title_cannot_pretend_to_be_another(texts, visit):
    page = visit(texts.url, "?q=annual")
    shown = "annual\ufffdtxt.exe"
    page.shows(shown)
    expect(page.element.get_by_role("status")).to_have_text(f"1 result. First: \u2068{shown}\u2069")
    page.row(0).click()
    expect(page.details.get_by_role("heading", level=2)).to_have_text(shown)
    page.field.fill(f"zzzz{OVERRIDE[6]}qqqq")
    page.has_settled("nothing")
    expect(page.tab.get_by_role("heading", name="No results for “\u2068zzzz\ufffdqqqq\u2069”")).to_be_visible()
    page.field.fill("bell")
    page.shows("bell\ufffd and nothing")


def test_words_of_one_direction_stay_whole_in_the_other(texts, visit):
    page = visit(texts.url, "?lang=ar")
    titles = {page.title(position).text_content(): page.title(position) for position in range(4)}
    for text, direction in {"Plain (draft)": "ltr", "שלום Abc (1)": "rtl"}.items():
        assert titles[text].evaluate("title => getComputedStyle(title).unicodeBidi") in ("plaintext", "isolate")
        assert titles[text].evaluate("title => title.matches(':dir(rtl)') ? 'rtl' : 'ltr'") == direction
    # All titles begin at one edge.
    edges = [title.evaluate("title => getComputedStyle(title).textAlign") for title in titles.values()]
    assert set(edges) == {"right"}
    assert page.summary.evaluate("summary => getComputedStyle(summary).direction") == "rtl"
    page.element.locator("input").fill("zzz (1)")
    page.has_settled("nothing")
    expect(page.element.locator(".notice h2")).to_have_text("لا نتائج عن «\u2068zzz (1)\u2069»")


def test_forced_colours_still_tell_what_matches_and_which_row_is_active(demo, visit):
    page = visit(demo.url, "?q=stockholm", forced_colors="active")
    page.shows("Stockholm, Sweden")
    # Two buttons have the orders where there are no fields to sort by.
    page.element.evaluate("element => element.removeAttribute('sorts')")
    style = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
    row = page.row(0)
    mark = row.locator("mark").first
    assert mark.evaluate(style, "background-color") != row.evaluate(style, "background-color")
    assert row.evaluate(style, "outline-style") == "solid"
    pressed, other = [page.tab.get_by_role("button", name=name) for name in ("Best match", "List order")]
    assert pressed.evaluate(style, "background-color") != other.evaluate(style, "background-color")
    page.field.fill("")
    expect(page.summary).to_have_text("8,129 entries")
    current = page.strip.locator(".current bdi")
    assert current.evaluate(style, "background-color") != page.strip.locator("[data-bucket=Q] bdi").evaluate(style, "background-color")
    page.shot("forced-colors")


def test_focus_shows_wherever_keys_go(demo, visit):
    page = visit(demo.url, "?q=stockholm")
    page.shows("Stockholm, Sweden")
    seen = set()
    for _ in range(9):
        page.tab.keyboard.press("Tab")
        name, style = page.tab.evaluate("""() => {
          let node = document.activeElement;
          while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
          const { outlineStyle, outlineWidth } = getComputedStyle(node);
          return [node.getAttribute('aria-label') ?? node.textContent.trim(), `${outlineStyle} ${outlineWidth}`];
        }""")
        # After the last one, the page itself.
        if name in seen or not name or name.startswith("Riffle"):
            break
        seen.add(name)
        if not name.startswith("Search"):
            assert style == "solid 2px", name
    assert len(seen) >= 4
