/// Who was heard on one topic, by the names that the messages carry.
struct Speakers: Sendable {
  private struct Told: Sendable {
    var names: [FieldPath: String]
    var times: Int
  }
  private var told: [Told] = []
  private var places: [[SpeakerName]: Int] = [:]
  private var kinds: Set<FieldPath> = []
  /// All of them, in the order in which they came.
  private var paths: [(path: FieldPath, isStrong: Bool)] = []
  private static let toldMax = 64
  private var unusual = TellingWords()

  /// Those of the names that may tell devices apart, as far as is known; empty: there are too many to be devices.
  ///
  /// - Parameter moisture: what the message says of it.
  mutating func take(_ names: [SpeakerName], moisture: Double?) -> [SpeakerName] {
    let names = names.map { name in
      var name = name
      name.value = FieldWord.identity(name.value)
      return name
    }
    let usual = names.filter { !$0.isUnusual }
    let others = unusual.take(names.filter(\.isUnusual), moisture)
    return take(usual) ? usual + others : []
  }

  private mutating func take(_ names: [SpeakerName]) -> Bool {
    if let place = places[names] {
      told[place].times += 1
      return true
    }
    guard told.count < Self.toldMax else { return false }
    places[names] = told.count
    told.append(Told(names: Dictionary(names.map { ($0.path, $0.value) }) { one, _ in one }, times: 1))
    for name in names {
      if !paths.contains(where: { $0.path == name.path }) { paths.append((name.path, name.isStrong)) }
      if name.isKind { kinds.insert(name.path) }
    }
    return true
  }

  /// The fields that tell the devices apart, as few as can; empty: it is one device.
  var distinguishing: [FieldPath] {
    let usual = usual
    return usual.isEmpty ? [unusual.telling].compactMap(\.self) : usual
  }

  /// The field that tells them apart, though it is not called as a name is.
  var guessed: FieldPath? { usual.isEmpty ? unusual.telling : nil }

  private var usual: [FieldPath] {
    guard told.count > 1 else { return [] }
    var chosen: [FieldPath] = []
    var count = 1
    for (path, _) in paths.filter(\.isStrong) + paths.filter({ !$0.isStrong })
    where isIdentity(path, hasOther: !chosen.isEmpty) {
      let more = Set(told.map { one in (chosen + [path]).map { one.names[$0] ?? "" } }).count
      if more > count {
        chosen.append(path)
        count = more
      }
    }
    return chosen
  }

  /// Whether a field names devices: what differs in each message, or counts on, numbers the messages.
  private func isIdentity(_ path: FieldPath, hasOther: Bool) -> Bool {
    var values: [String] = []
    var times: [String: Int] = [:]
    for one in told {
      guard let value = one.names[path] else { continue }
      if times[value] == nil { values.append(value) }
      times[value, default: 0] += one.times
    }
    guard values.count > 1 else { return false }
    if kinds.contains(path) { return true }
    let isOnce = times.values.allSatisfy { $0 == 1 }
    let numbers = values.compactMap(Int.init)
    let counts = numbers.count == values.count && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    let follow = zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }
    if isOnce, counts, values.count > 2 || (follow && numbers[0] >= 50) { return false }
    let isStrong = paths.contains { $0.path == path && $0.isStrong }
    return isStrong ? !isOnce || values.count <= 24 : !isOnce || (values.count <= 3 && !hasOther)
  }
}
