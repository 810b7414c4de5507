/// `HH:MM` of a clock of 24 hours.
enum ClockTime {
  static func text(hour: Int, minute: Int) -> String {
    "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  static func text(secondOfDay: Int) -> String {
    text(hour: secondOfDay / 3600 % 24, minute: secondOfDay / 60 % 60)
  }
}
