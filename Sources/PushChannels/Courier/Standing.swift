internal import GardenWords
package import LoamKit

package import struct GardenCore.Moment
package import struct GardenCore.SiteCalendar
package import struct GardenCore.Timestamp

// MARK: - How a channel stands

extension CourierMemory {
  /// How many messages are left on this day; `nil`: the channel does not count.
  func left(of perDay: Int?, at now: Moment) -> Int? {
    perDay.map { max(0, $0 - (day == now.day ? spent : 0)) }
  }

  /// What everybody may see of it.
  package func standing(of device: DeviceName, on kind: ChannelKind, perDay: Int?, at now: Moment)
    -> ChannelsState.Channel
  {
    ChannelsState.Channel(
      id: device, kind: ChannelsState.Channel.Service(rawValue: kind.rawValue) ?? .other,
      bound: isBound(on: kind), waiting: items.count { !$0.isSettled } + answers.count,
      left: left(of: perDay, at: now), sent: counted(.sent), failed: counted(.retried) + counted(.refused),
      rejected: counted(.forged) + counted(.replayed) + counted(.expired),
      failing: failures > 0 || outSince != nil)
  }

  /// What is over within that time nobody has to know of.
  static let outageSeconds: Int64 = 900

  /// The outage of which others have still to be told that it is there, or over; `nil`: none.
  package func untold(_ device: DeviceName, name: String, at now: Moment) -> ChannelOutage? {
    let isOut = outSince.map { now.wall.seconds - $0 >= Self.outageSeconds } ?? false
    guard isOutTold == true ? outSince == nil : isOut else { return nil }
    return ChannelOutage(device: device, name: name, since: outSince)
  }

  /// That nothing arrives at the device of that name, as it is said everywhere; `nil`: it does, or that is not long ago.
  package func outageSentence(_ name: String, _ calendar: SiteCalendar, at now: Moment) -> String? {
    outSince.flatMap {
      now.wall.seconds - $0 < Self.outageSeconds
        ? nil : Self.sentence(name, $0, calendar, at: now, Languages.english)
    }
  }

  static func sentence(
    _ name: String, _ since: Int64?, _ calendar: SiteCalendar, at now: Moment, _ words: Phrasebook
  ) -> String {
    guard let since else { return words(.channelBack, ["device": name]) }
    let then = calendar.local(Timestamp(seconds: since))
    let isToday = now.wall.seconds - since < 86_400
    return words(
      .channelOut, ["device": name, "when": isToday ? words.time(secondOfDay: then.secondOfDay) : nil])
  }

  private func isBound(on kind: ChannelKind) -> Bool {
    switch kind {
    case .telegram: chat != nil
    case .apns: tokens?.entry(.alerts) != nil
    case .ntfy, .webhook, .web: true
    }
  }
}

extension Courier {
  /// What everybody may see of it.
  package func standing(at now: Moment) -> ChannelsState.Channel {
    memory.standing(of: device, on: address.kind, perDay: address.messagesPerDay, at: now)
  }

  /// Whether anything can be sent at all; of apps each token is asked for when it is needed.
  package var isBound: Bool { address.kind != .telegram || memory.chat != nil }

  /// How many messages are left today; `nil`: the channel does not count.
  package func left(at now: Moment) -> Int? { memory.left(of: address.messagesPerDay, at: now) }

  func isSpent(at now: Moment) -> Bool { left(at: now) == 0 }

  /// The last fifth is for what a person has not read yet.
  func isScarce(at now: Moment) -> Bool {
    guard let left = left(at: now), let perDay = address.messagesPerDay else { return false }
    return left <= perDay / 5
  }
}
