/// What a file with a password says.
package enum SecretText {
  /// Its first line that is not empty, without the mark that editors put before a text; `nil`: there is none, or it is no UTF-8.
  package static func firstLine(of text: String) -> String? {
    guard !text.contains("\0") else { return nil }
    return text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).first.map(String.init)
  }
}
