/// A piece of the file with its place: what is left of YAML once aliases and merge keys are resolved.
///
/// Scalars are text as written. YAML's guesses (`no` is false, `12:30` is 750, `1e5` is 100000) are not made:
/// what a text means is said by the key it stands under.
struct ConfigNode {
  indirect enum Content {
    /// `isPlain`: written without quotes.
    case scalar(String, isPlain: Bool)
    case list([ConfigNode])
    case mapping([Entry])
  }
  struct Entry {
    var key: String
    var keyPosition: TextPosition
    var value: ConfigNode
  }
  var position: TextPosition
  var content: Content

  /// Nothing was written after the colon, or one of YAML's words for nothing.
  var isEmpty: Bool {
    guard case .scalar(let text, isPlain: true) = content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  /// "text '…'", "a list", "a mapping": for messages.
  var noun: String {
    switch content {
    case .scalar(let text, _): isEmpty ? "nothing" : "the text \(quoted(text))"
    case .list: "a list"
    case .mapping: "a mapping of keys"
    }
  }
}

/// In single quotes and cut to a length that fits a message.
func quoted(_ text: String) -> String {
  let flat = String(text.map { $0.isNewline ? " " : $0 })
  return flat.count > 60 ? "'\(flat.prefix(57))…'" : "'\(flat)'"
}
