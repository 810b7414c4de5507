package import GardenCore

/// A real mosquitto on a free loopback port, with a throw-away folder, as a ``HeldProgram``.
package struct PrivateBroker: Sendable {
  package let port: Int
  /// Where pages in a browser connect: MQTT over websockets.
  package var webPort: Int { port + 1 }
  /// Ours until the broker ends: room for the demo's database. Mode 0700.
  package let folder: String

  /// The command line with which another shell listens.
  package var listenLine: String { "mosquitto_sub -h 127.0.0.1 -p \(port) -v -t '#'" }

  package enum Failure: Error, Hashable {
    /// `mosquitto`, `setpriv` or a shell is not installed, or would not start.
    case cannotStart(String)
    /// None of the tried ports was free.
    case noPort
  }

  /// Runs `body` while a broker runs. `random` chooses ports to try.
  package static func during<Result: Sendable>(
    random: SplitMix64, extraConfiguration: String = "", _ body: (PrivateBroker) async throws -> Result
  ) async throws -> Result {
    var random = random
    for _ in 0..<20 {
      let port = 20_000 + 2 * Int(random.next() % 6_000)
      let configuration = configuration(port: port, webPort: port + 1) + extraConfiguration
      let result = try await HeldProgram.during(["mosquitto", configuration], log: BrokerLog()) {
        start -> Result? in
        switch start {
        case .running(let folder): return try await body(PrivateBroker(port: port, folder: folder))
        case .portTaken: return nil
        case .failed(let log): throw Failure.cannotStart(log)
        }
      }
      if let result { return result }
    }
    throw Failure.noPort
  }

  /// Loopback only, nothing kept. The ports are the only thing that a second demo could want.
  ///
  /// `socket_domain ipv4`: without it mosquitto 2.0.11 opens a websockets listener for 127.0.0.1 on every interface.
  static func configuration(port: Int, webPort: Int) -> String {
    """
    listener \(port) 127.0.0.1
    listener \(webPort) 127.0.0.1
    protocol websockets
    socket_domain ipv4
    allow_anonymous true
    persistence false
    set_tcp_nodelay true
    connection_messages false
    log_dest stderr
    log_type error
    log_type warning
    log_type notice
    log_type information

    """
  }
}

/// What the first lines of the broker's log mean.
enum BrokerStart: Sendable, Hashable {
  case running(folder: String)
  case portTaken
  case failed(String)
}

/// Reads the broker's log up to its start.
struct BrokerLog: StartLog {
  private var folder = ""
  private var kept: [String] = []

  mutating func take(_ line: String) -> BrokerStart? {
    if line.hasPrefix("folder ") { folder = String(line.dropFirst(7)) }
    if kept.count < 20 { kept.append(line) }
    return line.hasSuffix(" running") ? .running(folder: folder) : nil
  }

  func end() -> BrokerStart {
    let text = kept.joined(separator: "\n")
    let isTaken =
      text.contains("Address already in use") || text.contains("Unable to create websockets listener")
    return isTaken ? .portTaken : .failed(text)
  }
}

extension PrivateBroker.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotStart(let words):
      words.split(whereSeparator: \.isNewline).last.map(String.init) ?? "mosquitto does not start"
    case .noPort: "none of the ports tried is free"
    }
  }
}
