extension Family {
  /// A device or two, and a plant that uses them: what stands below their names in a config.
  struct Example: Sendable {
    /// Beside `family`; `nil`: the family has none.
    var sensor: [String]? = nil
    var valve: [String]? = nil
  }

  /// The family in a config, to be copied: its sections, and before them what `topic` and the paths of `fields` mean.
  package var block: String {
    var lines = ["# \(summary)", "# topic: \(topic)"]
    if options.contains(.fields) { lines.append("# fields: paths begin with \(paths)") }
    func entry(_ section: String, _ name: String, _ keys: [String]?) {
      guard let keys else { return }
      lines += ["\(section):", "  \(name):", "    family: \(self.name)"] + keys.map { "    " + $0 }
    }
    entry("sensors", "bed-probe", example.sensor)
    entry("valves", "bed-valve", example.valve)
    let probe = example.sensor == nil ? "basil-probe  # of another family" : "bed-probe"
    lines += [
      "plants:", "  strawberries:", "    name: Strawberries", "    sensors: \(probe)", "    dry_below: 30%",
    ]
    if example.valve != nil { lines.append("    watering: {valve: bed-valve}") }
    return lines.map { $0 + "\n" }.joined()
  }
}
