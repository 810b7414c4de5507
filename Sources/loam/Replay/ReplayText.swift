import GardenCore
import GardenReplay

/// A replay as a person reads it.
enum ReplayText {
  static func lines(_ report: ReplayReport) -> [String] {
    heading(report) + [""] + table(report) + notes(report)
      + (report.difference.map { differences($0, report) } ?? decisions(report))
  }

  private static func heading(_ report: ReplayReport) -> [String] {
    let story = report.story
    let values = story.account.values
    let parts = zip(
      [PastResolution.readings, .hours, .days], ["readings", "means of an hour", "means of a day"]
    )
    .compactMap { resolution, name in values[resolution].map { "\($0) \(name)" } }
    let days = (story.to - story.from).wholeSeconds / 86_400
    let stretch = days > 0 ? "\(days) days" : length(story.to - story.from)
    return [
      "\(moment(story.from, report)) to \(moment(story.to, report)) (\(stretch)), \(report.config): "
        + (parts.isEmpty ? "no values of its probes" : parts.joined(separator: ", "))
    ]
  }

  private static func table(_ report: ReplayReport) -> [String] {
    let rows = report.plants.map { plant in
      let told = plant.told
      return [
        plant.id, "\(told.count)", "\(told.reduce(0) { $0 + $1.times })",
        "\(told.filter { $0.end?.by == nil && $0.end?.reason != .done }.count)",
        "\(plant.waterings.count { $0.kind != .valve })", "\(plant.runs.count)", length(plant.timeOpen),
        litres(plant.runs),
        plant.longestDry.map { "\(length($0.length)), \(moment($0.from, report))" } ?? "–",
        plant.unknown > .zero ? length(plant.unknown) : "–",
      ]
    }
    let head = [
      "plant", "reminders", "told", "unanswered", "hand or seen", "runs", "valve open", "litres",
      "longest dry, from",
      "unknown",
    ]
    return Words.lines(head, rows) + ["", "phones would have rung \(report.story.account.rings) times"]
  }

  private static func notes(_ report: ReplayReport) -> [String] {
    let account = report.story.account
    var notes = report.story.notes
    if account.values[.hours] != nil || account.values[.days] != nil {
      notes.append("Means hide short spells: where only hours or days are kept, a dry hour may be missed.")
    }
    if report.plants.contains(where: { $0.runs.contains { $0.by == nil } }) {
      let left = report.plants.reduce(0) { $0 + $1.asIf.count }
      let more = left == 0 ? "" : "; \(left) more in a dry spell that had one are in no sum"
      notes.append(
        "Soil does not react to these runs of the rule: what follows the first one of a plant is \"as if\"\(more)."
      )
    }
    if !report.story.silent.isEmpty {
      notes.append("No values of: \(report.story.silent.joined(separator: ", "))")
    }
    for (id, count) in report.story.strangers.sorted(by: { $0.key < $1.key }) {
      notes.append("\(id): \(count) values, but \(report.config) has no such sensor")
    }
    let refused = account.refusals.enumerated().compactMap { raw, count in
      count == 0 ? nil : Refusal(rawValue: UInt8(raw)).map { "\(count) \($0.name)" }
    }
    if !refused.isEmpty { notes.append("Values that the rules refused: " + refused.joined(separator: ", ")) }
    if account.leftOut > 0 {
      notes.append("\(account.leftOut) reminders and runs had no place in this report")
    }
    return notes.isEmpty ? [] : [""] + notes
  }

  /// A plant's last so many; `--plant`, `--csv` and `--json` have all.
  private static let linesMax = 5

  private static func decisions(_ report: ReplayReport) -> [String] {
    let isAlone = report.plants.count == 1
    var lines: [String] = []
    for plant in report.plants {
      let told = plant.told.map { ($0.toldAt ?? $0.dueSince, reminder($0, report)) }
      let runs = plant.runs.map { ($0.from, run($0, report)) }
      let all = (told + runs).sorted { $0.0 < $1.0 }
      if all.isEmpty { continue }
      lines += ["", plant.id]
      let shown = isAlone ? all[...] : all.suffix(linesMax)
      if shown.count < all.count {
        lines.append("  … \(all.count - shown.count) before; all with --plant \(plant.id)")
      }
      lines += shown.map { "  \(moment($0.0, report))  \($0.1)" }
    }
    if !report.others.isEmpty {
      lines += ["", "sensors, valves and places"]
      let shown = report.others.suffix(linesMax)
      if shown.count < report.others.count {
        lines.append("  … \(report.others.count - shown.count) before; all with --csv")
      }
      lines += shown.map { "  \(moment($0.toldAt ?? $0.dueSince, report))  \(reminder($0, report))" }
    }
    return lines
  }

  static func reminder(_ reminder: ReminderAccount, _ report: ReplayReport) -> String {
    let times = reminder.times > 1 ? ", told \(reminder.times) times" : ""
    let end = reminder.endedAt.map { ", \(moment($0, report))" } ?? ""
    return "\(report.line(reminder)) — \(report.end(reminder))\(end)\(times)"
  }

  static func run(_ run: WateringRecord, _ report: ReplayReport) -> String {
    let litres = run.litres.map { ", \(Words.number($0)) l" } ?? ""
    return "valve open \(length(run.until - run.from))\(litres), \(report.why(run))"
  }

  private static func differences(_ difference: ReplayDifference, _ report: ReplayReport) -> [String] {
    let name = report.against ?? "before"
    guard !difference.changes.isEmpty else { return ["", "No difference from \(name)."] }
    var lines = ["", "Otherwise than \(name): \(summary(difference.changes))"]
    for change in difference.changes {
      let plant = change.plant.map { "\($0): " } ?? ""
      lines.append(
        "  \(change.isAsIf ? "(as if) " : "")\(moment(change.at, report))  \(plant)\(word(change.kind)) \(text(change.kind, report))"
      )
    }
    if difference.changes.contains(where: \.isAsIf) {
      lines.append(
        "As if: an earlier decision for that plant differs, and the soil of the past did not react to it.")
    }
    return lines
  }

  /// What differs in one line: how many of each kind, and by how much in the median.
  private static func summary(_ changes: [ReplayDifference.Change]) -> String {
    var (earlier, later, counts) = ([Duration](), [Duration](), [String: Int]())
    for change in changes {
      switch change.kind {
      case .newReminder: counts["reminder more", default: 0] += 1
      case .goneReminder: counts["reminder less", default: 0] += 1
      case .newRun: counts["run more", default: 0] += 1
      case .goneRun: counts["run less", default: 0] += 1
      case .movedReminder(let reminder, let before):
        let (at, was) = (reminder.toldAt ?? reminder.dueSince, before.toldAt ?? before.dueSince)
        if at < was { earlier.append(was - at) } else { later.append(at - was) }
      }
    }
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(number == 1 ? noun : noun.replacing(" ", with: "s ", maxReplacements: 1))"
    }
    let moved = [(earlier, "earlier"), (later, "later")].filter { !$0.0.isEmpty }.map { lengths, word in
      "\(count(lengths.count, "reminder about")) \(length(lengths.sorted()[lengths.count / 2])) \(word)"
    }
    return (moved + counts.sorted { $0.key < $1.key }.map { count($0.value, $0.key) }).joined(separator: ", ")
  }

  /// Whether the new config alone decided so, the old one alone, or both at other times.
  static func word(_ kind: ReplayDifference.Change.Kind) -> String {
    switch kind {
    case .newReminder, .newRun: "new"
    case .goneReminder, .goneRun: "gone"
    case .movedReminder: "moved"
    }
  }

  static func text(_ kind: ReplayDifference.Change.Kind, _ report: ReplayReport) -> String {
    switch kind {
    case .newReminder(let reminder), .goneReminder(let reminder): return "reminder: \(report.line(reminder))"
    case .movedReminder(let reminder, let before):
      let (at, was) = (reminder.toldAt ?? reminder.dueSince, before.toldAt ?? before.dueSince)
      let moved = at < was ? "\(length(was - at)) earlier" : "\(length(at - was)) later"
      return "reminder \(moved), \(moment(at, report)): \(report.line(reminder))"
    case .newRun(let record), .goneRun(let record): return run(record, report)
    }
  }

  static func moment(_ time: Timestamp, _ report: ReplayReport) -> String {
    let local = report.calendar.local(time)
    return "\(local.date) \(local.time)"
  }

  static func length(_ duration: Duration) -> String {
    duration == .zero ? "–" : Words.age(duration.wholeSeconds)
  }

  private static func litres(_ runs: [WateringRecord]) -> String {
    let measured = runs.compactMap(\.litres)
    return measured.isEmpty ? "–" : Words.number(measured.reduce(0, +))
  }
}
