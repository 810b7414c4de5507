import BridgeConfig
import GardenCore
import GardenImport
import GardenReplay
import HostSystem
import ProgramConfig

/// A recording as the past of a replay. The file is read twice, line by line: first for who speaks in it.
struct RecordedPast {
  private let path: String
  private let head: Recording.Head

  /// `nil`: the file is something else.
  init?(_ path: String) throws {
    guard HostFile.facts(of: path)?.kind == .regular else { return nil }
    do {
      guard let line = try LineReader(path).next() else { return nil }
      head = try Recording.Head(reading: line)
    } catch Recording.Fault.newer {
      throw CommandEnd.saying("\(path): \(Recording.Fault.newer)", .dataError)
    } catch {
      return nil
    }
    self.path = path
  }

  /// Those that it was recorded with.
  func settings() throws -> BridgeSettings {
    // It has no secrets in it, and a replay needs none.
    try ConfigSource.orExit { () throws(ConfigSource.Unreadable) in
      try ConfigSource(named: "\(path), line 1").settings(of: Array(head.config.utf8), for: .web)
    }
  }

  /// - Parameter asIf: another night might have been: valves are simulated ones that obey.
  func live(_ settings: BridgeSettings, asIf: Bool) throws -> ReplayStory {
    var settings = settings
    settings.timeZoneName = settings.timeZoneName ?? head.zone
    let from = Timestamp(milliseconds: head.began)
    var scout = try RecordedFeed(settings, from: from)
    try read { scout.listen($0) }
    var feed = try RecordedFeed(settings, from: from, speaking: asIf ? nil : scout.speaking)
    let faults = try read { feed.take($0) }
    return feed.story(faults)
  }

  /// - Returns: how many lines cannot be read, and why; the last one may be torn.
  @discardableResult
  private func read(_ body: (Recording.Line) -> Void) throws -> RecordedFaults {
    var faults = RecordedFaults()
    do throws(HostError) {
      let reader = try LineReader(path)
      _ = try reader.next()
      while let line = try reader.next() {
        faults.goOn()
        do throws(Recording.Fault) { body(try Recording.Line(reading: line)) } catch { faults.last = error }
      }
    } catch {
      throw CommandEnd.saying("\(path): \(error.text)", .ioError)
    }
    return faults
  }
}

/// Lines of a recording that cannot be read.
struct RecordedFaults {
  private(set) var counts: [Recording.Fault: Int] = [:]
  /// Of the line that was read last: a process that was killed, or a disk that was full, tears it.
  var last: Recording.Fault?

  /// There is another line.
  mutating func goOn() {
    if let last { counts[last, default: 0] += 1 }
    last = nil
  }
}
