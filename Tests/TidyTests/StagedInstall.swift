import Foundation

/// `deploy/install.sh` into a folder of its own, with a stand-in for the program that refuses configs with `wrong` in them.
final class StagedInstall {
  let folder: String
  var program: String { "\(folder)/build/loam" }
  var root: String { "\(folder)/root" }

  private let asksForBroker: Bool

  /// - Parameter asksForBroker: with `BROKER=1`.
  init(asksForBroker: Bool = false) throws {
    self.asksForBroker = asksForBroker
    folder = FileManager.default.temporaryDirectory.appending(path: "loam-deploy-\(UUID().uuidString)").path
    for name in ["build", "root/etc/mosquitto/conf.d"] {
      try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    try write("# Debian's own file\ninclude_dir /etc/mosquitto/conf.d\n", to: "etc/mosquitto/mosquitto.conf")
    try standIn(saying: "first")
  }

  /// The web process and its page, beside the program.
  func standInForWeb() throws {
    try "#!/bin/sh\n".write(toFile: "\(folder)/build/loam-web", atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder)/build/loam-web")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/build/page/icons", withIntermediateDirectories: true)
    for name in ["index.html", "icons/192.png"] {
      try "page".write(toFile: "\(folder)/build/page/\(name)", atomically: true, encoding: .utf8)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func standIn(saying word: String) throws {
    let script = """
      #!/bin/sh
      # \(word)
      if [ "$1" = check ]; then ! grep -q wrong "$2"; fi
      """
    try script.write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) throws -> ShellCommand {
    let script = SourceTree.root.appending(path: "deploy/install.sh").path
    return try ShellCommand(
      [script] + arguments,
      environment: ["DESTDIR": root].merging(ShellCommand.sbin) { $1 }.merging(environment) { $1 })
  }

  func install() throws -> ShellCommand {
    try run("install", program, environment: asksForBroker ? ["BROKER": "1"] : [:])
  }

  func write(_ text: String, to path: String) throws {
    try text.write(toFile: "\(root)/\(path)", atomically: true, encoding: .utf8)
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
