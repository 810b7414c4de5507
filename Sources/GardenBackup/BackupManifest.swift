internal import FoundationEssentials

/// What a backup says of itself.
package struct BackupManifest: Codable, Sendable, Hashable {
  /// Of the archive; a later one may hold what this version would lose. 2: it may be signed.
  package static let format = 2

  /// Who had a file, and who might read it.
  package struct File: Codable, Sendable, Hashable {
    package var mode: UInt32
    /// A name; `nil`: it had none on that machine.
    package var user: String?

    package init(mode: UInt32, user: String?) {
      self.mode = mode
      self.user = user
    }
  }

  package var format = Self.format
  /// The version that made it.
  package var loam: String
  /// Seconds since 1970.
  package var made: Int
  package var machine: String
  /// The config's name among the files of `config/`.
  package var config: String
  /// The steps that each database had taken.
  package var steps: [String: [String]] = [:]
  package var files: [String: File] = [:]

  package init(loam: String, made: Int, machine: String, config: String) {
    self.loam = loam
    self.made = made
    self.machine = machine
    self.config = config
  }

  func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
  }

  init(_ bytes: [UInt8]) throws(BackupError) {
    struct Head: Decodable { var format: Int }
    let decoder = JSONDecoder()
    guard let head = try? decoder.decode(Head.self, from: Data(bytes)) else {
      throw .foreign("\(BackupName.manifest) in it is none")
    }
    guard head.format <= Self.format else { throw .newer(format: head.format) }
    guard let manifest = try? decoder.decode(Self.self, from: Data(bytes)) else {
      throw .damaged(BackupName.manifest)
    }
    self = manifest
  }
}
