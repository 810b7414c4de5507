internal import GardenCore

/// `store`: what is kept on disk.
enum StoreSection {
  static func read(_ keys: Section, _ surroundings: ConfigSurroundings) -> StoreSettings {
    let path = keys.value(
      "path", .path(surroundings), default: "store",
      help:
        "Folder of the databases. A relative path begins at $STATE_DIRECTORY (set by systemd), else at the working folder."
    )
    let days = keys.value(
      "history_days", .integer(1...36_500, "a number of days"), default: 400,
      help: "History is kept reading by reading for two weeks, by the hour for this long, then by the day.")
    let size = keys.value(
      "size_max", .size(10_000_000...1_000_000_000_000), default: 500_000_000,
      help: "The oldest history is deleted where the database would grow beyond this.")
    var resolved = path.value
    if let folder = surroundings.environment["STATE_DIRECTORY"], !folder.isEmpty, !resolved.hasPrefix("/") {
      resolved = "\(folder.split(separator: ":").first ?? "")/\(resolved)"
    }
    return StoreSettings(path: resolved, historyDays: days.value, bytesMax: size.value)
  }
}

/// `log`: what the bridge says to its journal.
enum LogSection {
  static func read(_ keys: Section) -> LogSettings {
    let level = keys.value(
      "level", .words("a level", LogSettings.Level.allCases.map { (word: $0.rawValue, value: $0) }),
      default: .info,
      help: "The least important lines that are written.")
    let form = keys.value(
      "format", .words("a format", LogSettings.Form.allCases.map { (word: $0.rawValue, value: $0) }),
      default: .text,
      help: "Lines for people, or a JSON object a line.")
    return LogSettings(level: level.value, form: form.value)
  }
}

/// `reminders`: when people are told, and told again.
enum RemindersSection {
  static func read(_ keys: Section) -> ReminderPlan {
    let later = keys.value(
      "later_after", .duration(.seconds(5)...(.days(2))), default: .hours(3),
      help: "A reminder answered with 'later' comes back after this.")
    let tomorrow = keys.value(
      "tomorrow_at", .timeOfDay, default: TimeOfDay(second: 9 * 3600),
      help: "A reminder answered with 'tomorrow' comes back on the next day at this local time.")
    let again = keys.value(
      "repeat_after", .duration(.minutes(10)...(.days(30))), default: .hours(24),
      help: "An unanswered reminder is repeated after this, then after twice as long, and so on.")
    let againMax = keys.value(
      "repeat_after_max", .duration(.minutes(10)...(.days(90))), default: .days(7),
      help: "The pause between two repetitions grows no further than this.")
    let digest = keys.value(
      "digest_window", .duration(.seconds(0)...(.minutes(60))), default: .seconds(60),
      help: "Reminders that fall due within this time go out as one.")
    let expires = keys.value(
      "expires_after", .duration(.minutes(10)...(.days(30))), default: .hours(24),
      help: "A notification that a device has not got by then is not shown any more.")
    if againMax.value < again.value {
      let late = againMax.isWritten ? againMax : again
      keys.problems.error(
        at: late.position, "reminders.repeat_after_max is shorter than repeat_after")
    }
    return ReminderPlan(
      laterAfter: later.value, tomorrowAtSecondOfDay: tomorrow.value.second, repeatAfter: again.value,
      repeatAfterMax: againMax.value, digestWindow: digest.value, expiresAfter: expires.value)
  }
}
