import Foundation
import GardenBackup
import HostSystem
import TestKit
import Testing

/// A backup is read as it was written, or refused.
@Suite struct BackupTests {
  private static let files: [String: BackupWriter.Source] = [
    "config/loam.yaml": .bytes(Array("site: {name: x}\n".utf8)),
    "config/pictures/a b.jpg": .bytes([1, 2, 3]),
    "broker/loam.passwd": .bytes([]), "store/state.sqlite": .bytes((0..<3000).map { UInt8($0 & 255) }),
    "store/history.sqlite": .bytes(Array(repeating: 7, count: 512)),
  ]

  private static func written(_ files: [String: BackupWriter.Source] = files) throws -> (
    TemporaryFolder, [UInt8]
  ) {
    let folder = try TemporaryFolder()
    var manifest = BackupManifest(loam: "0.1.0", made: 1_795_219_200, machine: "pi", config: "loam.yaml")
    manifest.steps = ["store/state.sqlite": ["state-1-memory"]]
    manifest.files = ["config/loam.yaml": BackupManifest.File(mode: 0o640, user: "loam")]
    let keys = try TemporaryFolder()
    let signer = try #require(BackupSigner.made(in: keys.path))
    try BackupWriter.write(manifest, files, by: signer, to: folder.file("b"))
    return (folder, try folder.bytes(of: "b"))
  }

  @Test func `what was written is read, and a database comes out as it went in`() throws {
    let (folder, _) = try Self.written()
    #expect(HostFile.mode(of: folder.file("b")) == 0o600)
    let backup = try BackupReader(folder.file("b"))
    #expect(
      backup.manifest.machine == "pi" && backup.manifest.steps["store/state.sqlite"] == ["state-1-memory"])
    #expect(backup.manifest.files["config/loam.yaml"] == BackupManifest.File(mode: 0o640, user: "loam"))
    #expect(backup.small["config/pictures/a b.jpg"] == [1, 2, 3] && backup.small["broker/loam.passwd"] == [])
    #expect(backup.databases == ["store/state.sqlite": 3000, "store/history.sqlite": 512])
    try backup.extract("store/state.sqlite", to: folder.file("s"))
    #expect(try folder.bytes(of: "s") == (0..<3000).map { UInt8($0 & 255) })
    #expect(throws: BackupError.self) { try backup.extract("push/push.sqlite", to: folder.file("p")) }
    #expect(folder.names == ["b", "s"])
  }

  @Test func `a key signs what it made, and another one shows`() throws {
    let (folder, keys) = (try TemporaryFolder(), try TemporaryFolder())
    let signer = try #require(BackupSigner.made(in: keys.path))
    #expect(HostFile.mode(of: keys.file("backup-key")) == 0o600)
    #expect(BackupSigner.made(in: keys.path)?.publicKey == signer.publicKey)
    let manifest = BackupManifest(loam: "0.1.0", made: 1, machine: "pi", config: "loam.yaml")
    let told = try BackupWriter.write(manifest, Self.files, by: signer, to: folder.file("b"))
    let backup = try BackupReader(folder.file("b"))
    #expect(backup.signer == signer.publicKey && backup.fingerprint == told)
    #expect(told.count == 24 && told.allSatisfy { $0.isHexDigit || $0 == "-" })
    let plain = try BackupWriter.write(manifest, Self.files, to: folder.file("p"))
    let unsigned = try BackupReader(folder.file("p"))
    #expect(unsigned.signer == nil && unsigned.fingerprint == plain && plain != told)
    // The signature of another garden's backup behind these sums.
    let (whole, other) = (try folder.bytes(of: "b"), try Self.written().1)
    let tail = 2 * 512 + 1024
    try folder.write(whole.dropLast(tail) + other.suffix(tail), to: "mixed")
    #expect(throws: BackupError.damaged("its signature")) { try BackupReader(folder.file("mixed")) }
    // A key that others can write, or that is a link, says nothing.
    try HostFile.remove(keys.file("backup-key"))
    try FileManager.default.createSymbolicLink(
      atPath: keys.file("backup-key"), withDestinationPath: folder.file("b"))
    #expect(BackupSigner.found(in: keys.path) == nil)
  }

  @Test(arguments: [
    [0x7F, 0x45, 0x4C, 0x46, 2], Array("#!/bin/sh\n".utf8),
  ])
  func `a program is no file of a backup, whatever its name`(content: [UInt8]) throws {
    let (folder, _) = try Self.written(["config/ca.pem": .bytes(content)])
    #expect(throws: BackupError.foreign("'config/ca.pem' in it is a program")) {
      try BackupReader(folder.file("b"))
    }
  }

  @Test func `a backup that is cut anywhere is refused`() throws {
    let (folder, whole) = try Self.written()
    for length in Array(stride(from: 0, to: whole.count, by: 97)) + [whole.count - 1] {
      try folder.write(whole.prefix(length), to: "cut")
      #expect(throws: BackupError.self, "\(length) bytes") { try BackupReader(folder.file("cut")) }
    }
    try folder.write(whole + [0], to: "long")
    #expect(throws: BackupError.damaged("something follows its end")) {
      try BackupReader(folder.file("long"))
    }
  }

  @Test func `a bit that is another is noticed, wherever it stands`() throws {
    let (folder, whole) = try Self.written()
    for place in whole.indices {
      var bytes = whole
      bytes[place] ^= 1 << (place % 8)
      try folder.write(bytes, to: "bit")
      #expect(throws: BackupError.self, "byte \(place)") { try BackupReader(folder.file("bit")) }
    }
  }

  @Test(arguments: [
    "../etc/passwd", "/etc/passwd", "config/../../etc/passwd", "config/./x", "config//x", "config", "other/x",
    "x\u{1}/y",
    "config/.ssh/authorized_keys", "config/.bashrc", "config/a/.b/c", "config/evil.so", "config/libevil.so.1",
    "store/other.sqlite", "store/state.sqlite-wal", "push/state.sqlite", "broker/other.conf",
    "broker/conf.d/x.conf",
    "config/a\nb", "store\\x", "config/" + String(repeating: "x", count: 100),
  ])
  func `a name that leads out of a backup is none`(name: String) throws {
    #expect(!BackupName.isGood(name))
  }

  @Test func `archives that other hands made are refused, and nothing is unpacked`() async throws {
    let folder = try TemporaryFolder()
    let (_, whole) = try Self.written()
    for (what, script) in Self.hostile {
      try folder.write(whole, to: "good")
      let made = try await Shell.run("cd '\(folder.path)' && rm -rf t && mkdir t && \(script)")
      #expect(made.isEmpty, "\(what): \(made)")
      let names = folder.names
      #expect(throws: BackupError.self, "\(what)") { try BackupReader(folder.file("bad")) }
      #expect(folder.names == names)
    }
  }

  /// Each makes `bad` from `good`, or from nothing, with Debian's tar.
  private static let hostile = [
    (
      "unpacked and packed again",
      "tar -xf good -C t && tar -cf bad -C t loam-backup.json config broker store SHA256SUMS"
    ),
    (
      "a link",
      "cp good bad && ln -s /etc/passwd t/x && tar --delete -f bad SHA256SUMS && tar -rf bad -C t --transform s,^x,config/x, x"
    ),
    (
      "a hard link",
      "cp good bad && echo 1 >t/a && ln t/a t/b && tar -rf bad -C t --transform 's,^,config/,' a b"
    ),
    ("a folder", "mkdir t/config && tar --format=ustar -cf bad -C t config"),
    ("a way out", "echo 1 >t/x && tar --format=ustar -P -cf bad --transform s,^t/x,../../x, t/x"),
    ("a device", "mknod t/n p && tar --format=ustar -cf bad -C t n"),
    ("compressed", "gzip -c good >bad"),
    ("two in one", "cat good good >bad"),
    ("a link in its place", "rm -f bad && ln -s good bad"),
    ("a pipe in its place", "rm -f bad && mkfifo bad"),
  ]

  @Test func `a file that is said to be huge costs nothing`() throws {
    let (folder, whole) = try Self.written()
    for digits in ["77777777777", "00037777777", "-0000000001"] {
      var bytes = whole
      bytes.replaceSubrange(124..<135, with: digits.utf8)
      // With the sum that belongs to it.
      bytes.replaceSubrange(148..<156, with: "        ".utf8)
      let sum = String(bytes[..<512].reduce(0) { $0 + Int($1) }, radix: 8)
      bytes.replaceSubrange(
        148..<156, with: (String(repeating: "0", count: 6 - sum.count) + sum + "\0 ").utf8)
      try folder.write(bytes, to: "huge")
      #expect(throws: BackupError.self) { try BackupReader(folder.file("huge")) }
    }
    let (large, _) = try Self.written(["config/large": .bytes([UInt8](repeating: 1, count: (4 << 20) + 1))])
    #expect(throws: BackupError.foreign("'config/large' in it is too large")) {
      try BackupReader(large.file("b"))
    }
  }

  @Test func `a newer kind of backup says so`() throws {
    let folder = try TemporaryFolder()
    var manifest = BackupManifest(loam: "9.0.0", made: 1, machine: "pi", config: "loam.yaml")
    manifest.format = 3
    try BackupWriter.write(manifest, [:], to: folder.file("b"))
    #expect(throws: BackupError.newer(format: 3)) { try BackupReader(folder.file("b")) }
  }

  @Test func `a backup that cannot be finished is not there, and the one before it is`() throws {
    let (folder, whole) = try Self.written()
    let manifest = BackupManifest(loam: "0.1.0", made: 1, machine: "pi", config: "loam.yaml")
    #expect(throws: BackupError.self) {
      try BackupWriter.write(
        manifest, ["store/state.sqlite": .file(folder.file("gone"))], to: folder.file("b"))
    }
    #expect(try folder.names == ["b"] && folder.bytes(of: "b") == whole)
  }
}

private enum Shell {
  /// What it said on its error output, where it failed.
  static func run(_ script: String) async throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    let said = Pipe()
    process.standardError = said
    try process.run()
    let text = try said.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? "" : String(decoding: text, as: UTF8.self)
  }
}
