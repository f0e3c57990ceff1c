#if Service
  import CServerFiles
  import Crypto
  import NIOCore

  // Unsafe memory: the files are constants of the program.

  /// The files that are part of the program.
  package struct ServerFiles: Sendable {
    struct File: Sendable {
      let body: ByteBuffer
      let type: String
      let tag: String

      init(_ body: ByteBuffer, type: String) {
        (self.body, self.type) = (body, type)
        let digest = SHA256.hash(data: Array(body.readableBytesView)).prefix(12)
        tag = "W/\"\(APIKey.hexadecimal(Array(digest)))\""
      }
    }

    /// By their names in requests.
    let page: [String: File]
    let description: File

    package init() {
      var page: [String: File] = [:]
      var next = riffle_page_files()
      while let name = next.pointee.name {
        let name = String(cString: name)
        page[name] = File(ServerFiles.body(next.pointee), type: ServerFiles.type(name))
        next += 1
      }
      self.page = page
      description = File(ServerFiles.body(riffle_openapi_document()), type: "application/json")
    }

    private static func body(_ file: CServerFile) -> ByteBuffer {
      ByteBuffer(bytes: UnsafeBufferPointer(start: file.bytes, count: file.count))
    }

    private static func type(_ name: String) -> String {
      switch name.split(separator: ".").last {
      case "html"?: "text/html; charset=utf-8"
      case "js"?, "mjs"?: "text/javascript; charset=utf-8"
      case "css"?: "text/css; charset=utf-8"
      case "json"?, "webmanifest"?: "application/json"
      // Browsers would take it for a video; it is source text.
      case "ts"?: "text/plain; charset=utf-8"
      case "svg"?: "image/svg+xml"
      case "png"?: "image/png"
      case "ico"?: "image/x-icon"
      case "woff2"?: "font/woff2"
      default: "application/octet-stream"
      }
    }
  }
#endif
