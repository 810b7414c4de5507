import GardenCore
import LoamKit

/// The words and the category of what a notification is about, for one reader.
extension Renderer {
  func category(of subject: NoticeSubject) -> CategoryName {
    switch subject {
    case .water: .wateringReminder
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
    case .water(let facts, _), .noRiseSeen(let facts, _), .climate(let facts, _, _, _, _): facts.id
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

  func words(for subject: NoticeSubject, _ reader: Reader, at now: Timestamp) -> Alert {
    let book = reader.words
    switch subject {
    case .water(let facts, let moisture):
      return book.water(waterWords(facts, moisture, reader, at: now))
    case .digest(let facts):
      return book.digest(names: facts.map { shown($0.name, otherwise: $0.id) })
    case .noRiseSeen(let facts, let moisture):
      return book.noRise(
        plant: shown(facts.name, otherwise: facts.id), moisture: reader.text(moisture, .moisture),
        last: day(facts.last, reader))
    case .climate(let facts, let quantity, let standing, let value, let limit):
      return book.climate(
        plant: shown(facts.name, otherwise: facts.id), trouble(quantity, isLow: standing == .low),
        value: reader.text(value, quantity, beside: limit), limit: reader.text(limit, quantity))
    case .setpoint(let control, let place, let value, let limit, let isLow, _):
      return book.setpoint(
        place: shown(place), isCold: isLow, value: reader.temperature(value),
        limit: reader.temperature(limit),
        device: shown(control.name), setpoint: control.value.map(reader.temperature))
    case .sensor(let id, let plant, let trouble):
      return book.sensor(shown(id), plant: shown(plant, otherwise: id), words(trouble))
    case .valve(let name, let trouble, let facts):
      return book.valve(shown(name), plant: facts.map { shown($0.name, otherwise: $0.id) }, words(trouble))
    case .heater(let name, let trouble, let place):
      return book.heater(shown(name), place: place.map { shown($0) }, words(trouble))
    case .stopped(let name): return book.stopped(by: name.map { shown($0) })
    case .timeUp(let facts): return book.timeUp(plant: facts.map { shown($0.name, otherwise: $0.id) })
    }
  }

  private func waterWords(
    _ facts: PlantFacts, _ moisture: Double?, _ reader: Reader, at now: Timestamp
  ) -> WaterWords {
    WaterWords(
      plant: shown(facts.name, otherwise: facts.id),
      moisture: moisture.map { reader.text($0, .moisture, beside: facts.dryBelow) },
      limit: facts.dryBelow.map { reader.text($0, .moisture) },
      since: facts.drySince.map { since($0, reader, at: now) }, last: day(facts.last, reader),
      next: day(facts.next, reader), neverWatered: facts.neverWatered)
  }

  func shown(_ name: String, otherwise: String = "?") -> String {
    Shortening.name(name, 64, otherwise: otherwise)
  }

  func day(_ time: Timestamp, _ reader: Reader) -> String {
    let local = plan.site.calendar.local(time)
    return reader.words.day(month: local.month, day: local.day)
  }

  /// A time of today, else a day.
  private func since(_ time: Timestamp, _ reader: Reader, at now: Timestamp) -> String {
    let local = plan.site.calendar.local(time)
    guard local.dayNumber == plan.site.calendar.local(now).dayNumber else { return day(time, reader) }
    return ClockTime.text(secondOfDay: local.secondOfDay)
  }

  private func trouble(_ quantity: Quantity, isLow: Bool) -> ClimateTrouble {
    switch quantity {
    case .light: isLow ? .dark : .bright
    case .conductivity: isLow ? .hungry : .salty
    case .moisture, .humidity: isLow ? .dry : .wet
    case .temperature, .battery, .raw, .flow, .volume, .power: isLow ? .cold : .hot
    }
  }

  private func words(_ trouble: SensorTrouble) -> SensorWords {
    switch trouble {
    case .silent: .silent
    case .unreadable: .unreadable
    case .batteryLow: .batteryLow
    case .offline: .offline
    }
  }

  private func words(_ trouble: HeatTrouble) -> HeaterWords {
    switch trouble {
    case .stuckOn: .stuckOn
    case .didNotSwitchOn: .didNotSwitchOn
    case .blind: .blind
    case .noEffect: .noEffect
    }
  }

  private func words(_ trouble: ValveTrouble) -> ValveWords {
    switch trouble {
    case .didNotOpen: .didNotOpen
    case .didNotClose: .didNotClose
    case .shortOfWater: .shortOfWater
    case .leaking: .leaking
    case .stuckOpen: .stuckOpen
    case .stateLies: .stateLies
    case .noFlow: .noFlow
    case .didNotReachSoil: .didNotReachSoil
    case .flowsClosed: .flowsClosed
    case .tooLittle: .tooLittle
    }
  }
}

/// `HH:MM` of a second of the day.
enum ClockTime {
  static func text(secondOfDay: Int) -> String {
    let (hour, minute) = (secondOfDay / 3600 % 24, secondOfDay / 60 % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}
