package import Foundation
internal import Subprocess
internal import Synchronization

/// A private mosquitto for one test: its own folder, a socket file in it, and where asked a port on the loopback.
///
/// It may be started and stopped again; folder, addresses and what the broker persisted stay. `remove()` ends it.
package final class TestBroker: Sendable {
  package struct Options: Sendable {
    /// Also listen on 127.0.0.1, at a free port.
    package var hasPort = false
    /// More lines of `mosquitto.conf`, of the broker as a whole.
    package var lines: [String] = []
    /// More lines of the port's listener (TLS).
    package var portLines: [String] = []
    package var allowsAnonymous = true
    package init() {}
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let folder: URL
  package let socketPath: String
  /// 0: none.
  package let port: UInt16

  private struct Process {
    var id: Int32
    var end: Task<Void, Never>
  }
  private let process = Mutex<Process?>(nil)
  private let said = Mutex<[String]>([])

  package init(_ options: Options = Options()) throws {
    let name = "loam-" + String(UInt32.random(in: .min ... .max), radix: 36)
    folder = FileManager.default.temporaryDirectory.appending(path: name, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socketPath = folder.appending(path: "broker").path
    port = options.hasPort ? try LoopbackPort.free() : 0
    var lines = [
      "per_listener_settings false", "allow_anonymous \(options.allowsAnonymous)", "log_dest stderr",
    ]
    // Started as root, mosquitto would become a user who may not write here.
    lines += ["user root", "persistence true", "persistence_location \(folder.path)/"]
    lines += options.lines
    lines += ["listener 0 \(socketPath)"]
    if port > 0 { lines += ["listener \(port) 127.0.0.1"] + options.portLines }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "mosquitto.conf"))
  }

  /// What the broker wrote to its log.
  package var log: [String] { said.withLock { $0 } }

  package var processID: Int32? { process.withLock { $0?.id } }

  /// Returns when the broker serves.
  package func start() async throws {
    let (events, post) = AsyncStream<Event>.makeStream()
    let config = folder.appending(path: "mosquitto.conf").path
    let end = Task.detached { [self] in
      do {
        _ = try await run(
          // A test process that crashes takes its brokers along.
          .name("setpriv"), arguments: ["--pdeathsig", "KILL", "mosquitto", "-c", config],
          // A user's own path knows no /usr/sbin on Debian.
          environment: .inherit.updating(["PATH": "/usr/sbin:/usr/local/sbin:/usr/bin:/bin"]),
          input: .none, output: .discarded, error: .sequence
        ) { execution in
          post.yield(.started(Int32(execution.processIdentifier.value)))
          for try await line in execution.standardError.strings() {
            said.withLock { $0.append(line) }
            if line.contains(" running") { post.yield(.serves) }
          }
        }
      } catch {
        said.withLock { $0.append("\(error)") }
      }
      post.finish()
    }
    for await event in events {
      switch event {
      case .started(let id): process.withLock { $0 = Process(id: id, end: end) }
      case .serves: return
      }
    }
    process.withLock { $0 = nil }
    throw Failure(description: "mosquitto did not start: " + log.suffix(5).joined(separator: " | "))
  }

  private enum Event: Sendable {
    case started(Int32)
    case serves
  }

  /// Returns when the process is gone. SIGTERM lets the broker persist its sessions; SIGKILL does not.
  package func stop(_ signal: Int32 = SIGTERM) async {
    guard let process = process.withLock({ $0.take() }) else { return }
    kill(process.id, signal)
    await process.end.value
  }

  /// Stops the broker and deletes its folder.
  package func remove() async {
    await stop(SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Runs a broker for the time of `body`, and leaves no process and no file behind.
package func withBroker<Value: Sendable>(
  _ options: TestBroker.Options = .init(), _ body: (TestBroker) async throws -> Value
) async throws -> Value {
  let broker = try TestBroker(options)
  do {
    try await broker.start()
    let value = try await body(broker)
    await broker.remove()
    return value
  } catch {
    await broker.remove()
    throw error
  }
}
