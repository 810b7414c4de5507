import GardenCore
import PayloadJSON

/// An object on the way to a sensor's quantities, in which the device may say something of them.
struct OwnWordScope: Sendable, Hashable {
  fileprivate struct Entry: Sendable, Hashable {
    var bit: UInt32
    /// The key behind the object, each byte with the bit of small letters set.
    var key: [UInt8]
    var quantity: Quantity
  }
  /// From where the mappings' paths begin.
  let path: FieldPath
  private var entries: [Entry] = []
  /// All but the battery.
  private(set) var all: UInt32 = 0

  /// One scope for each object on the way of the mappings.
  static func of(_ mappings: [FieldMapping]) -> [OwnWordScope] {
    var scopes = [OwnWordScope(path: FieldPath([]))]
    for mapping in mappings {
      for count in mapping.path.steps.indices {
        if case .piece = mapping.path.steps[count] { break }
        let path = FieldPath(Array(mapping.path.steps[..<count]))
        let i = scopes.firstIndex { $0.path == path } ?? scopes.count
        if i == scopes.count { scopes.append(OwnWordScope(path: path)) }
        scopes[i].add(mapping.quantity, mapping.path.steps[count])
      }
      // What the owner's own rules look at is checked by them.
      for match in (mapping.rules?.when ?? []) + (mapping.rules?.noValueWhen ?? []) {
        let path = FieldPath(Array(match.path.steps.dropLast()))
        guard let step = match.path.steps.last, let i = scopes.firstIndex(where: { $0.path == path }) else {
          continue
        }
        scopes[i].add(nil, step)
      }
    }
    return scopes
  }

  private init(path: FieldPath) { self.path = path }

  /// `quantity` nil: a key that speaks of none.
  private mutating func add(_ quantity: Quantity?, _ step: FieldPath.Step) {
    var key: [UInt8] = []
    if case .key(let text) = step { key = text.utf8.map { $0 | 0x20 } }
    guard let quantity else {
      entries.append(Entry(bit: 0, key: key, quantity: .raw))
      return
    }
    let bit: UInt32 = 1 << UInt32(quantity.rawValue)
    entries.append(Entry(bit: bit, key: key, quantity: quantity))
    if quantity != .battery { all |= bit }
  }

  /// The quantities that a key speaks of: those that it names, or all.
  func quantities(_ meaning: KeyMeaning, _ key: Span<UInt8>) -> UInt32 {
    guard meaning.names != 0 else { return all }
    var named: UInt32 = 0
    for i in 0..<meaning.tokens.count where meaning.names & (1 << UInt8(i)) != 0 {
      let token = key.extracting(meaning.tokens[i])
      var isKnown = false
      for entry in entries.indices where entries[entry].isNamed(token) {
        named |= entries[entry].bit
        isKnown = true
      }
      // It speaks of something else.
      if !isKnown { return 0 }
    }
    return named
  }

  /// Whether it stands on the way of the quantity.
  func holds(_ quantity: Quantity) -> Bool { entries.contains { $0.bit != 0 && $0.quantity == quantity } }

  /// A quantity stands under this very key.
  func isRead(_ key: Span<UInt8>) -> Bool {
    for i in entries.indices where entries[i].isKey(key) { return true }
    return false
  }
}

extension OwnWordScope.Entry {
  /// A word of the quantity's key, or one that people have for the quantity.
  fileprivate func isNamed(_ token: Span<UInt8>) -> Bool {
    guard bit != 0 else { return false }
    if token.count >= 3, stands(token) { return true }
    let stems = Self.stems[Int(quantity.rawValue)]
    for i in stems.indices {
      let length = stems[i].utf8CodeUnitCount
      if token.count >= length, TextBytes.equalIgnoringCase(token, in: 0..<length, stems[i]) { return true }
    }
    return false
  }

  private static let stems: [[StaticString]] = Quantity.allCases.map { quantity in
    switch quantity {
    case .moisture: ["moist", "soil", "vwc"]
    case .temperature: ["temp"]
    case .humidity: ["hum"]
    case .light: ["lux", "light", "illum"]
    case .conductivity: ["cond", "fert"]
    case .battery: ["bat"]
    case .flow: ["flow"]
    case .volume: ["vol", "meter"]
    case .power: ["power"]
    case .rain, .raw: []
    }
  }

  fileprivate func isKey(_ key: Span<UInt8>) -> Bool { key.count == self.key.count && stands(key) }

  private func stands(_ token: Span<UInt8>) -> Bool {
    guard token.count <= key.count else { return false }
    for start in 0...(key.count - token.count) {
      var isSame = true
      for i in token.indices where key[start + i] != (token[i] | 0x20) { isSame = false }
      if isSame { return true }
    }
    return false
  }
}
