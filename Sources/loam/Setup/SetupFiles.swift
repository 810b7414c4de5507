import ArgumentParser
import GardenSetup
import HostSystem
import ProgramConfig

/// Files that are about to be written: shown first, then put in place one after the other.
struct SetupFiles {
  struct File {
    var path: String
    var mode: UInt32
    var owner: HostUser?
    var content: Content
  }
  enum Content {
    case text(String)
    /// Never shown.
    case secret(String)
    /// Accounts of mosquitto, hashed when they are written.
    case accounts([(name: String, password: String)])
  }

  private(set) var files: [File] = []
  private static let sizeMax = 1 << 24

  var isEmpty: Bool { files.isEmpty }
  var paths: [String] { files.map(\.path) }

  /// The text of a file that is there.
  static func text(_ path: String) -> String? {
    (try? HostFile.read(path, limit: sizeMax)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// What stands in it already is not written again.
  mutating func add(_ path: String, mode: UInt32, owner: HostUser? = nil, _ text: String) {
    guard Self.text(path) != text else { return }
    files.append(File(path: path, mode: mode, owner: owner, content: .text(text)))
  }

  mutating func addSecret(_ path: String, _ secret: String) {
    guard Self.text(path) != secret + "\n", !paths.contains(path) else { return }
    files.append(File(path: path, mode: 0o600, content: .secret(secret + "\n")))
  }

  mutating func add(accounts: [(name: String, password: String)], to path: String, owner: HostUser?) {
    guard !accounts.isEmpty else { return }
    files.append(File(path: path, mode: 0o600, owner: owner, content: .accounts(accounts)))
  }

  func show(_ talk: SetupTalk) {
    for file in files {
      let isThere = HostFile.facts(of: file.path) != nil
      switch file.content {
      case .text(let text):
        let old = Self.text(file.path)
        talk.heading(isThere ? "\(file.path) changes (a copy is kept):" : "\(file.path) (new):")
        talk.show(
          old.map { LineDifference.lines(from: $0, to: text) }
            ?? text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      case .secret: talk.heading("\(file.path) (a password, for root alone)")
      case .accounts(let accounts):
        talk.heading(
          "\(file.path) (\(isThere ? "gets" : "new, with") the accounts \(accounts.map(\.name).joined(separator: ", ")))"
        )
      }
    }
  }

  /// Those that this user may not write.
  var forbidden: [String] { paths.filter { !HostFile.isWritable($0) } }

  func apply(_ talk: SetupTalk) throws {
    for file in files {
      do {
        try put(file)
        talk.say("Written: \(file.path)")
      } catch let error as HostError {
        throw talk.end("\(file.path) could not be written: \(error.text)", .ioError)
      }
    }
  }

  private func put(_ file: File) throws {
    try HostFile.makeFolder(HostFile.folder(of: file.path))
    let text: String
    switch file.content {
    case .text(let whole):
      try Self.keepCopy(file.path)
      text = whole
    case .secret(let secret): text = secret
    case .accounts(let accounts):
      let lines = try hashed(accounts, beside: file.path)
      text = ShippedBroker.passwords(Self.text(file.path) ?? "", with: lines)
    }
    try HostFile.write(Array(text.utf8), to: file.path, mode: file.mode, owner: file.owner)
  }

  /// As `loam.yaml.1`, `.2`, …: no copy is ever replaced.
  static func keepCopy(_ path: String) throws(HostError) {
    guard HostFile.facts(of: path) != nil else { return }
    let bytes = try HostFile.read(path, limit: Self.sizeMax)
    var number = 1
    while HostFile.facts(of: "\(path).\(number)", followsLink: false) != nil { number += 1 }
    try HostFile.write(bytes, to: "\(path).\(number)", mode: 0o640)
  }

  /// By mosquitto's own program, through a file: on its command line every user of the machine could read the password.
  private func hashed(_ accounts: [(name: String, password: String)], beside path: String) throws -> [String]
  {
    let draft = path + ".new"
    let lines = accounts.map { "\($0.name):\($0.password)\n" }.joined()
    try HostFile.write(Array(lines.utf8), to: draft, mode: 0o600)
    defer { try? HostFile.remove(draft) }
    let ended = SystemTools.run("mosquitto_passwd", ["-U", draft])
    let result = (Self.text(draft) ?? "").split(separator: "\n").map(String.init)
    guard ended.isSuccess, result.count == accounts.count, result.allSatisfy({ $0.contains(":$") }) else {
      throw CommandEnd.saying(
        "mosquitto_passwd (Debian package mosquitto) failed: \(ended.output)", .unavailable
      )
    }
    return result
  }
}
