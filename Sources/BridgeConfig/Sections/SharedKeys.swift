/// `include` and `defaults`: what several configs, or several entries of one, have in common.
extension Section {
  static let includesMax = 16

  /// Files whose sections lie below those of this one.
  var included: [Placed<String>] {
    let files = list(
      "include", .partOfConfig, default: [],
      help:
        "Files with sections that several configs share, in this file's folder or below it. What stands here covers what stands there, key by key; a later file covers an earlier one."
    )
    if files.count > Self.includesMax {
      problems.error(at: files[Self.includesMax].position, "at most \(Self.includesMax) files are included")
    }
    return Array(files.prefix(Self.includesMax))
  }

  /// What each entry of a table has, unless it says otherwise. ``ConfigParts`` puts it there, where it is checked.
  func defaults(of tables: [SectionShape.Key]) {
    for table in tables {
      shape.add(
        SectionShape.Key(
          name: table.name, help: "Keys of every entry of '\(table.name)' that does not say otherwise.",
          kind: .defaults, isRequired: false))
      guard let entry = entry(table.name) else { continue }
      if case .mapping = entry.value.content { continue }
      problems.error(
        at: entry.value.position, "\(path(of: table.name)) is a mapping of keys, here is \(entry.value.noun)")
    }
  }
}

extension ValueType where Value == String {
  /// A file beside the config or below it, so that a garden is moved with its folder.
  static var partOfConfig: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "the path of a file, such as shared/house.yaml", pattern: "[.]ya?ml$"),
      read: { text, _ in
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.hasSuffix(".yaml") || text.hasSuffix(".yml"), text.utf8.count <= 255,
          !text.utf8.contains(0)
        else {
          return .wrong("names a file that ends in .yaml, here is \(quoted(text))", help: nil)
        }
        guard !levels.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
          return .wrong(
            "names a file in the config's folder or below it, here is \(quoted(text))",
            help: "write 'shared/house.yaml': a garden is moved with its folder")
        }
        return .value(text)
      },
      write: { $0 })
  }
}
