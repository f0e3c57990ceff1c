"""The scripts without the element: `riffle.js`."""

import re

from conftest import ROOT

FOLDER = ROOT / "Sources/RiffleServer/Page"

USE = """async (url) => {
  const { RiffleList, Problem } = await import(url + 'riffle.js');
  const list = new RiffleList(url + 'v1/lists/cities');
  const answer = await list.search('gotebrg', { limit: 1, include: ['searchText', 'payload'] });
  const [hit] = answer.hits;
  const out = { description: await list.describe(), hit, item: await list.item(hit.id) };
  out.rows = await list.rows({ offset: 10, limit: 2 });
  out.jumplist = await list.jumplist({ q: 'san' });
  out.both = await list.searchAll([{ q: 'oslo', limit: 1 }, { q: 'nyc', limit: 1 }]);
  out.reason = await list.explain(hit.id, 'gotebrg');
  out.problem = await list.search('x', { scope: 'nowhere' }).catch((problem) => [problem instanceof Problem, problem.kind]);
  await list.put('riffle.js', { title: 'Zwrzlbrg' });
  await list.patch('riffle.js', { weight: 7 });
  out.written = await list.item('riffle.js');

  const live = list.live({ limit: 2, include: ['weight'], jumplist: true });
  const next = (name) => new Promise((resolve) => live.addEventListener(name, ({ detail }) => resolve(detail), { once: true }));
  let page = next('page');
  for (const q of ['z', 'zw', 'zwrzlbrg']) live.ask(q);
  out.page = await page;
  out.buckets = await next('jumplist');
  page = next('page');
  await list.delete('riffle.js');
  out.after = await page;
  page = next('page');
  live.ask('');
  await page;
  page = next('page');
  live.show(5, 1);
  out.window = await page;
  live.stop();
  out.state = live.state;
  return out;
}"""


def test_lists_are_searched_read_written_and_followed(serve, visit):
    server = serve("--demo")
    page = visit(server.url)
    out = page.tab.evaluate(USE, server.url)
    assert out["description"]["name"] == "cities"
    assert out["hit"]["title"] == "Gothenburg, Sweden" and "Göteborg" in out["hit"]["searchText"]
    assert out["item"]["id"] == out["hit"]["id"]
    assert [row["title"] for row in out["rows"]["rows"]] == [
        row["title"] for row in server.get("cities/rows", offset=10, limit=2)["rows"]]
    assert out["jumplist"]["entries"] == server.get("cities/jumplist", q="san")["entries"]
    assert [answer["hits"][0]["title"] for answer in out["both"]] == ["Oslo, Norway", "New York City, United States"]
    assert out["reason"]["explanation"]["reasons"]
    assert out["problem"] == [True, "invalid-parameter"]
    assert (out["written"]["title"], out["written"]["weight"]) == ("Zwrzlbrg", 7)
    # Only the newest question is answered, and again when the list changes.
    assert (out["page"]["q"], out["page"]["hits"][0]["weight"]) == ("zwrzlbrg", 7)
    assert out["buckets"]["count"] == 1
    assert (out["after"]["q"], out["after"]["hits"]) == ("zwrzlbrg", [])
    assert (out["window"]["offset"], len(out["window"]["hits"])) == (5, 1)
    assert out["state"] == "stopped"


def test_types_name_all_that_there_is(demo, visit):
    types = (FOLDER / "riffle.d.ts").read_text()
    page = visit(demo.url)
    found = page.tab.evaluate("""async (url) => {
      const exported = await import(url);
      const members = (type) => Object.getOwnPropertyNames(type.prototype).filter((name) => name !== 'constructor');
      const live = new exported.RiffleList(new URL('v1/lists/cities', url)).live();
      live.stop();
      return { exported: Object.keys(exported), list: members(exported.RiffleList), live: members(live.constructor) };
    }""", demo.url + "riffle.js")
    declared = re.findall(r"^export (?:class|function) (\w+)", types, re.MULTILINE)
    assert sorted(declared) == sorted(found["exported"])
    for name, members in (("RiffleList", found["list"]), ("LiveSearch", found["live"])):
        body = re.search(rf"^export class {name} .*?^}}", types, re.MULTILINE | re.DOTALL).group()
        declared = {*re.findall(r"^  (?:readonly )?(\w+)[(:<]", body, re.MULTILINE)} - {"constructor", "addEventListener", "name"}
        assert declared == {*members}, name
