package import GardenCore
import GardenWords
package import LoamKit
import MQTTTypes

/// Turns effects of the garden into publications: the document, in the reader's language and units, with the
/// retain flag, QoS and expiry of the contract's table.
package struct Renderer: Sendable {
  package let tree: TopicTree
  private(set) var site: SiteFacts
  private(set) var plan: GardenPlan
  private var profiles: [DeviceID: DeviceProfile]
  private var readers: [DeviceID: Reader] = [:]
  /// The reader of what all devices share.
  private(set) var everyone = Reader(words: Languages.english, usesFahrenheit: false)
  /// The local time of ``zones``, as far as the host knows them; the others go by the site's.
  package var calendars: [String: SiteCalendar] = [:] {
    didSet { makeReaders() }
  }

  /// `nil` where `base` cannot stand in front of a topic; see `TopicTree`.
  package init?(
    base: String, site: SiteFacts, plan: GardenPlan, profiles: [DeviceID: DeviceProfile] = [:]
  ) {
    guard let tree = TopicTree(base: base) else { return nil }
    self.tree = tree
    self.site = site
    self.plan = plan
    self.profiles = profiles
    makeReaders()
  }

  /// A device said hello: its locale and packet size hold from then on. `false`: nothing new.
  @discardableResult
  package mutating func introduce(_ device: DeviceID, _ profile: DeviceProfile) -> Bool {
    guard readers[device] != nil, profiles[device] != profile else { return false }
    profiles[device] = profile
    makeReaders()
    return true
  }

  /// The time zones that devices named.
  package var zones: Set<String> { Set(profiles.values.compactMap(\.timeZone)) }

  /// The config was read anew. Start and term stay what they were: by them it is known which of two bridges is in charge.
  package mutating func adopt(_ plan: GardenPlan, site: SiteFacts) {
    let (startedAt, term) = (self.site.startedAt, self.site.term)
    self.plan = plan
    self.site = site
    self.site.startedAt = startedAt
    self.site.term = term
    makeReaders()
  }

  /// The clock is another: by it the program started then.
  package mutating func redate(startedAt: Timestamp) { site.startedAt = startedAt }

  /// Appends what has to be published for the effect; effects that are not ours to carry out add nothing.
  ///
  /// Returns the documents that could not be made, with the reason.
  @discardableResult
  package func publications(
    for effect: Effect, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    switch effect {
    case .publish(let snapshot): publish(snapshot, at: now, into: &outgoing)
    case .notify(let notice): notify(notice, at: now, into: &outgoing)
    case .withdraw(let withdrawal): withdraw(withdrawal, at: now, into: &outgoing)
    case .activity(let step): show(step, at: now, into: &outgoing)
    case .acknowledge(let outcome): acknowledge(outcome, at: now, into: &outgoing)
    case .deliver(let message): deliver(message, at: now, into: &outgoing)
    case .remember, .record, .watered, .command, .log, .trail, .recall, .order, .devices: []
    }
  }

  /// Removes what is retained there: a thing that is gone, or a command that somebody retained.
  package func emptying(_ topic: String) -> Outgoing {
    Outgoing(MQTTPublication(topic: topic, payload: [], isRetained: true))
  }

  func reader(_ device: DeviceID) -> Reader { readers[device] ?? everyone }

  /// For texts that tell times.
  func reader(_ device: DeviceID, at now: Moment) -> Reader { reader(device).knowing(now) }

  /// The tag of the language that a device is spoken to in; `nil`: neither the config nor its hello names one.
  func language(of device: DevicePlan) -> String? { ownWords(of: device)?.tag }

  private func ownWords(of device: DevicePlan) -> Phrasebook? {
    let locale = profiles[device.id]?.locale
    let spoken = locale.flatMap(Languages.of)
    guard let chosen = device.language.flatMap(Languages.of) else { return spoken }
    // The config says which language; the device may know how its people write it.
    return chosen.tag == spoken?.tag ? spoken : chosen
  }

  private mutating func makeReaders() {
    everyone = Reader(
      words: Languages.of(site.language) ?? Languages.english, usesFahrenheit: site.usesFahrenheit)
    var made: [DeviceID: Reader] = [:]
    for device in plan.devices {
      let profile = profiles[device.id]
      let words = ownWords(of: device) ?? everyone.words
      made[device.id] = Reader(
        words: words, usesFahrenheit: device.usesFahrenheit,
        role: profile?.showsButtons == false ? .viewer : Self.role(device.role),
        actionsMax: profile?.actionsMax, showsSliders: profile?.can(.slider) ?? true,
        calendar: profile?.timeZone.flatMap { calendars[$0] }, packetBytesMax: profile?.packetBytesMax)
    }
    readers = made
    profiles = profiles.filter { made[$0.key] != nil }
  }
}
