/// How a run ended, for programs; for people the content's title says it.
public enum ActivityEnding: String, OpenChoice {
  /// By its time or its litres, and a valve proved that it is closed; a countdown ran to its end; a place is as warm as was asked for.
  case finished
  /// The soil is moist enough.
  case target
  /// By a person; see `by`.
  case stopped
  /// Neither by a person nor by its own end; see `why`.
  case interrupted
  /// Something did not work; see `why`.
  case failed
  /// Nobody can say.
  case unknown
  /// The run goes on under another activity, which names this one in `renews`.
  case renewed
  /// What an unknown word is read as.
  public static var unknownWord: Self { .unknown }
}
