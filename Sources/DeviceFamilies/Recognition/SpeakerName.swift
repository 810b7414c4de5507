import PayloadJSON

/// A field by which a device tells itself from others on its topic: `device_id`, `mac`, `sensor`.
struct SpeakerName: Sendable, Hashable {
  /// From the root of the message.
  var path: FieldPath
  var key: String
  var value: String
  /// Its value says which quantity the message is about.
  var isKind = false
  /// Its key is no usual one for a device's name: ``TellingWords`` decides.
  var isUnusual = false

  /// By their letters alone, in small ones. What the first say is a device's; the others may count messages as well.
  private static let strong: Set<String> = [
    "device", "deviceid", "devicename", "dev", "devid", "deveui", "eui", "mac", "macaddress", "address",
    "addr", "serial",
    "serialnumber", "sn", "node", "nodeid", "nodename", "sensor", "sensorid", "sensorname", "probe",
    "probeid", "plant",
    "plantid", "plantname", "pot", "potid", "bed", "zone", "location", "room", "place", "chipid", "client",
    "clientid",
    "esp", "module", "unitid", "pflanze", "sonde", "idx", "from", "host", "hostname", "ip", "station", "hwid",
    "geraet",
    "gerät", "topf", "capteur", "maceta", "vaso", "who",
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
    return Array(names.filter { !$0.isUnusual }.prefix(countMax))
      + names.filter(\.isUnusual).prefix(countMax)
  }

  /// `nil`: what is called so names nobody.
  private init?(_ key: String, at path: FieldPath, says value: String) {
    let letters = Self.letters(key)
    isKind = Self.kinds.contains(letters) && QuantityWords.meaning(of: value) != nil
    isUnusual = !isKind && !Self.strong.contains(letters) && !Self.weak.contains(letters)
    if isUnusual, !TellingWords.mayTell(key, value) { return nil }
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
      return found.count < 4 * countMax
    }
    names = found
  }

  private static func letters(_ key: String) -> String { key.lowercased().filter(\.isLetter) }
}
