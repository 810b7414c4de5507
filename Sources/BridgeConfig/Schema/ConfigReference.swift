/// The config language as a Markdown article: a table of keys for each section.
package enum ConfigReference {
  package static func markdown() -> String {
    var lines = ["# Configuration reference", "", "Generated from the code that reads the file.", ""]
    let shape = ConfigLanguage.shape()
    for key in shape.keys { chapter(key, "", &lines) }
    return lines.joined(separator: "\n")
  }

  private static func chapter(_ key: SectionShape.Key, _ parent: String, _ lines: inout [String]) {
    let path = parent.isEmpty ? key.name : "\(parent).\(key.name)"
    switch key.kind {
    case .section(let shape): table(path, key.help, shape, &lines)
    case .several(_, let shape): table(path, key.help, shape, &lines)
    case .table(_, let shape): table("\(path).<name>", key.help, shape, &lines)
    case .value, .list, .texts: break
    }
  }

  private static func table(_ path: String, _ help: String, _ shape: SectionShape, _ lines: inout [String]) {
    lines += ["## `\(path)`", "", help, "", "| key | value | default | |", "|---|---|---|---|"]
    for key in shape.keys {
      let standard = key.isRequired ? "required" : key.defaultText.map { "`\($0)`" } ?? "–"
      lines.append("| `\(key.name)` | \(noun(key.kind)) | \(standard) | \(key.help) |")
    }
    lines.append("")
    for key in shape.keys { chapter(key, path, &lines) }
  }

  private static func noun(_ kind: SectionShape.Kind) -> String {
    switch kind {
    case .value(let shape): shape.noun
    case .list(let shape): "list of: \(shape.noun)"
    case .section: "see below"
    case .table(let name, _): "by \(name.noun)"
    case .texts(areLists: false): "names and texts"
    case .texts(areLists: true): "fields and words"
    case .several(let shape, _): "\(shape.noun), or see below, or a list"
    }
  }
}
