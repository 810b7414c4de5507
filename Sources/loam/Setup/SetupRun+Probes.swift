import ArgumentParser
import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenSetup
import GardenTerminal
import HostSystem
import MQTTTypes
import MosquittoClient

extension SetupRun {
  /// What speaks at the broker.
  mutating func listen(for time: LengthOfTime) throws -> [RecognizedDevice] {
    let collector = MessageCollector(ownTree: present?.bridge.baseTopic ?? "plants")
    let bound = present.map { Recognition.Bound(sensors: $0.sensors, actuators: $0.actuators) }
    let isWatched = SetupTalk.isWatched && !options.yes
    let goesOn = isWatched ? " Press Enter to go on." : ""
    talk.say()
    talk.say("Listening for probes, for \(time.defaultValueDescription).\(goesOn)")
    do throws(BrokerTrouble) {
      let session = try reach.connect { collector.take($0) }
      defer { session.close() }
      let refused: [(filter: String, reason: UInt8)]
      do throws(MosquittoError) {
        refused = try session.refusals(
          of: [MQTTSubscription(filter: "#", qos: .atMostOnce)], timeout: .seconds(10))
      } catch {
        throw .other("\(error)")
      }
      if !refused.isEmpty { talk.say("The broker does not let Loam listen to every topic ('#').") }
      let listening = SniffListening(
        collector: collector, session: session, signals: nil, bound: bound ?? Recognition.Bound(),
        place: reach.place, milliseconds: time.milliseconds)
      var told: Set<String> = []
      let ended = listening.run(endsAtEnter: isWatched) { recognition in
        for device in recognition.devices where device.isConfirmed {
          guard told.insert(device.candidate.label).inserted else { continue }
          talk.say(
            TextWidth.harmless(
              "  heard \(device.candidate.label) (\(device.candidate.family.name)): \(FoundValues.text(device))"
            ))
        }
      }
      if case .lost(let error) = ended { throw .other("\(error)") }
      heardCount = collector.heard.heardCount
      return listening.recognition().devices
    } catch {
      throw talk.end(error.sentence(reach.place), .unavailable)
    }
  }

  /// After a broker got accounts: its programs come back one by one, as their owner lets them in.
  mutating func listenAgain() throws -> [RecognizedDevice]? {
    sayAccountsOfOthers()
    guard SetupTalk.isWatched, !options.yes else { return nil }
    return try listen(for: .tenMinutes)
  }

  /// The plants that shall be in the config.
  func choose(_ devices: [RecognizedDevice]) throws -> FoundConfig {
    let taken = present.map { FoundConfig.Taken($0.plan) } ?? FoundConfig.Taken()
    let all = FoundConfig(devices, taken: taken)
    let plants = all.offeredPlants
    guard !plants.isEmpty else {
      sayNothing(devices)
      return all
    }
    talk.heading(plants.count == 1 ? "1 plant has a probe:" : "\(plants.count) plants have a probe:")
    let rows = zip(1..., plants).map { number, plant -> [String] in
      let probes = plant.devices.map { devices[$0] }
      return [
        "\(number)", plant.name, probes.map(\.candidate.family.name).joined(separator: ", "),
        probes.map(FoundValues.text).joined(separator: ", "),
      ]
    }
    talk.show(Words.lines(["", "plant", "family", "says"], rows))
    while true {
      let answer = try talk.ask(
        "Which? Enter: all; -: none; or numbers, with names if you like: 1, 2=Tomato")
      if let choice = PlantChoice(answer, of: plants.count) {
        return found(devices, plants, choice, taken)
      }
      talk.say("That is not understood. The numbers are 1 to \(plants.count).")
    }
  }

  private func found(
    _ devices: [RecognizedDevice], _ plants: [FoundConfig.Plant], _ choice: PlantChoice,
    _ taken: FoundConfig.Taken
  ) -> FoundConfig {
    var names: [String: String] = [:]
    var left = Set(plants.flatMap(\.devices))
    for picked in choice.picked {
      let plant = plants[picked.position]
      left.subtract(plant.devices)
      if let name = picked.name { names[plant.place] = name }
    }
    let kept = devices.enumerated().filter { !left.contains($0.offset) }.map(\.element)
    return FoundConfig(kept, taken: taken, names: names)
  }

  private func sayNothing(_ devices: [RecognizedDevice]) {
    talk.say()
    if present != nil, devices.contains(where: { $0.boundBy != nil }) {
      return talk.say("Every probe that was heard is in the config already.")
    }
    let topics = broker == .ours ? ships.readable.joined(separator: ", ") : "every topic (#)"
    talk.say(
      "No probe was heard: \(heardCount) messages on \(topics). Probes on a battery may speak once in hours, and some only when they are "
        + "touched or wetted. Leave this to listen longer: loam sniff --for 2h. Then run loam setup again: it adds what it hears."
    )
  }
}
