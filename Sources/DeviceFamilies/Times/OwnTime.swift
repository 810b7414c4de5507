import GardenCore
import PayloadJSON

/// When a message was measured, by its own word, whatever its maker calls the key: `ts`, `Time`, `last_updated_ts`, `lastupdated`.
///
/// A key counts that is made of words of time and of measuring alone. When the device started, when something changed last or will
/// come next says nothing of the age of a value.
enum OwnTime {
  /// The time of one object, and where it stands in it, or in what it says of itself; `nil`: it has none that can be true.
  static func find(in object: JSONValue, _ context: DecodeContext) -> (time: Timestamp, path: FieldPath)? {
    if let (time, key) = best(in: object, context) { return (time, FieldPath([.key(key)])) }
    return inside(object, context)
  }

  private static func best(in object: JSONValue, _ context: DecodeContext) -> (time: Timestamp, key: String)?
  {
    var best: (rank: Int, time: Timestamp, key: String)?
    object.forEachField(with: spoken) { field in
      var rank: Int?
      field.withKey { rank = self.rank($0) }
      if let rank, rank < best?.rank ?? .max, let time = MeasurementTime.read(field.value, context) {
        best = (rank, time, field.name)
      }
      return true
    }
    return best.map { ($0.time, $0.key) }
  }

  /// `meta: {"ts": 1795260000}`
  private static func inside(_ object: JSONValue, _ context: DecodeContext) -> (
    time: Timestamp, path: FieldPath
  )? {
    var found: (Timestamp, FieldPath)?
    object.forEachField(with: spoken) { field in
      guard field.value.kind == .object else { return true }
      var isHead = false
      field.withKey { key in isHead = heads.contains { TextBytes.equalIgnoringCase(key, in: key.indices, $0) }
      }
      if isHead, let (time, key) = best(in: field.value, context) {
        found = (time, FieldPath([.key(field.name), .key(key)]))
      }
      return found == nil
    }
    return found
  }

  /// Whether a topic of this name says a time of measuring.
  static func isNamed(by name: String) -> Bool { rank(name.utf8Span.span) != nil }

  /// Of several the lowest counts; `nil`: the key is none of a time.
  private static func rank(_ key: Span<UInt8>) -> Int? {
    guard let tokens = KeyTokens(key), tokens.count > 0 else { return nil }
    var rank: Int?
    var (isMeasured, isPast) = (false, false)
    for i in 0..<tokens.count {
      let word = key.extracting(tokens[i])
      let (isMeasuring, isBehind) = (
        WordList.has(measuring, word, word.indices), WordList.has(past, word, word.indices)
      )
      isMeasured = isMeasured || isMeasuring
      isPast = isPast || isBehind
      if isMeasuring || isBehind || WordList.has(empty, word, word.indices) { continue }
      guard let place = words.firstIndex(where: { WordList.has($0, word, word.indices) }) else { return nil }
      rank = min(rank ?? place, place)
    }
    return rank ?? (isMeasured && isPast ? ofLast : nil)
  }

  /// Of measuring, of time alone, of the last message, of the way.
  private static let words: [[StaticString]] = [
    [
      "measured", "sampled", "observed", "recorded", "measuredat", "gemessen", "messzeit", "messzeitpunkt",
      "gemeten", "mesuré", "medido", "misurato",
    ],
    [
      "time", "ts", "timestamp", "datetime", "date", "epoch", "unixtime", "unix", "timeutc", "utctime",
      "dateutc",
      "zeit", "zeitstempel", "uhrzeit", "datum", "heure", "horodatage", "hora", "fecha", "tijd", "tijdstip",
      "tid",
      "czas", "cas", "ora", "when",
    ],
    ["updated", "lastupdated", "lastupdate", "update", "seen", "lastseen", "lastreading", "lastmeasured"],
    ["received", "published", "created", "sent", "reported"],
  ]
  /// Beside the others they say nothing.
  private static let empty: [StaticString] = [
    "of", "utc", "iso", "ms", "s", "sec", "seconds", "local", "sensor", "device", "message", "data", "value",
    "phenomenon",
  ]
  /// Both together are a time too: `last_reading`, `gemessen_am`.
  private static let measuring: [StaticString] = [
    "reading", "sample", "measurement", "messung", "messwert", "mesure", "medicion", "medición", "misura",
    "meting",
    "pomiar", "mereni",
  ]
  private static let past: [StaticString] = [
    "last", "at", "am", "letzte", "letzter", "letztes", "derniere", "dernière", "ultima", "última", "laatste",
    "senaste", "seneste", "ostatni", "posledni",
  ]
  private static let ofLast = 2
  /// Objects in which a message says when it was made.
  private static let heads: [StaticString] = ["meta", "metadata", "header", "head"]
  private static let spoken = KeyWords(
    (words.flatMap(\.self) + measuring).map { "\($0)" }, ofObjects: heads.map { "\($0)" })
}
