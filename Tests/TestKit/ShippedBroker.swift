internal import Foundation

extension TestBroker {
  /// With the settings and the access rules of `deploy`, on free ports of the loopback interface. Each account's password is `pw-` and
  /// its name.
  ///
  /// - Parameter webPort: for pages in a browser.
  package static func shipped(
    accounts: [String], webPort: UInt16, arguments: [String] = []
  ) throws -> TestBroker {
    let port = try LoopbackPort.free()
    let deploy = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy")
      .standardizedFileURL
    return try TestBroker(port: port, arguments: arguments) { folder in
      let lines = accounts.map { "\($0):pw-\($0)\n" }.joined()
      let passwords = try folder.write(lines, to: "passwd")
      let hashing = try Process.run(
        URL(filePath: "/usr/bin/env"), arguments: ["mosquitto_passwd", "-U", passwords])
      hashing.waitUntilExit()
      guard hashing.terminationStatus == 0 else { throw Failure(description: "mosquitto_passwd failed") }
      return try String(contentsOf: deploy.appending(path: "mosquitto.conf"), encoding: .utf8)
        .replacing("/etc/mosquitto/loam.passwd", with: passwords)
        .replacing("/etc/mosquitto/loam.acl", with: deploy.appending(path: "loam.acl").path)
        .replacing("listener 1883", with: "listener \(port) 127.0.0.1")
        .replacing("listener 9001", with: "listener \(webPort) 127.0.0.1")
        .replacing("/run/mosquitto/loam.sock", with: folder.file("loam.sock"))
    }
  }
}
