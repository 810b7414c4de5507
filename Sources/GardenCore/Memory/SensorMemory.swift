package struct SensorMemory: Identifiable, Sendable, Hashable {
  package struct Last: Sendable, Hashable {
    package var quantity: Quantity
    package var value: Double
    package var raw: Double?
    /// `nil`: age unknown (a retained value).
    package var measuredAt: Timestamp?
    package init(quantity: Quantity, value: Double, raw: Double?, measuredAt: Timestamp?) {
      self.quantity = quantity
      self.value = value
      self.raw = raw
      self.measuredAt = measuredAt
    }
  }
  package var id: String
  package var last: [Last]
  package var learned: SensorLearned
  package init(id: String, last: [Last], learned: SensorLearned = SensorLearned()) {
    self.id = id
    self.last = last
    self.learned = learned
  }
}

/// What a probe has taught of itself. One document in the store: nobody asks it for a part.
package struct SensorLearned: Sendable, Hashable, Codable {
  package struct Pause: Sendable, Hashable, Codable {
    package var quantity: Quantity
    package var rhythm: Rhythm
  }
  /// Of the quantities whose rhythm is known, in order.
  package var rhythms: [Pause]
  package var sleeps: Bool
  package var judge: ProbeJudge

  package init(rhythms: [Pause] = [], sleeps: Bool = false, judge: ProbeJudge = ProbeJudge()) {
    (self.rhythms, self.sleeps, self.judge) = (rhythms, sleeps, judge)
  }

  /// What another version's judge knew is forgotten: it learns anew within days.
  package init(from decoder: any Decoder) throws {
    let kept = try decoder.container(keyedBy: CodingKeys.self)
    rhythms = try kept.decode([Pause].self, forKey: .rhythms)
    sleeps = try kept.decode(Bool.self, forKey: .sleeps)
    judge = (try? kept.decode(ProbeJudge.self, forKey: .judge)) ?? ProbeJudge()
  }
}

/// A person's notification budget of one local day.
package struct PersonMemory: Sendable, Hashable {
  package var id: PersonID
  package var dayNumber: Int
  package var sent: Int
  /// That the day's notifications are used up was said.
  package var wasToldSo: Bool
  package init(id: PersonID, dayNumber: Int, sent: Int, wasToldSo: Bool = false) {
    self.id = id
    self.dayNumber = dayNumber
    self.sent = sent
    self.wasToldSo = wasToldSo
  }
}

package struct DeviceMemory: Sendable, Hashable {
  package var id: DeviceID
  package var profile: DeviceProfile
  /// It has acknowledged a notification, ever.
  package var acknowledges: Bool
  /// The local day of ``glancesSent``.
  package var glanceDay: Int?
  package var glancesSent = 0
  /// What its app said of itself last.
  package var context: AppReport?
  package init(id: DeviceID, profile: DeviceProfile = DeviceProfile(), acknowledges: Bool = false) {
    self.id = id
    self.profile = profile
    self.acknowledges = acknowledges
  }
}
