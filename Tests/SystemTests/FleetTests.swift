import FoundationEssentials
import TestKit
import Testing

/// `loam fleet`: many configs, of which each is a garden.
@Suite(.inTurn, .timeLimit(.minutes(10)))
struct FleetTests {
  /// Kubernetes' own schemas.
  private static let environment = PythonEnvironment(
    name: "python-kubernetes", packages: ["kubernetes-validate==1.37.0"], modules: "kubernetes_validate")

  /// Grafana's own model of a dashboard.
  private static let grafana = PythonEnvironment(
    name: "python-grafana", packages: ["grafana-foundation-sdk==1769699379!11.6.0"],
    modules: "grafana_foundation_sdk")

  private static let shared = """
    broker: {host: broker.example}
    defaults:
      plants: {dry_below: 25%, dwell: 2h}
    people:
      anna: {name: Anna, devices: {anna-phone: {role: operator}}}

    """

  private func garden(_ name: String) -> String {
    """
    include: shared/house.yaml
    site: {id: \(name), name: Garden \(name)}
    sensors:
      fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/\(name)/fern}
      basil-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/\(name)/basil}
    valves:
      tap: {family: zigbee2mqtt, topic: zigbee2mqtt/\(name)/valve}
    plants:
      fern: {name: Fern, sensors: fern-probe, watering: {valve: tap}}
      basil: {name: "Basil: \u{201E}sweet\u{201C}", sensors: basil-probe}

    """
  }

  /// A folder with so many gardens, and what they share in a folder below.
  private func fleet(of count: Int) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write((Self.shared).utf8, to: "shared/house.yaml")
    for number in 1...count { try folder.write((garden("g\(number)")).utf8, to: "g\(number).yaml") }
    return folder
  }

  private func check(_ folder: TemporaryFolder) async throws -> Program.Ended {
    try await Program.run(Program.loam, ["fleet", "check", folder.path])
  }

  @Test func `two hundred gardens are checked at once, and what they need is told`() async throws {
    let folder = try fleet(of: 200)
    let ended = try await check(folder)
    #expect(ended.isSuccess, "\(ended.output)")
    #expect(
      ended.output.contains(
        "\(folder.path)/g117.yaml: 2 plants, 2 sensors, 1 valve, 1 person, below 'plants/g117/v1/'"))
    #expect(ended.output.contains("200 gardens, 400 plants, 400 sensors, "), "\(ended.output.suffix(400))")
  }

  @Test func `a mistake in one garden is told with its place, and stops no other`() async throws {
    let folder = try fleet(of: 5)
    try folder.write((garden("g3").replacing("watering:", with: "wattering:")).utf8, to: "g3.yaml")
    let ended = try await check(folder)
    #expect(!ended.isSuccess)
    #expect(
      ended.output.contains("\(folder.path)/g3.yaml:9:43: error: plants.fern: unknown key 'wattering'"),
      "\(ended.output)")
    #expect(ended.output.contains("4 gardens, 8 plants"), "\(ended.output)")
  }

  @Test
  func `a link that leads out of the folder is no garden and no part of one, and nothing of it is printed`()
    async throws
  {
    let (folder, elsewhere) = (try fleet(of: 2), try TemporaryFolder())
    let secret = try elsewhere.write("root:*:20228:0:99999:7:::\n".utf8, to: "shadow")
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.file("g3.yaml"), withDestinationPath: secret)
    try files.createSymbolicLink(atPath: folder.file("shared/more.yaml"), withDestinationPath: secret)
    try folder.write(
      garden("g4").replacing("shared/house.yaml", with: "shared/more.yaml").utf8, to: "g4.yaml")
    // As Kubernetes mounts a config: links that stay in the folder.
    try folder.write(garden("g5").utf8, to: "..data/g5.yaml")
    try files.createSymbolicLink(atPath: folder.file("g5.yaml"), withDestinationPath: "..data/g5.yaml")
    let ended = try await check(folder)
    #expect(!ended.isSuccess && !ended.output.contains("root:"), "\(ended.output)")
    #expect(ended.output.contains("g3.yaml: a link leads out of the folder"), "\(ended.output)")
    #expect(ended.output.contains("'shared/more.yaml': a link leads out of the folder"), "\(ended.output)")
    #expect(ended.output.contains("3 gardens, 6 plants"), "\(ended.output)")
  }

  @Test func `a mistake in what they share is told in that file, for each of them`() async throws {
    let folder = try fleet(of: 2)
    try folder.write((Self.shared.replacing("25%", with: "250%")).utf8, to: "shared/house.yaml")
    let ended = try await check(folder)
    #expect(!ended.isSuccess)
    #expect(
      ended.output.contains("\(folder.path)/shared/house.yaml:3:23: error: plants.fern.dry_below"),
      "\(ended.output)")
  }

  @Test func `two gardens with one valve, and a name that no service can have`() async throws {
    let folder = try fleet(of: 2)
    let stolen = garden("g2").replacing("zigbee2mqtt/g2/valve", with: "zigbee2mqtt/g1/valve")
    try folder.write((stolen).utf8, to: "g2.yaml")
    try folder.write((garden("g3")).utf8, to: "Gärten.yaml")
    let ended = try await check(folder)
    #expect(!ended.isSuccess)
    #expect(
      ended.output.contains(
        "g1.yaml, \(folder.path)/g2.yaml: error: both command the device of 'tap' at broker.example:1883"),
      "\(ended.output)")
    #expect(
      ended.output.contains("Gärten.yaml: error: a garden's file is called by small letters"),
      "\(ended.output)")
  }

  @Test func `a folder without a config says so`() async throws {
    let folder = try TemporaryFolder()
    let ended = try await check(folder)
    #expect(
      !ended.isSuccess && ended.output.contains("no config in it; a garden is a file NAME.yaml"),
      "\(ended.output)")
  }

  @Test(
    .enabled("the package kubernetes-validate cannot be had from PyPI") { await environment.isAvailable() })
  func `Kubernetes takes the manifests, and finds every file where the config looks for it`() async throws {
    let folder = try fleet(of: 2)
    let ended = try await Program.run(
      Program.loam, ["fleet", "kubernetes", folder.path, "--image", "registry.example/loam:1.0"])
    #expect(ended.isSuccess, "\(ended.output)")
    let manifests = try folder.write(ended.output.utf8, to: "all")
    let checked = try await Program.run(
      try await Self.environment.interpreter(),
      [Program.scripts + "/kubernetes.py", manifests, folder.path])
    #expect(checked.isSuccess, "\(checked.output)")
  }

  @Test(
    .enabled("the package grafana-foundation-sdk cannot be had from PyPI") {
      await grafana.isAvailable()
    })
  func `Grafana knows every word of the dashboard`() async throws {
    let file = Program.scripts + "/../../../deploy/grafana/loam-gardens.json"
    let checked = try await Program.run(
      try await Self.grafana.interpreter(), [Program.scripts + "/grafana.py", file])
    #expect(checked.isSuccess, "\(checked.output)")
  }

  @Test func `gardens are started anew one after the other, up to the first that does not come back`()
    async throws
  {
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      "python3", [Program.scripts + "/roll_out.py", Program.loam, folder.path])
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }

  @Test func `no manifest is written while one garden has an error`() async throws {
    let folder = try fleet(of: 2)
    try folder.write(("plants: [").utf8, to: "g2.yaml")
    let ended = try await Program.run(
      Program.loam, ["fleet", "kubernetes", folder.path, "--image", "registry.example/loam:1.0"])
    #expect(!ended.isSuccess && !ended.output.contains("apiVersion"), "\(ended.output)")
  }
}
