import PayloadJSON

/// zigbee2mqtt with `output: attribute`: each property has a topic of its own below the device's, `<base>/<name>/soil_moisture` `56`.
///
/// Nested keys are joined with `-`, a null is an empty payload. With `attribute_and_json` the object comes first and the same
/// values again; those are not read twice.
/// Source: zigbee2mqtt documentation, "Settings", `advanced.output`; format reference §1.
enum PropertyTopics {
  /// `nil`: the path leads into an array, which is published as one text.
  static func topic(of path: FieldPath, below device: String) -> String? {
    var keys: [String] = []
    for step in path.steps {
      guard case .key(let key) = step, !key.isEmpty else { return nil }
      keys.append(key)
    }
    return keys.isEmpty ? nil : "\(device)/\(keys.joined(separator: "-"))"
  }

  /// A property is never an object: another device has the name of this one with `/` and the property behind it.
  static func isOfAnotherDevice(_ payload: PayloadReader) -> Bool { payload.root?.kind == .object }
}
