internal import LoamKit

/// `/api/v1/plants/{id}/waterings`.
struct WateringsDocument: DocumentPart {
  /// The plant's key in the config.
  var plant: SubjectName
  /// Begin.
  var from: EpochSeconds
  /// End, not included.
  var to: EpochSeconds
  /// Rising by `at`.
  var waterings: [History.Watering]
}

extension WateringsDocument {
  init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    from = f.required("from", \.from, .time)
    to = f.required("to", \.to, .time)
    waterings = f.required("waterings", \.waterings, .list(of: .part, 100_000))
  }
}

extension History {
  /// A line a point, times in UTC. All cells are numbers and times: nothing that a spreadsheet would take for a formula.
  var table: String {
    var text = "time,seconds,mean,lowest,highest\r\n"
    for point in points {
      let at = point.at.seconds
      text += "\(HTTPDate.iso(at)),\(at),\(point.mean),\(point.low),\(point.high)\r\n"
    }
    return text
  }
}
