import Foundation
import TestKit
import Testing

/// The bridge ends at random moments, by the seed in `LOAM_SEED`; what it owed people is told after the start, once. A machine that
/// builds beside the tests is slow: the time is counted and printed, and its limit is generous. The long forms are
/// `LOAM_KILLS=1000 LOAM_JUDGED=2` and `LOAM_RESTARTS`.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(60))) struct RestartTests {
  private func chosen(_ name: String, _ otherwise: String) -> String {
    ProcessInfo.processInfo.environment[name] ?? otherwise
  }

  private func play(_ script: String, rounds: String) async throws {
    let python = try await PythonEnvironment.interpreter()
    // Offline queues of the broker must hold what is sent while the bridge is down.
    try await Site.during(
      .changed(["max_queued_messages 10000"], because: "more is sent meanwhile than any house does")
    ) { site in
      let run = try await Program.run(
        python,
        [
          Program.scripts + "/" + script, Program.loam, site.port, site.folder, rounds,
          chosen("LOAM_SEED", "1"), chosen("LOAM_JUDGED", "30"),
        ])
      #expect(run.isSuccess, "\(run.output.suffix(4000))")
      print(run.output.split(separator: "\n").last.map(String.init) ?? "")
    }
  }

  @Test func `a reminder that waits while the bridge is away is told after the start, once`() async throws {
    try await play("restarts.py", rounds: chosen("LOAM_RESTARTS", "30"))
  }

  @Test func `kill -9 at random moments loses nothing and doubles nothing`() async throws {
    try await play("kill9.py", rounds: chosen("LOAM_KILLS", "40"))
  }

  @Test func `what a person answers in the turn in which the start ends is acknowledged`() async throws {
    try await Site.during { site in
      let run = try await Program.run(
        "python3", [Program.scripts + "/start.py", Program.loam, site.port, site.folder])
      #expect(run.isSuccess, "\(run.output.suffix(4000))")
    }
  }
}
