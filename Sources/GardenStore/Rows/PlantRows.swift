import GRDB
import GardenCore

extension Tables {
  private static let never = Timestamp(milliseconds: 0)

  static let plants = EntityTable(
    "plant", blank: PlantMemory(id: "", addedAt: never),
    [
      .init("id", \.id), .init("added_at", \.addedAt), .init("last_watering", \.lastWatering),
      .init("revision", \.revision),
      .init("standings", { Standings($0.standings) }, { $0.standings = $1.memory }),
      .init(
        "soak_started_at", of: \.soak, \.startedAt,
        blank: SoakMemory(startedAt: never, until: never, moistureBefore: 0)),
      .init("soak_until", of: \.soak, \.until), .init("soak_moisture_before", of: \.soak, \.moistureBefore),
      .init("last_run_ended_at", \.lastRunEndedAt),
    ])
}

/// The standings of a plant as JSON, with the keys that the file has.
private struct Standings: Storable {
  var memory: [StandingMemory]

  private struct Stored: Codable {
    var quantity: UInt8
    var standing: UInt8
    var since: Int64
  }

  init(_ memory: [StandingMemory]) { self.memory = memory }

  func stored() throws -> DatabaseValue {
    try Nested(
      value: memory.map {
        Stored(quantity: $0.quantity.rawValue, standing: $0.standing.rawValue, since: $0.since.milliseconds)
      }
    ).stored()
  }

  static func restored(from stored: DatabaseValue) -> Self? {
    guard let values = Nested<[Stored]>.restored(from: stored)?.value else { return nil }
    let memory = values.compactMap { value -> StandingMemory? in
      guard let quantity = Quantity(rawValue: value.quantity),
        let standing = Standing(rawValue: value.standing)
      else {
        return nil
      }
      return StandingMemory(
        quantity: quantity, standing: standing, since: Timestamp(milliseconds: value.since))
    }
    return memory.count == values.count ? Self(memory) : nil
  }
}
