internal import Glibc

extension ZoneTable {
  /// The name of the machine's zone: where `/etc/localtime` points, or `/etc/timezone`; `nil` where neither says.
  package static func systemZone(root: String = "") -> String? {
    if let target = linkTarget(root + "/etc/localtime"), let range = target.firstRange(of: "/zoneinfo/") {
      let name = String(target[range.upperBound...])
      if !name.isEmpty { return name }
    }
    guard let line = FileBytes.firstLine(of: root + "/etc/timezone"), !line.isEmpty else { return nil }
    return line
  }

  private static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return 0 }
      return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
