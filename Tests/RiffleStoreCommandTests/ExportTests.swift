#if Store
  import Riffle
  import RiffleStore
  import RiffleTestSupport
  import Testing

  @Suite struct ExportTests {
    private static func item(_ number: Int, _ random: inout RandomText) -> StoreItem {
      let letters = Array("ab\t,\"\n\r\\é京\u{0}\u{1F600}{}[]:base64 1")
      func text(_ least: Int = 0) -> String {
        String((0..<random.number(below: 9) + least).map { _ in letters[random.number(below: letters.count)] })
      }
      var item = StoreItem(id: .integer(Int64(number) - 50), title: text(1))
      if random.oneIn(3) { item.id = .text(random.oneIn(2) ? "\(number)" : "\(text())#\(number)") }
      if random.oneIn(2) { (item.searchText, item.reading) = (text(), text()) }
      if random.oneIn(2) { item.weight = UInt16(random.number(below: 65_536)) }
      item.isSearchable = !random.oneIn(4)
      if random.oneIn(2) { item.section = text() }
      if random.oneIn(2) {
        item.position = [1, -3, 0.1, 1e300, .infinity, -.infinity, .leastNonzeroMagnitude][random.number(below: 7)]
      }
      switch random.number(below: 8) {
      case 0: item.payload = .json(text())
      case 1:
        item.payload = .json(
          ["1", "null", "true", "\"a\"", "{\"a\": [1, 2]}", " 1", "{\"a\":\n1}", "", "base64:AA=="][
            random.number(below: 9)])
      case 2: item.payload = .bytes((0..<random.number(below: 6)).map { _ in UInt8(random.number(below: 256)) })
      default: break
      }
      return item
    }

    /// Whatever is in a store comes back.
    @Test(arguments: ["--tsv", "--csv", "--jsonl"]) func whatIsExportedIsImportedAgain(_ format: String) throws {
      let seed = setting("RIFFLE_SEED").map(UInt64.init) ?? 1
      for seed in seed..<seed + 2 {
        var random = RandomText(seed: seed)
        var items = (0..<300).map { ExportTests.item($0, &random) }
        // Texts alone make a text of a number in CSV, which says nothing of that.
        if format == "--csv" {
          items = items.filter { if case .text(let text) = $0.id { Int64(text) == nil } else { true } }
        }
        let folder = try StoreFolder()
        let store = try ListStore(folder.path, settings: StoreSettings(arrangement: .sections))
        try store.write { $0.upsert(contentsOf: items) }
        try store.close()
        let kept = try folder.items()
        #expect(kept.count == items.count)

        let exported = try folder.done("export", "a.db", format)
        let name = "copy." + format.dropFirst(2)
        try folder.folder.write(exported.output, name)
        try folder.done("import", "b.db", name, "--order", "sections", "--batch", "37")
        let copied = try folder.items("b.db")
        for (copy, item) in zip(copied, kept) where copy != item {
          Issue.record("seed \(seed): \(copy) instead of \(item)")
        }
        #expect(copied.count == kept.count, "seed \(seed)")
        #expect(try folder.run("export", "b.db", format).output == exported.output, "seed \(seed)")
      }
    }

    @Test func itemsComeInListOrder() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", "--input", "csv", input: "id,title,weight\n2,b,1\n1,\"a\tx\",\nk,c,\n")
      #expect(
        try folder.done("export", "a.db").text == """
          "id"\t"title"\t"search_text"\t"reading"\t"weight"\t"searchable"\t"section"\t"position"\t"payload"
          2\tb\t\t\t1\t\t\t\t
          1\t"a\tx"\t\t\t\t\t\t\t
          k\tc\t\t\t\t\t\t\t

          """)
      #expect(
        try folder.done("export", "a.db", "--jsonl").text == """
          {"id":2,"title":"b","weight":1}
          {"id":1,"title":"a\\tx"}
          {"id":"k","title":"c"}

          """)
      // A program that filters reads the table too.
      let filtered = try folder.folder.run(
        script: "riffle-store export a.db > t.tsv; riffle c t.tsv --header --id id --format tsv")
      #expect(filtered.text == "k\tc\t0\t2\ttitle\n")
    }

    @Test func aReaderThatLeavesEndsTheProgramQuietly() throws {
      let folder = try StoreFolder()
      try folder.done("import", "a.db", sample("cities.tsv"), "--id", "1", "--title", "2")
      let outcome = try folder.folder.run(script: "riffle-store export a.db | head -n 1 | wc -l; echo ${PIPESTATUS[0]}")
      #expect(outcome.text == "1\n141\n" && outcome.error == "")
      let full = try folder.folder.run(script: "riffle-store export a.db > /dev/full")
      #expect(full.status == 2 && full.error == "riffle-store: (standard output): No space left on device\n")
    }

    @Test func payloadsAreShownAsTheyAre() throws {
      let folder = try StoreFolder()
      let lines = """
        {"id":1,"title":"one","section":"s","payload":{"a":[1,"x"]}}
        {"id":2,"title":"ones","payload":"no\\nJSON"}
        {"id":"3","title":"onesy","payload_base64":"AAH/"}

        """
      try folder.done("import", "a.db", "--input", "jsonl", input: lines)
      #expect(try folder.done("export", "a.db", "--jsonl").text == lines)
      let found = try folder.done("search", "a.db", "one", "--format", "json").lines
      #expect(found.count == 3)
      #expect(
        found[0].hasPrefix(#"{"id":1,"title":"one","position":0,"#)
          && found[0].hasSuffix(#","section":"s","payload":{"a":[1,"x"]}}"#))
      #expect(found[1].hasSuffix(#","payload":"no\nJSON"}"#))
      #expect(found[2].hasPrefix(#"{"id":"3","#) && found[2].hasSuffix(#","payload_base64":"AAH/"}"#))
    }
  }
#endif
