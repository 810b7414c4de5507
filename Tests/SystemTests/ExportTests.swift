import FoundationEssentials
import TestKit
import Testing

/// `loam export`, as it is typed. That a real Home Assistant takes what it writes is told by `make home-assistant`.
@Suite(.inTurn) struct ExportTests {
  private func export(
    _ section: String, language: String = "en", in folder: TemporaryFolder
  ) async throws -> Program.Ended {
    let text = try String(contentsOfFile: Program.scripts + "/phone.yaml", encoding: .utf8)
      .replacing("site: {", with: "site: {language: \(language), ")
    let config = try folder.write(
      text + "store: {path: \(folder.file("store"))}\n" + section, to: "loam.yaml")
    return try await Program.run(
      Program.loam, ["export", "home-assistant", "--config", config, folder.file("out")])
  }

  @Test(arguments: ["", "home_assistant: {discovery: false}\n"])
  func `without entities there is nothing to export, and it says what to add`(section: String) async throws {
    let folder = try TemporaryFolder()
    let run = try await export(section, in: folder)
    #expect(!run.isSuccess && run.output.contains("help: add the line 'home_assistant: {}'"), "\(run.output)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  @Test(arguments: [
    ("en", "Set", "."), ("de", "Einstellen", ","), ("zh-Hans", "设定", "."), ("zh-Hant", "設定", "."),
  ])
  func `the phone is spoken to in the config's language, with no amount left open`(
    tag: String, reply: String, decimal: String
  ) async throws {
    let folder = try TemporaryFolder()
    let run = try await export("home_assistant: {}\n", language: tag, in: folder)
    #expect(run.isSuccess, "\(run.output)")
    let name = "out/blueprints/automation/loam/loam_notifications.yaml"
    let blueprint = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    #expect(blueprint.contains("'textInputButtonTitle': '\(reply)'"))
    #expect(blueprint.contains("| replace('.', '\(decimal)')"))
    // An amount would need its unit in words: such a reason is said by its code.
    for amount in ["{asked}", "{used}", "{most}", "{by}", "["] {
      let sentences = blueprint.split(separator: "\n").drop { $0 != "  codes:" }.prefix { $0 != "action:" }
      #expect(!sentences.contains { $0.contains(amount) }, "\(amount)")
    }
  }

  @Test func `a blueprint and a dashboard are written for the config at hand`() async throws {
    let folder = try TemporaryFolder()
    let run = try await export("home_assistant: {device: ha}\nbridge: {base_topic: garden}\n", in: folder)
    #expect(run.isSuccess, "\(run.output)")
    #expect(run.output.contains("is left out") || run.output.contains("are left out"))
    let dashboard = try String(contentsOfFile: folder.file("out/dashboards/loam.yaml"), encoding: .utf8)
    for id in [
      "sensor.loam_garden_aloe_moisture", "valve.loam_garden_aloe_watering",
      "number.loam_garden_heater_setpoint",
    ] {
      #expect(dashboard.contains("entity: \(id)\n"))
    }
    // Not before a probe has measured it.
    #expect(!dashboard.contains("sensor.loam_garden_aloe_temperature"))
    let name = "out/blueprints/automation/loam/loam_garden_notifications.yaml"
    let blueprint = try String(contentsOfFile: folder.file(name), encoding: .utf8)
    #expect(blueprint.contains("topic: 'garden/v1/d/ha/dn/notify'\n"))
    #expect(blueprint.contains("topic: \"garden/v1/d/ha/up/{{ 'set' if moves else 'action' }}\"\n"))
    #expect(!blueprint.contains("\t") && !blueprint.contains("loam_notifications"))
    #expect(blueprint.contains("topic: 'garden/v1/state/activity/+'\n"))
    // Neither grows with the base topic: 64 letters are the most.
    #expect(blueprint.contains("event: loam_activity\n") && blueprint.contains("tag: \"loam-{{ run }}\"\n"))
    #expect(blueprint.contains("entity_id: binary_sensor.loam_garden_connection\n"))
    #expect(blueprint.contains("heater-setpoint: number.loam_garden_heater_setpoint"))
  }
}
