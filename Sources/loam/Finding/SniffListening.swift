import Bridge
import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenTerminal
import HostSystem
import Hub
import MosquittoClient
import ProgramConfig

/// The time in which `loam sniff` listens.
final class SniffListening {
  enum End {
    case over
    case lost(MosquittoError)
  }

  private let collector: MessageCollector
  private let session: MosquittoSession
  private let signals: SignalDescriptor?
  private let bound: Recognition.Bound
  private let place: String
  private let startedAt = HostClock.uptimeMilliseconds()
  private let endsAt: Int64
  private let endsEarly: Bool
  /// What was told on the way.
  private var told: Set<String> = []
  private var lastNews: Int64
  private static let quiet: Int64 = 15_000

  /// - Parameter endsEarly: where something was heard, nobody is missing and nothing new comes.
  init(
    collector: MessageCollector, session: MosquittoSession, signals: SignalDescriptor?,
    bound: Recognition.Bound, place: String,
    milliseconds: Int64, endsEarly: Bool = false
  ) {
    self.collector = collector
    self.session = session
    self.signals = signals
    self.bound = bound
    self.place = place
    endsAt = startedAt + milliseconds
    self.endsEarly = endsEarly
    lastNews = startedAt
  }

  /// How long was listened.
  var seconds: Int64 { (HostClock.uptimeMilliseconds() - startedAt + 500) / 1000 }

  func recognition() -> Recognition {
    Recognition(collector.heard, calendar: Startup.calendar(), bound: bound)
  }

  /// Listens until the time is over, a signal comes or the broker is lost.
  func run(onScreen: Bool) -> End {
    if !onScreen {
      let early = endsEarly ? "or until nothing new has come for \(Self.quiet / 1000) s; " : ""
      StandardError.write("listening to \(place) for \((endsAt - startedAt) / 1000) s; \(early)Ctrl-C ends")
      var counted = 0
      return listen { [self] in
        let devices = collector.heard.heardCount == counted ? [] : recognition().devices
        counted = collector.heard.heardCount
        for line in news(devices) { StandardError.write(line) }
      }
    }
    HostTerminal.write(Screen.enter)
    defer { HostTerminal.write(Screen.leave) }
    var screen = Screen()
    var shown = -1
    var rows: [SniffFrame.Row] = []
    return listen { [self] in
      // The ages move on even where nothing was heard.
      if collector.heard.heardCount != shown || seconds % 5 == 0 {
        let found = recognition()
        _ = news(found.devices)
        rows = self.rows(found)
      }
      shown = collector.heard.heardCount
      let terminal = HostTerminal.size() ?? (80, 24)
      let size = TerminalSize(columns: terminal.columns, rows: terminal.rows)
      let frame = SniffFrame(rows: rows, heading: heading, footnote: footnote(rows), size: size)
      HostTerminal.write(screen.update(frame.text(colour: HostTerminal.hasColour), size: size))
    }
  }

  /// Listens until the time is over, somebody presses Enter or the broker is lost. `tell` is called about once a second.
  func run(endsAtEnter: Bool, _ tell: (Recognition) -> Void) -> End {
    var isOver = false
    return listen(
      also: endsAtEnter ? HostTerminal.input : nil,
      ends: {
        isOver = isOver || (endsAtEnter && Self.hasTyped())
        return isOver
      },
      { [self] in tell(recognition()) })
  }

  /// What was not told yet: a device that speaks, and at the first pause those that are known and silent.
  private func news(_ devices: [RecognizedDevice]) -> [String] {
    var lines: [String] = []
    for device in devices where device.isConfirmed {
      guard told.insert("heard \(device.candidate.label)").inserted else { continue }
      lines.append(
        "heard \(device.candidate.label) (\(device.candidate.family.name)): \(FoundValues.text(device))")
    }
    if !lines.isEmpty { lastNews = HostClock.uptimeMilliseconds() }
    let silent = self.silent
    if isQuiet, !silent.isEmpty, told.insert("silent").inserted {
      lines.append(
        "waiting for \(silent.joined(separator: ", ")): zigbee2mqtt knows them, and they have not spoken yet")
    }
    return lines.map(TextWidth.harmless)
  }

  private var isQuiet: Bool { HostClock.uptimeMilliseconds() - lastNews >= Self.quiet }

  /// Probes and valves of zigbee2mqtt of which nothing was heard.
  private var silent: [String] {
    let heard = collector.heard
    return heard.awaited.filter { !heard.hasHeard($0) }.sorted()
      .map { String($0.split(separator: "/").last ?? "") }
  }

  /// All that is there has spoken.
  private var isOver: Bool { endsEarly && isQuiet && !told.isEmpty && silent.isEmpty }

  private static func hasTyped() -> Bool {
    var entries = [PollEntry(HostTerminal.input, .readable)]
    guard HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds()) > 0 else { return false }
    return HostTerminal.typed()?.contains(UInt8(ascii: "\n")) ?? true
  }

  private func listen(_ show: () -> Void) -> End {
    listen(also: signals?.descriptor, ends: { [self] in signals?.next() != nil }, show)
  }

  /// `show` is called about once a second.
  private func listen(also descriptor: Int32?, ends: () -> Bool, _ show: () -> Void) -> End {
    while true {
      show()
      let left = endsAt - HostClock.uptimeMilliseconds()
      if left <= 0 || isOver { return .over }
      do throws(MosquittoError) {
        var isEnded = false
        try session.wait(timeout: .milliseconds(min(left, 1000)), alsoFor: descriptor) {
          isEnded = isEnded || ends()
          return isEnded
        }
        if isEnded {
          // What the broker had sent by then is heard.
          try session.wait(timeout: .milliseconds(100)) { false }
          return .over
        }
      } catch {
        return .lost(error)
      }
    }
  }

  private var heading: String {
    let left = max(0, (endsAt - HostClock.uptimeMilliseconds() + 999) / 1000)
    return "loam sniff · \(place) · \(left) s left · Ctrl-C ends and prints the config"
  }

  private func footnote(_ rows: [SniffFrame.Row]) -> String {
    let heard = collector.heard
    let dropped = heard.droppedCount > 0 ? ", \(heard.droppedCount) dropped" : ""
    let guesses = rows.contains(where: \.isGuess) ? " · ?: a guess" : ""
    return
      "\(heard.heardCount) messages on \(heard.kept.count) topics\(dropped)\(guesses) · kept: by the broker, may be old"
  }

  private func rows(_ found: Recognition) -> [SniffFrame.Row] {
    let now = HostClock.now().wallMilliseconds / 1000
    return found.devices.map { device in
      SniffFrame.Row(
        name: device.candidate.label, family: device.candidate.family.name,
        values: FoundValues.text(device), age: SniffAge.text(device, now: now),
        isGuess: device.candidate.isGuess)
    }
  }
}

/// How old a device's youngest value is.
enum SniffAge {
  static func text(_ device: RecognizedDevice, now: Int64) -> String {
    guard let value = device.values.max(by: { $0.arrival < $1.arrival }) else { return "" }
    if let measured = value.measuredAt { return Words.age(max(0, now - measured.seconds)) }
    return value.wasRetained ? "kept" : Words.age(max(0, now - value.arrival.seconds))
  }
}
