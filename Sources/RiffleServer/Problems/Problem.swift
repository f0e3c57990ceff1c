#if Service
  package import HTTPTypes
  package import Hummingbird
  package import Logging
  import NIOCore
  import Riffle
  package import RiffleInput
  package import RiffleStore

  /// A fault of a request, or of the server, as a problem document (RFC 9457).
  package struct Problem: Error, Sendable {
    package let kind: Kind
    /// The fault, and how to correct it.
    package let detail: String
    /// The parameter, header or body member at fault.
    package var parameter: String?
    /// In seconds.
    package var retryAfter: Int?
    var allowedMethods: String?
    /// The cause, for the log only.
    package var cause: String?

    /// The name is the last part of the problem's type, which clients can rely on.
    package enum Kind: String, Sendable {
      case invalidParameter = "invalid-parameter"
      case invalidBody = "invalid-body"
      case invalidRequest = "invalid-request"
      case headerTooLarge = "header-too-large"
      case unauthorized, forbidden
      case unknownPath = "unknown-path"
      case unknownList = "unknown-list"
      case unknownItem = "unknown-item"
      case unknownSession = "unknown-session"
      case methodNotAllowed = "method-not-allowed"
      case conflict
      case snapshotGone = "snapshot-gone"
      case changesGone = "changes-gone"
      case positionGone = "position-gone"
      case notCaughtUp = "not-caught-up"
      case noNode = "no-node"
      case preconditionFailed = "precondition-failed"
      case bodyTooLarge = "body-too-large"
      case answerTooLarge = "answer-too-large"
      case unsupportedMediaType = "unsupported-media-type"
      case tooManyRequests = "too-many-requests"
      case queryGivenUp = "query-given-up"
      case busy
      case storeFailed = "store-failed"
      case internalError = "internal-error"

      var title: String {
        switch self {
        case .invalidParameter: "A parameter is wrong"
        case .invalidBody: "The body cannot be read"
        case .invalidRequest: "The request is malformed"
        case .headerTooLarge: "The header fields are too large"
        case .unauthorized: "A key is needed"
        case .forbidden: "The key may not do that"
        case .unknownPath: "There is nothing here"
        case .unknownList: "There is no such list"
        case .unknownItem: "There is no such item"
        case .unknownSession: "There is no such session"
        case .methodNotAllowed: "The method is not one of this path"
        case .conflict: "The list cannot be written so"
        case .snapshotGone: "The snapshot is gone"
        case .changesGone: "The changes are gone"
        case .positionGone: "The position is gone"
        case .notCaughtUp: "The list is not there yet"
        case .noNode: "No node answers"
        case .preconditionFailed: "A precondition failed"
        case .bodyTooLarge: "The body is too large"
        case .answerTooLarge: "The answer would be too large"
        case .unsupportedMediaType: "The body is of another type"
        case .tooManyRequests: "Too many requests"
        case .queryGivenUp: "The query was given up"
        case .busy: "Too much is waiting"
        case .storeFailed: "The store failed"
        case .internalError: "The server failed"
        }
      }

      package var status: HTTPResponse.Status {
        switch self {
        case .invalidParameter, .invalidBody, .invalidRequest, .answerTooLarge: .badRequest
        case .headerTooLarge: .requestHeaderFieldsTooLarge
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .unknownPath, .unknownList, .unknownItem, .unknownSession: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .conflict: .conflict
        case .snapshotGone, .changesGone, .positionGone: .gone
        case .preconditionFailed: .preconditionFailed
        case .bodyTooLarge: .contentTooLarge
        case .unsupportedMediaType: .unsupportedMediaType
        case .tooManyRequests: .tooManyRequests
        case .queryGivenUp, .busy, .storeFailed, .notCaughtUp, .noNode: .serviceUnavailable
        case .internalError: .internalServerError
        }
      }
    }

    package init(
      _ kind: Kind, _ detail: String, parameter: String? = nil, retryAfter: Int? = nil, allowedMethods: String? = nil
    ) {
      (self.kind, self.detail, self.parameter) = (kind, detail, parameter)
      (self.retryAfter, self.allowedMethods) = (retryAfter, allowedMethods)
    }

    package static func invalid(_ parameter: String, _ detail: String) -> Problem {
      Problem(.invalidParameter, detail, parameter: parameter)
    }

    /// - Parameter id: the start of the id.
    package static func noRow(around id: String) -> Problem {
      Problem(.unknownItem, "there is no item \(id) in this part of the list", parameter: "around")
    }

    /// - Parameter limit: the most bytes that the answer may have.
    static func answerTooLarge(_ limit: Int) -> Problem {
      Problem(
        .answerTooLarge, "the answer would have more than \(limit) bytes: ask for fewer rows, or for less of each",
        parameter: "limit")
    }

    /// Creates a problem from an error with the details that clients may see: no paths, and no errors of the disk.
    package init(_ error: any Error) {
      switch error {
      case let problem as Problem: self = problem
      case let error as QueryError: self = .invalid("q", "\(error)")
      case let error as StoreError: self.init(error)
      default:
        self.init(.internalError, "the server could not answer; its log says why")
        cause = "\(error)"
      }
    }

    package init(_ error: StoreError) {
      switch error {
      case .readOnly: self.init(.conflict, "the server has the list open for reading only")
      case .followsTable: self.init(.conflict, "\(error)")
      case .idInUse, .itemChanged: self.init(.preconditionFailed, "\(error)")
      case .unknownField(let field, _), .wrongValue(let field, _, _), .severalValues(let field):
        self = .invalid("/fields/\(field)", "\(error)")
      case .cannotHaveField: self = .invalid("/fields", "\(error)")
      case .changesGone: self.init(.changesGone, "\(error)", parameter: "since")
      case .index(let error): self.init(.conflict, "\(error)")
      case .database, .notAStore, .missing, .replaced, .cannotFollow, .notFollowed, .otherWriter, .indexFolder,
        .closed:
        self.init(.storeFailed, "the store cannot do that at the moment; the server's log says why", retryAfter: 1)
        cause = "\(error)"
      }
    }

    /// Logs the problem, unless it is the client's fault.
    /// - Parameter place: the path of the request.
    package func log(_ logger: Logger, _ place: String) {
      guard [.internalError, .storeFailed, .noNode].contains(kind) else { return }
      logger.error(
        "a request failed", metadata: ["error": "\(loggable(cause ?? detail))", "path": "\(loggable(place))"])
    }

    /// - Parameter instance: the id of the request.
    package func write(to json: inout JSONWriter, instance: String? = nil) {
      json.object { json in
        json.member("type", "/problems/\(kind.rawValue)")
        json.member("title", kind.title)
        json.member("status", kind.status.code)
        json.member("detail", detail)
        if let parameter { json.member("parameter", parameter) }
        if let instance { json.member("instance", instance) }
      }
    }

    package func response(instance: String?) -> Response {
      var json = JSONWriter()
      write(to: &json, instance: instance)
      var headers: HTTPFields = [.contentType: "application/problem+json", .cacheControl: "no-store"]
      if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
      if let allowedMethods { headers[.allow] = allowedMethods }
      if kind == .unauthorized { headers[.wwwAuthenticate] = "Bearer realm=\"riffle\"" }
      return Response(status: kind.status, headers: headers, body: ResponseBody(byteBuffer: json.buffer))
    }
  }
#endif
