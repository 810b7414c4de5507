internal import Cryptography

/// What is known of bytes that come in parts: a picture, a long table. Whoever has all parts compares them with it.
public struct BlobFacts: DocumentPart {
  /// More are neither taken nor sent: 4 MiB.
  public static let bytesMax = 4 << 20
  /// Of one part: what base64 makes of it has room in a ``MessageReply``.
  public static let partMax = 24_000

  /// How many bytes, 1 to ``bytesMax``.
  public var size: Int
  /// SHA-256 (FIPS 180-4) of all bytes, in 64 lowercase hexadecimal digits.
  public var sha256: String
  /// Media type (RFC 6838), such as `image/jpeg`; 3 to 64 characters.
  public var type: String

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    size = f.required("size", \.size, .integer(1...Self.bytesMax))
    sha256 = f.required("sha256", \.sha256, .form(.sha256))
    type = f.required("type", \.type, .form(.mediaType))
  }

  /// Of bytes that are at hand.
  public init(_ bytes: [UInt8], type: String) {
    self.init(size: bytes.count, sha256: SHA256Sum.hex(of: bytes), type: type)
  }

  /// As somebody told it.
  package init(size: Int, sha256: String, type: String) {
    self.size = size
    self.sha256 = sha256
    self.type = type
  }

  /// Whether these bytes are the ones.
  public func isOf(_ bytes: [UInt8]) -> Bool { bytes.count == size && SHA256Sum.hex(of: bytes) == sha256 }
}
