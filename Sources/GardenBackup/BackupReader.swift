internal import Cryptography
internal import HostSystem

/// A backup that was read through and found good, to its last byte.
package struct BackupReader {
  private static let part = 1 << 16
  /// Files that are not databases, each: a picture is the largest.
  private static let smallMax = 4 << 20
  /// All of them together.
  private static let smallsMax = 64 << 20
  private static let countMax = 1000

  private let path: String
  package let manifest: BackupManifest
  /// What is not a database, by name.
  package private(set) var small: [String: [UInt8]] = [:]
  /// Bytes of each database.
  package private(set) var databases: [String: Int] = [:]
  /// Of the garden that signed it; `nil`: nobody did.
  package private(set) var signer: [UInt8]?
  /// Of the key that signed it, else of all that is in it.
  package private(set) var fingerprint = ""
  private var places: [String: Int] = [:]
  private var sums: [String: String] = [:]

  /// Reads all of it and writes nothing.
  ///
  /// - Throws: ``BackupError`` of what is cut, changed by a bit, of another origin, or of a newer version.
  package init(_ path: String) throws(BackupError) {
    self.path = path
    do {
      let file = try HostFileReader(path)
      let first = try Self.header(file, from: 0)
      guard first.name == BackupName.manifest else { throw BackupError.foreign("it does not begin as one") }
      var at = TarHeader.block
      let (head, sum) = try Self.bytes(of: first, file, at: &at)
      manifest = try BackupManifest(head)
      sums[BackupName.manifest] = sum
      try readFiles(file, at: at, time: first.time)
    } catch let error as BackupError {
      throw error
    } catch let error as HostError {
      throw .unreadable(error)
    } catch {
      throw .damaged("\(error)")
    }
  }

  private mutating func readFiles(_ file: HostFileReader, at start: Int, time: Int) throws {
    var (at, last, bytes) = (start, "", 0)
    while true {
      let header = try Self.header(file, from: at)
      at += TarHeader.block
      guard header.time == time, time == manifest.made else {
        throw BackupError.damaged("the time of \(header.name)")
      }
      if header.name == BackupName.sums {
        let (list, _) = try Self.bytes(of: header, file, at: &at)
        return try end(file, at: at, time, sums: list)
      }
      guard header.name > last, BackupName.isGood(header.name), sums.count < Self.countMax else {
        throw BackupError.foreign("'\(header.name)' in it is out of place")
      }
      last = header.name
      places[header.name] = at
      if BackupName.isDatabase(header.name) {
        databases[header.name] = header.size
        sums[header.name] = try Self.pass(header, file, at: &at) { _ in }
      } else {
        let (content, sum) = try Self.bytes(of: header, file, at: &at)
        guard !Self.isProgram(header.name, content) else {
          throw BackupError.foreign("'\(header.name)' in it is a program")
        }
        bytes += content.count
        guard bytes <= Self.smallsMax else { throw BackupError.foreign("its files are too large") }
        small[header.name] = content
        sums[header.name] = sum
      }
    }
  }

  /// Nothing in a backup is ever run; what could be is none of a garden's.
  package static func isProgram(_ name: String, _ content: [UInt8]) -> Bool {
    content.starts(with: [0x7F] + "ELF".utf8)
      || content.starts(with: "#!".utf8) && !name.hasSuffix(".yaml") && !name.hasSuffix(".yml")
  }

  private mutating func end(_ file: HostFileReader, at start: Int, _ time: Int, sums list: [UInt8]) throws {
    let order = [BackupName.manifest] + places.keys.sorted()
    let expected = order.map { "\(sums[$0] ?? "")  \($0)\n" }.joined()
    guard list == Array(expected.utf8) else { throw BackupError.damaged("a checksum is another") }
    fingerprint = BackupFingerprint.text(of: list)
    var rest = try file.read(TarHeader.block)
    if manifest.format > 1, rest.count == TarHeader.block, rest.contains(where: { $0 != 0 }) {
      var at = start + TarHeader.block
      let header = try TarHeader(rest)
      guard header.name == BackupName.signature, header.time == time,
        header.size <= file.bytes - at,
        let signature = BackupSignature(
          try Self.bytes(of: header, file, at: &at).0, of: list)
      else { throw BackupError.damaged("its signature") }
      signer = signature.publicKey
      fingerprint = BackupFingerprint.text(of: signature.publicKey)
      rest = try file.read(TarHeader.block)
    }
    rest += try file.read(TarHeader.block + 1)
    guard rest.count >= 2 * TarHeader.block else { throw BackupError.cut }
    guard rest.count == 2 * TarHeader.block, rest.allSatisfy({ $0 == 0 }) else {
      throw BackupError.damaged("something follows its end")
    }
  }

  private static func header(_ file: HostFileReader, from at: Int) throws -> TarHeader {
    let block = try file.read(TarHeader.block)
    guard block.count == TarHeader.block else {
      throw at == 0 ? BackupError.foreign("it is too short") : .cut
    }
    let header = try TarHeader(block)
    // A size that nobody wrote must cost nothing.
    guard header.size <= file.bytes - at - TarHeader.block else { throw BackupError.cut }
    return header
  }

  private static func bytes(of header: TarHeader, _ file: HostFileReader, at: inout Int) throws -> (
    [UInt8], String
  ) {
    guard header.size <= smallMax else { throw BackupError.foreign("'\(header.name)' in it is too large") }
    var content: [UInt8] = []
    let sum = try pass(header, file, at: &at) { content += $0 }
    return (content, sum)
  }

  /// Reads a file and the zeros behind it.
  ///
  /// - Returns: its checksum.
  private static func pass(
    _ header: TarHeader, _ file: HostFileReader, at: inout Int, _ take: ([UInt8]) throws -> Void
  ) throws -> String {
    let sum = SHA256Sum()
    var left = header.size
    while left > 0 {
      let bytes = try file.read(min(left, part))
      if bytes.isEmpty { throw BackupError.cut }
      sum.take(bytes)
      try take(bytes)
      left -= bytes.count
    }
    let padding = try file.read(header.padding)
    guard padding.count == header.padding else { throw BackupError.cut }
    guard padding.allSatisfy({ $0 == 0 }) else { throw BackupError.damaged("what is behind \(header.name)") }
    at += header.size + header.padding
    return sum.finish()
  }

  /// Writes a database to a new file; it is there whole and as it was checked, or not at all.
  package func extract(_ name: String, to copy: String) throws(BackupError) {
    guard let place = places[name], let size = databases[name] else { throw .foreign("it has no \(name)") }
    let header = TarHeader(name: name, size: size, time: manifest.made)
    do {
      let file = try HostFileReader(path)
      try file.skip(place)
      let written = try HostFileWriter(copy)
      var at = place
      let sum = try Self.pass(header, file, at: &at) { try written.write($0) }
      guard sum == sums[name] else { throw BackupError.damaged("\(name) changed while it was read") }
      try written.finish()
    } catch let error as BackupError {
      throw error
    } catch let error as HostError {
      throw .unwritable(error)
    } catch {
      throw .damaged("\(error)")
    }
  }
}
