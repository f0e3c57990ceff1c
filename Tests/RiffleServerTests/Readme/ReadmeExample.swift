#if Service
  import RiffleClient

  // The code of README.md about the service, in its order; ReadmeTests holds the two equal.

  func readmeExample(of url: String, print: (Any...) -> Void) async throws {
    let client = RiffleClient(url)  // "http://127.0.0.1:8080"
    try await client.withLiveSearch(in: "cities") { field in
      try await field.type("gotebrg", revision: 1)
      for try await case .page(let page) in field.events {
        print(page.hits.map(\.title))
        break
      }
    }
  }
#endif
