import GRDB
import GardenCore

/// Persons' budgets and devices' profiles.
enum PeopleRows {
  static let persons = EntityTable("person", ["id", "day_number", "sent"], order: "id")
  static let devices = EntityTable(
    "device", ["id", "locale", "packet_bytes_max", "acknowledges"], order: "id")

  static func put(_ person: PersonMemory, in db: Database) throws {
    try persons.put([person.id, person.dayNumber, person.sent], in: db)
  }

  static func put(_ device: DeviceMemory, in db: Database) throws {
    try devices.put(
      [device.id, device.profile.locale, device.profile.packetBytesMax, device.acknowledges], in: db)
  }

  static func allPersons(in db: Database, unreadable: inout [String]) throws -> [PersonMemory] {
    try persons.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      PersonMemory(
        id: try row.text("id"), dayNumber: try row.count("day_number"), sent: try row.count("sent"))
    }
  }

  static func allDevices(in db: Database, unreadable: inout [String]) throws -> [DeviceMemory] {
    try devices.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      DeviceMemory(
        id: try row.text("id"),
        profile: DeviceProfile(
          locale: try row.optionalText("locale"),
          packetBytesMax: try row.optionalInteger("packet_bytes_max").map(Int.init)),
        acknowledges: try row.flag("acknowledges"))
    }
  }
}
