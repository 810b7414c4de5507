import SQLite
import GardenCore

extension Tables {
  private static let never = Timestamp(milliseconds: 0)

  static let plants = EntityTable(
    "plant", blank: PlantMemory(id: "", addedAt: never),
    [
      .init("id", \.id), .init("added_at", \.addedAt), .init("last_watering", \.lastWatering),
      .init("revision", \.revision),
      .init("standings", { Statuses($0.statuses) }, { $0.statuses = $1.memory }),
      .init(
        "soak_started_at", of: \.soak, \.startedAt,
        blank: SoakMemory(startedAt: never, until: never, moistureBefore: 0)),
      .init("soak_until", of: \.soak, \.until), .init("soak_moisture_before", of: \.soak, \.moistureBefore),
      .init("last_run_ended_at", \.lastRunEndedAt),
    ])
}

/// The statuses of a plant as JSON, with the keys that the file has.
private struct Statuses: Storable {
  var memory: [StatusMemory]

  private struct Stored: Codable {
    var quantity: UInt8
    var standing: UInt8
    var since: Int64
  }

  init(_ memory: [StatusMemory]) { self.memory = memory }

  func stored() -> DatabaseValue {
    let items = memory.map {
      #"{"quantity":\#($0.quantity.rawValue),"since":\#($0.since.milliseconds),"standing":\#($0.status.rawValue)}"#
    }
    return "[\(items.joined(separator: ","))]".databaseValue
  }

  static func restored(from stored: DatabaseValue) -> Self? {
    guard let values = Nested<[Stored]>.restored(from: stored)?.value else { return nil }
    let memory = values.compactMap { value -> StatusMemory? in
      guard let quantity = Quantity(rawValue: value.quantity),
        let status = Status(rawValue: value.standing)
      else {
        return nil
      }
      return StatusMemory(
        quantity: quantity, status: status, since: Timestamp(milliseconds: value.since))
    }
    return memory.count == values.count ? Self(memory) : nil
  }
}
