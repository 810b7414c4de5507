package import LoamKit

extension JSON {
  /// For people: what fits into a line stands in one, keys are sorted.
  package func layout(_ indent: String = "", columns: Int = 118) -> String {
    let line = String(decoding: bytes, as: UTF8.self)
    if indent.count + line.count <= columns { return line }
    let inner = indent + " "
    switch self {
    case .list(let items):
      return "[\n" + items.map { inner + $0.layout(inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      let lines = members.sorted { $0.key < $1.key }.map { key, value in
        inner + String(decoding: JSON.text(key).bytes, as: UTF8.self) + ": " + value.layout(inner)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    default: return line
    }
  }

  package subscript(path: [String]) -> JSON? {
    guard let key = path.first else { return self }
    switch self {
    case .object(let members): return members[key]?[Array(path.dropFirst())]
    case .list(let items):
      guard let i = Int(key), items.indices.contains(i) else { return nil }
      return items[i][Array(path.dropFirst())]
    default: return nil
    }
  }

  /// With that value at the path, or without what stands there.
  package func setting(_ path: ArraySlice<String>, _ value: JSON?) -> JSON {
    guard let key = path.first else { return value ?? .null }
    switch self {
    case .object(var members):
      members[key] = path.count == 1 ? value : members[key]?.setting(path.dropFirst(), value)
      return .object(members)
    case .list(var items):
      guard let i = Int(key), items.indices.contains(i) else { return self }
      if path.count == 1, value == nil {
        items.remove(at: i)
      } else {
        items[i] = items[i].setting(path.dropFirst(), value)
      }
      return .list(items)
    default: return self
    }
  }
}
