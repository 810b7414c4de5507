import GardenCore
import LoamKit

/// The words and the category of what a notification is about, for one reader.
extension Renderer {
  /// The category whose buttons the device may press, all of them; a slider is offered to who may move it.
  func category(of subject: NoticeSubject, for role: DeviceContext.Role) -> CategoryName {
    if case .setpoint(let control, _, _, _, _, _) = subject {
      return role >= Self.role(control.roleNeeded) ? .setpointAdjust : .placeClimate
    }
    return BuiltInCategories.offered(category(of: subject), to: role)
  }

  private func category(of subject: NoticeSubject) -> CategoryName {
    switch subject {
    case .water(let thirst): thirst.plant.offer == nil ? .wateringReminder : .wateringOffer
    case .digest: .wateringDigest
    case .noRiseSeen: .wateringCheck
    case .climate: .plantClimate
    case .setpoint: .setpointAdjust
    case .sensor: .sensorTrouble
    case .valve(_, _, let facts): facts == nil ? .idleValveTrouble : .valveTrouble
    case .heater: .heaterTrouble
    case .stopped: .gardenStopped
    case .timeUp(let facts): facts == nil ? .timeUp : .wateringTimeUp
    }
  }

  /// Groups notifications of one plant.
  func thread(of subject: NoticeSubject) -> String {
    switch subject {
    case .water(let thirst), .noRiseSeen(let thirst): thirst.plant.id
    case .climate(let facts, _, _, _, _): facts.id
    case .digest: "plants"
    case .setpoint(let control, _, _, _, _, let facts):
      if let facts {
        facts.id
      } else if case .setpoint(_, let place?) = control.kind {
        place
      } else if case .target(_, let place?) = control.kind {
        place
      } else {
        "places"
      }
    case .sensor: "sensors"
    case .valve(_, _, let facts): facts?.id ?? "valves"
    case .heater: "heaters"
    case .stopped: "garden"
    case .timeUp(let facts): facts?.id ?? "countdowns"
    }
  }

  /// Who may water is told how much.
  private func withOffer(_ thirst: Thirst, _ alert: Alert, _ reader: Reader) -> Alert {
    guard let offer = thirst.plant.offer, reader.role >= .operator else { return alert }
    var alert = alert
    alert.body = reader.words.offer(
      after: alert.body ?? "", time: reader.words.length(seconds: Int(clamping: offer.duration.wholeSeconds)),
      litres: offer.litres.map { Measure.text($0, digits: 1) })
    return alert
  }

  /// A lock screen shows four lines.
  private static let digestNames = 4

  /// `dueSince`: when the matter began; what is said in relation to today is true at `now`.
  func words(
    for subject: NoticeSubject, dueSince: Timestamp, _ reader: Reader, at now: Timestamp
  ) -> Alert {
    let book = reader.words
    let since = when(dueSince, reader, at: now)
    switch subject {
    case .water(let thirst): return withOffer(thirst, book.water(words(thirst, reader, at: now)), reader)
    case .digest(let plants):
      let named = plants.prefix(Self.digestNames)
      return book.digest(
        named.map { words($0, reader, at: now) }, more: plants.count - named.count)
    case .noRiseSeen(let thirst): return book.noRise(words(thirst, reader, at: now))
    case .climate(let facts, let quantity, let status, let value, let limit):
      return book.climate(
        plant: shown(facts.name, otherwise: facts.id), trouble(quantity, isLow: status == .low),
        EvidenceWords(
          value: value.map { reader.text($0, quantity, beside: limit) }, limit: reader.text(limit, quantity),
          since: since))
    case .setpoint(let control, let place, let value, let limit, let isLow, _):
      return book.setpoint(
        place: shown(place), isCold: isLow,
        EvidenceWords(
          value: value.map(reader.temperature), limit: reader.temperature(limit), since: since),
        device: shown(control.name), setpoint: control.value.map(reader.temperature),
        mayChange: reader.role >= Self.role(control.roleNeeded))
    case .sensor(let facts): return book.sensor(words(facts, since, reader, at: now))
    case .valve(let name, let trouble, let facts):
      return book.valve(
        shown(name), plant: facts.map { shown($0.name, otherwise: $0.id) }, trouble, since: since)
    case .heater(let name, let trouble, let place, let value, let target):
      return book.heater(
        shown(name), place: place.map { shown($0) }, trouble,
        EvidenceWords(
          value: value.map(reader.temperature), limit: reader.temperature(target), since: since))
    case .stopped(let name): return book.stopped(by: name.map { shown($0) }, since: since)
    case .timeUp(let facts):
      return book.timeUp(
        plant: facts.map { shown($0.name, otherwise: $0.id) }, at: since, mayAnswer: reader.role >= .actor)
    }
  }

  private func words(_ thirst: Thirst, _ reader: Reader, at now: Timestamp) -> WaterWords {
    let facts = thirst.plant
    return WaterWords(
      plant: shown(facts.name, otherwise: facts.id),
      moisture: thirst.moisture.map { reader.text($0, .moisture, beside: thirst.limit) },
      limit: thirst.limit.map { reader.text($0, .moisture) },
      drySince: thirst.drySince.map { when($0, reader, at: now) },
      dueSince: when(facts.next, reader, at: now),
      last: facts.neverWatered ? nil : past(facts.last, reader, at: now), isWord: thirst.isWord)
  }

  private func words(
    _ facts: SensorFacts, _ since: String, _ reader: Reader, at now: Timestamp
  ) -> SensorWords {
    SensorWords(
      name: facts.name.map { shown($0) }, measures: shown(facts.measures), trouble: words(facts.trouble),
      since: since, lastHeard: facts.lastHeard.map { past($0, reader, at: now) },
      battery: facts.battery.map { reader.text($0, .battery) },
      batteryLow: reader.text(facts.batteryLow, .battery))
  }

  func shown(_ name: String, otherwise: String = "?") -> String {
    Shortening.name(name, 64, otherwise: otherwise)
  }

  /// A time of today, else a day.
  func when(_ time: Timestamp, _ reader: Reader, at now: Timestamp) -> String {
    let local = plan.site.calendar.local(time)
    guard local.dayNumber == plan.site.calendar.local(now).dayNumber else {
      return reader.words.day(month: local.month, day: local.day)
    }
    let minute = local.secondOfDay / 60
    return reader.words.time(hour: minute / 60, minute: minute % 60)
  }

  /// `11:32`, or `15 Nov (7 days ago)`: the words stay on screens for hours, so hours are not counted. Days by the calendar.
  private func past(_ time: Timestamp, _ reader: Reader, at now: Timestamp) -> String {
    let days = plan.site.calendar.local(now).dayNumber - plan.site.calendar.local(time).dayNumber
    let when = when(time, reader, at: now)
    return days > 0 ? reader.words.noted(when, reader.words.daysAgo(days)) : when
  }

  private func trouble(_ quantity: Quantity, isLow: Bool) -> ClimateTrouble {
    switch quantity {
    case .light: isLow ? .dark : .bright
    case .conductivity: isLow ? .hungry : .salty
    case .moisture, .humidity: isLow ? .dry : .wet
    case .temperature, .battery, .raw, .flow, .volume, .power: isLow ? .cold : .hot
    }
  }

  private func words(_ trouble: SensorTrouble) -> SensorWords.Trouble {
    switch trouble {
    case .silent: .silent
    case .refused: .refused
    case .unreadable: .unreadable
    case .batteryLow: .batteryLow
    case .offline: .offline
    case .twofold: .twofold
    case .faulty(let word): .faulty(shown(word.text))
    case .alarm(let word): .alarm(shown(word.text))
    }
  }
}
