/// A config file that shows every key: what must be there is live, what may be there is commented out
/// (`#key: value`) with its default, or with an example where there is none.
package enum ConfigExample {
  /// - Parameter writesDefaults: defaults are live, too; then the file means the same as without.
  package static func text(writesDefaults: Bool = false) -> String {
    var lines = [
      "# yaml-language-server: $schema=loam.schema.json",
      "#",
      "# Every key of the configuration. A line '#key: value' is commented out: it shows the default, or an example",
      "# where the text above it says that there is no default. Numbers are written with their unit: 30%, 5°C or 41°F,",
      "# 90s, 10min, 3h, 2d. Sections that begin with 'x-' are yours, for anchors. This file is generated.",
    ]
    for key in ConfigLanguage.shape().keys {
      lines.append("")
      lines += block(key, Margin(), writesDefaults)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private struct Margin {
    var indent = 0
    /// What a line begins with; ends in `#` where the section is commented out.
    var mark = ""
    /// The indent that the mark stands for.
    var marked = 0

    func line(_ text: String) -> String { mark + String(repeating: " ", count: indent - marked) + text }
    var deeper: Margin { Margin(indent: indent + 2, mark: mark, marked: marked) }
    var off: Margin { mark.isEmpty ? commentedOut : self }
    var commentedOut: Margin { Margin(indent: indent, mark: line("#"), marked: indent) }
  }

  private static func block(_ key: SectionShape.Key, _ margin: Margin, _ writesDefaults: Bool) -> [String] {
    var lines = comment(key, margin)
    let isLive = key.isRequired || key.isShown || (writesDefaults && key.defaultText != nil)
    let own = isLive ? margin : margin.off
    switch key.kind {
    case .value, .list:
      lines.append(own.line("\(key.name): \(quotedIfNeeded(key.defaultText ?? key.example ?? ""))"))
    case .texts:
      lines.append(own.line("\(key.name): \(key.example ?? "{}")"))
    case .section(let shape):
      lines.append(own.line("\(key.name):"))
      lines += blocks(shape, own.deeper, writesDefaults)
    case .table(_, let shape):
      lines.append(own.line("\(key.name):"))
      lines.append(own.deeper.line("\(key.example ?? "name"):"))
      lines += blocks(shape, own.deeper.deeper, writesDefaults)
    case .several(_, let shape):
      lines.append(own.line("\(key.name): \(key.example ?? "")"))
      let full = margin.commentedOut
      lines.append(margin.line("# or in full:"))
      lines.append(full.line("\(key.name):"))
      lines += blocks(shape, full.deeper, false)
    }
    return lines
  }

  /// Neighbours of one form are shown in full once.
  private static func blocks(_ shape: SectionShape, _ margin: Margin, _ writesDefaults: Bool) -> [String] {
    var lines: [String] = []
    var full: [String] = []
    for key in shape.keys {
      var shown = block(key, margin, writesDefaults)
      if case .several(_, let inner) = key.kind {
        if inner.names == full, let end = shown.firstIndex(of: margin.line("# or in full:")) {
          shown.removeSubrange(end...)
        }
        full = inner.names
      }
      lines += shown
    }
    return lines
  }

  private static func comment(_ key: SectionShape.Key, _ margin: Margin) -> [String] {
    var text = key.help
    switch key.kind {
    case .value(let shape) where !shape.words.isEmpty:
      text += " One of: \(shape.words.joined(separator: ", "))."
    case .value(let shape)
    where (shape.minimum ?? -1e9) != -1e9 || (shape.minimum == nil && shape.noun.contains(" from ")):
      text += " \(sentence(shape.noun))"
    default: break
    }
    if key.isRequired { text += " Required." }
    return wrapped(text, width: 104 - margin.indent).map { margin.line("# " + $0) }
  }

  private static func sentence(_ noun: String) -> String {
    noun.prefix(1).uppercased() + noun.dropFirst() + "."
  }

  private static func wrapped(_ text: String, width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].isEmpty {
        lines[lines.count - 1] = String(word)
      } else if lines[lines.count - 1].count + 1 + word.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func quotedIfNeeded(_ text: String) -> String {
    let isTimeOfDay = text.count == 5 && text.contains(":")
    return isTimeOfDay ? "'\(text)'" : text
  }
}
