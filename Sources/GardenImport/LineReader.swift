package import HostSystem

/// A text file line by line, however long it is.
package final class LineReader {
  /// A longer line is passed over.
  static let bytesMax = 1 << 20
  private static let part = 1 << 16

  private let file: HostFileReader
  private var buffer: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  /// Of the line that was handed over last; the first is 1.
  package private(set) var number = 0

  package init(_ path: String) throws(HostError) { file = try HostFileReader(path, followsLink: true) }

  /// Without its end; `nil`: there is no more. A line that is too long is empty.
  package func next() throws(HostError) -> ArraySlice<UInt8>? {
    var isTooLong = false
    while true {
      if let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[place..<end]
        place = end + 1
        number += 1
        return isTooLong ? [] : line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      }
      if isAtEnd {
        guard place < buffer.count else { return nil }
        let line = buffer[place...]
        place = buffer.count
        number += 1
        return isTooLong ? [] : line
      }
      if buffer.count - place > Self.bytesMax {
        isTooLong = true
        place = buffer.count
      }
      buffer.removeSubrange(..<place)
      place = 0
      let part = try file.read(Self.part)
      isAtEnd = part.count < Self.part
      buffer += part
    }
  }
}
