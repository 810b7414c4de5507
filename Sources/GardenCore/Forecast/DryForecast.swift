/// When a plant's soil reaches its dry limit, by its own probe.
package enum DryForecast: Sendable, Hashable {
  /// Four of five times between `earliest` and `latest`.
  case dry(earliest: Timestamp, likely: Timestamp, latest: Timestamp)
  case unknown(Why)

  package enum Why: UInt8, Sendable, Hashable, CaseIterable {
    /// It was not yet seen how this soil dries down to its limit.
    case learning = 0
    /// The soil does not dry.
    case steady
    /// It would be of no use: the last moment is more than ten times as far off as the first.
    case wide
    /// Water came, and the hours that were measured hold some of before it.
    case soaking
  }

  /// `nil`: it is not known.
  package var likely: Timestamp? {
    if case .dry(_, let likely, _) = self { likely } else { nil }
  }
}

/// A plant that gets dry next, by its own probe.
package struct DryingSoon: Sendable, Hashable {
  package var plant: PlantID
  package var name: String
  package var earliest: Timestamp
  package var likely: Timestamp
  package var latest: Timestamp
}

extension DryForecast {
  /// For people who look after the system.
  func words(_ calendar: SiteCalendar) -> String {
    func moment(_ time: Timestamp) -> String {
      let local = calendar.local(time)
      return "\(local.date) \(local.time)"
    }
    switch self {
    case .dry(let earliest, let likely, let latest):
      return
        "dry about \(moment(likely)), four times of five between \(moment(earliest)) and \(moment(latest))"
    case .unknown(let why): return "when it gets dry is not known yet: \(why.words)"
    }
  }
}

extension DryForecast.Why {
  var words: String {
    switch self {
    case .learning: "it was not yet seen drying down to its limit"
    case .steady: "it does not get drier"
    case .wide: "its earlier forecasts were too far off"
    case .soaking: "it was watered just now"
    }
  }
}
