/// A sensor's own keys over those of its format.
///
/// `fields` are merged quantity by quantity and key by key, so that a probe can bring its own calibration;
/// `captures`, `select`, `availability` and `time` key by key. All else of the sensor takes the place of the format's.
enum FormatMerge {
  static func merged(_ format: [ConfigNode.Entry], _ own: [ConfigNode.Entry]) -> [ConfigNode.Entry] {
    NodeMerge.over(format, own) { key, base, mine in
      switch key {
      case "fields":
        NodeMerge.inner(base, mine) { _, base, mine in NodeMerge.inner(expanded(base), expanded(mine)) { $2 }
        }
      case "captures", "select", "availability": NodeMerge.inner(base, mine) { $2 }
      case "time": NodeMerge.inner(expanded(base), expanded(mine)) { $2 }
      default: mine
      }
    }
  }

  /// A path alone stands for a mapping with it.
  private static func expanded(_ node: ConfigNode) -> ConfigNode {
    guard case .scalar = node.content, !node.isEmpty else { return node }
    let path = ConfigNode.Entry(key: "path", keyPosition: node.position, value: node)
    return ConfigNode(position: node.position, content: .mapping([path]))
  }
}
