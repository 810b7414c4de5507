internal import GardenCore
internal import GardenStore

/// `/api/v1/plants/{id}/history`.
struct HistoryDocument: Encodable, Sendable, Hashable {
  var plant: String
  var quantity: String
  var unit: String
  var from: Int64
  var to: Int64
  var step_s: Int
  /// `[begin, mean, lowest, highest]`; what has no reading is not there.
  var points: [[Double]]
  var waterings: [WateringDocument]
}

/// One watering.
struct WateringDocument: Encodable, Sendable, Hashable {
  var at: Int64
  var until: Int64?
  /// `valve`, `hand` or `seen`.
  var kind: String
  var by: String?
  var end: String?
  var litres: Double?
}

/// `/api/v1/plants/{id}/waterings`.
struct WateringsDocument: Encodable, Sendable, Hashable {
  var plant: String
  var from: Int64
  var to: Int64
  var waterings: [WateringDocument]
}

extension HistoryDocument {
  /// A line a point, times in UTC. All cells are numbers and times: nothing that a spreadsheet would take for a formula.
  var table: [UInt8] {
    var text = "time,seconds,mean,lowest,highest\r\n"
    for point in points where point.count == 4 {
      text += "\(HTTPDate.iso(Int64(point[0]))),\(Int64(point[0])),\(point[1]),\(point[2]),\(point[3])\r\n"
    }
    return Array(text.utf8)
  }
}
