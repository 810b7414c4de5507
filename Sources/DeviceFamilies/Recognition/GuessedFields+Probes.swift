import GardenCore
import PayloadJSON

extension GuessedFields {
  /// One group a probe.
  var probes: [Probe] {
    let fields = withoutDoubles
    let isSeveral = isOneOfSeveral
    for depth in 0...Self.depthMax {
      if isSeveral, depth < Self.depthMax { continue }
      var names: [String] = []
      var groups: [String: [Found]] = [:]
      for one in fields {
        let name = depth == 0 && isOne(fields) ? "" : Self.name(one, depth)
        if groups[name] == nil { names.append(name) }
        groups[name, default: []].append(one)
      }
      let isClear = groups.values.allSatisfy { isOne($0) }
      if isClear || depth == Self.depthMax {
        return names.map { name in Self.probe(name, groups[name] ?? []) }
      }
    }
    return []
  }

  private func isOne(_ fields: [Found]) -> Bool {
    let quantities = fields.filter { $0.guess.mapping != nil }.map(\.guess.quantity)
    return Set(quantities).count == quantities.count
  }

  /// Of a raw number and percent of one probe the percent counts.
  private var withoutDoubles: [Found] {
    found.enumerated().filter { at, one in
      !found.enumerated().contains { other in
        guard other.offset != at, other.element.guess.quantity == one.guess.quantity,
          other.element.guess.rest == one.guess.rest
        else { return false }
        let (a, b) = (one.path.dropLast(), other.element.path.dropLast())
        guard a.starts(with: b) || b.starts(with: a) else { return false }
        return (other.element.guess.rank, other.offset) < (one.guess.rank, at)
      }
    }.map(\.element)
  }

  private static func probe(_ name: String, _ found: [Found]) -> Probe {
    var probe = Probe(name: name, fields: [], doubts: [])
    for one in found {
      if let mapping = one.guess.mapping, !probe.fields.contains(where: { $0.quantity == mapping.quantity }) {
        probe.fields.append(mapping)
      }
      if let doubt = one.guess.doubt {
        probe.doubts.append(DeviceCandidate.Doubt(path: FieldPath(one.path), text: doubt))
      }
    }
    return probe
  }

  /// The first `depth` levels in which it stands, and the rest of its name.
  private static func name(_ found: Found, _ depth: Int) -> String {
    (levels(found.path.dropLast().prefix(depth)) + [found.guess.rest]).filter { !$0.isEmpty }.joined(
      separator: " ")
  }

  static func levels(_ steps: some Sequence<FieldPath.Step>) -> [String] {
    steps.compactMap { step -> String? in
      switch step {
      case .key(let key): plainNames.contains(key.lowercased()) ? nil : key
      case .index(let index): String(index + 1)
      case .which(let match):
        // A word that says which quantity it is tells no probes apart.
        QuantityWords.meaning(of: match.value).map(\.rest) ?? match.value
      case .piece(.column(let number, _)): String(number)
      case .piece(.form(let key)): key
      case .any, .piece: nil
      }
    }
  }
}
