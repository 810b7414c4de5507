internal import DeviceFamilies

extension ValueType where Value == TimeMapping.Form {
  private static var units: [(word: String, value: TimeMapping.Form)] {
    [
      ("auto", .automatic), ("s", .sinceEpoch(nanoseconds: 1_000_000_000)),
      ("ms", .sinceEpoch(nanoseconds: 1_000_000)), ("us", .sinceEpoch(nanoseconds: 1000)),
      ("ns", .sinceEpoch(nanoseconds: 1)),
    ]
  }

  /// A unit of numbers since 1970, or a pattern.
  static var timeForm: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "auto, s, ms, us, ns, or a pattern such as dd.MM.yyyy HH:mm:ss"),
      read: { text, _ in
        if let unit = units.first(where: { $0.word == text }) { return .value(unit.value) }
        do throws(TimePattern.Problem) { return .value(.pattern(try TimePattern(text))) } catch {
          return .wrong(
            "is neither auto, s, ms, us, ns nor a time pattern: \(error.message)",
            help: NearestName.help(for: text, among: units.map(\.word))
              ?? "such as 'dd.MM.yyyy HH:mm:ss'")
        }
      },
      write: { form in
        if case .pattern(let pattern) = form { return pattern.text }
        return units.first { $0.value == form }?.word ?? "auto"
      },
      fault: { text in
        if units.contains(where: { $0.word == text }) { return 0 }
        do throws(TimePattern.Problem) { _ = try TimePattern(text) } catch { return error.offset }
        return 0
      })
  }
}

/// The zone of times that name none.
enum WrittenZone: Hashable {
  case site
  /// East of UTC.
  case minutes(Int)
}

extension ValueType where Value == WrittenZone {
  /// `site`, `utc` or `+02:00`.
  static var writtenZone: Self {
    let noun = "site, utc, or an offset such as +02:00"
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: noun, pattern: "^(site|utc|[-+][01][0-9]:[0-5][0-9])$"),
      read: { text, _ in
        if text == "site" { return .value(.site) }
        if text == "utc" { return .value(.minutes(0)) }
        let sign = text.first == "-" ? -1 : 1
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard text.first == "+" || text.first == "-", parts.count == 2, parts.allSatisfy({ $0.count == 2 }),
          let hours = Int(parts[0]), let minutes = Int(parts[1]), (0...14) ~= hours, (0..<60) ~= minutes
        else {
          return .wrong("is \(noun), here is \(quoted(text))", help: "summer time is known of 'site' only")
        }
        return .value(.minutes(sign * (hours * 60 + minutes)))
      },
      write: { zone in
        guard case .minutes(let minutes) = zone else { return "site" }
        let pad = { (n: Int) in n < 10 ? "0\(n)" : String(n) }
        return minutes == 0
          ? "utc" : "\(minutes < 0 ? "-" : "+")\(pad(abs(minutes) / 60)):\(pad(abs(minutes) % 60))"
      })
  }
}
