/// Dates, times and numbers, as the language's file says. Source of the formats: Unicode CLDR 48.
extension Phrasebook {
  /// A day of the year, short: `22 Nov`.
  package func day(month: Int, day: Int) -> String {
    dated("day", month: month, day: day, hour: 0, minute: 0)
  }

  /// A day of the year with the month's whole name: `22 November`. A language that has one form only writes it so everywhere.
  package func longDay(month: Int, day: Int) -> String {
    dated(format("day_long").isEmpty ? "day" : "day_long", month: month, day: day, hour: 0, minute: 0)
  }

  /// A time of day: `13:32`.
  package func time(secondOfDay: Int) -> String {
    dated("time", month: 0, day: 0, hour: secondOfDay / 3600 % 24, minute: secondOfDay / 60 % 60)
  }

  /// The letters of a pattern are those of CLDR's date fields; what stands in `'…'` stays as it is.
  private func dated(_ pattern: String, month: Int, day: Int, hour: Int, minute: Int) -> String {
    var text = ""
    var rest = format(pattern)[...]
    while let letter = rest.first {
      let run = rest.prefix { $0 == letter }
      rest = rest[run.endIndex...]
      switch letter {
      case "d": text += "\(day)"
      case "M": text += run.count > 2 ? name(ofMonth: month, isLong: run.count > 3) : "\(month)"
      case "H": text += Self.padded(hour, to: run.count)
      case "h": text += Self.padded((hour + 11) % 12 + 1, to: run.count)
      case "m": text += Self.padded(minute, to: run.count)
      case "a": text += format(hour < 12 ? "am" : "pm")
      case "'":
        let quoted = rest.prefix { $0 != "'" }
        text += quoted
        rest = rest[quoted.endIndex...].dropFirst()
      default: text += run
      }
    }
    return text
  }

  private func name(ofMonth month: Int, isLong: Bool) -> String {
    let long = isLong ? format("months_long") : ""
    let months = (long.isEmpty ? format("months") : long).split(separator: " ")
    return months.indices.contains(month - 1) ? String(months[month - 1]) : "\(month)"
  }

  private static func padded(_ number: Int, to digits: Int) -> String {
    number < 10 && digits > 1 ? "0\(number)" : "\(number)"
  }

  /// A length of time: `45 s`, `90 s`, `10 min`.
  package func length(seconds: Int64) -> String {
    seconds % 60 == 0 || seconds >= 600
      ? self(.minutesLong, ["count": "\((seconds + 30) / 60)"])
      : self(.secondsLong, ["count": "\(seconds)"])
  }

  /// `28%`.
  package func percent(_ value: Double, digits: Int) -> String {
    let form = format("percent")
    guard let start = form.utf8.firstIndex(of: UInt8(ascii: "{")),
      let end = form.utf8.firstIndex(of: UInt8(ascii: "}"))
    else { return form }
    return form[..<start] + number(value, digits: digits) + form[end...].dropFirst()
  }

  /// Rounded to at most `digits` decimals, without trailing zeros; a value beyond all sense is a dash.
  package func number(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
    let sign = value < 0 && scaled != 0 ? "−" : ""
    guard fraction != 0 else { return sign + grouped(whole) }
    var decimals = String(fraction)
    while decimals.utf8.count < digits { decimals = "0" + decimals }
    while decimals.last == "0" { decimals.removeLast() }
    return sign + grouped(whole) + format("decimal") + decimals
  }

  /// By threes.
  private func grouped(_ whole: Int64) -> String {
    whole < 1000
      ? "\(whole)" : "\(grouped(whole / 1000))\(format("group"))\(String(whole % 1000 + 1000).dropFirst())"
  }
}
