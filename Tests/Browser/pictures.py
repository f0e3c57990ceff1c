"""Makes the pictures of README.md: the picker on a terminal, drawn by the browser, and the page."""

import html

from conftest import ROOT, Server, program
from playwright.sync_api import expect, sync_playwright
from screen import Screen

CITIES = ROOT / "Corpora/samples/cities.tsv"
PICKER = ROOT / "Sources/RiffleCommand/RiffleCommand.docc/picker.png"
PAGE = ROOT / "Sources/RiffleServer/RiffleServer.docc/page.png"
COLORS = {
    "default": "#d8dee9", "black": "#3b4252", "red": "#e06c75", "green": "#98c379", "brown": "#e5c07b", "blue": "#61afef",
    "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d8dee9", "brightblack": "#6b7589",
}


def color(name, default):
    if name == "default":
        return default
    return COLORS.get(name) or COLORS.get(name.removeprefix("bright")) or f"#{name}"


def cells(screen):
    """The screen as HTML, one element a cell."""
    for row in range(screen.screen.lines):
        for column in range(screen.screen.columns):
            cell = screen.style(row, column)
            # A wide letter takes two cells, of which the second is empty.
            if not cell.data:
                continue
            is_wide = column + 1 < screen.screen.columns and not screen.style(row, column + 1).data
            front, back = color(cell.fg, COLORS["default"]), color(cell.bg, "#1e222a")
            if cell.reverse:
                front, back = back, front
            style = (
                f"color:{front};background:{back};font-weight:{'bold' if cell.bold else 'normal'};"
                f"display:inline-block;width:{2 if is_wide else 1}ch;overflow:hidden;vertical-align:bottom")
            yield f'<span style="{style}">{html.escape(cell.data)}</span>'
        yield "\n"


def picker(page):
    preview = f"grep -F {{}} '{CITIES}' | head -1 | cut -f 3 | tr , '\\n'"
    options = ["--query", "new yrk", "--title", "2", "--search-text", "3", "--weight", "4", "--preview", preview]
    screen = Screen([program("riffle"), *options, CITIES], rows=12, columns=84)
    screen.wait("2/8129").wait(lambda screen: "Efrog Newydd" in screen.text, "the preview")
    page.set_content(
        f'<pre style="font:15px/1.3 monospace;background:#1e222a;padding:14px;margin:0;width:max-content;border-radius:8px">'
        f'{"".join(cells(screen))}</pre>')
    page.locator("pre").screenshot(path=PICKER, omit_background=True)
    screen.type("\x1b")
    screen.end()


def result_page(page):
    server = Server("--demo")
    try:
        page.goto(server.url)
        page.get_by_role("combobox", name="Search cities").fill("san")
        page.get_by_role("button", name="Country").click()
        for country in ("Brazil", "Spain"):
            page.get_by_role("checkbox", name=country).check()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Remove")).to_have_count(2)
        expect(page.get_by_role("option", name="United States")).to_have_count(0)
        page.screenshot(path=PAGE)
    finally:
        server.stop()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 800, "height": 440})
    picker(page)
    result_page(page)
    browser.close()
