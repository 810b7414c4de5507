/// What one person has heard of a matter, or why nothing yet.
package struct Hearing: Sendable, Hashable {
  package enum Word: String, Sendable, Hashable, CaseIterable {
    case told
    /// The matter waits for others that would make one notification with it.
    case window
    case putOff = "put_off"
    case watering
    /// The person hears of other plants only.
    case only
    /// None of the person's devices takes that category.
    case category
    /// It is told if nobody has answered by then.
    case turn
    case quiet
    case budget
    /// No device of the person takes notifications.
    case device
    /// The way to the devices is full.
    case crowded
    case clock
    case bridge
    /// The probe has just shown water.
    case rising
    // Nothing is open.
    case fine, dwell, rain, rule, answered, calendar, unknown, suspect
  }

  package var person: PersonID
  package var name: String
  package var word: Word
  /// When it was told; else until when it waits. `nil`: never, or nobody knows.
  package var at: Timestamp?

  package init(_ person: PersonPlan, _ word: Word, at: Timestamp? = nil) {
    self.person = person.id
    name = person.name
    self.word = word
    self.at = at
  }
}
