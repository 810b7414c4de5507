import ArgumentParser
import BridgeConfig
import GardenPush
import HostSystem
import Logging
import ProgramConfig
import ProgramLog
import Synchronization

@main
struct LoamPush: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loam-push",
    abstract:
      "Send reminders to people's phones through Apple's push service (APNs), Telegram, ntfy, browsers and webhooks, and bring their answers home.",
    version: "loam-push \(Release.version)",
    subcommands: [RunCommand.self, BindCommand.self, ListCommand.self, TestCommand.self])
}

extension ConfigOption {
  func desk() throws -> PushDesk {
    let settings = try read(for: .push)
    return try orEnd { () throws(PushFailure) in try PushDesk(settings, folder: settings.pushFolder) }
  }
}

/// Says why it fails, and ends.
func orEnd<Value>(_ work: () throws(PushFailure) -> Value) throws -> Value {
  do throws(PushFailure) {
    return try work()
  } catch {
    throw ended(error)
  }
}

/// The program is not asynchronous itself: threads of the runtime would take the signals of the daemon.
func awaited<Value: Sendable>(_ work: @escaping @Sendable () async throws(PushFailure) -> Value) throws
  -> Value
{
  let bell = try WakeDescriptor()
  let box = Box<Result<Value, PushFailure>>()
  Task.detached {
    do throws(PushFailure) {
      box.put(.success(try await work()))
    } catch {
      box.put(.failure(error))
    }
    bell.ring()
  }
  while true {
    var entries = [PollEntry(bell.descriptor, .readable)]
    HostPoll.wait(&entries, until: .max)
    if let outcome = box.taken { return try orEnd(outcome.get) }
  }
}

func ended(_ failure: PushFailure) -> any Error {
  return CommandEnd.saying(
    "loam-push: \(failure)",
    failure.isLasting ? .dataError : .unavailable)
}

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Send and listen until SIGTERM or Ctrl-C.",
    discussion: """
      Logs in at the broker with an account of its own and speaks for all devices under channels. \
      A reminder is acknowledged once it is in its store; answers keep their ids across a crash.

        loam-push run --config /etc/loam/loam.yaml
      """)
  @OptionGroup var config: ConfigOption

  func run() throws {
    // Before any thread exists, so that none of them takes the signal.
    let signals = try SignalDescriptor([.terminate, .interrupt])
    let settings = try config.read(for: .push)
    try orEnd { () throws(PushFailure) in
      let level = Logger.Level(rawValue: settings.log.level.rawValue) ?? .info
      let log = Logger(label: "loam-push") { _ in
        LineLogHandler(level: level, isJSON: settings.log.form == .json, rate: nil)
      }
      let process = try PushProcess(settings, folder: settings.pushFolder, log: log)
      try process.run(signals: signals, notifier: ServiceNotifier()) {
        log.notice("sends for \(settings.push.channels.map(\.device).joined(separator: ", "))")
      }
    }
  }
}

struct BindCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bind",
    abstract: "Make a code that gives a chat of Telegram to a device. It holds once, for ten minutes.",
    discussion: """
      The person opens the link, or writes the code to the bot. Whoever writes it gets the device's reminders and may answer as it.

        loam-push bind anna-telegram
      """)
  @OptionGroup var config: ConfigOption
  @Argument(help: "A device of the kind telegram under channels.") var device: String

  func run() throws {
    let (desk, device) = (try config.desk(), device)
    let (code, bot) = try awaited { () async throws(PushFailure) in try await desk.bind(device) }
    if let bot { HostTerminal.write("Open https://t.me/\(bot)?start=\(code)\n") }
    HostTerminal.write("\(bot == nil ? "Write" : "or write") to the bot: /start \(code)\n")
    // In a group a bot hears only what is addressed to it.
    HostTerminal.write("or in a group: /start@\(bot ?? "NAME_OF_THE_BOT") \(code)\n")
  }
}

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "How each channel stands.",
    discussion: """
      Waiting: messages and answers that have still to leave. Left: what the service takes today.

        loam-push list
      """)
  @OptionGroup var config: ConfigOption

  func run() throws {
    let desk = try config.desk()
    let rows = try orEnd { () throws(PushFailure) in try desk.rows() }
    let head = ["device", "kind", "bound", "waiting", "last sent", "last failure", "left"]
    let table =
      [head] + rows.map { [$0.device, $0.kind, $0.bound, $0.waiting, $0.success, $0.failure, $0.left] }
    let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    for row in table {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      HostTerminal.write(line + "\n")
    }
    for sentence in rows.compactMap(\.outage) { HostTerminal.write(sentence + "\n") }
  }
}

struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Ask a question with two buttons on each channel of a person, and see what comes back.",
    discussion: """
      The running daemon sends it. Press a button where it appears; each channel is told as soon as its answer is home.

        loam-push test anna
      """)
  @OptionGroup var config: ConfigOption
  @Option(help: "How long to wait for a button, in seconds.") var wait = 60
  @Argument(help: "A person of the config.") var person: String

  func run() throws {
    let (desk, person, seconds) = (try config.desk(), person, Int64(wait))
    let isGood = try awaited { () async throws(PushFailure) in
      var isGood = true
      try await desk.test(person: person, seconds: seconds) { tried in
        HostTerminal.write("\(tried.device): \(tried.report)\n")
        isGood = isGood && tried.isGood
      }
      return isGood
    }
    if !isGood { throw ExitCode(.failure) }
  }
}

/// What one thread leaves for another.
private final class Box<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func put(_ new: Value) { value.withLock { $0 = new } }
  var taken: Value? { value.withLock { $0 } }
}
