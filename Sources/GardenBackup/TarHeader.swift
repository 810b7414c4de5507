/// One block in front of a file. Source: POSIX.1-2017, pax, "ustar Interchange Format".
///
/// Only plain files are written, of one owner and one mode: what they really are stands in the manifest. So name, size and time say
/// every byte of the block, and a block that is not the one which they make was changed.
struct TarHeader: Hashable {
  static let block = 512
  /// Eleven octal digits.
  static let sizeMax = 0o77_777_777_777

  var name: String
  var size: Int
  /// Seconds since 1970.
  var time: Int

  var bytes: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: String, at offset: Int) {
      for (place, byte) in text.utf8.enumerated() { bytes[offset + place] = byte }
    }
    put(name, at: 0)
    put("0000600\0", at: 100)
    put("0000000\0", at: 108)
    put("0000000\0", at: 116)
    put(Self.octal(size), at: 124)
    put(Self.octal(time), at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put("root", at: 265)
    put("root", at: 297)
    let sum = String(bytes.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", at: 148)
    return bytes
  }

  private static func octal(_ number: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: max(0, 11 - digits.count)) + digits
  }

  init(name: String, size: Int, time: Int) {
    self.name = name
    self.size = size
    self.time = time
  }

  /// - Throws: ``BackupError/foreign(_:)`` of a block that others write, ``BackupError/damaged(_:)`` of one that was changed.
  init(_ block: [UInt8]) throws(BackupError) {
    guard block.count == Self.block, Array(block[257..<262]) == Array("ustar".utf8) else {
      throw .foreign("it is no archive of that kind")
    }
    let text = block[..<100].prefix { $0 != 0 }
    guard let name = String(validating: text, as: UTF8.self) else {
      throw .foreign("a name in it is no text")
    }
    let isOurs =
      [BackupName.manifest, BackupName.sums, BackupName.signature].contains(name) || BackupName.isGood(name)
    guard isOurs else { throw .foreign("it has a file '\(name.filter { !$0.isNewline })', which none has") }
    guard block[156] == UInt8(ascii: "0") else { throw .foreign("'\(name)' in it is a link or a folder") }
    guard let size = Self.number(block[124..<135]), let time = Self.number(block[136..<147]) else {
      throw .damaged("the header of \(name)")
    }
    self.init(name: name, size: size, time: time)
    guard bytes == block else { throw .damaged("the header of \(name)") }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 < 0 ? nil : $0 }
  }

  /// Zeros up to the next block.
  var padding: Int { (Self.block - size % Self.block) % Self.block }
}
