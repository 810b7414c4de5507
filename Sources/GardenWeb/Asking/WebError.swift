internal import LoamKit

/// Why a request was not answered with what it asked for.
package enum WebError: Error, Sendable, Hashable {
  /// A parameter of the query is wrong: its name, and a sentence.
  case parameter(String, String)
  case unknownPlant(String)
  /// The plant has no photo, or its file is none that we serve.
  case noPhoto(String)
  case nothingHere
  /// The request as a whole cannot be read.
  case malformed(String)
  case targetTooLong
  case wrongHost
  case method
  case body
  case tooMany(retryAfterSeconds: Int)
  /// More questions for the history than are looked up one after the other.
  case busy
  case token
  /// The history cannot be read: why.
  case noHistory(String)

  var status: Int {
    switch self {
    case .parameter, .malformed: 400
    case .token: 401
    case .unknownPlant, .noPhoto, .nothingHere: 404
    case .method: 405
    case .body: 413
    case .targetTooLong: 414
    case .wrongHost: 421
    case .tooMany, .busy: 429
    case .noHistory: 503
    }
  }

  var message: String {
    switch self {
    case .parameter(_, let sentence), .malformed(let sentence): sentence
    case .unknownPlant(let id): "no plant '\(id)' in the config"
    case .noPhoto(let id): "no photo of '\(id)' that can be shown"
    case .nothingHere: "nothing here"
    case .targetTooLong: "the address is longer than \(WebRequest.targetBytesMax) bytes"
    case .wrongHost: "this server is not called that; see web.host_names in the config"
    case .method: "only GET and HEAD"
    case .body: "a request has no body here"
    case .tooMany: "too many requests from this address"
    case .busy: "too many questions at once"
    case .token: "a token is needed"
    case .noHistory(let why): "the history cannot be read: \(why)"
    }
  }

  /// The answer: JSON `{"error": sentence, "field": name?}`.
  package var answer: WebAnswer {
    var field: String?
    if case .parameter(let name, _) = self { field = name }
    var answer = WebAnswer(status, ContentType.json, ErrorDocument(error: message, field: field).json.bytes)
    answer.add("Cache-Control", "no-store")
    switch self {
    case .method: answer.add("Allow", "GET, HEAD")
    case .token: answer.add("WWW-Authenticate", #"Basic realm="Loam", charset="UTF-8""#)
    case .tooMany(let seconds): answer.add("Retry-After", "\(seconds)")
    case .busy: answer.add("Retry-After", "1")
    default: break
    }
    answer.endsConnection = self == .body || status == 414
    return answer
  }
}

/// What an error says.
struct ErrorDocument: DocumentPart {
  /// What is wrong, in English.
  var error: String
  /// The parameter that is wrong.
  var field: String?
}

extension ErrorDocument {
  init(_ f: Fields<Self>) {
    error = f.required("error", \.error, .string)
    field = f.optional("field", \.field, .string)
  }
}

extension WebError: CustomStringConvertible {
  package var description: String { message }
}
