import GardenCore
import LoamKit

/// Notices another bridge on the same broker and base topic, and says which of the two opens valves.
///
/// Each bridge keeps its status retained at `bridge/status`, with the session of its start. A status of another session that arrives
/// live is written by a bridge that runs; a retained one may be, and is where it has changed within the last minute. The one with the higher
/// term is in charge, since it was started on a copy of the other's store, and among equals the one that started first; the other opens
/// nothing while it hears of the first, and for
/// ``believedFor`` after. One that was superseded says nothing to anybody meanwhile.
struct RivalWatch {
  /// Two and a half intervals of the status.
  static let believedFor: Duration = .seconds(150)
  /// A status that is older was left by a bridge that died; see `BridgeStatus`.
  static let statusLife: Duration = .seconds(180)
  /// A healthy link does not break twice within this time.
  static let breakGap: Duration = .seconds(60)
  /// Shorter than the time between two questions, so that one of them is answered.
  static let answerGap: Duration = .seconds(2)
  static let questions = 2
  /// A bridge that runs answers our first status.
  static let answersWithin: Duration = .seconds(5)
  static let reminderInterval: Duration = .minutes(10)

  struct Rival: Equatable {
    var session: String
    var term: Int
    var since: Int64
    var isClockSet: Bool
    /// Of its last status, by its clock, and when that was read.
    var saidAt: Int64
    var readAt: Uptime
    var heardAt: Uptime
    /// It spoke while we listened or since our last look; else its word was only retained.
    var isProved: Bool
  }

  enum News: Equatable {
    case appeared(Rival)
    case gone
    /// Again, because nobody has mended it.
    case still(Rival)
  }

  private let session: String
  private let term: Int
  private var since: Int64
  private let former: Set<String>
  private(set) var rival: Rival?
  /// The present rival, last.
  private var answeredAt: Uptime?
  private var saidAt: Uptime?
  private var brokeAt: Uptime?

  /// - Parameter former: sessions of earlier starts on our own store: what they left at the broker is ours.
  init(session: UniqueID, term: Int = 1, former: [UniqueID], startedAt: Timestamp) {
    self.session = session.description
    self.term = term
    since = startedAt.seconds
    self.former = Set(former.map(\.description))
  }

  /// The clock is another: by it we started then.
  mutating func redate(startedAt: Timestamp) { since = startedAt.seconds }

  /// A bridge runs on a younger copy of our store: ours is what was left behind.
  var isSuperseded: Bool { rival.map { $0.isProved && hasTakenOver($0) } ?? false }
  /// Another bridge may be in charge, and is to be asked.
  func isInDoubt(at now: Moment) -> Bool { rival.map { !$0.isProved && isFirst($0, now) } ?? false }

  func hasTakenOver(_ rival: Rival) -> Bool { rival.term > term }
  /// We took over from it.
  func isLeftBehind(_ rival: Rival) -> Bool { rival.term < term }

  /// Another bridge is in charge, or may be.
  func mustYield(at now: Moment) -> Bool {
    rival.map { isFirst($0, now) } ?? false
  }

  /// Another bridge, which was first, tells people. One of which there is only a retained word has as long to say a live one as any
  /// that runs takes.
  func tellsPeople(at now: Moment) -> Bool {
    guard let rival, isFirst(rival, now) else { return false }
    return rival.isProved || now.uptime - rival.heardAt < Self.answersWithin
  }

  /// A bridge whose clock is set goes before one that cannot know when it started.
  private func isFirst(_ rival: Rival, _ now: Moment) -> Bool {
    if rival.term != term { return rival.term > term }
    if rival.isClockSet != now.isWallTrusted { return rival.isClockSet }
    if rival.since != since { return rival.since < since }
    return rival.session < session
  }

  /// A new link: whoever was heard on an earlier one may be gone.
  mutating func lookBegins() { rival?.isProved = false }

  /// A status at the bridge's topic.
  mutating func heard(_ status: BridgeStatus, wasRetained: Bool, at now: Moment) -> News? {
    let name = status.session.text
    guard name != session else { return nil }
    let theirs = status.term ?? 1
    // One that took over and is offline was perhaps thrown out by us, or is started anew: it is waited for.
    guard status.online || theirs > term else { return leave(name) }
    let isClockSet = status.clock != .unset
    if wasRetained, theirs <= term {
      let isStale =
        now.isWallTrusted && isClockSet && now.wall - Timestamp(seconds: status.ts.seconds) > Self.statusLife
      if isStale || former.contains(name) { return nil }
    }
    let isNews = rival?.session != name
    let wasSuperseded = isSuperseded
    let said = status.ts.seconds
    // A retained word that is another than a moment ago was said by one that runs. Of one that did not take over it must be known as well
    // whether it has our client id: one that answers on our link has not.
    let hasSpoken =
      theirs > term
      && rival.map { !isNews && $0.saidAt != said && now.uptime - $0.readAt <= Self.breakGap } == true
    let isLive = status.online && (!wasRetained || hasSpoken)
    rival = Rival(
      session: name, term: theirs, since: status.since.seconds, isClockSet: isClockSet, saidAt: said,
      readAt: now.uptime, heardAt: now.uptime, isProved: isLive || rival?.isProved == true && !isNews)
    guard let rival, isNews || isSuperseded && !wasSuperseded else { return nil }
    saidAt = now.uptime
    answeredAt = nil
    return .appeared(rival)
  }

  private mutating func leave(_ name: String) -> News? {
    guard rival?.session == name else { return nil }
    rival = nil
    return .gone
  }

  /// The link broke. `true`: stay away for a while, because the other was first and most likely has our client id, so that each
  /// of our connections throws it out. The broker says so (`isTakeover`), or links break again and again while the other is here.
  mutating func mustStandBack(isTakeover: Bool, at now: Moment) -> Bool {
    let isRepeated = brokeAt.map { now.uptime - $0 <= Self.breakGap } ?? false
    brokeAt = now.uptime
    guard let rival, isFirst(rival, now) else { return false }
    if isTakeover { self.rival?.isProved = true }
    return isTakeover || isRepeated
  }

  /// Time passed. A rival is believed in while its last word is fresh, and while we are away from the broker, where nobody hears it.
  mutating func pass(isOnline: Bool, at now: Moment) -> News? {
    guard let known = rival else { return nil }
    if !isOnline {
      rival?.heardAt = now.uptime
      return nil
    }
    if now.uptime - known.heardAt > Self.believedFor {
      rival = nil
      return .gone
    }
    if let said = saidAt, now.uptime - said >= Self.reminderInterval {
      saidAt = now.uptime
      return .still(known)
    }
    return nil
  }

  /// When the present rival is believed in no longer, has had its time to answer, or is spoken of again. Nothing of it passes while we are
  /// away from the broker.
  func nextDeadline(isOnline: Bool, at now: Moment) -> Uptime? {
    guard let rival, isOnline else { return nil }
    let answered = rival.heardAt + Self.answersWithin
    return .earliest(
      rival.heardAt + Self.believedFor + .milliseconds(1),
      .earliest(
        saidAt.map { $0 + Self.reminderInterval },
        rival.isProved || answered <= now.uptime ? nil : answered))
  }

  /// Whether to say at once that we are here, so that the other knows as well.
  mutating func owesAnswer(at now: Moment) -> Bool {
    guard rival != nil, answeredAt.map({ now.uptime - $0 >= Self.answerGap }) ?? true else { return false }
    answeredAt = now.uptime
    return true
  }
}
