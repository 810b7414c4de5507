internal import Glibc

/// Small files of the system, read whole.
enum FileBytes {
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// The content, at most `limit` bytes; `nil` where it cannot be read or is longer.
  static func read(_ path: String, limit: Int = 1 << 20) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count <= limit {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
    }
    return nil
  }

  /// The number behind `field` at the beginning of a line, as the tables of `/proc` have it; `nil` where there is none.
  static func number(after field: String, in path: String) -> Int? {
    guard let bytes = read(path) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix(field) {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? Int(words[1]) : nil
    }
    return nil
  }

  /// The first line without its end; `nil` where the file cannot be read.
  static func firstLine(of path: String) -> String? {
    guard let bytes = read(path) else { return nil }
    return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
