import ArgumentParser
import BridgeConfig
import HostSystem
import LoamKit
import MQTTTypes
import MosquittoClient
import ProgramConfig

struct FleetRollOutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roll-out",
    abstract: "Start the gardens anew, one after the other, and stop at the first that does not come back.",
    discussion: """
      Nothing is started while one of the configs has an error. For each garden the command is run by the shell, with the garden's name for '{}'; \
      then its bridge must say at its broker that it is online, with another session than before. Where that fails, the gardens that are left \
      stay as they are. Exits 0 when all came back.

        loam fleet roll-out gardens --restart 'systemctl restart loam@{}'
        loam fleet roll-out gardens --restart 'kubectl rollout restart statefulset/loam-{}'
      """)

  @OptionGroup var fleet: FleetGardens
  @Option(help: "How many seconds a garden has to come back.") var patience = 120

  @Option(help: "The command that starts a garden anew; '{}' is its name.") var restart: String

  func validate() throws {
    if !(1...3600).contains(patience) { throw ValidationError("--patience is 1 to 3600 seconds") }
  }

  func run() throws {
    let fleet = try fleet.read()
    for problem in fleet.problems { StandardError.write(problem) }
    guard fleet.problems.isEmpty else { throw ExitCode(.config) }
    for (i, garden) in fleet.gardens.enumerated() {
      do {
        let seconds = try startAnew(garden)
        print("\(garden.name): online again after \(seconds) s")
      } catch {
        StandardError.write("\(garden.name): \(error)")
        let left = fleet.gardens[(i + 1)...].map(\.name)
        if !left.isEmpty { StandardError.write("left as they are: \(left.joined(separator: ", "))") }
        throw ExitCode(.failure)
      }
    }
  }

  /// - Returns: how long it took, seconds.
  private func startAnew(_ garden: Fleet.Garden) throws -> Int64 {
    guard let tree = TopicTree(base: garden.settings.bridge.baseTopic) else { return 0 }
    let heard = HeardStatus()
    let session = try MosquittoSession(
      settings: try WayBeside(garden.settings).connection(), timeout: .seconds(10)
    ) { heard.take($0.payload) }
    defer { session.close() }
    try session.subscribe([MQTTSubscription(filter: tree.text(.bridgeStatus))], timeout: .seconds(10))
    // What is retained comes with the answer, or there is nothing.
    try session.wait(timeout: .milliseconds(500)) { heard.status != nil }
    heard.former = heard.status?.session
    let began = HostClock.uptimeMilliseconds()
    // A garden's name is a word that no shell reads otherwise.
    let ended = SystemTools.run("sh", ["-c", restart.replacing("{}", with: garden.name)])
    guard ended.isSuccess else { throw RollOutError.command(ended.output) }
    guard try session.wait(timeout: .seconds(patience), until: { heard.isBack }) else {
      throw RollOutError.away(seconds: patience, heard.status)
    }
    return (HostClock.uptimeMilliseconds() - began) / 1000
  }
}

/// What a bridge says of itself while it is started anew.
private final class HeardStatus {
  var former: MessageID?
  private(set) var status: BridgeStatus?

  func take(_ payload: [UInt8]) {
    if let heard = try? DocumentCodec.decode(BridgeStatus.self, from: payload) { status = heard }
  }

  var isBack: Bool {
    status.map { $0.online && $0.trouble == nil && $0.session != former } ?? false
  }
}

private enum RollOutError: Error, CustomStringConvertible {
  case command(String)
  case away(seconds: Int, BridgeStatus?)

  var description: String {
    switch self {
    case .command(let output): "the command failed: \(output.isEmpty ? "it said nothing" : output)"
    case .away(let seconds, let status?) where status.trouble != nil:
      "not well after \(seconds) s: the broker refuses what its bridge must hear"
    case .away(let seconds, _): "not online again after \(seconds) s"
    }
  }
}
