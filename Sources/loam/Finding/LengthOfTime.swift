import ArgumentParser

/// A time on the command line: `60s`, `5min`, `2h`, or bare seconds.
struct LengthOfTime: ExpressibleByArgument {
  var milliseconds: Int64
  /// As it was written.
  var defaultValueDescription: String

  init?(argument: String) {
    let units: [(suffix: String, milliseconds: Int64)] = [
      ("min", 60_000), ("s", 1000), ("h", 3_600_000), ("", 1000),
    ]
    for unit in units where argument.hasSuffix(unit.suffix) {
      guard let number = Int64(argument.dropLast(unit.suffix.count)) else { continue }
      guard (1...86_400_000 / unit.milliseconds).contains(number) else { return nil }
      milliseconds = number * unit.milliseconds
      defaultValueDescription = argument
      return
    }
    return nil
  }

  /// As it is written on every command that takes one.
  static let options: NameSpecification = [.customLong("for"), .customLong("seconds")]

  var seconds: Double { Double(milliseconds / 1000) }

  static let halfMinute = LengthOfTime(seconds: 30)
  static let minute = LengthOfTime(seconds: 60)
  static let tenMinutes = LengthOfTime(seconds: 600)

  private init(seconds: Int64) {
    milliseconds = seconds * 1000
    defaultValueDescription = seconds < 120 ? "\(seconds)s" : "\(seconds / 60)min"
  }
}
