/// What became of a wish for water.
package enum RunVerdict: Sendable, Hashable {
  /// Its activity.
  case started(UniqueID)
  /// An interlock, a limit or a person keeps the valve closed; the rule asks again later.
  case held(Reason)
  case refused(Reason)
}

/// What became of the rule "a dry plant is watered".
package enum RuleVerdict: Sendable, Hashable {
  /// Only a person starts it.
  case notAutomatic
  /// Fine, or too wet.
  case notDry
  /// Unknown moisture never waters.
  case moistureUnknown
  /// Too soon after the last run.
  case paused
  /// It asked for water.
  case asked(RunVerdict)
}
