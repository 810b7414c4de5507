import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenTopics
import HostSystem
import Hub
import LoamKit
import MQTTTypes
import MosquittoClient
import ProgramConfig

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Send a device a test document, for the author of an app.",
    discussion: """
      The document is what the bridge would send: in the device's language, for its role, about the config's first plant. Nothing of it has \
      happened, and nothing is retained. A notification's key begins with `test-`, so what the bridge has shown stays on the screen. The bridge \
      refuses an answer to it as `unknown_note`, and a move of its slider as `unknown_control`; only a button that stops water does what it says. \
      `reply` answers the question `allPlants`, and `message` comes from another device of the same person.

        loam simulate notification --device anna-phone
        loam simulate activity --device anna-phone
        loam simulate ack --code conflict --device anna-phone
        loam simulate slider --device anna-phone --print |
          while read -r t m; do mosquitto_pub -q 1 -t "$t" -m "$m"; done
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "What to send. `withdraw`, `activity` and `countdown` take a few seconds.")
  var matter: SimulatedMatter
  @Option(help: "The device that gets it.") var device: String
  @Option(help: "The code of the ack.") var code = AckCode.accepted.rawValue
  @Option(
    name: .customLong("re"),
    help: "The id of the command that the ack answers, or of the question; default: a new one.")
  var command: String?
  @Flag(help: "Print `topic bytes`, a line per document, and connect to nothing.") var print = false

  func validate() throws {
    if bridge.device != nil { throw ValidationError("--as has no meaning here; --device is who gets it") }
    if DeviceName(device) == nil {
      throw ValidationError("'\(device)' is no device name: small letters, digits and hyphens")
    }
    if ackCode == nil { throw ValidationError("there is no code '\(code)'; Documents.md lists them") }
    if let command, UniqueID(command) == nil { throw ValidationError("'\(command)' is no id of a command") }
  }

  func run() throws {
    let config =
      bridge.config.config != nil || bridge.config.exists ? try bridge.config.read(for: .bridge) : nil
    let began = HostClock.now().moment
    var plan = config?.plan ?? Self.examplePlan(device)
    guard let name = DeviceName(device), plan.device(device) != nil else {
      let help = NearestName.help(for: device, among: plan.devices.map(\.id)) ?? "see 'people' in it"
      throw ValidationError("\(bridge.config.path) has no device '\(device)'; \(help)")
    }
    let zone = config?.timeZoneName ?? ZoneTable.systemZone() ?? "UTC"
    plan.site.calendar = Startup.calendar(zone: zone, at: began) ?? .utc
    let site = SiteFacts(
      name: plan.site.name, software: Release.version, timeZone: zone, language: config?.language ?? "en",
      usesFahrenheit: config?.usesFahrenheit ?? false, startedAt: began.wall)
    let base = bridge.base ?? config?.bridge.baseTopic ?? "plants"
    guard var renderer = Renderer(base: base, site: site, plan: plan) else {
      throw ValidationError("'\(base)' is no topic")
    }
    let sender = print ? nil : try SimulatedSender(bridge, config, renderer.tree, device: name)
    if let profile = sender?.profile {
      renderer.introduce(device, profile)
      let calendars = renderer.zones.map { ($0, Startup.calendar(zone: $0, at: began)) }
      renderer.calendars = Dictionary(calendars) { $1 }.compactMapValues(\.self)
    }
    var garden = SimulatedGarden(plan, device: device, began: began.wall, seed: HostRandom.seed())
    for (after, effect) in garden.steps(
      of: matter, ack: ackCode ?? .accepted, to: command.flatMap { UniqueID($0) })
    {
      var nothing: [PollEntry] = []
      HostPoll.wait(&nothing, until: (began.uptime + after).milliseconds)
      var outgoing: [Outgoing] = []
      if let failure = renderer.publications(for: effect, at: HostClock.now().moment, into: &outgoing).first {
        throw CommandEnd.saying("\(failure.topic): \(failure.error)", .dataError)
      }
      for publication in outgoing.map(\.publication) { try send(publication, by: sender) }
    }
    if matter == .reply {
      let head = garden.question(command.flatMap { UniqueID($0) })
      if let reply = try Self.plants(of: plan, to: head, by: renderer) { try send(reply, by: sender) }
    }
    sender?.close()
  }

  private func send(_ publication: MQTTPublication, by sender: SimulatedSender?) throws {
    if let sender { return try sender.send(publication) }
    HostTerminal.write("\(publication.topic) \(String(decoding: publication.payload, as: UTF8.self))\n")
  }

  /// The reply of a garden of which nothing has been heard yet.
  private static func plants(
    of plan: GardenPlan, to head: CommandHead, by renderer: Renderer
  ) throws -> MQTTPublication? {
    let now = HostClock.now().moment
    let garden = Garden(
      plan: plan, memory: GardenMemory(), boot: Startup.boot(), seed: HostRandom.seed(), at: now)
    guard let (topic, bytesMax) = renderer.replyPlace(of: head.device),
      let reply = try renderer.reply(
        to: head, .allPlants(PlantsRequest()), from: garden, at: now, upTo: bytesMax)
    else { return nil }
    return MQTTPublication(topic: topic, payload: reply, expirySeconds: 10)
  }

  private static func examplePlan(_ device: DeviceID) -> GardenPlan {
    let device = DevicePlan(id: device, name: device, role: .operator)
    let plants = [("basil", "Basil"), ("aloe", "Aloe"), ("mint", "Mint")].map { PlantPlan(id: $0, name: $1) }
    return GardenPlan(plants: plants, people: [PersonPlan(id: "you", name: "You", devices: [device])])
  }

  private var ackCode: Outcome.Code? {
    Outcome.Code.allCases.first { Renderer.code($0).rawValue == code }
  }
}

extension SimulatedMatter: ExpressibleByArgument {}
