import GardenCore
import PayloadJSON

/// When a message was measured, by its own word, whatever its maker calls the key: `ts`, `Time`, `last_updated_ts`, `lastupdated`.
///
/// A key counts that is made of words of time and of measuring alone. When the device started, when something changed last or will
/// come next says nothing of the age of a value.
enum OwnTime {
  /// The time of one object, and its key; `nil`: it has none that can be true.
  static func find(in object: JSONValue, _ context: DecodeContext) -> (time: Timestamp, key: String)? {
    guard object.mayHave(spoken) else { return nil }
    var best: (rank: Int, time: Timestamp, key: String)?
    object.forEachField { field in
      var rank: Int?
      field.withKey { rank = self.rank($0) }
      if let rank, rank < best?.rank ?? .max, let time = MeasurementTime.read(field.value, context) {
        best = (rank, time, field.name)
      }
      return true
    }
    return best.map { ($0.time, $0.key) }
  }

  /// Whether a topic of this name says a time of measuring.
  static func isNamed(by name: String) -> Bool { rank(name.utf8Span.span) != nil }

  /// Of several the lowest counts; `nil`: the key is none of a time.
  private static func rank(_ key: Span<UInt8>) -> Int? {
    guard let tokens = KeyTokens(key), tokens.count > 0 else { return nil }
    var rank: Int?
    for i in 0..<tokens.count {
      let word = key.extracting(tokens[i])
      if WordList.has(empty, word, word.indices) { continue }
      guard let place = words.firstIndex(where: { WordList.has($0, word, word.indices) }) else { return nil }
      rank = min(rank ?? place, place)
    }
    return rank
  }

  /// Of measuring, of time alone, of the last message, of the way.
  private static let words: [[StaticString]] = [
    ["measured", "sampled", "observed", "recorded", "measuredat", "gemessen"],
    [
      "time", "ts", "timestamp", "datetime", "date", "epoch", "unixtime", "unix", "timeutc", "utctime",
      "dateutc",
      "zeit", "zeitstempel", "uhrzeit", "datum", "heure", "horodatage", "hora", "fecha", "tijd", "tijdstip",
      "tid",
      "czas", "cas", "ora", "when",
    ],
    ["updated", "lastupdated", "lastupdate", "update", "seen", "lastseen", "lastreading", "lastmeasured"],
    ["received", "published", "created", "sent"],
  ]
  /// Beside the others they say nothing.
  private static let empty: [StaticString] = [
    "last", "at", "of", "utc", "iso", "ms", "s", "sec", "seconds", "local", "reading", "sample",
    "measurement",
    "sensor", "device", "message", "data", "value",
  ]
  private static let spoken = KeyWords(words.flatMap { $0.map { "\($0)" } })
}
