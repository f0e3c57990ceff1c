"""What the page says, and in which language."""

import pytest
from playwright.sync_api import expect

from conftest import make_store

LANGUAGES = ["en", "de", "fr", "ar", "ja"]
FRUITS = {"kiwi": 1, "mango": 2, "plum": 3, "grape": 11, "berry": 1200}
SAID = {
    "en": ["1 result", "2 results", "3 results", "11 results", "1,200 results"],
    "de": ["1 Ergebnis", "2 Ergebnisse", "3 Ergebnisse", "11 Ergebnisse", "1.200 Ergebnisse"],
    "fr": ["1 résultat", "2 résultats", "3 résultats", "11 résultats", "1\u202f200 résultats"],
    "ar": ["نتيجة واحدة", "نتيجتان", "3 نتائج", "11 نتيجة", "1,200 نتيجة"],
    "ar-EG": ["نتيجة واحدة", "نتيجتان", "٣ نتائج", "١١ نتيجة", "١٬٢٠٠ نتيجة"],
    "ja": ["1件の結果", "2件の結果", "3件の結果", "11件の結果", "1,200件の結果"],
    # Words that there are none of are English.
    "tlh": ["1 result", "2 results", "3 results", "11 results", "1,200 results"],
}


@pytest.fixture
def fruits(serve, tmp_path):
    names = [f"{fruit} {number}" for fruit, count in FRUITS.items() for number in range(count)]
    return serve(f"fruits={make_store(tmp_path / 'fruits.db', [(id, name, '') for id, name in enumerate(names)])}")


def speak(page, tag):
    page.element.evaluate("(element, tag) => { element.lang = tag }", tag)


def test_results_are_counted_in_the_forms_of_each_language(fruits, visit):
    page = visit(fruits.url)
    for tag, said in SAID.items():
        speak(page, tag)
        for fruit, words in zip(FRUITS, said):
            page.field.fill(fruit)
            expect(page.summary).to_have_text(words)


def test_every_language_has_all_words_in_all_plural_forms(demo, visit):
    page = visit(demo.url)
    tables = page.tab.evaluate(
        """async (tags) => Object.fromEntries(await Promise.all(tags.map(async (tag) => [tag, {
             messages: (await import(tag === 'en' ? './messages.js' : `./messages.${tag}.js`)).default,
             forms: new Intl.PluralRules(tag).resolvedOptions().pluralCategories,
           }])))""", LANGUAGES)
    english = tables["en"]["messages"]
    names = set(english) - {"scopes", "lists"}
    for tag, table in tables.items():
        messages = table["messages"]
        assert set(messages) - {"scopes", "lists"} == names, tag
        for name in ("problems", "fields"):
            assert set(messages[name]) == set(english[name]), (tag, name)
        for name in ("entries", "results", "retrying", "values", "chosenCount"):
            assert set(messages[name]) == set(table["forms"]), (tag, name)


def test_the_page_speaks_as_its_reader_does(demo, visit):
    page = visit(demo.url, locale="de-DE")
    expect(page.summary).to_have_text("8.129 Einträge")
    expect(page.tab.get_by_role("combobox", name="cities durchsuchen")).to_be_visible()
    expect(page.tab.get_by_label("Teil der Liste")).to_be_visible()
    assert page.tab.evaluate("document.documentElement.lang") == "de-DE"
    page = visit(demo.url, "?lang=ar")
    expect(page.tab.get_by_role("listbox", name="النتائج")).to_be_visible()
    assert page.tab.evaluate("document.documentElement.dir") == "rtl"


def test_words_can_be_replaced_and_names_translated(demo, visit):
    page = visit(demo.url, "?q=oslo")
    page.element.evaluate(
        """element => { element.messages = {
             results: { one: 'one city', other: '{count} cities' }, scopes: { japan: 'Nippon' }, everything: 'The world' } }""")
    total = demo.get("cities/search", q="oslo", total="exact")["total"]
    expect(page.summary).to_have_text("one city" if total == 1 else f"{total} cities")
    scope = page.tab.get_by_label("Part of the list")
    expect(scope.get_by_role("option")).to_have_text(["The world", "brazil", "Nippon", "sweden"])


def test_costs_times_and_ids_are_for_developers(demo, visit):
    page = visit(demo.url, "?q=gotebrg")
    page.row(0).click()
    expect(page.details.get_by_role("heading", level=2)).to_have_text("Gothenburg, Sweden")
    expect(page.details.get_by_role("group")).to_be_visible()
    page.has_settled()
    expect(page.details.get_by_role("table")).to_have_count(0)
    expect(page.details).not_to_contain_text("2711537")
    expect(page.element.locator("[data-name=time]")).to_have_text("")
    page.details.get_by_role("button", name="Close details").click()
    page.element.evaluate("element => element.setAttribute('developer', '')")
    expect(page.element.locator("[data-name=time]")).to_contain_text("s")
    expect(page.summary).to_contain_text("of 8,129")
    page.row(0).click()
    expect(page.details.get_by_role("table")).to_be_visible()
    expect(page.details).to_contain_text("2711537")


def test_what_goes_wrong_is_said_in_words_for_people(serve, visit, tmp_path):
    path = make_store(tmp_path / "names.db", [(number, f"Name {number} of many", "") for number in range(2000)])
    server = serve(f"names={path}", "--limits-query-work", "1000")
    page = visit(server.url)
    page.field.fill("nm mny of 17")
    page.has_settled("error")
    notice = page.element.locator("[data-name=notice]")
    expect(notice).to_contain_text("That took too long. Try another wording.")
    expect(notice).not_to_contain_text("limit")
    speak(page, "fr")
    page.field.fill("mny nm of 18")
    expect(notice).to_contain_text("La recherche a pris trop de temps.")
