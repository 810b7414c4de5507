import GardenCore
import GardenReplay

/// A replay as a table (RFC 4180): one line for each reminder and each run, or for each difference.
enum ReplayTable {
  static func lines(_ report: ReplayReport) -> [String] {
    if let difference = report.difference {
      return ["time,plant,change,as_if,text"]
        + difference.changes.map { change in
          row([
            time(change.at, report), change.plant ?? "", ReplayText.word(change.kind),
            change.isAsIf ? "1" : "0",
            ReplayText.text(change.kind, report),
          ])
        }
    }
    var rows: [(at: Timestamp, cells: [String])] = report.others.map { reminder($0, "", report) }
    for plant in report.plants {
      rows += plant.told.map { reminder($0, plant.id, report) }
      rows += plant.runs.map { run in
        (
          run.from,
          [
            time(run.from, report), plant.id, "run", "", time(run.until, report),
            ReplayText.run(run, report),
          ]
        )
      }
    }
    return ["time,plant,kind,told,ended,text"] + rows.sorted { $0.at < $1.at }.map { row($0.cells) }
  }

  private static func reminder(
    _ reminder: ReminderAccount, _ plant: String, _ report: ReplayReport
  ) -> (at: Timestamp, cells: [String]) {
    let at = reminder.toldAt ?? reminder.dueSince
    return (
      at,
      [
        time(at, report), plant, "reminder", "\(reminder.times)",
        reminder.endedAt.map { time($0, report) } ?? "", report.line(reminder),
      ]
    )
  }

  private static func time(_ time: Timestamp, _ report: ReplayReport) -> String {
    let local = report.calendar.local(time)
    return "\(local.date)T\(local.timeWithSeconds)"
  }

  private static func row(_ cells: [String]) -> String {
    cells.map { cell in
      guard cell.contains(where: { ",\"\r\n".contains($0) }) else { return cell }
      return "\"\(cell.replacing("\"", with: "\"\""))\""
    }.joined(separator: ",")
  }
}
