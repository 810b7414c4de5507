import GardenCore

/// One notification and how it comes about.
struct Scene: Sendable {
  let name: String
  let garden: String
  /// What happens; the last alert of ``category`` is the one that is meant.
  let happens: @Sendable (inout Wire) throws -> Void
  let category: String
  /// Notifications a day.
  let perDay: Int

  init(
    _ name: String, _ garden: String, _ category: String, perDay: Int = 100,
    _ happens: @escaping @Sendable (inout Wire) throws -> Void
  ) {
    self.name = name
    self.garden = garden
    self.category = category
    self.perDay = perDay
    self.happens = happens
  }

  /// How many values and limits its words name.
  var amounts: Int {
    switch category {
    case _ where name.contains("calendar") || name.contains("no number"): 0
    case "WATERING_DIGEST": name.contains("three") || name.contains("two") ? 4 : 0
    case "SENSOR_TROUBLE" where name.hasPrefix("suspect"):
      name.contains("swapped") ? 0 : name.contains("still") || name.contains("lamp") ? 1 : 2
    case "SENSOR_TROUBLE": name.contains("percent") ? 2 : 0
    case "HEATER_TROUBLE": name.contains("no thermometer") ? 1 : 2
    case "SETPOINT_ADJUST":
      name.contains("asked") ? 4 : name.contains("not spoken") || name.contains("vain") ? 2 : 3
    case "activity": name.contains("warm") ? 2 : 0
    case "WATERING_REMINDER", "WATERING_CHECK", "PLANT_CLIMATE": name.contains("silent") ? 1 : 2
    default: 0
    }
  }

  static let all = waters + limits + sensors + suspects + valves + heat + runs
}

extension Wire {
  /// Basil's probe says so for that long.
  mutating func basil(_ percent: Double, for length: Duration) {
    hold("garden/basil", #"{"soil":\#(percent)}"#, for: length)
  }

  /// Three times from 60 % by half a point an hour; the last time it stands at 44 %, a little more than a day above its limit.
  mutating func learnBasil() {
    for hour in 0..<3 * 65 - 33 { basil(60 - Double(hour % 65) / 2, for: .hours(1)) }
  }

  mutating func fern(_ json: String, for length: Duration) { hold("garden/fern", json, for: length) }
}

extension Scene {
  static let waters: [Scene] = [
    Scene("dry, never watered", Gardens.basil, "WATERING_REMINDER") {
      $0.basil(45, for: .hours(1))
      $0.basil(28, for: .minutes(20))
    },
    Scene("dry by less than a point", Gardens.basil, "WATERING_REMINDER") {
      $0.basil(29.7, for: .minutes(20))
    },
    Scene("dry again, a week after water", Gardens.basil, "WATERING_REMINDER") {
      $0.basil(20, for: .hours(1))
      try $0.act("water_done", #","plant":"basil""#)
      $0.basil(60, for: .days(7))
      $0.basil(28, for: .hours(1))
    },
    Scene("dry again within the day", Gardens.basil, "WATERING_REMINDER") {
      $0.basil(20, for: .hours(1))
      try $0.act("water_done", #","plant":"basil""#)
      $0.basil(60, for: .hours(4))
      $0.basil(28, for: .hours(1))
    },
    Scene("repeated on the next day", Gardens.basil, "WATERING_REMINDER") { $0.basil(9.4, for: .hours(26)) },
    Scene("repeated while the probe is silent", Gardens.basil, "WATERING_REMINDER") {
      $0.basil(28, for: .hours(1))
      $0.pass(.hours(26))
    },
    Scene("a probe that says dry, and no number", Gardens.digital, "WATERING_REMINDER") {
      $0.hear("garden/herb", "wet")
      $0.pass(.minutes(30))
      $0.hear("garden/herb", "Dry")
      $0.pass(.hours(1))
    },
    Scene("by the calendar", Gardens.cactus, "WATERING_REMINDER") { $0.pass(.days(21) + .hours(1)) },
    Scene("by the calendar, repeated", Gardens.cactus, "WATERING_REMINDER") { $0.pass(.days(23)) },
    Scene("three at once", Gardens.three, "WATERING_DIGEST") {
      for _ in 0..<286 {
        $0.hear("garden/basil", #"{"soil":45}"#)
        $0.hear("garden/fern", #"{"m":55}"#)
        $0.pass(.minutes(5))
      }
      for _ in 0..<30 {
        $0.hear("garden/basil", #"{"soil":28}"#)
        $0.hear("garden/fern", #"{"m":37}"#)
        $0.pass(.minutes(5))
      }
    },
    Scene("dry, and another soon", Gardens.probed, "WATERING_REMINDER") {
      $0.learnBasil()
      $0.fern(#"{"m":37}"#, for: .hours(1))
    },
    Scene("two at once, and another soon", Gardens.probed, "WATERING_DIGEST") {
      $0.learnBasil()
      $0.hear("garden/mint", #"{"m":37}"#)
      $0.fern(#"{"m":37}"#, for: .minutes(10))
      $0.hear("garden/mint", #"{"m":37}"#)
      $0.fern(#"{"m":37}"#, for: .hours(1))
    },
    Scene("the day's notifications are used up", Gardens.probed, "REMINDERS_HELD", perDay: 1) {
      $0.basil(28, for: .hours(1))
      $0.fern(#"{"m":37}"#, for: .hours(1))
    },
    Scene("six at once", Gardens.six, "WATERING_DIGEST") { $0.pass(.days(1) + .hours(1)) },
    Scene("marked as watered, and no rise", Gardens.basil, "WATERING_CHECK") {
      $0.basil(20, for: .hours(1))
      try $0.act("water_done", #","plant":"basil""#)
      $0.basil(20, for: .hours(3))
    },
  ]

  static let limits: [Scene] = [
    climate("too wet", #"{"m":91.2,"t":20}"#), climate("too cold", #"{"m":50,"t":4.04}"#),
    climate("too cold by less than a tenth", #"{"m":50,"t":11.97}"#),
    climate("too dark by less than a lux", #"{"m":50,"l":1999.98}"#),
    climate("too warm", #"{"m":50,"t":33.26}"#), climate("too bright", #"{"m":50,"l":90000}"#),
    climate("too dark", #"{"m":50,"l":900.4}"#), climate("needs fertiliser", #"{"m":50,"c":90}"#),
    climate("too much fertiliser", #"{"m":50,"c":2400.7}"#),
    Scene("cold, repeated while the probe is silent", Gardens.limits, "PLANT_CLIMATE") {
      $0.fern(#"{"m":50,"t":4}"#, for: .hours(1))
      $0.pass(.hours(26))
    },
  ]

  private static func climate(_ name: String, _ json: String) -> Scene {
    Scene(name, Gardens.limits, "PLANT_CLIMATE") { $0.fern(json, for: .hours(26)) }
  }

  static let sensors: [Scene] = [
    Scene("a probe is silent", Gardens.basil, "SENSOR_TROUBLE") {
      $0.basil(45, for: .hours(1))
      $0.pass(.hours(26))
    },
    Scene("one of two probes is silent, without a name", Gardens.two, "SENSOR_TROUBLE") {
      $0.hear("garden/fern-2", #"{"m":45}"#)
      $0.hold("garden/fern", #"{"m":45}"#, for: .hours(26))
    },
    Scene("one of two probes never spoke, with a name", Gardens.two, "SENSOR_TROUBLE") {
      $0.hold("garden/fern-2", #"{"m":45}"#, for: .hours(26))
    },
    Scene("the broker refuses a probe's topic", Gardens.basil, "SENSOR_TROUBLE") {
      $0.refuse("garden/basil")
      $0.pass(.hours(7))
    },
    Scene("a probe is unreadable", Gardens.basil, "SENSOR_TROUBLE") {
      $0.basil(45, for: .hours(1))
      $0.basil(5000, for: .hours(8))
    },
    Scene("a battery by percent", Gardens.basil, "SENSOR_TROUBLE") {
      $0.hold("garden/basil", #"{"soil":45,"battery":9}"#, for: .hours(1))
    },
    Scene("a battery by its own word", Gardens.basil, "SENSOR_TROUBLE") {
      $0.hold("garden/basil", #"{"soil":45,"flat":true}"#, for: .hours(1))
    },
    Scene("a probe is offline", Gardens.basil, "SENSOR_TROUBLE") {
      $0.basil(45, for: .hours(1))
      $0.hear("garden/basil/link", "offline")
      $0.pass(.hours(2))
    },
  ]
}
