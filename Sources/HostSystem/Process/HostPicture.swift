/// A picture in a file: what is none is not read, whatever the file is called.
package struct HostPicture: Sendable {
  /// More is no picture for a phone: 4 MiB.
  package static let bytesMax = 4 << 20

  package let bytes: [UInt8]
  /// Media type.
  package let type: String

  /// `nil`: no file that can be read, too large, or no picture. A symbolic link is none.
  package init?(_ path: String) {
    guard let bytes = try? HostFile.read(path, limit: Self.bytesMax, followsLink: false),
      let type = Self.type(of: bytes)
    else { return nil }
    self.bytes = bytes
    self.type = type
  }

  /// By how the file begins: JPEG (ISO 10918-1, SOI and a marker), PNG (RFC 2083), WebP in RIFF, AVIF (an `ftyp` box first).
  package static func type(of bytes: [UInt8]) -> String? {
    func stands(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
    if stands("RIFF", at: 0), stands("WEBP", at: 8) { return "image/webp" }
    if stands("ftyp", at: 4), stands("avif", at: 8) || stands("avis", at: 8) { return "image/avif" }
    return nil
  }
}
