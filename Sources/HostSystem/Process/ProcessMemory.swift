/// Memory of this process, from `/proc/self/status`.
package enum ProcessMemory {
  /// Resident set, bytes.
  package static func residentBytes() -> Int? { bytes(of: "VmRSS:") }
  /// Resident memory of our own: neither files nor shared. Bytes.
  package static func anonymousBytes() -> Int? { bytes(of: "RssAnon:") }

  private static func bytes(of field: String) -> Int? {
    guard let status = FileBytes.read("/proc/self/status") else { return nil }
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") where line.hasPrefix(field) {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? Int(words[1]).map { $0 * 1024 } : nil
    }
    return nil
  }
}
