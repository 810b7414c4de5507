/// The rule behind a plant's judgement, in words for `explain`.
extension Garden {
  func because(_ p: Int, at now: Moment) -> String {
    let plant = plants[p]
    let moisture = plant.moisture
    var text: String
    switch moisture.standing {
    case .unknown:
      text = "moisture is unknown (\(moisture.reason?.words ?? "no value yet"))"
      text += "; the calendar decides: every \(plant.plan.wateringInterval.words)"
    case .low: text = "moisture \(moisture.value.percent) is below \(plant.dryBelow.percent)"
    case .high: text = "moisture \(moisture.value.percent) is above \(plant.plan.moisture.above.percent)"
    case .fine:
      text = "moisture \(moisture.value.percent) is fine"
      if let below = plant.dryBelow { text += ", dry below \(Optional(below).percent)" }
    }
    if moisture.standing == .low, let below = plant.dryBelow, let value = moisture.value, value >= below {
      text = "moisture \(moisture.value.percent) was below \(plant.dryBelow.percent) and is not yet above "
      text += Optional(below + plant.plan.moisture.deadband).percent
    }
    if plant.dryBelow != plant.plan.moisture.below {
      text += "; the limit was moved by a slider, the config says \(plant.plan.moisture.below.percent)"
    }
    if let line = plant.plan.dryLine { text += " (config line \(line.line): \(line.key))" }
    if let at = reminderAt(p, at: now) {
      let local = plan.site.calendar.local(at)
      text += "; reminder at \(local.timeOfDay), after \(plant.plan.moisture.dwell.words) dry"
      text += " and the digest window of \(plan.reminders.digestWindow.words)"
    }
    if plant.kept.soak != nil { text += "; watered, waiting for the probe to rise" }
    if plant.moisture.standing == .low, let why = ruleRefusal(plant.plan.id) {
      text += "; no water by rule: \(why)"
    }
    return text
  }
}

extension Garden {
  /// When a reminder to water will be sent, if nothing changes; `nil`: none is on its way.
  func reminderAt(_ p: Int, at now: Moment) -> Timestamp? {
    let key = NoticeKey.water(plants[p].plan.id)
    if let open = memory.reminders.first(where: { $0.key == key }) {
      return open.state == .due && open.wakeAt > now.wall ? open.wakeAt : nil
    }
    guard now.isWallTrusted, let counts = willBeDry(p) else { return nil }
    let dry = now.wall + max(counts - now.uptime, .zero)
    let ask = plants[p].isDry ? nextQuestion(p) : nil
    return max(dry, ask ?? dry) + plan.reminders.digestWindow
  }

  /// From when on dryness counts, if it stays so.
  private func willBeDry(_ p: Int) -> Uptime? {
    if let counts = plants[p].dryCounts { return counts }
    let band = plants[p].band(of: .moisture)
    guard let value = plants[p].moisture.value, let below = plants[p].dryBelow, value < below,
      let turns = plants[p].moisture.deadline(band), let known = plants[p].moisture.knownSinceUptime
    else { return nil }
    return max(turns, known + band.dwell)
  }
}

extension SiteCalendar.LocalTime {
  /// `03:44`.
  fileprivate var timeOfDay: String {
    let (hour, minute) = (secondOfDay / 3600, secondOfDay / 60 % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

extension UnknownReason {
  /// For people who look after the system.
  package var words: String {
    switch self {
    case .noSensor: "no sensor measures it"
    case .neverHeard: "nothing was heard yet"
    case .silent: "the last value is too old"
    case .offline: "the sensor is offline"
    case .unreadable: "what the sensor sends is refused"
    case .noQuorum: "too few probes agree"
    case .ageUnknown: "only a retained value of unknown age"
    case .clock: "the clock is not set"
    case .refused: "the broker refuses the sensor's topic"
    }
  }
}

extension Double? {
  /// One decimal, as text; the core knows no formatter.
  var percent: String {
    guard let self, self.isFinite, abs(self) < 1e12 else { return "none" }
    return "\(self.tenths)%"
  }
}

extension Double {
  /// At most one decimal: `29`, `29.5`.
  var tenths: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let digits = abs(tenths)
    return digits % 10 == 0 ? "\(sign)\(digits / 10)" : "\(sign)\(digits / 10).\(digits % 10)"
  }
}

extension Duration {
  /// In the largest unit that divides it: `7 days`, `36 hours`.
  var words: String {
    let seconds = wholeSeconds
    for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60)] as [(String, Int64)]
    where seconds >= length && seconds % length == 0 {
      let n = seconds / length
      return "\(n) \(unit)\(n == 1 ? "" : "s")"
    }
    return "\(seconds) s"
  }
}
