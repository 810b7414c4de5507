import GardenWords
import LoamKit
import Testing

@testable import GardenCore
@testable import GardenTopics

/// Whatever a notification or an activity is about, known or unknown: each language has a whole sentence for it.
struct SpokenFactsTests {
  private static let isOrNot = [true, false]

  static let thirsts: [Thirst] = isOrNot.flatMap { hasMoisture in
    isOrNot.flatMap { hasLimit in
      isOrNot.flatMap { isDry in
        isOrNot.flatMap { isWord in
          isOrNot.map { never in
            var thirst = House.thirst(moisture: 18, never: never)
            if !hasMoisture { thirst.moisture = nil }
            if !hasLimit { thirst.limit = nil }
            if !isDry { thirst.drySince = nil }
            thirst.isWord = isWord
            thirst.plant.offer = WaterOffer(duration: .seconds(never ? 90 : 180), litres: isWord ? 1.5 : nil)
            return thirst
          }
        }
      }
    }
  }

  static let sensors: [NoticeSubject] = [
    [
      SensorTrouble.silent, .unreadable, .batteryLow, .offline, .refused, .faulty(DeviceWord("E1")),
      .alarm(DeviceWord("frost")),
    ],
    Suspicion.allCases.map { .suspect(Finding($0, since: 29_000_000, before: 44, after: 1)) },
  ].joined().flatMap { trouble in
    isOrNot.map { isKnown in
      var facts = House.sensor(trouble)
      if isKnown { facts.name = "North" } else { (facts.lastHeard, facts.battery) = (nil, nil) }
      return .sensor(facts)
    }
  }

  static let subjects: [NoticeSubject] = {
    let facts = House.facts()
    let limits: [NoticeSubject] = [Quantity.moisture, .temperature, .light, .conductivity, .humidity].flatMap
    {
      quantity in
      [Status.low, .high].flatMap { status in
        [nil, 20].map { .climate(facts, quantity, status, value: $0, limit: 30) }
      }
    }
    let setpoints: [NoticeSubject] = isOrNot.map { isLow in
      .setpoint(
        House.control(value: isLow ? 14 : nil), placeName: "Greenhouse", value: isLow ? 8 : nil, limit: 12,
        isLow: isLow, facts: nil)
    }
    let valves: [NoticeSubject] = ValveTrouble.allCases.flatMap { trouble in
      [nil, false, true].flatMap { flows in
        [nil, facts].map {
          .valve(
            name: "Bed", trouble, plant: $0,
            sight: ValveSight(isHeld: $0 != nil, isProvedClosed: $0 == nil, flows: flows))
        }
      }
    }
    let heaters: [NoticeSubject] = HeatTrouble.allCases.flatMap { trouble in
      isOrNot.map {
        .heater(name: "Guard", trouble, placeName: $0 ? "Shed" : nil, value: $0 ? 3 : nil, target: 6)
      }
    }
    return thirsts.flatMap { [.water($0), .digest([$0]), .noRiseSeen($0)] } + [.digest(thirsts)] + sensors
      + limits + setpoints + valves + heaters
      + [.stopped(by: "Anna"), .stopped(by: nil), .timeUp(facts), .timeUp(nil)]
  }()

  static let phases: [ActivitySnapshot.Phase] =
    [
      .opening, .running, .closing, .finished, .targetReached, .stopped(by: "anna-phone"),
      .stopped(by: "nobodys"), .stopped(by: nil), .unknown, .counting, .timeUp, .renewed,
    ] + Interruption.allCases.map { .interrupted($0) } + ValveTrouble.allCases.map { .failed($0) }

  @Test(arguments: Languages.tags)
  func `no key, place or bracket is left in a text`(_ language: String) throws {
    let renderer = try House.renderer(language: language)
    let reader = renderer.everyone
    var texts: [String?] = Self.subjects.flatMap { subject in
      let alert = renderer.words(
        for: subject, dueSince: House.now.wall - .hours(2), reader, at: House.now.wall)
      return [alert.title ?? "_", alert.subtitle, alert.body ?? "_"]
    }
    for phase in Self.phases {
      for snapshot in [
        House.activity(phase, 1, 3), House.countdown(phase, 1, 3), House.countdown(phase, 1, 3, plant: nil),
      ] {
        texts.append(renderer.content(of: snapshot, reader).title)
      }
    }
    for text in texts.compactMap(\.self) {
      #expect(text.firstMatch(of: /^$|[{}_]|\[|\]|\s\s/) == nil, "\(text)")
    }
  }
}
