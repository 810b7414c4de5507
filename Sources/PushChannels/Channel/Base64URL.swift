internal import FoundationEssentials

/// Base64 for URLs, without padding. Source: RFC 4648 §5.
package enum Base64URL {
  package static func text(_ bytes: [UInt8]) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { letter in
        switch letter {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: letter
        }
      })
  }

  /// `nil`: it is none.
  package static func bytes(_ text: String) -> [UInt8]? {
    guard text.wholeMatch(of: /[A-Za-z0-9_-]*/) != nil else { return nil }
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
    return Data(base64Encoded: plain + padding).map { Array($0) }
  }
}
