/// A sensor's own keys over those of its format.
///
/// `fields` are merged quantity by quantity and key by key, so that a probe can bring its own calibration;
/// `captures`, `select`, `availability` and `time` key by key. All else of the sensor takes the place of the format's.
enum FormatMerge {
  static func merged(_ format: [ConfigNode.Entry], _ own: [ConfigNode.Entry]) -> [ConfigNode.Entry] {
    over(format, own) { key, base, mine in
      switch key {
      case "fields": inner(base, mine) { _, base, mine in inner(expanded(base), expanded(mine)) { $2 } }
      case "captures", "select", "availability": inner(base, mine) { $2 }
      case "time": inner(expanded(base), expanded(mine)) { $2 }
      default: mine
      }
    }
  }

  private typealias Join = (_ key: String, _ base: ConfigNode, _ own: ConfigNode) -> ConfigNode

  private static func over(
    _ base: [ConfigNode.Entry], _ own: [ConfigNode.Entry], _ join: Join
  ) -> [ConfigNode.Entry] {
    var merged = base
    for entry in own {
      if let i = merged.firstIndex(where: { $0.key == entry.key }) {
        let value = join(entry.key, merged[i].value, entry.value)
        merged[i] = ConfigNode.Entry(key: entry.key, keyPosition: entry.keyPosition, value: value)
      } else {
        merged.append(entry)
      }
    }
    return merged
  }

  /// Mappings are joined; of anything else the sensor's own counts.
  private static func inner(_ base: ConfigNode, _ own: ConfigNode, _ join: Join) -> ConfigNode {
    guard case .mapping(let a) = base.content, case .mapping(let b) = own.content else { return own }
    return ConfigNode(position: own.position, content: .mapping(over(a, b, join)))
  }

  /// A path alone stands for a mapping with it.
  private static func expanded(_ node: ConfigNode) -> ConfigNode {
    guard case .scalar = node.content, !node.isEmpty else { return node }
    let path = ConfigNode.Entry(key: "path", keyPosition: node.position, value: node)
    return ConfigNode(position: node.position, content: .mapping([path]))
  }
}
