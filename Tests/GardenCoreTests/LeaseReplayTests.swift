import LeaseHarness
import Testing

@Suite("Leases played again")
struct LeaseReplayTests {
  @Test(arguments: 1...40) func `what a seed did is a diary, and the diary does it again`(_ seed: UInt64) {
    var simulation = LeaseSimulation(seed: seed, isRecording: true)
    let problem = simulation.run(leases: 3)
    #expect(problem == nil, "\(problem ?? "")")
    let did = Self.actions(simulation.scenario)
    let does = Self.actions(Diary.play(simulation.scenario))
    #expect(did.count > 8 && did.contains { $0.contains("open") })
    #expect(did.count == does.count)
    for (old, new) in zip(did, does) where old != new {
      Issue.record("was: \(old)\nnow: \(new)")
      return
    }
  }

  /// The lines, of the answers only what valves and activities do: the simulation hears of nothing else.
  private static func actions(_ diary: String) -> [String] {
    diary.split(separator: "\n").map { line in
      let parts = line.split(separator: "->", maxSplits: 1)
      guard parts.count == 2 else { return String(line.trimming) }
      let done = parts[1].split(separator: ";").map { $0.trimming }.filter { part in
        ["open ", "close ", "begins: ", "ends: "].contains { part.hasPrefix($0) }
      }
      return ([parts[0].trimming] + done).joined(separator: " | ")
    }
  }
}

extension Substring {
  /// Without the spaces at both ends.
  fileprivate var trimming: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    while text.first == " " { text.removeFirst() }
    return text
  }
}
