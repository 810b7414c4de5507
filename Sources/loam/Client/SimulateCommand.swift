import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenTopics
import GardenWords
import HostSystem
import LoamKit
import MQTTTypes
import MosquittoClient

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate", abstract: "Send a device a test document, for the author of an app.",
    discussion: """
      The document is what the bridge would send: in the device's language, for its role, about the config's first plant. Nothing of it has \
      happened, and nothing is retained. A notification's key begins with `test-`, so what the bridge has shown stays on the screen. The bridge \
      refuses an answer to it as `unknown_note`, and a move of its slider as `unknown_control`; only a button that stops water does what it says.

        loam simulate notification --device anna-phone
        loam simulate activity --device anna-phone --language de
        loam simulate ack --code conflict --device anna-phone
        loam simulate slider --device anna-phone --print |
          while read -r t m; do mosquitto_pub -q 1 -t "$t" -m "$m"; done
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "What to send. `withdraw`, `activity` and `countdown` take a few seconds.")
  var matter: SimulatedMatter
  @Option(help: "The device that gets it.") var device: String
  @Option(help: "A language tag such as `de`, in place of the device's own.") var language: String?
  @Option(help: "The code of the ack.") var code = AckCode.accepted.rawValue
  @Option(name: .customLong("re"), help: "The id of the command that the ack answers; default: a new one.")
  var command: String?
  @Flag(help: "Print `topic bytes`, a line per document, and connect to nothing.") var print = false

  func validate() throws {
    if bridge.device != nil { throw ValidationError("--as has no meaning here; --device is who gets it") }
    if DeviceName(device) == nil {
      throw ValidationError("'\(device)' is no device name: small letters, digits and hyphens")
    }
    if let language, Languages.of(language) == nil {
      throw ValidationError("there are no words in '\(language)'")
    }
    if ackCode == nil { throw ValidationError("there is no code '\(code)'; Documents.md lists them") }
    if let command, UniqueID(command) == nil { throw ValidationError("'\(command)' is no id of a command") }
  }

  func run() throws {
    let config = bridge.config.config != nil || bridge.config.exists ? try bridge.config.read() : nil
    let began = Self.now
    let zone = config?.timeZoneName ?? ZoneTable.systemZone() ?? "UTC"
    let plan = try plan(config, zone: zone, at: began)
    var renderer = try renderer(config, plan, zone: zone, at: began)
    var garden = SimulatedGarden(
      plan, device: device, began: began.wall, seed: HostRandom.seed())
    let steps = garden.steps(
      of: matter, ack: ackCode ?? .accepted, to: command.flatMap { UniqueID($0) })
    let sender = print ? nil : try SimulatedSender(bridge, config, device: device)
    if let hello = try sender?.hello(under: renderer.tree) {
      renderer.introduce(device, hello)
      renderer.calendars = Dictionary(
        renderer.zones.compactMap { zone in
          Startup.calendar(zone: zone, at: began).map { (zone, $0) }
        }
      ) { $1 }
    }
    for (after, effect) in steps {
      let due = began.uptime + after
      if let sender {
        try sender.wait(until: due)
      } else {
        var nothing: [PollEntry] = []
        HostPoll.wait(&nothing, until: due.milliseconds)
      }
      for publication in try publications(of: effect, by: renderer) {
        if let sender {
          try sender.send(publication)
        } else {
          HostTerminal.write("\(publication.topic) \(String(decoding: publication.payload, as: UTF8.self))\n")
        }
      }
    }
    sender?.close()
  }

  private func publications(of effect: Effect, by renderer: Renderer) throws -> [MQTTPublication] {
    var outgoing: [Outgoing] = []
    if let failure = renderer.publications(for: effect, at: Self.now, into: &outgoing).first {
      StandardError.write("\(failure.topic): \(failure.error)")
      throw ArgumentParser.ExitCode(HostSystem.ExitCode.dataError)
    }
    return outgoing.map(\.publication)
  }

  private func plan(_ config: BridgeSettings?, zone: String, at now: Moment) throws -> GardenPlan {
    var plan = config?.plan ?? GardenPlan()
    if config == nil {
      let device = DevicePlan(id: device, name: device, role: .operator)
      plan.people = [PersonPlan(id: "you", name: "You", devices: [device])]
    }
    plan.site.calendar = Startup.calendar(zone: zone, at: now) ?? .utc
    for p in plan.people.indices {
      for d in plan.people[p].devices.indices where plan.people[p].devices[d].id == device {
        plan.people[p].devices[d].language = language ?? plan.people[p].devices[d].language
        return plan
      }
    }
    let names = plan.people.flatMap(\.devices).map(\.id)
    let help = NearestName.help(for: device, among: names) ?? "it has: \(names.joined(separator: ", "))"
    throw ValidationError("\(bridge.config.path) has no device '\(device)' under 'people'; \(help)")
  }

  private func renderer(
    _ config: BridgeSettings?, _ plan: GardenPlan, zone: String, at now: Moment
  ) throws -> Renderer {
    let base = bridge.base ?? config?.bridge.baseTopic ?? "plants"
    let site = SiteFacts(
      name: plan.site.name, software: Release.version, timeZone: zone, language: config?.language ?? "en",
      usesFahrenheit: config?.usesFahrenheit ?? false, startedAt: now.wall)
    guard let renderer = Renderer(base: base, site: site, plan: plan) else {
      throw ValidationError("'\(base)' is no topic")
    }
    return renderer
  }

  private var ackCode: Outcome.Code? {
    Outcome.Code.allCases.first { Renderer.code($0).rawValue == code }
  }

  static var now: Moment {
    let now = HostClock.now()
    return Moment(
      wall: Timestamp(milliseconds: now.wallMilliseconds),
      uptime: Uptime(milliseconds: now.uptimeMilliseconds))
  }
}

extension SimulatedMatter: ExpressibleByArgument {}
