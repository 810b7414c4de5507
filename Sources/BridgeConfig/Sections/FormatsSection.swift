internal import DeviceFamilies

/// One entry of `formats`: a device described once, for sensors to name.
struct FormatDraft {
  var id: Placed<String>
  var entries: [ConfigNode.Entry]
  /// `false`: a mistake in it was already told; its sensors are not read.
  var isSound = true

  /// The same keys as a sensor's, none of them required.
  init(_ id: Placed<String>, _ keys: Section) {
    self.id = id
    entries = keys.entries ?? []
    let errorsBefore = keys.problems.errorCount
    // Names without a value stand for anything here; each sensor gives them its own.
    var captures = Captures([:], path: keys.path, problems: keys.problems, isComplete: false)
    if !keys.isDescription { keys.take(captures.replaced(in: entries)) }
    _ = Captures.read(keys)
    _ = SensorKeys(keys, isFormat: true)
    _ = SensorKeys.plan(id, keys)
    isSound = keys.problems.errorCount == errorsBefore
  }
}

extension Captures {
  static func read(_ keys: Section) -> [(key: String, text: String, position: TextPosition)] {
    keys.texts(
      "captures", example: "{bed: 3}",
      help: "Values of the names in braces in topic, select, fields, availability and time: {bed}.")
  }

  /// The format's keys and the sensor's own, with each name in braces replaced by its value.
  ///
  /// `false`: the format does not exist, or has a mistake of its own.
  static func apply(_ formats: [FormatDraft], to keys: Section) -> Bool {
    let names = formats.map(\.id.value)
    let name = keys.optional(
      "format", .text("the name of a format"), example: "bed-node",
      help: "An entry of 'formats'. Its keys apply where the sensor has none of its own.")
    if keys.isDescription {
      _ = read(keys)
      return true
    }
    if let name {
      guard let format = formats.first(where: { $0.id.value == name.value }) else {
        keys.problems.error(
          at: name.position, "\(name.path): no format is called \(quoted(name.value))",
          help: NearestName.help(for: name.value, among: names)
            ?? (names.isEmpty ? "the file has no format; add it under 'formats'" : nil)
            ?? "known formats: \(names.prefix(12).joined(separator: ", "))")
        return false
      }
      if !format.isSound { return false }
      keys.take(FormatMerge.merged(format.entries, keys.entries ?? []))
    }
    let rows = read(keys)
    var values: [String: String] = [:]
    for row in rows {
      guard isName(row.key), !reserved.contains(row.key) else {
        keys.problems.error(
          at: row.position, "\(keys.path(of: "captures")): \(quoted(row.key)) cannot be a name in braces",
          help: "small letters, digits, '-' and '_', and none of: value, any, quantity")
        continue
      }
      values[row.key] = row.text
    }
    var captures = Captures(values, path: keys.path, problems: keys.problems, isComplete: true)
    keys.take(captures.replaced(in: keys.entries ?? []))
    for row in rows where values[row.key] != nil && !captures.used.contains(row.key) {
      keys.problems.error(
        at: row.position, "\(keys.path(of: "captures")): {\(row.key)} is used nowhere",
        help: NearestName.help(for: row.key, among: captures.used.sorted())
          ?? "write '{\(row.key)}' where it belongs in topic, select or fields, or leave it out")
    }
    return true
  }
}
