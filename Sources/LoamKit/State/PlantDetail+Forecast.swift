extension PlantDetail {
  /// When it gets dry: a time, or why nobody knows.
  public struct Forecast: DocumentPart {
    /// In four of five cases it gets dry between `earliest` and `latest`; absent: not known yet.
    public var earliest: EpochSeconds?
    /// The end of that time.
    public var latest: EpochSeconds?
    /// Why it is not known.
    public var unknown: Why?

    /// Why it is not known when a plant gets dry.
    public enum Why: String, OpenChoice {
      /// It was not yet seen drying down to its limit.
      case learning
      /// It does not get drier.
      case steady
      /// Its earlier forecasts were too far off.
      case wide
      /// It was watered just now; the forecast begins anew once the water has sunk in.
      case soaking
      /// What an unknown word is read as.
      public static var unknownWord: Self { .learning }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      earliest = f.optional("earliest", \.earliest, .time)
      latest = f.optional("latest", \.latest, .time)
      unknown = f.optional("unknown", \.unknown, .word)
    }

    /// When it gets dry: a time, or why nobody knows.
    public init(earliest: EpochSeconds? = nil, latest: EpochSeconds? = nil, unknown: Why? = nil) {
      self.earliest = earliest
      self.latest = latest
      self.unknown = unknown
    }
  }
}
