import TestKit
import Testing

/// `loam-push` from outside, by `push.py`: the real program between a real bridge, a real broker and strict servers.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct PushTests {
  @Test
  func
    `a reminder is answered in a chat and on ntfy, every other surface knows, and kill -9 loses and doubles nothing`()
    async throws
  {
    try await Site.during(.open(because: "loam-push speaks for devices that no rule of ours names")) { site in
      let config = try site.config("push.yaml")
      let result = try await Program.run(
        "python3", [Program.scripts + "/push.py", Program.loam, config, site.folder])
      #expect(result.isSuccess, "\(result.output.suffix(6000))")
      print(result.output.split(separator: "\n").prefix(3).joined(separator: "\n"))
    }
  }
}
