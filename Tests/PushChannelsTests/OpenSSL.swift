import Foundation
import TestKit
import Testing

/// Another program's word on our keys and signatures: `openssl`.
enum OpenSSL {
  /// A private key as text, of the algorithm that `genpkey` makes by these words.
  static func key(_ words: String...) throws -> String {
    try run(["genpkey"] + words)
  }

  /// What others know of a key, 65 bytes.
  static func publicKey(of pem: String) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let file = try folder.write(pem, to: "key.pem")
    _ = try run(["pkey", "-in", file, "-pubout", "-outform", "DER", "-out", folder.file("key.der")])
    return Array(try folder.bytes(of: "key.der").suffix(65))
  }

  /// - Parameters:
  ///   - signature: both numbers, 32 bytes each.
  ///   - publicKey: 65 bytes.
  static func isGood(_ signature: [UInt8], of message: String, by publicKey: [UInt8]) throws -> Bool {
    let folder = try TemporaryFolder()
    // RFC 5480 §2: an elliptic curve's key, P-256.
    let head: [UInt8] =
      [0x30, 0x59, 0x30, 0x13, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
      + [6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7, 3, 0x42, 0]
    let numbers = number(signature.prefix(32)) + number(signature.dropFirst(32))
    try folder.write(head + publicKey, to: "key.der")
    try folder.write([0x30, UInt8(numbers.count)] + numbers, to: "signature")
    try folder.write(message, to: "message")
    let said = try run([
      "dgst", "-sha256", "-keyform", "DER", "-verify", folder.file("key.der"), "-signature",
      folder.file("signature"), folder.file("message"),
    ])
    return said == "Verified OK\n"
  }

  /// In DER, where a first bit that is set makes a number negative.
  private static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.isEmpty || digits[0] > 127 { digits.insert(0, at: 0) }
    return [2, UInt8(digits.count)] + digits
  }

  private static func run(_ arguments: [String]) throws -> String {
    let program = Process()
    let output = Pipe()
    program.executableURL = URL(filePath: "/usr/bin/openssl")
    program.arguments = arguments
    program.standardOutput = output
    program.standardError = FileHandle.nullDevice
    try program.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }
}
