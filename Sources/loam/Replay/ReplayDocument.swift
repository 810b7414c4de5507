import GardenCore
import GardenReplay
import GardenTopics
import LoamKit

/// A replay as JSON. Times are seconds since 1970, lengths seconds, volumes litres.
struct ReplayDocument: Encodable {
  struct Reminder: Encodable {
    var key: String
    var dueSince: Int64
    var toldAt: Int64?
    var times: Int
    /// In the words of the notification.
    var because: String
    var endedAt: Int64?
    var end: String
  }
  struct Run: Encodable {
    var from: Int64
    var until: Int64
    var litres: Double?
    var by: String?
  }
  /// Water, whoever gave it.
  struct Watering: Encodable {
    var at: Int64
    /// `valve`, `hand`, or `seen`: by the probe alone.
    var kind: String
    var because: String
    /// When the probe had shown it for sure, and percent before and then.
    var seenAt: Int64?
    var moistureFrom: Double?
    var moistureTo: Double?
  }
  struct Plant: Encodable {
    var id: String
    var reminders: [Reminder]
    var runs: [Run]
    /// In order of time.
    var waterings: [Watering]
    /// Runs of the rule after the first one of a dry spell, to which the soil of the past could not react: they are in no sum.
    var runsAsIf: Int
    var wateringsByHand: Int
    var openSeconds: Int64
    var longestDrySeconds: Int64
    var longestDryFrom: Int64?
    var unknownSeconds: Int64
  }
  /// What a command was answered, by the code of the contract.
  struct Answer: Encodable {
    var at: Int64
    var device: String
    var re: String
    var code: String
  }
  struct Change: Encodable {
    var at: Int64
    var plant: String?
    /// `new`: the config alone, `gone`: the other one alone, `moved`: both, at other times.
    var change: String
    var text: String
    var asIf: Bool
  }
  var from: Int64
  var until: Int64
  var config: String
  /// How a recording or the history of another program was taken, in sentences.
  var source: [String]
  var against: String?
  /// By what was kept: `readings`, `hours`, `days`.
  var values: [String: UInt64]
  var refused: [String: UInt64]
  var plants: [Plant]
  var others: [Reminder]
  var answers: [Answer]
  var rings: Int
  var leftOut: Int
  var changes: [Change]?

  init(_ report: ReplayReport) {
    let account = report.story.account
    from = report.story.from.seconds
    until = report.story.to.seconds
    config = report.config
    source = report.story.notes
    against = report.against
    values = Dictionary(
      uniqueKeysWithValues: PastResolution.allCases.map { ($0.rawValue, account.values[$0] ?? 0) })
    refused = Dictionary(
      uniqueKeysWithValues: Refusal.allCases.compactMap { refusal in
        let count = account.refusals[Int(refusal.rawValue)]
        return count == 0 ? nil : ("\(refusal.name)", count)
      })
    plants = report.plants.map { plant in
      Plant(
        id: plant.id, reminders: plant.told.map { Reminder($0, report) },
        runs: plant.runs.map {
          Run(from: $0.from.seconds, until: $0.until.seconds, litres: $0.litres, by: $0.by)
        }, waterings: plant.waterings.sorted { $0.from < $1.from }.map { Watering($0) },
        runsAsIf: plant.asIf.count, wateringsByHand: plant.waterings.count { $0.kind != .valve },
        openSeconds: plant.timeOpen.wholeSeconds,
        longestDrySeconds: plant.longestDry?.length.wholeSeconds ?? 0,
        longestDryFrom: plant.longestDry?.from.seconds, unknownSeconds: plant.unknown.wholeSeconds)
    }
    others = report.others.map { Reminder($0, report) }
    answers = account.answers.map {
      Answer(
        at: $0.at.seconds, device: $0.device, re: "\($0.command)", code: Renderer.code($0.code).rawValue)
    }
    rings = account.rings
    leftOut = account.leftOut
    changes = report.difference?.changes.map { change in
      Change(
        at: change.at.seconds, plant: change.plant, change: ReplayText.word(change.kind),
        text: ReplayText.text(change.kind, report), asIf: change.isAsIf)
    }
  }
}

extension ReplayDocument.Watering {
  init(_ record: WateringRecord) {
    at = record.from.seconds
    kind = History.Watering.Kind(record.kind).rawValue
    guard let water = record.water else {
      because =
        record.kind == .valve ? record.by.map { "asked for by \($0)" } ?? "by rule" : "a person said so"
      return
    }
    func percent(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    (moistureFrom, moistureTo, seenAt) = (percent(water.from), percent(water.to), water.sureAt.seconds)
    because =
      "the probe rose from \(percent(water.from))% to \(percent(water.to))%, "
      + "by more than it does without water, and stayed"
  }
}

extension ReplayDocument.Reminder {
  init(_ reminder: ReminderAccount, _ report: ReplayReport) {
    key = reminder.key
    dueSince = reminder.dueSince.seconds
    toldAt = reminder.toldAt?.seconds
    times = reminder.times
    because = report.line(reminder)
    endedAt = reminder.endedAt?.seconds
    end = report.end(reminder)
  }
}
