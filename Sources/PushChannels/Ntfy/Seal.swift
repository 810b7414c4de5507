internal import Cryptography
internal import FoundationEssentials

/// An answer that crosses a server which anybody may write to: made by us, for one button of one rendering, until its expiry.
package struct Seal: Sendable, Hashable {
  package var device: String
  package var word: String
  package var button: String
  package var expires: Int64

  /// Of the code that are sent: each guess costs a request, and a code holds for a day.
  private static let codeBytes = 16

  package init(device: String, word: String, button: String, expires: Int64) {
    self.device = device
    self.word = word
    self.button = button
    self.expires = expires
  }

  package func text(sealedWith key: [UInt8]) -> String {
    "\(word).\(button).\(expires).\(Self.hex(Array(code(key).prefix(Self.codeBytes))))"
  }

  /// `nil`: not ours.
  package init?(_ text: String, for device: String, sealedWith key: [UInt8]) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= 200, parts.count == 4,
      parts[3].utf8.count == 2 * Self.codeBytes, let expires = Int64(parts[2])
    else { return nil }
    self.init(device: device, word: String(parts[0]), button: String(parts[1]), expires: expires)
    let wanted = Array(self.text(sealedWith: key).utf8)
    let given = Array(text.utf8)
    guard wanted.count == given.count else { return nil }
    // All bytes are compared, so that the time says nothing.
    guard zip(wanted, given).reduce(0, { $0 | ($1.0 ^ $1.1) }) == 0 else { return nil }
  }

  private func code(_ key: [UInt8]) -> [UInt8] {
    let bytes = Array("\(device)\n\(word)\n\(button)\n\(expires)".utf8)
    return MessageCode.of(bytes, key: key)
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
