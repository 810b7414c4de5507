/// One mapping over another: what both have is joined, the rest stands side by side.
enum NodeMerge {
  typealias Join = (_ key: String, _ base: ConfigNode, _ own: ConfigNode) -> ConfigNode

  static func over(
    _ base: [ConfigNode.Entry], _ own: [ConfigNode.Entry], _ join: Join
  ) -> [ConfigNode.Entry] {
    var merged = base
    var places: [String: Int] = [:]
    for (i, entry) in base.enumerated() { places[entry.key] = i }
    for entry in own {
      if let i = places[entry.key] {
        let value = join(entry.key, merged[i].value, entry.value)
        merged[i] = ConfigNode.Entry(key: entry.key, keyPosition: entry.keyPosition, value: value)
      } else {
        merged.append(entry)
      }
    }
    return merged
  }

  /// Mappings are joined; of anything else `own` counts.
  static func inner(_ base: ConfigNode, _ own: ConfigNode, _ join: Join) -> ConfigNode {
    guard case .mapping(let a) = base.content, case .mapping(let b) = own.content else { return own }
    return ConfigNode(position: own.position, content: .mapping(over(a, b, join)))
  }

  /// Mappings are joined at every depth.
  static func deep(_ base: ConfigNode, _ own: ConfigNode) -> ConfigNode {
    inner(base, own) { deep($1, $2) }
  }
}
