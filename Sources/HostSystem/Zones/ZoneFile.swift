/// A compiled time zone, as `zic` writes them: the UTC offsets of one zone. Source: RFC 8536 (TZif).
struct ZoneFile: Sendable, Hashable {
  /// From `startSeconds` (Unix) on, local time is UTC plus the offset. Oldest first.
  var changes: [ZoneTable.Change]
  /// Before the first change.
  var earliestOffset: Int32
  /// After the last change; `nil` where the file says none.
  var rule: PosixZoneRule?

  /// `nil`: not a TZif file, or a damaged one.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard var header = reader.header() else { return nil }
    var width = 4
    if header.version >= 2 {
      // The 32-bit block stands first and is skipped.
      guard reader.skip(header.dataBytes(width: 4)), let second = reader.header() else { return nil }
      header = second
      width = 8
    }
    guard let times = reader.integers(header.timeCount, width: width),
      let kinds = reader.take(header.timeCount)
    else { return nil }
    var offsets: [Int32] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integers(1, width: 4)?.first, reader.skip(2), abs(offset) <= 26 * 3600
      else { return nil }
      offsets.append(Int32(offset))
    }
    guard let first = offsets.first, kinds.allSatisfy({ Int($0) < offsets.count }) else { return nil }
    earliestOffset = first
    changes = zip(times, kinds).map { ZoneTable.Change(startSeconds: $0, offsetSeconds: offsets[Int($1)]) }
    guard zip(changes, changes.dropFirst()).allSatisfy({ $0.startSeconds < $1.startSeconds }) else {
      return nil
    }
    guard width == 8 else { return }
    guard reader.skip(header.tailBytes) else { return nil }
    let footer = bytes[reader.position...].split(separator: UInt8(ascii: "\n"))
    if let text = footer.first {
      rule = PosixZoneRule(String(decoding: text, as: UTF8.self))
      if rule == nil { return nil }
    }
  }

  private struct Header {
    var version: Int
    var utcCount: Int
    var standardCount: Int
    var leapCount: Int
    var timeCount: Int
    var typeCount: Int
    var letterCount: Int

    func dataBytes(width: Int) -> Int {
      timeCount * (width + 1) + typeCount * 6 + letterCount + leapCount * (width + 4) + standardCount
        + utcCount
    }
    /// What follows the types in the 64-bit block.
    var tailBytes: Int { letterCount + leapCount * 12 + standardCount + utcCount }
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count >= 0, count <= bytes.count - position else { return nil }
      defer { position += count }
      return bytes[position..<position + count]
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    mutating func integers(_ count: Int, width: Int) -> [Int64]? {
      guard let data = take(count * width) else { return nil }
      return (0..<count).map { i in
        let start = data.startIndex + i * width
        let word = data[start..<start + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return width == 8 ? Int64(bitPattern: word) : Int64(Int32(truncatingIfNeeded: word))
      }
    }

    mutating func header() -> Header? {
      guard let magic = take(4), magic.elementsEqual("TZif".utf8), let version = take(1)?.first, skip(15),
        let counts = integers(6, width: 4), counts.allSatisfy({ (0...100_000).contains($0) })
      else { return nil }
      let n = counts.map { Int($0) }
      return Header(
        version: version >= UInt8(ascii: "2") ? 2 : 1, utcCount: n[0], standardCount: n[1], leapCount: n[2],
        timeCount: n[3], typeCount: n[4], letterCount: n[5])
    }
  }
}
