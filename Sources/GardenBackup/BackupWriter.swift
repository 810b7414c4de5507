internal import Cryptography
internal import HostSystem

/// Writes a backup: the manifest, the files by name, their checksums. It is there whole or not at all, for its owner alone.
package struct BackupWriter {
  /// Where the bytes of a file are.
  package enum Source: Sendable {
    case bytes([UInt8])
    /// A file that nobody changes meanwhile.
    case file(String)
  }

  private static let part = 1 << 16

  private let file: HostFileWriter
  private let time: Int
  private var sums = ""

  /// - Parameters:
  ///   - files: by name; see ``BackupName``.
  ///   - signer: `nil`: nobody vouches for it.
  /// - Returns: its fingerprint, as the reader finds it.
  @discardableResult
  package static func write(
    _ manifest: BackupManifest, _ files: [String: Source], by signer: BackupSigner? = nil, to path: String
  ) throws(BackupError) -> String {
    guard let head = try? manifest.encoded() else { throw .damaged(BackupName.manifest) }
    do {
      var writer = BackupWriter(file: try HostFileWriter(path), time: manifest.made)
      try writer.add(BackupName.manifest, .bytes(head))
      for (name, source) in files.sorted(by: { $0.key < $1.key }) { try writer.add(name, source) }
      let sums = Array(writer.sums.utf8)
      try writer.add(BackupName.sums, .bytes(sums))
      if let signer { try writer.add(BackupName.signature, .bytes(try signer.signature(of: sums).text)) }
      try writer.file.write([UInt8](repeating: 0, count: 2 * TarHeader.block))
      try writer.file.finish()
      return BackupFingerprint.text(of: signer?.publicKey ?? sums)
    } catch let error as BackupError {
      throw error
    } catch let error as HostError {
      throw .unwritable(error)
    } catch {
      throw .damaged("\(error)")
    }
  }

  private init(file: HostFileWriter, time: Int) {
    self.file = file
    self.time = time
  }

  private mutating func add(_ name: String, _ source: Source) throws {
    let sum = SHA256Sum()
    let size: Int
    switch source {
    case .bytes(let bytes):
      size = bytes.count
      try begin(name, size)
      sum.take(bytes)
      try file.write(bytes)
    case .file(let path):
      let reader = try HostFileReader(path)
      size = reader.bytes
      try begin(name, size)
      var left = size
      while left > 0 {
        let bytes = try reader.read(min(left, Self.part))
        if bytes.isEmpty { throw BackupError.damaged("\(path) became shorter") }
        sum.take(bytes)
        try file.write(bytes)
        left -= bytes.count
      }
    }
    try file.write([UInt8](repeating: 0, count: TarHeader(name: name, size: size, time: time).padding))
    if name != BackupName.sums, name != BackupName.signature { sums += "\(sum.finish())  \(name)\n" }
  }

  private func begin(_ name: String, _ size: Int) throws {
    guard size <= TarHeader.sizeMax else { throw BackupError.tooLarge(name: name) }
    try file.write(TarHeader(name: name, size: size, time: time).bytes)
  }
}
