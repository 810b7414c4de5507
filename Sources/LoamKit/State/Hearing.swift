/// What one person has heard of a matter, or why nothing yet and until when.
public struct Hearing: DocumentPart {
  /// People at most.
  public static let countMax = 16

  /// The person's name, 1 to 64 characters.
  public var person: String
  /// Whether it was told; else why not.
  public var why: Why
  /// When it was told; else until when it waits. Absent: never, or nobody knows.
  public var at: EpochSeconds?

  /// Why somebody was not told.
  public enum Why: String, OpenChoice {
    /// It was told.
    case told
    /// It waits a moment for others, to be one notification with them.
    case window
    /// Somebody put it off.
    case putOff = "put_off"
    /// The plant is being watered.
    case watering
    /// The person hears of other plants only.
    case only
    /// None of the person's devices takes that category.
    case category
    /// The person is told if nobody has answered by then.
    case turn
    /// Quiet hours.
    case quiet
    /// The day's notifications are used up.
    case budget
    /// The person has no device that takes notifications.
    case device
    /// Too much waits for the person's devices.
    case crowded
    /// The bridge's clock is not believable yet.
    case clock
    /// Another bridge tells people.
    case bridge
    /// The probe has just shown water; it asks again then if the soil stays dry.
    case rising
    /// The plant is not dry; `at`: when it most likely will be.
    case fine
    /// The plant has not been dry for long enough.
    case dwell
    /// Rain is expected.
    case rain
    /// The bridge waters it first.
    case rule
    /// Somebody watered it; it asks again then if the soil stays dry.
    case answered
    /// No probe tells: the calendar's day has not come.
    case calendar
    /// Nobody knows how it is.
    case unknown
    /// What its probe says over time cannot be: the calendar's day has not come.
    case suspect
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unknown }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    person = f.required("person", \.person, .text(1...64))
    why = f.required("why", \.why, .word)
    at = f.optional("at", \.at, .time)
  }

  /// What one person has heard.
  public init(person: String, why: Why, at: EpochSeconds? = nil) {
    self.person = person
    self.why = why
    self.at = at
  }
}
