internal import Foundation
internal import Subprocess
internal import Synchronization

/// A private mosquitto for one test: its own folder, a socket file in it, and where asked a port on the loopback.
///
/// It may be started and stopped again; folder, addresses and what the broker persisted stay.
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

  package let folder: TemporaryFolder
  package var socketPath: String { folder.file("broker") }
  /// 0: none.
  package let port: UInt16
  /// Where a broker with accounts takes them; else as ``port``.
  package let door: UInt16

  private let arguments: [String]
  private struct Process {
    var id: Int32
    var end: Task<Void, Never>
  }
  private let process = Mutex<Process?>(nil)
  private let said = Mutex<[String]>([])

  /// With settings made elsewhere.
  ///
  /// - Parameters:
  ///   - port: where they listen on 127.0.0.1.
  ///   - door: where accounts come, if elsewhere.
  ///   - arguments: of the program, besides that file.
  package init(
    port: UInt16, door: UInt16? = nil, arguments: [String] = [], settings: (TemporaryFolder) throws -> String
  ) throws {
    self.port = port
    self.door = door ?? port
    self.arguments = arguments
    folder = try TemporaryFolder()
    // Started as root, mosquitto would become a user who may not write here.
    try folder.write(try settings(folder) + "\nuser \(NSUserName())\n", to: "mosquitto.conf")
  }

  package convenience init(_ options: Options = Options()) throws {
    let port = options.hasPort ? try LoopbackPort.free() : 0
    try self.init(port: port) { folder in
      var lines = [
        "per_listener_settings false", "allow_anonymous \(options.allowsAnonymous)", "log_dest stderr",
        "persistence true", "persistence_location \(folder.path)/",
      ]
      lines += options.lines + ["listener 0 \(folder.file("broker"))"]
      if port > 0 { lines += ["listener \(port) 127.0.0.1"] + options.portLines }
      return lines.joined(separator: "\n")
    }
  }

  /// What the broker wrote to its log.
  package var log: [String] { said.withLock { $0 } }

  package var processID: Int32? { process.withLock { $0?.id } }

  /// Returns when the broker serves.
  package func start() async throws {
    let (events, post) = AsyncStream<Event>.makeStream()
    let arguments = Arguments(
      // A test process that crashes takes its brokers along.
      ["--pdeathsig", "KILL", "mosquitto", "-c", folder.file("mosquitto.conf")] + arguments)
    let end = Task.detached { [self] in
      do {
        _ = try await run(
          .name("setpriv"), arguments: arguments,
          // A user's own path knows no /usr/sbin on Debian. The folder of setpriv is the first: under qemu-user a try in one that
          // does not have it looks like a program that ended (exit code 127).
          environment: .inherit.updating(["PATH": "/usr/bin:/bin:/usr/sbin:/usr/local/sbin"]),
          input: .none, output: .discarded, error: .sequence
        ) { execution in
          post.yield(.started(Int32(execution.processIdentifier.value)))
          for try await line in execution.standardError.strings() {
            said.withLock { $0.append(line) }
            if line.hasSuffix(" running") { post.yield(.serves) }
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

  /// Runs for the time of `body`, and leaves no process behind.
  ///
  /// - Parameter isAway: `body` starts it itself.
  package func during<Value: Sendable>(isAway: Bool = false, _ body: (TestBroker) async throws -> Value)
    async throws -> Value
  {
    do {
      if !isAway { try await start() }
      let value = try await body(self)
      await stop(SIGKILL)
      return value
    } catch {
      await stop(SIGKILL)
      throw error
    }
  }
}

package func withBroker<Value: Sendable>(
  _ options: TestBroker.Options = .init(), isAway: Bool = false,
  _ body: (TestBroker) async throws -> Value
) async throws -> Value {
  try await TestBroker(options).during(isAway: isAway, body)
}
