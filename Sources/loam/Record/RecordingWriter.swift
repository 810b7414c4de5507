import Bridge
import GardenCore
import GardenReplay
import HostSystem
import MosquittoClient

/// Writes a recording line by line. A class because the session's closure holds it.
final class RecordingWriter {
  private let file: HostFileAppender?
  private let calendar: SiteCalendar
  private let start = HostClock.now()
  private var disguise: RecordDisguise?
  private var bytes = 0
  private var messages = 0
  private var beyond = 0
  /// A recording begins with the broker.
  private var isUp = true
  /// Under made-up names, by which messages those are.
  private var leftOut: [String: Int] = [:]
  /// Nothing more can be written, and why.
  private(set) var failure: String?

  /// - Parameter file: `nil`: standard output.
  init(
    _ file: HostFileAppender?, config: String, zone: String, calendar: SiteCalendar,
    _ disguise: RecordDisguise?
  ) throws(HostError) {
    self.file = file
    self.calendar = calendar
    self.disguise = disguise
    let head = Recording.Head(began: start.wallMilliseconds, config: config, zone: zone).written
    if head.count > Recording.lineMax { failure = "the config is longer than a line of a recording" }
    write(head)
  }

  func take(_ message: MosquittoSession.Message) {
    var shown = message
    let now = HostClock.now()
    switch disguise?.apply(to: message, at: now.moment, calendar: calendar) {
    case nil: break
    case .shown(let renamed): shown = renamed
    case .left(let which):
      let isNamed = leftOut[which] != nil || leftOut.count < Self.kindsMax
      leftOut[isNamed ? which : "for other reasons", default: 0] += 1
      return
    }
    let line = line(
      .message(topic: shown.topic, payload: shown.payload, isRetained: shown.isRetained), at: now)
    guard line.count <= Recording.lineMax, bytes + line.count + Self.lastWords <= Recording.bytesMax else {
      beyond += 1
      return
    }
    messages += 1
    write(line)
  }

  /// `false`: that is known.
  @discardableResult
  func link(isUp: Bool) -> Bool {
    guard isUp != self.isUp else { return false }
    self.isUp = isUp
    write(line(.link(isUp: isUp), at: HostClock.now()))
    return true
  }

  /// The last line, and what is to be said.
  func finish() -> [String] {
    write(line(.end(leftOut: beyond), at: HostClock.now()))
    do throws(HostError) { try file?.finish() } catch { failure = failure ?? error.text }
    var lines = ["\(messages) messages, \(bytes) bytes"]
    if beyond > 0 {
      lines.append(
        "\(beyond) messages left out: a recording has at most \(Recording.bytesMax >> 20) MiB, a line 1 MiB")
    }
    lines += leftOut.sorted { $0.key < $1.key }.map { "\($0.value) messages left out \($0.key)" }
    return lines
  }

  private static let kindsMax = 20
  /// Room for losses of the broker and for the end.
  private static let lastWords = 65_536

  private func line(_ what: Recording.Happening, at now: ClockReading) -> [UInt8] {
    Recording.Line(at: now.uptimeMilliseconds - start.uptimeMilliseconds, what: what).written
  }

  /// In one piece: a process that is killed leaves whole lines.
  private func write(_ line: [UInt8]) {
    guard failure == nil, bytes + line.count <= Recording.bytesMax else { return }
    bytes += line.count
    guard let file else {
      if !HostTerminal.write(line) { failure = "nobody reads the output any more" }
      return
    }
    do throws(HostError) { try file.append(line) } catch {
      failure = "the recording cannot be written: \(error.text)"
    }
  }
}
