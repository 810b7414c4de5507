import PayloadJSON

/// A field by which a device tells itself from others on its topic: `device_id`, `mac`, `sensor`.
struct SpeakerName: Sendable, Hashable {
  /// From the root of the message.
  var path: FieldPath
  var key: String
  var value: String
  /// Its value says which quantity the message is about.
  var isKind = false

  /// By their letters alone, in small ones. What the first say is a device's; the others may count messages as well.
  private static let strong: Set<String> = [
    "device", "deviceid", "devicename", "dev", "devid", "deveui", "eui", "mac", "macaddress", "address",
    "addr", "serial",
    "serialnumber", "sn", "node", "nodeid", "nodename", "sensor", "sensorid", "sensorname", "probe",
    "probeid", "plant",
    "plantid", "plantname", "pot", "potid", "bed", "zone", "location", "room", "place", "chipid", "client",
    "clientid",
    "esp", "module", "unitid", "pflanze", "sonde", "idx", "from",
  ]
  private static let weak: Set<String> = [
    "id", "uid", "uuid", "name", "label", "channel", "ch", "port", "pin", "index", "nr", "no", "number", "n",
    "key", "measurementid", "code",
  ]
  /// Keys whose word may say which quantity a value is, the plainer ones first.
  static let kindKeys = [
    "type", "kind", "quantity", "measurement", "metric", "name", "label", "id", "sensor", "n",
    "measurementId", "dtype", "stype", "code", "parameter", "measure", "sensor_type", "sensorType",
    "property",
    "field", "variable", "key", "entity_id",
  ]
  private static let kinds = Set(kindKeys.map(letters))
  private static let countMax = 8
  private static let depthMax = 6

  var isStrong: Bool { isKind || Self.strong.contains(Self.letters(key)) }

  /// The keys by which the members of a list may be told apart, the better ones first.
  static func keys(of member: JSONValue?) -> [String] {
    var keys: [(rank: Int, key: String)] = []
    member?.forEachField { field in
      let letters = letters(field.name)
      if let rank = letters == "id" ? 0 : strong.contains(letters) ? 1 : weak.contains(letters) ? 2 : nil {
        keys.append((rank, field.name))
      }
      return keys.count < countMax
    }
    return (0...2).flatMap { rank in keys.filter { $0.rank == rank }.map(\.key) }
  }

  /// Those of one message. Members of lists are told apart where they stand.
  static func all(in payload: PayloadReader) -> [SpeakerName] {
    var names: [SpeakerName] = []
    if let root = payload.tree {
      collect(root, [], &names)
    } else {
      names = NamedPieces.places(in: payload.text).compactMap { place in
        GuessedFields.word(place.word).flatMap { SpeakerName(place.name, at: place.path, says: $0) }
      }
    }
    return Array(names.prefix(countMax))
  }

  /// `nil`: what is called so names nobody.
  private init?(_ key: String, at path: FieldPath, says value: String) {
    let letters = Self.letters(key)
    isKind = Self.kinds.contains(letters) && QuantityWords.meaning(of: value) != nil
    guard isKind || Self.strong.contains(letters) || Self.weak.contains(letters) else { return nil }
    (self.path, self.key, self.value) = (path, key, value)
  }

  private static func collect(_ value: JSONValue, _ steps: [FieldPath.Step], _ names: inout [SpeakerName]) {
    if value.kind == .array {
      // Of several members each is told apart where it stands.
      guard let only = value[0], value[1] == nil else { return }
      return collect(only, steps + [.index(0)], &names)
    }
    var found = names
    value.forEachField { field in
      let steps = steps + [.key(field.name)]
      let value = field.value.opened ?? field.value
      if value.kind == .object || value.kind == .array, steps.count < depthMax {
        collect(value, steps, &found)
      } else if let word = GuessedFields.word(field.value),
        let name = SpeakerName(field.name, at: FieldPath(steps), says: word)
      {
        found.append(name)
      }
      return found.count < countMax
    }
    names = found
  }

  private static func letters(_ key: String) -> String { key.lowercased().filter(\.isLetter) }
}

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

  /// `false`: there are too many to be devices; the names are not told apart.
  mutating func take(_ names: [SpeakerName]) -> Bool {
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
