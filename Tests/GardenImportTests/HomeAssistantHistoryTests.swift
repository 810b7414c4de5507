import GardenCore
import GardenImport
import SQLite
import TestKit
import Testing

/// A database in the form of Home Assistant's recorder. One that the real one wrote is read in Tests/HomeAssistant.
private struct Recorder {
  let folder: TemporaryFolder
  let path: String
  static let hour = 3600.0
  static let start = 1_780_308_000.0

  init(_ statements: String) throws {
    folder = try TemporaryFolder()
    path = folder.file("home-assistant_v2.db")
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE states_meta (metadata_id INTEGER PRIMARY KEY, entity_id TEXT);
          CREATE TABLE state_attributes (attributes_id INTEGER PRIMARY KEY, shared_attrs TEXT);
          CREATE TABLE states (state_id INTEGER PRIMARY KEY, metadata_id INTEGER, state TEXT, last_updated_ts REAL, attributes_id INTEGER);
          CREATE TABLE statistics_meta (id INTEGER PRIMARY KEY, statistic_id TEXT, unit_of_measurement TEXT);
          CREATE TABLE statistics (id INTEGER PRIMARY KEY, metadata_id INTEGER, start TEXT, start_ts REAL, mean REAL);
          CREATE TABLE recorder_runs (run_id INTEGER PRIMARY KEY, start TEXT, "end" TEXT);
          INSERT INTO state_attributes VALUES (1, '{"unit_of_measurement":"°F","device_class":"temperature"}'), (2, '{"unit_of_measurement":"%"}');
          INSERT INTO states_meta VALUES (1, 'sensor.basil_temperature'), (2, 'sensor.basil_soil_moisture'), (3, 'light.kitchen');
          \(statements)
          """)
    }
  }

  /// Cells that could not be read, and what the others hold.
  func read() throws -> (bad: Int, lines: [String]) {
    let history = try HomeAssistantHistory(path)
    var lines: [String] = []
    let bad = try history.forEach { value in
      let hours = (Double(value.at.milliseconds) / 1000 - Self.start) / Self.hour
      let what =
        switch value.content {
        case .number(let number, let unit): "\(number) \(unit ?? "-")"
        case .none: "none"
        case .text: "text"
        }
      lines.append("\(history.series[value.series]) \(hours) \(value.kind) \(what)")
    }
    return (bad.count, lines)
  }

  func values() throws -> [String] { try read().lines }
}

@Suite("Home Assistant's recorder")
struct HomeAssistantHistoryTests {
  @Test func `states come with their unit, and what does not change is held hour by hour`() throws {
    let lines = try Recorder(
      """
      INSERT INTO states (metadata_id, state, last_updated_ts, attributes_id) VALUES
        (2, '41.5', 1780308000, 2), (2, '41.0', 1780318800, 2), (1, '70', 1780311600, 1), (3, 'on', 1780308000, NULL);
      """
    ).values()
    #expect(
      lines == [
        "sensor.basil_soil_moisture 0.0 reading 41.5 %", "sensor.basil_soil_moisture 1.0 held 41.5 %",
        "sensor.basil_soil_moisture 2.0 held 41.5 %", "sensor.basil_soil_moisture 3.0 reading 41.0 %",
        "sensor.basil_temperature 1.0 reading 70.0 °F", "sensor.basil_temperature 2.0 held 70.0 °F",
      ])
  }

  @Test func `the unit is that of the state, since its owner may choose another`() throws {
    let lines = try Recorder(
      """
      INSERT INTO state_attributes VALUES (3, '{"unit_of_measurement":"°C"}'), (4, '{"restored":true}');
      INSERT INTO states (metadata_id, state, last_updated_ts, attributes_id) VALUES
        (1, '68', 1780308000, 1), (1, 'unavailable', 1780308100, 4), (1, '70', 1780308200, 4), (1, '20', 1780308300, 3),
        (1, '21', 1780308400, NULL), (1, '72', 1780308500, 1);
      """
    ).values()
    #expect(
      lines.map { $0.split(separator: " ").suffix(3).joined(separator: " ") } == [
        "reading 68.0 °F", "\(100.0 / 3600) reading none", "reading 70.0 °F", "reading 20.0 °C",
        "reading 21.0 °C",
        "reading 72.0 °F",
      ])
  }

  @Test func `nothing is held while it was unavailable, nor while Home Assistant did not run`() throws {
    let lines = try Recorder(
      """
      INSERT INTO recorder_runs (start, "end") VALUES ('2026-06-01 09:00:00.000000', '2026-06-01 11:30:00.500000'), ('2026-06-01 15:00:00.000000', NULL);
      INSERT INTO states (metadata_id, state, last_updated_ts, attributes_id) VALUES
        (2, '41', 1780308000, 2), (2, 'unavailable', 1780326000, 2), (2, '40', 1780333200, 2), (2, '39', 1780334000, 2);
      """
    ).values()
    #expect(
      lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "0.0 reading 41.0 %", "1.0 held 41.0 %", "5.0 reading none", "7.0 reading 40.0 %",
        "7.222222222222222 reading 39.0 %",
      ])
  }

  @Test func `long-term statistics stand for what is older than the states`() throws {
    let lines = try Recorder(
      """
      INSERT INTO statistics_meta VALUES (7, 'sensor.basil_soil_moisture', '%'), (8, 'sensor.gone_moisture', '%');
      INSERT INTO statistics (metadata_id, start_ts, mean) VALUES (7, 1780300800, 44.5), (7, 1780308000, 43), (8, 1780300800, 12), (8, 1780304400, NULL);
      INSERT INTO states (metadata_id, state, last_updated_ts, attributes_id) VALUES (2, '41', 1780308000, 2);
      """
    ).values()
    #expect(
      lines == [
        "sensor.basil_soil_moisture -2.0 hour 44.5 %", "sensor.basil_soil_moisture 0.0 reading 41.0 %",
        "sensor.gone_moisture -2.0 hour 12.0 %",
      ])
  }

  @Test func `a cell that nobody wrote is passed over and counted, and costs no memory`() throws {
    let recorder = try Recorder(
      """
      INSERT INTO states_meta VALUES (4, zeroblob(9)), (5, 'sensor.' || hex(zeroblob(200000)));
      INSERT INTO state_attributes VALUES (3, '{"unit_of_measurement":"' || hex(zeroblob(200000)) || '"}');
      INSERT INTO recorder_runs (start, "end") VALUES ('x' || hex(zeroblob(200000)), NULL);
      INSERT INTO statistics_meta VALUES (7, 'sensor.basil_soil_moisture', zeroblob(5));
      INSERT INTO statistics (metadata_id, start_ts, mean) VALUES (7, 1780300800, 'much'), (7, 'x' || hex(zeroblob(200000)), 3), (7, 1780300800, 44);
      INSERT INTO states (metadata_id, state, last_updated_ts, attributes_id) VALUES
        (2, '41', 1780308000, 2), (2, 'x' || hex(zeroblob(200000)), 1780308300, 2), (2, zeroblob(9), 1780308400, 2), (2, '40', 'soon', 2),
        (2, '40', -1e300, 2), (2, '40', 1e300, 2), (2, '40', 'x' || hex(zeroblob(200000)), 2), (2, '40', 1780308500, 2),
        (1, '70', 1780311600, 3);
      """)
    let (bad, lines) = try recorder.read()
    #expect(
      lines == [
        "sensor.basil_soil_moisture -2.0 hour 44.0 -", "sensor.basil_soil_moisture 0.0 reading 41.0 %",
        "sensor.basil_soil_moisture 0.1388888888888889 reading 40.0 %",
        "sensor.basil_temperature 1.0 reading 70.0 -",
      ])
    #expect(bad == 13)
  }

  @Test func `another database is refused by its path`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("other.db")
    try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE a (b)") }
    #expect {
      try HomeAssistantHistory(path)
    } throws: {
      "\($0)".hasPrefix("\(path): a database, but not one of Home Assistant")
    }
  }
}
