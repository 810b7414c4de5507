import ArgumentParser
import DeviceFamilies
import GardenCore
import HostSystem
import MQTTTypes
import MosquittoClient
import PayloadJSON
import ProgramConfig

/// Captures one end of a probe's scale after the other from its live messages.
final class Capture {
  private var probe: CalibrationProbe
  private let calendar: SiteCalendar
  private let reader = PayloadReader(bytesMax: 65_536)
  private var session: MosquittoSession?
  private var broker: BrokerName?
  private var stable: StableValue?
  private var magnitude = 0.0
  private var keyboard = Keyboard()
  private var lastRefusal: Refusal?
  private var shown = 0

  init(probe: CalibrationProbe, calendar: SiteCalendar) {
    self.probe = probe
    self.calendar = calendar
  }

  /// The field that the points belong to.
  var mapping: FieldMapping? { probe.mapping }

  func connect(_ settings: MosquittoClient.Settings, configPath: String, timeout: Duration) throws {
    let broker = BrokerName(address: settings.reach.address, configPath: configPath)
    self.broker = broker
    let subscriptions = probe.filters.map { MQTTSubscription(filter: $0, qos: .atMostOnce) }
    session = try broker.orExit { [weak self] () throws(MosquittoError) in
      let session = try MosquittoSession(settings: settings, timeout: timeout) { self?.take($0) }
      try session.subscribe(subscriptions, timeout: timeout)
      return session
    }
  }

  func close() { session?.close() }

  private func take(_ message: MosquittoSession.Message) {
    reader.load(message.payload.span)
    let context = DecodeContext(
      arrival: Timestamp(milliseconds: HostClock.now().wallMilliseconds), wasRetained: message.isRetained,
      calendar: calendar)
    let (values, refusal) = probe.read(reader, topic: message.topic, context: context)
    if let refusal { lastRefusal = refusal }
    // What the broker had kept was measured wherever the probe was then.
    if message.isRetained { return }
    let now = HostClock.uptimeMilliseconds()
    for value in values { stable?.take(value, at: now) }
  }

  /// Waits for Enter and then for a value at rest.
  ///
  /// - Parameter other: the end that was captured before; without questions, values near it are the probe not yet moved.
  func end(
    _ name: String, _ question: String, asks: Bool, apartFrom other: StableValue.Rest?, _ time: LengthOfTime
  ) throws -> StableValue.Rest {
    if asks {
      say("\(question)\nThen press Enter.")
      try waitForEnter()
    } else {
      say(question)
    }
    stable = StableValue(magnitude: magnitude)
    shown = 0
    let deadline = HostClock.uptimeMilliseconds() + time.milliseconds
    while HostClock.uptimeMilliseconds() < deadline {
      try turn(.milliseconds(500)) { [self] in (stable?.count ?? 0) != shown }
      guard let present = stable, present.count != shown || present.atRest != nil else { continue }
      shown = present.count
      magnitude = max(magnitude, present.largestMagnitude)
      if let rest = present.atRest, isApart(rest, other) {
        progress("\(name): \(CalibrationWords.rest(rest))", isLast: true)
        return rest
      }
      if let rest = present.atRest, let other {
        progress(
          "\(name): still as dry (\(CalibrationWords.number(other.median))): put it into wet soil, now \(CalibrationWords.number(rest.median))",
          isLast: false)
      } else if let rest = present.present {
        progress(
          "\(name): \(CalibrationWords.number(rest.median)) ± \(CalibrationWords.number(rest.spread)), waiting for it to rest",
          isLast: false)
      }
    }
    throw tooLate(name)
  }

  private func isApart(_ rest: StableValue.Rest, _ other: StableValue.Rest?) -> Bool {
    guard let other else { return true }
    return (try? CalibrationPair(dry: other, wet: rest)) != nil
  }

  private func tooLate(_ name: String) -> ExitCode {
    let reason =
      switch (stable?.count ?? 0, lastRefusal) {
      case (0, let refusal?): "its values were refused: \(refusal.name)"
      case (0, nil): "it said nothing; how often does it publish?"
      default:
        stable?.atRest == nil
          ? "its value did not come to rest" : "it stayed as dry; was it put into wet soil?"
      }
    return CommandEnd.saying("\n\(name): \(reason)", .tempFail)
  }

  private func waitForEnter() throws {
    while !keyboard.takeEnter() {
      if keyboard.isClosed {
        throw CommandEnd.saying("there is nobody to press Enter; use --yes", .usage)
      }
      try turn(.seconds(60), listening: true) { false }
    }
  }

  private func turn(_ time: Duration, listening: Bool = false, until isDone: () -> Bool) throws {
    guard let session, let broker else { return }
    try broker.orExit { () throws(MosquittoError) in
      var hasTyped = false
      try session.wait(timeout: time, alsoFor: listening ? HostTerminal.input : nil) {
        if listening { hasTyped = keyboard.read() }
        return hasTyped || isDone()
      }
    }
  }

  private func say(_ text: String) { StandardError.write(text) }

  /// On a terminal one line that changes; else a line for each value.
  private func progress(_ text: String, isLast: Bool) {
    let isTerminal = HostTerminal.isTerminal(2)
    let line = isTerminal ? "\r\u{1B}[K\(text)\(isLast ? "\n" : "")" : text + "\n"
    HostTerminal.write(line, to: 2)
  }
}

/// Lines that are typed, or come through a pipe.
private struct Keyboard {
  private var lines = 0
  private(set) var isClosed = false

  /// Reads what is there, without waiting. `true`: something came.
  mutating func read() -> Bool {
    var entries = [PollEntry(HostTerminal.input, .readable)]
    HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds())
    guard !isClosed, entries[0].isReadable || entries[0].isBroken else { return isClosed }
    guard let typed = HostTerminal.typed() else {
      isClosed = true
      return true
    }
    lines += typed.count { $0 == UInt8(ascii: "\n") }
    return !typed.isEmpty
  }

  mutating func takeEnter() -> Bool {
    guard lines > 0 else { return false }
    lines -= 1
    return true
  }
}
