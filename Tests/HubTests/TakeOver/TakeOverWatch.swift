import GardenCore
import LeaseHarness
import LoamKit

@testable import Hub

/// What may not happen when a garden is taken over.
struct TakeOverWatch {
  /// Longest water beyond its run while some bridge is at the broker: a minute between two closes, and the ways.
  private static let openMax: Int64 = 60_000 + 10_000

  private(set) var problems: [String] = []
  private(set) var lines: [String] = []
  var failure = TakeOverSimulation.Failure.killed
  /// Then whoever stood by goes on, and people are rather told twice than never.
  var secondIsDead = false
  private var ends: [Int: Int64] = [:]
  private var opened: [PlantID: Int64] = [:]
  private var beyond: [Int: Int64] = [:]
  private var accepted: [UniqueID: Int] = [:]
  private var notes: [PlantID: [(id: String, by: Int, at: Int64)]] = [:]
  private(set) var opens = 0
  private(set) var told = 0
  private(set) var repeated = 0
  private(set) var longest: Int64 = 0

  mutating func note(_ text: String, at time: Int64) { lines.append("\(time): \(text)") }

  private mutating func problem(_ text: String, at time: Int64) { problems.append("at \(time) ms: \(text)") }

  mutating func opened(_ valve: Int, for runs: Int64, at time: Int64) {
    ends[valve] = time + runs
    opened[TakeOverSimulation.plants[valve]] = time
    note("valve \(valve) opens for \(runs) ms", at: time)
  }

  mutating func passed(_ valves: [FaultyValve], from: Int64, to: Int64, hasReach: Bool) {
    for v in valves.indices {
      guard valves[v].isOpen, let end = ends[v], hasReach else {
        beyond[v] = 0
        continue
      }
      beyond[v, default: 0] += max(0, to - max(from, end))
      longest = max(longest, beyond[v, default: 0])
      if beyond[v, default: 0] > Self.openMax { problem("valve \(v) stays open", at: to) }
    }
  }

  /// An open command leaves a machine.
  mutating func opens(_ machine: Int, isSuperseded: Bool, at time: Int64) {
    opens += 1
    note("machine \(machine) opens", at: time)
    if isSuperseded { problem("machine \(machine) opens beside the one that took over", at: time) }
  }

  /// It was accepted here, by somebody who did not know of it.
  mutating func answered(_ command: UniqueID, by machine: Int, at time: Int64) {
    if let other = accepted[command], other != machine {
      problem("command \(command) was accepted by \(other) and \(machine)", at: time)
    }
    accepted[command] = machine
  }

  mutating func told(_ message: NotificationMessage, by machine: Int, at time: Int64) {
    guard message.aps.interruptionLevel != .passive else { return }
    told += 1
    note("machine \(machine) tells \(message.note.key.text) \(message.note.id.text)", at: time)
    for plant in (message.plants ?? []) + [message.plant].compactMap({ $0 }) {
      told(of: plant.id.text, message.note.id.text, by: machine, at: time)
    }
  }

  private mutating func told(of plant: PlantID, _ note: String, by machine: Int, at time: Int64) {
    let earlier = notes[plant, default: []]
    notes[plant, default: []].append((note, machine, time))
    guard let last = earlier.last, last.by != machine, !secondIsDead else { return }
    // A run that the take-over broke off leaves a dry plant: that is told anew.
    if let opened = opened[plant], opened > last.at { return }
    // A copy that does not know that it was told says it under the same id, by which a device knows it.
    if earlier.contains(where: { $0.id == note }) {
      repeated += 1
    } else {
      problem("of \(plant) \(last.by) told, and again \(machine)", at: time)
    }
  }

  mutating func ended(_ machines: [TakeOverMachine], soil: [Double], at time: Int64) {
    for (p, percent) in soil.enumerated() where percent < TakeOverSimulation.dryBelow {
      if notes[TakeOverSimulation.plants[p]] == nil {
        problem("nobody was told of \(TakeOverSimulation.plants[p])", at: time)
      }
    }
    let present = machines.filter(\.hears).count
    if present != 1 { problem("\(present) bridges are at the broker", at: time) }
  }
}
