package import GardenCore
import GardenWords
import LoamKit

/// The words of notifications: which of a language's texts fits the facts.
extension Renderer {
  /// A lock screen shows four lines.
  private static let digestNames = 4
  private static let soonNames = 2

  /// `dueSince`: when the matter began; what is said in relation to today is true at `now`.
  func words(
    for subject: NoticeSubject, dueSince: Timestamp, _ reader: Reader, at now: Timestamp
  ) -> Alert {
    let words = reader.words
    let since = when(dueSince, reader, at: now)
    // An alarm does not wait for the clock.
    let known = reader.knowsTime ? since : nil
    switch subject {
    case .water(let thirst):
      return Alert(
        title: name(of: thirst.plant), subtitle: words(.waterNeeded), body: water(thirst, reader, at: now))
    case .digest(let plants):
      return digest(shown(subject, in: category(of: subject, for: reader)), of: plants, reader, at: now)
    case .noRiseSeen(let thirst):
      let key: TextKey =
        thirst.isWord ? .noRiseWord : thirst.moisture == nil ? .noRiseUnread : .noRiseStill
      return Alert(
        title: name(of: thirst.plant), subtitle: words(.noRise),
        body: words(key, values(of: thirst, reader, at: now)))
    case .climate(let facts, let quantity, let status, let value, let limit):
      let (measured, word) = matter(quantity, isLow: status == .low)
      let texts = reader.texts(value, beside: limit, quantity)
      return Alert(
        title: name(of: facts), subtitle: words(word),
        body: reading(
          measured, texts.value, isLow: status == .low, limit: texts.limit, since: since, words))
    case .setpoint(let control, let place, let value, let limit, let isLow, _):
      let texts = reader.texts(value, beside: limit, .temperature)
      let evidence = reading(
        .temperature, texts.value, isLow: isLow, limit: texts.limit, since: since, words)
      let text =
        refusal(of: control, reader).map { words(.setpointAfter, ["refusal": $0, "reading": evidence]) }
        ?? words(
          control.value == nil ? .setpointUnknown : .setpointKnown,
          [
            "reading": evidence, "device": shown(control.name),
            "setpoint": control.value.map(reader.temperature),
          ])
      return Alert(
        title: shown(place), subtitle: words(isLow ? .statusCold : .statusHot),
        body: ask(text, control, reader))
    case .refusal(let control, let place):
      return Alert(
        title: place.map { shown($0) } ?? shown(control.name), subtitle: words(.setpointInVain),
        body: refusal(of: control, reader).map { ask($0, control, reader) })
    case .sensor(let facts): return sensor(facts, since, reader, at: now)
    case .valve(let name, let trouble, let facts, let sight):
      let key = Self.keys(of: trouble, sight)
      let lengths = sight.overrun.map { Self.lengths(of: $0, words) }
      let text = words(
        key.text,
        ["time": lengths?.time, "planned": lengths?.planned, "litres": litres(sight.litres, words)])
      return Alert(
        title: shown(name), subtitle: words(key.title),
        body: words(.valveText, ["text": text, "plant": facts.map(self.name), "since": known]))
    case .heater(let name, let trouble, let place, let value, let target):
      let key = Self.keys(of: trouble)
      let texts = reader.texts(value, beside: target, .temperature)
      return Alert(
        title: place.map { words(.heatPlace, ["name": shown(name), "place": shown($0)]) } ?? shown(name),
        subtitle: words(key.title),
        body: words(
          value == nil ? .heatTextUnread : .heatText,
          [
            "text": words(key.text), "value": texts.value, "limit": texts.limit, "since": known,
          ]))
    case .stopped(let name):
      return Alert(
        title: words(.emergency),
        subtitle: words(
          name == nil ? .stopBySignal : .stopBy, ["name": name.map { shown($0) }, "since": known]),
        body: words(.stopText))
    case .timeUp(let facts):
      let isAsked = facts != nil && reader.role >= .actor
      return Alert(
        title: facts.map(name) ?? words(.timeUp), subtitle: facts.map { _ in words(.timeUp) },
        body: words(isAsked ? .timeUpAsk : .timeUpText, ["time": known]))
    case .heldBack(let names):
      var shown = names.prefix(Self.digestNames).map { self.shown($0) }
      let more = names.count - shown.count
      if more > 0 { shown.append(words(.digestMore, ["count": "\(more)"])) }
      return Alert(
        title: words(.heldBack),
        body: words(.heldBackText, ["plants": shown.joined(separator: words(.digestSeparator))]))
    }
  }

  /// What a trouble may be called by what is known: that water runs or does not is said where a live meter says it.
  static func keys(of trouble: ValveTrouble, _ sight: ValveSight) -> (title: TextKey, text: TextKey) {
    let (_, title, text) = spelled(trouble)
    return switch (trouble, sight.flows) {
    case (.didNotOpen, nil), (.didNotOpen, true?):
      (.valveNoAnswer, sight.isProvedClosed ? .valveNoAnswerClosedText : .valveNoAnswerText)
    case (.didNotClose, false?): (title, .valveDidNotCloseDryText)
    case (.stuckOpen, false?): (title, .valveStuckOpenDryText)
    case (.stuckOpen, nil): (title, .valveStuckOpenUnseenText)
    case (.stateLies, nil), (.stateLies, false?): (title, .valveStateLiesUnseenText)
    default: (title, text)
    }
  }

  /// That a device did not take what was asked of it; `nil`: it did, or nobody asked.
  private func refusal(of control: ControlSnapshot, _ reader: Reader) -> String? {
    let (key, asked, by): (TextKey, Double, DeviceID)
    switch control.phase {
    case .rejected(let value, let device): (key, asked, by) = (.setpointRefused, value, device)
    case .noAnswer(let value, let device): (key, asked, by) = (.setpointUnanswered, value, device)
    case .settled, .accepted: return nil
    }
    return reader.words(
      key,
      [
        "device": shown(control.name), "asked": reader.temperature(asked), "name": personName(by),
        "setpoint": control.value.map(reader.temperature),
      ])
  }

  private func ask(_ text: String, _ control: ControlSnapshot, _ reader: Reader) -> String {
    reader.role >= Self.role(control.roleNeeded) ? reader.words(.setpointAsk, ["text": text]) : text
  }

  /// The words of a notice on that device.
  func words(of notice: Notice, for device: DeviceID, _ reader: Reader, at now: Timestamp) -> Alert {
    var alert = words(for: notice.subject, dueSince: notice.dueSince, reader, at: now)
    let person = plan.people.first { $0.devices.contains { $0.id == device } }
    let isDigest = if case .digest = notice.subject { true } else { false }
    let own = notice.soon.lazy.filter { person?.hears(of: $0.plant) ?? true }
    let named = own.prefix(isDigest ? Self.soonNames : 1).map { soon($0, reader) }
    guard !named.isEmpty else { return alert }
    let separator = reader.words(.digestSeparator)
    let plants = named.joined(separator: separator)
    alert.body =
      isDigest
      ? [alert.body, reader.words(.digestSoon, ["plants": plants])].compactMap(\.self)
        .joined(separator: separator)
      : reader.words(.waterSoon, ["text": alert.body, "plants": plants])
    return alert
  }

  /// A plant that gets dry soon: on which day, and between which.
  private func soon(_ drying: DryingSoon, _ reader: Reader) -> String {
    func day(_ time: Timestamp) -> String {
      let local = calendar(of: reader).local(time)
      return reader.words.day(month: local.month, day: local.day)
    }
    let (from, to) = (day(drying.earliest), day(drying.latest))
    return reader.words(
      .soonWhen,
      [
        "plant": shown(drying.name, otherwise: drying.plant), "when": day(drying.likely),
        "from": from == to ? nil : from, "to": from == to ? nil : to,
      ])
  }

  /// What people read of a matter, in a line: for whoever reads about it later.
  ///
  /// - Parameter now: when it was told.
  package func line(of subject: NoticeSubject, dueSince: Timestamp, at now: Timestamp) -> String {
    let alert = words(for: subject, dueSince: dueSince, everyone, at: now)
    return [alert.title, alert.subtitle, alert.body].compactMap { $0 }.joined(separator: " · ")
  }

  private func values(of thirst: Thirst, _ reader: Reader, at now: Timestamp) -> [String: String?] {
    let facts = thirst.plant
    let texts = reader.texts(thirst.moisture, beside: thirst.limit, .moisture)
    return [
      "plant": name(of: facts),
      "moisture": texts.value, "limit": thirst.isWord ? nil : texts.limit,
      "since": thirst.drySince.map { when($0, reader, at: now) },
      "due": when(thirst.dueSince, reader, at: now),
      "last": facts.neverWatered ? nil : past(facts.last, reader, at: now),
    ]
  }

  private func water(_ thirst: Thirst, _ reader: Reader, at now: Timestamp) -> String {
    let words = reader.words
    let key: TextKey =
      switch (thirst.drySince, thirst.moisture) {
      case (nil, nil): .waterDue
      case (nil, _): thirst.isWord ? .waterDue : .waterDueMoisture
      case (_, nil): .waterDryUnread
      case _ where thirst.isRising: .waterDryRising
      default: thirst.isWord ? .waterDryWord : thirst.isByOne ? .waterDryOnce : .waterDry
      }
    var values = values(of: thirst, reader, at: now)
    values["reading"] = words(key, values)
    let text = words(thirst.plant.neverWatered ? .waterNever : .waterLast, values)
    // Who may water is told how much.
    guard let offer = thirst.plant.offer, reader.role >= .operator else { return text }
    let time = words.length(seconds: offer.duration.wholeSeconds)
    let litres = offer.litres.map { words.number($0, digits: 1) }
    return words(
      litres == nil ? .waterOffer : .waterOfferLitres, ["text": text, "time": time, "litres": litres])
  }

  /// The most urgent ones, and how many more there are.
  private func digest(
    _ shown: NoticeSubject, of mostUrgent: [Thirst], _ reader: Reader, at now: Timestamp
  ) -> Alert {
    let words = reader.words
    guard case .digest(let plants) = shown else { return Alert() }
    var lines = plants.prefix(Self.digestNames).map { thirst in
      let key: TextKey =
        thirst.drySince == nil
        ? .digestDue
        : thirst.isWord
          ? .digestDryWord
          : thirst.moisture == nil ? .digestDryUnread : thirst.isRising ? .digestDryRising : .digestDry
      return words(key, values(of: thirst, reader, at: now))
    }
    let more = plants.count - lines.count
    if more > 0 { lines.append(words(.digestMore, ["count": "\(more)"])) }
    return Alert(
      title: words(.digest, ["count": "\(plants.count)"]),
      subtitle: plants.count == 1 || plants != mostUrgent ? nil : words(.digestOrder),
      body: lines.joined(separator: words(.digestSeparator)))
  }

  /// What shows that something is out of its limits. `value` nil: unknown at the moment.
  private func reading(
    _ quantity: TextKey, _ value: String?, isLow: Bool, limit: String?, since: String, _ words: Phrasebook
  ) -> String {
    words(
      value == nil
        ? isLow ? .readingLowUnread : .readingHighUnread : isLow ? .readingLow : .readingHigh,
      ["quantity": words(quantity), "value": value, "limit": limit, "since": since])
  }

  private func sensor(_ facts: SensorFacts, _ since: String, _ reader: Reader, at now: Timestamp) -> Alert {
    let words = reader.words
    let (title, text) = Self.keys(of: facts)
    let word: String? =
      switch facts.trouble {
      case .faulty(let word), .alarm(let word): shown(word.text)
      case .missing(let quantity): words(matter(quantity, isLow: true).quantity)
      case .silent, .refused, .unreadable, .batteryLow, .offline, .suspect: nil
      }
    let finding: Finding? = if case .suspect(let finding) = facts.trouble { finding } else { nil }
    let last = facts.lastHeard.map { past($0, reader, at: now) }
    let heard = words(
      last == nil ? .sensorNeverHeard : .sensorLastHeard, ["last": last, "since": since])
    let measures = shown(facts.measures)
    return Alert(
      title: facts.name.map { words(.labelled, ["name": measures, "value": shown($0)]) } ?? measures,
      subtitle: words(title),
      body: words(
        text,
        [
          "heard": heard, "since": finding.map { past($0.since, reader, at: now) } ?? since, "word": word,
          "before": finding.map { reader.text(Double($0.before), $0.quantity) },
          "value": finding.map { reader.text(Double($0.after), $0.quantity) },
          "battery": facts.battery.map { reader.text($0, .battery) },
          "limit": reader.text(facts.batteryLow, .battery),
        ]))
  }

  /// What is measured, and what is wrong with it.
  private func matter(_ quantity: Quantity, isLow: Bool) -> (quantity: TextKey, status: TextKey) {
    switch quantity {
    case .light: (.light, isLow ? .statusDark : .statusBright)
    case .conductivity: (.conductivity, isLow ? .statusHungry : .statusSalty)
    case .moisture, .humidity: (.moisture, isLow ? .statusDry : .statusWet)
    case .temperature, .battery, .raw, .flow, .volume, .power, .rain:
      (.temperature, isLow ? .statusCold : .statusHot)
    }
  }

  private func name(of facts: PlantFacts) -> String { shown(facts.name, otherwise: facts.id) }

  func shown(_ name: String, otherwise: String = "?") -> String {
    Shortening.name(name, 64, otherwise: otherwise)
  }
}
