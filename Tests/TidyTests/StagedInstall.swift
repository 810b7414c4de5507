import Foundation
import TestKit

/// `deploy/install.sh` into a folder of its own, with a stand-in for the program that refuses configs with `wrong` in them.
final class StagedInstall {
  let folder: TemporaryFolder
  var program: String { folder.file("build/loam") }
  var root: String { folder.file("root") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(root)/etc/mosquitto/conf.d", withIntermediateDirectories: true)
    try write("# Debian's own file\ninclude_dir /etc/mosquitto/conf.d\n", to: "etc/mosquitto/mosquitto.conf")
    try standIn(saying: "first")
  }

  /// The web process and its page, beside the program.
  func standInForWeb() throws {
    try writeProgram("#!/bin/sh\n", to: "build/loam-web")
    for name in ["index.html", "icons/192.png"] { try folder.write("page", to: "build/page/\(name)") }
  }

  func standInForPush() throws { try writeProgram("#!/bin/sh\n", to: "build/loam-push") }

  func standIn(saying word: String) throws {
    let script = """
      #!/bin/sh
      # \(word)
      if [ "$1" = check ]; then ! grep -q wrong "$2"; fi
      """
    try writeProgram(script, to: "build/loam")
  }

  private func writeProgram(_ text: String, to name: String) throws {
    let path = try folder.write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ShellCommand {
    let script = SourceTree.root.appending(path: "deploy/install.sh").path
    return try ShellCommand(
      [script] + arguments,
      environment: ["DESTDIR": root].merging(ShellCommand.sbin) { $1 }.merging(environment) { $1 })
  }

  func install() throws -> ShellCommand {
    try run("install", program)
  }

  /// The config that `loam setup` would have written.
  func writeConfig() throws { try write("plants: {}\n", to: "etc/loam/loam.yaml") }

  func write(_ text: String, to path: String) throws {
    try folder.write(text, to: "root/\(path)")
  }

  func text(_ path: String) -> String? { try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) }

  /// Every file below the root with its content.
  var files: [String: Data] {
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.reduce(into: [:]) { files, path in
      files[path] = FileManager.default.contents(atPath: "\(root)/\(path)")
    }
  }

  func mode(_ path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
  }
}
