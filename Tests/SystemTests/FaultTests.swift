import FoundationEssentials
import TestKit
import Testing

/// How long water runs beyond its lease, whatever fails: the real program, real brokers, scripted valves. `make faults` plays every
/// cell and prints the table; otherwise a share is played, with a line of each kind of fault. What is allowed stands in WaterBounds.md.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct FaultTests {
  private static let share = [
    "--faults",
    "kill-opened,kill-end,power,broker-empty,frozen,year-back,autumn,reload-drop,disk-before,two,burst-300",
    "--devices", "honest,deaf,hung,offline,unit",
  ]

  @Test func `no fault and no device keeps water running beyond its bound`() async throws {
    let python = try await PythonEnvironment.interpreter()
    let isWhole = ProcessInfo.processInfo.environment["LOAM_FAULTS"] == "all"
    let folder = try TemporaryFolder()
    let played = try await Program.run(
      python, [Program.scripts + "/faults.py", Program.loam, folder.path] + (isWhole ? [] : Self.share))
    print(played.output)
    #expect(played.isSuccess, "\(played.output.suffix(4000))")
  }
}
