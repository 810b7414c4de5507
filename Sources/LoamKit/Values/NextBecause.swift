/// How it is known when a plant wants water next.
public enum NextBecause: String, OpenChoice {
  /// It wants water now, or was put off until then.
  case due
  /// Its probe has taught when it gets dry.
  case learned
  /// No probe tells: the config says how often.
  case calendar
  /// Its probe will tell, and nobody knows when. Where a date stands all the same, it is the calendar's, a guess.
  case unknown
  /// What an unknown word is read as.
  public static var unknownWord: Self { .unknown }
}
