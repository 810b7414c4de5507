internal import LoamKit

/// `/api/v1/plants/{id}/waterings`.
struct WateringsDocument: Encodable {
  var plant: String
  var from: Int64
  var to: Int64
  var waterings: [History.Watering]
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
