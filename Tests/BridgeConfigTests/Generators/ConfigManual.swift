@testable import BridgeConfig

/// The manual page loam.yaml(5): every key with its meaning, what may stand there, and its default. In the macros of man(7).
struct ConfigManual {
  /// Where the keys of a section stand first, by their text without that place: equal keys stand once.
  private var places: [String: String] = [:]

  static func text() -> String {
    var manual = Self()
    var lines = [
      #".\" Written from the config language: UPDATE_EXPECTED=1 swift test --filter GeneratedFilesTests"#,
      #".TH LOAM.YAML 5 "" Loam "File formats""#, ".SH NAME", #"loam.yaml \- configuration of Loam"#,
      ".SH DESCRIPTION",
      escaped(
        """
        A file in YAML. Numbers are written with their unit: 30%, 5°C or 41°F, 90s, 10min, 3h, 2d. ${NAME} and ${NAME:-otherwise} in \
        paths stand for a variable of the environment. Sections that begin with 'x-' are yours, for anchors. Several files may \
        share sections by 'include', several entries of a table keys by 'defaults'. NAME stands for a name of \
        your choice. `loam check` says what is wrong with a file, `loam example` shows what to write for a device.
        """),
    ]
    for key in ConfigLanguage.shape().keys {
      lines.append(".SH \(key.name.uppercased())")
      lines += manual.entry(key, "")
    }
    lines += [
      ".SH FILES", ".TP", #"\fI/etc/loam/loam.yaml\fR"#, "The file of the service.", ".SH SEE ALSO",
      escaped("`loam --help`, mosquitto.conf(5)"),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func entry(_ key: SectionShape.Key, _ path: String) -> [String] {
    let name = path + key.name
    let head = [".TP", "\\fB\(Self.escaped(name))\\fR", Self.escaped(key.help), ".br"]
    let form = Self.escaped(Self.form(of: key))
    guard let (inner, place) = Self.section(under: key, name) else { return head + [form] }
    var alone = Self()
    let keys = alone.entries(inner, "").joined()
    if let first = places[keys] {
      return head + ["\(form) Its keys are those of \\fB\(Self.escaped(first))\\fR."]
    }
    places[keys] = place
    return head + [form] + entries(inner, place + ".")
  }

  private mutating func entries(_ shape: SectionShape, _ path: String) -> [String] {
    shape.keys.flatMap { entry($0, path) }
  }

  private static func section(under key: SectionShape.Key, _ name: String) -> (SectionShape, path: String)? {
    switch key.kind {
    case .section(let shape), .several(_, let shape): (shape, name)
    case .table(_, let shape): (shape, "\(name).NAME")
    case .value, .list, .texts, .defaults: nil
    }
  }

  /// What may stand there, in sentences.
  private static func form(of key: SectionShape.Key) -> String {
    let noun =
      switch key.kind {
      case .value(let value): value.noun
      case .list(let value): "\(value.noun), or a list"
      case .section, .defaults: "a mapping"
      case .table: "a mapping of names to mappings"
      case .texts: "a mapping of names to values"
      case .several(let value, _): "\(value.noun), a mapping, or a list of these"
      }
    var text = noun.prefix(1).uppercased() + noun.dropFirst() + "."
    if key.isRequired { text += " Required" + (key.broughtBy.map { ", unless '\($0)' brings it." } ?? ".") }
    if let standard = key.defaultText { text += " Default: \(standard)" }
    if let example = key.example { text += " Example: \(example)" }
    return text
  }

  private static func escaped(_ text: String) -> String {
    var result = text.first == "." || text.first == "'" ? "\\&" : ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      default: result.append(character)
      }
    }
    return result
  }
}
