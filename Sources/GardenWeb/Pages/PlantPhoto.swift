internal import HostSystem

/// A plant's photo, from the file that the config names. The address names a plant and never a file, so that no address leads
/// out of the config; and what is no picture is not served, whatever the file is called.
struct PlantPhoto: Sendable {
  let path: String

  /// More is no picture for a page on a phone.
  static let bytesMax = 4 << 20

  /// `nil`: no file that can be read, too large, or no picture.
  func answer(_ request: WebRequest) -> WebAnswer? {
    guard let facts = HostFile.facts(of: path, followsLink: false), facts.kind == .regular,
      let bytes = try? HostFile.read(path, limit: Self.bytesMax, followsLink: false),
      let type = Self.contentType(bytes)
    else { return nil }
    let tag = PageFolder.File.tag(facts, isPacked: false)
    let headers = [("ETag", tag), ("Cache-Control", "private, no-cache")]
    if PageFolder.File.matches(request.ifNoneMatch, tag) { return WebAnswer(304, nil, [], headers) }
    return WebAnswer(200, type, bytes, headers)
  }

  /// By how the file begins: JPEG (ISO 10918-1, SOI and a marker), PNG (RFC 2083), WebP in RIFF, AVIF (an `ftyp` box first).
  static func contentType(_ bytes: [UInt8]) -> String? {
    func stands(_ text: String, at offset: Int) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
    if bytes.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) { return "image/png" }
    if stands("RIFF", at: 0), stands("WEBP", at: 8) { return "image/webp" }
    if stands("ftyp", at: 4), stands("avif", at: 8) || stands("avis", at: 8) { return "image/avif" }
    return nil
  }
}
