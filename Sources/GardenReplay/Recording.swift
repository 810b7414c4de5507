internal import FoundationEssentials

/// What came in at a bridge, for a later replay. On the disk it is text: a head, then an object of JSON a line. A line is read by itself, so that
/// a torn one costs no other.
package enum Recording {
  package static let format = "loam-recording"
  package static let version = 1
  /// Bytes of the whole; what comes later is counted and left out.
  package static let bytesMax = 64 << 20
  /// Bytes of one line with its end.
  package static let lineMax = 1 << 20

  /// The first line.
  package struct Head: Sendable, Hashable, Codable {
    /// Milliseconds since 1970, by the clock of who recorded. The times of the lines count from here, by a clock that nobody sets.
    package var began: Int64
    /// The config in force, without secrets and without what only that machine has.
    package var config: String
    package var format = Recording.format
    package var version = Recording.version
    /// Where the config names no zone.
    package var zone: String

    package init(began: Int64, config: String, zone: String) {
      self.began = began
      self.config = config
      self.zone = zone
    }
  }

  package enum Happening: Sendable, Hashable {
    case message(topic: String, payload: [UInt8], isRetained: Bool)
    /// The recorder lost the broker, or has it again.
    case link(isUp: Bool)
    /// The last line, where nothing broke the recording off: how many messages found no place.
    case end(leftOut: Int)
  }

  package struct Line: Sendable, Hashable {
    /// Milliseconds since the head's ``Head/began``.
    package var at: Int64
    package var what: Happening

    package init(at: Int64, what: Happening) {
      self.at = at
      self.what = what
    }
  }

  /// Why a line is not one of a recording.
  package enum Fault: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    case noRecording = "it does not begin as a recording"
    case newer = "it was written by a newer version"
    case noObject = "no JSON object of a recording"
    case noTime = "no time within a year of the beginning"
    case nothing = "neither a message nor a change of the link"

    package var description: String { rawValue }
  }

  /// Longer is no night, and a time that somebody made up would be lived through.
  private static let longest: Int64 = 366 * 86_400_000
  private static let latest: Int64 = 253_402_300_799_999

  /// A line as it is written. The keys stand in the order of the alphabet.
  private struct Written: Codable {
    var at: Int64
    var base64: Data?
    var left_out: Int?
    var link: String?
    var payload: String?
    var retained: Bool?
    var topic: String?
  }
}

// Bytes.
extension Recording.Head {
  package init(reading bytes: some Sequence<UInt8>) throws(Recording.Fault) {
    guard let head = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      head.format == Recording.format, (0...Recording.latest).contains(head.began)
    else { throw .noRecording }
    guard head.version == Recording.version else { throw .newer }
    self = head
  }

  package var written: [UInt8] { Recording.bytes(self) }
}

extension Recording.Line {
  package init(reading bytes: some Sequence<UInt8>) throws(Recording.Fault) {
    guard let line = try? JSONDecoder().decode(Recording.Written.self, from: Data(bytes)) else {
      throw .noObject
    }
    guard (0...Recording.longest).contains(line.at) else { throw .noTime }
    at = line.at
    if let topic = line.topic,
      let payload = line.payload.map({ Array($0.utf8) }) ?? line.base64.map({ Array($0) })
    {
      what = .message(topic: topic, payload: payload, isRetained: line.retained ?? false)
    } else if let link = line.link, ["up", "down"].contains(link) {
      what = .link(isUp: link == "up")
    } else if let leftOut = line.left_out {
      what = .end(leftOut: leftOut)
    } else {
      throw .nothing
    }
  }

  package var written: [UInt8] {
    var line = Recording.Written(at: at)
    switch what {
    case .message(let topic, let payload, let isRetained):
      line.topic = topic
      line.payload = String(validating: payload, as: UTF8.self)
      if line.payload == nil { line.base64 = Data(payload) }
      if isRetained { line.retained = true }
    case .link(let isUp): line.link = isUp ? "up" : "down"
    case .end(let leftOut): line.left_out = leftOut
    }
    return Recording.bytes(line)
  }
}

extension Recording {
  /// On one line, with its end. JSON writes no line end inside.
  private static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ((try? encoder.encode(value)).map { Array($0) } ?? []) + [UInt8(ascii: "\n")]
  }
}
