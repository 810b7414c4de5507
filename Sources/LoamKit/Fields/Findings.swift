/// What is wrong with a document that is read or written: the first failure in the protocol's order of checks.
package final class Findings {
  /// The order of checks.
  enum Step: Int, Comparable {
    case version, request, missing, form, agreement
    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  private var path: [String] = []
  private var first: (step: Step, error: DocumentError)?

  var error: DocumentError? { first?.error }

  func add(_ step: Step, _ code: AckCode, at pointer: String = "", _ message: String) {
    guard first.map({ step < $0.step }) ?? true else { return }
    let place = path.map { "/" + DocumentError.escaped($0) }.joined() + pointer
    first = (step, DocumentError(code, at: place, message))
  }

  /// What `body` finds is found below `key`.
  func below<Value>(_ key: String, _ body: () -> Value) -> Value {
    path.append(key)
    defer { path.removeLast() }
    return body()
  }
}
