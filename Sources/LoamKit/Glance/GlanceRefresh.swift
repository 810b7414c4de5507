/// What a periodic refresh of a surface came to. The names are those of the fourth seed article's `NCUpdateResult`.
public enum RefreshResult: String, OpenChoice, Codable {
  /// There is something new: paint it.
  case newData = "new_data"
  /// What is shown is what is so: do not paint.
  case noData = "no_data"
  /// Nothing could be learnt: keep what is shown, and let it grow old.
  case failed
  /// What an unknown word is read as.
  public static var unknownWord: Self { .failed }
}

/// A surface's memory of what it painted. Each refresh ends with one of the three results, and only
/// ``RefreshResult/newData`` changes what is shown.
public struct GlanceRefresh: Sendable, Hashable {
  /// What is painted; `nil`: nothing yet.
  public private(set) var shown: GlanceState?

  /// A surface that has painted `shown`.
  public init(shown: GlanceState? = nil) { self.shown = shown }

  /// `payload` nil: nothing came in time.
  public mutating func take(_ payload: [UInt8]?) -> RefreshResult {
    guard let payload, let fresh = try? DocumentCodec.decode(GlanceState.self, from: payload) else {
      return .failed
    }
    if fresh.rev == shown?.rev { return .noData }
    shown = fresh
    return .newData
  }
}
