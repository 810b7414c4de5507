import TestKit
import Testing

/// The history of another program: what is said of what is taken, of what is not, and why.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct ImportTests {
  private static let config = """
    sensors:
      pot1: {family: zigbee2mqtt, topic: z/1}
      fern: {family: zigbee2mqtt, topic: z/2}
    plants:
      basil: {name: Basil, sensors: pot1, dry_below: DRY}
      fern: {name: Fern, sensors: fern, dry_below: 30%}
    people: {anna: {devices: {anna-phone: {}}}}

    """

  private func files(dryBelow limit: String = "30%") throws -> (folder: TemporaryFolder, config: String) {
    let folder = try TemporaryFolder()
    let text =
      Self.config.replacing("DRY", with: limit)
      + "store: {path: \(folder.path)/store}\nsite: {time_zone: UTC}\n"
    return (folder, try folder.write(text, to: "garden.yaml"))
  }

  @Test func `what is left out is named by entity and reason, and a fraction with what takes it`()
    async throws
  {
    let (folder, config) = try files()
    let past = try folder.write(
      """
      time,pot1_moisture,fern_moisture
      2026-06-01T10:00:00Z,0.45,41
      2026-06-01T11:00:00Z,0.44,dry
      13/06/2026 08:00,0.44,40
      2026-06-01T12:00:00Z,0.43,400

      """, to: "past.csv")
    let plain = try await Program.run(Program.loam, ["import", past, "--config", config, "--dry-run"])
    for line in [
      "\n1 values taken\n", "\n1 left out: not a number: fern_moisture 1\n",
      "\n1 left out: impossible for the quantity: fern_moisture 1\n",
      "\n3 left out: as percent or as a fraction of 1, nobody says which: pot1_moisture 3\n",
      "--map 'pot1_moisture=pot1.moisture:fraction'",
      "\n1 line cannot be read; the first is line 4: its time '13/06/2026 08:00' may be read in two ways",
    ] {
      #expect(plain.output.contains(line), "\(line): \(plain.output)")
    }
    #expect(plain.isSuccess)
    let mapped = try await Program.run(
      Program.loam, ["import", past, "--config", config, "--map", "pot1_moisture=pot1.moisture:fraction"])
    #expect(mapped.isSuccess && mapped.output.contains("\n4 values taken\n"), "\(mapped.output)")
    let wrong = try await Program.run(
      Program.loam, ["import", past, "--config", config, "--map", "pot1_moisture=pot1.moisture:°C"])
    #expect(wrong.output.contains("moisture is in percent, fraction"), "\(wrong.output)")
  }

  @Test func `nothing taken is no success`() async throws {
    let (folder, config) = try files()
    let past = try folder.write("time,kitchen\n2026-06-01T10:00:00Z,41\n", to: "past.csv")
    let ended = try await Program.run(Program.loam, ["import", past, "--config", config])
    #expect(!ended.isSuccess && ended.output.contains("Nothing was written."), "\(ended.output)")
  }

  @Test func `what another config does otherwise stands in one line before all its decisions`() async throws {
    let (folder, config) = try files()
    let (other, higher) = try files(dryBelow: "35%")
    let hours = (0..<400).map { "\(1_780_000_000 + $0 * 3600),\(50 - $0 % 50)\n" }.joined()
    let past = try folder.write("time,pot1.moisture\n" + hours, to: "past.csv")
    let replayed = try await Program.run(
      Program.loam, ["replay", "--config", higher, "--against", config, "--from", past])
    #expect(
      replayed.output.contains("\nOtherwise than \(config): 8 reminders about 5 h earlier\n"),
      "\(replayed.output)")
    withExtendedLifetime(other) {}
  }
}
