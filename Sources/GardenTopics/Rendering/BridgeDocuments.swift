package import GardenCore
import GardenWords
package import LoamKit
import MQTTTypes

/// What the bridge says about itself.
extension Renderer {
  /// To be renewed every 60 s: devices without a clock take the time from it.
  ///
  /// - Parameters:
  ///   - doubt: why the clock is not believed.
  ///   - trouble: what keeps us from our work although we are online.
  package func bridgeStatus(
    isOnline: Bool, session: UniqueID, doubt: BridgeStatus.Doubt? = nil,
    trouble: BridgeStatus.Trouble? = nil, at now: Moment
  ) -> Outgoing {
    status(isOnline: isOnline, session: session, doubt: doubt, trouble: trouble, at: now)
  }

  /// The last will: the same document, offline, of the moment of connecting.
  package func bridgeWill(session: UniqueID, at now: Moment) -> Outgoing {
    status(isOnline: false, session: session, at: now)
  }

  private func status(
    isOnline: Bool, session: UniqueID, doubt: BridgeStatus.Doubt? = nil,
    trouble: BridgeStatus.Trouble? = nil, at now: Moment
  ) -> Outgoing {
    var outgoing: [Outgoing] = []
    if let id = MessageID(session.description) {
      let document = BridgeStatus(
        online: isOnline, ts: moment(now.wall), since: moment(site.startedAt), session: id,
        doubt: doubt, trouble: trouble, term: site.term > 1 ? site.term : nil)
      _ = retain(document, on: .bridgeStatus, at: now, into: &outgoing)
    }
    return outgoing.first ?? emptying(tree.text(.bridgeStatus))
  }

  /// To be filled.
  package func emptyCounters(at now: Moment) -> BridgeCounters {
    BridgeCounters(ts: moment(now.wall), since: moment(site.startedAt))
  }

  /// To be renewed with each status.
  package func bridgeCounters(
    _ counters: BridgeCounters, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    retain(counters, on: .bridgeCounters, at: now, into: &outgoing)
  }

  /// Bridge info and categories: what stands as long as the config does. After each connect.
  @discardableResult
  package func fixedDocuments(at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    let info = BridgeInfo(
      bridge: Shortening.name(site.name, 64), software: Shortening.name(site.software, 64),
      tz: Shortening.name(site.timeZone, 64), languages: Languages.tags,
      skewS: Int(clamping: plan.site.clockSkew.wholeSeconds))
    var failures = retain(info, on: .bridgeInfo, at: now, into: &outgoing)
    for plan in BuiltInCategories.all {
      failures += retain(category(plan), on: .category(plan.id), at: now, into: &outgoing)
    }
    return failures
  }

  private func category(_ plan: BuiltInCategories.Plan) -> NotificationCategory {
    var category = NotificationCategory(
      id: plan.id, rev: 0, options: plan.options, actions: plan.buttons.map(action))
    category.rev = Fingerprint.of((try? DocumentCodec.encode(category)) ?? [])
    return category
  }

  private func action(_ button: BuiltInCategories.Button) -> NotificationCategory.Action {
    var titles: [String: String] = [:]
    for book in Languages.all { titles[book.tag] = book(button.title) }
    var action = NotificationCategory.Action(
      id: button.action, title: everyone.words(button.title), loc: button.titleKey, titles: titles,
      options: button.options, role: button.role)
    switch button.action {
    case .waterLater: action.deferS = Int(clamping: plan.reminders.laterAfter.wholeSeconds)
    case .waterTomorrow:
      action.nextLocal = Languages.english.time(secondOfDay: plan.reminders.tomorrowAtSecondOfDay)
    default: break
    }
    return action
  }
}

/// Another content has another number.
enum Fingerprint {
  static func of(_ bytes: [UInt8]) -> Int { Int(FNV1a.hash32(bytes.span) % 1_000_000_000) }
}
