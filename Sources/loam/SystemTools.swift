import HostSystem
import Subprocess
import Synchronization

/// Programs of the system, run to their end.
enum SystemTools {
  struct Ended: Sendable {
    var isSuccess: Bool
    var output: String
  }

  static func run(_ program: String, _ arguments: [String]) -> Ended {
    let held = Held<Ended> { began in
      let result = try await Subprocess.run(
        .name(program), arguments: Arguments(arguments),
        environment: .inherit.updating(["PATH": path]), input: .none, output: .string(limit: 1 << 16),
        error: .combinedWithOutput)
      try await began(
        Ended(isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput))
    }
    held.release()
    switch held.outcome {
    case .success(let ended): return ended
    case .failure(let error): return Ended(isSuccess: false, output: "\(program): \(error)")
    case nil: return Ended(isSuccess: false, output: "\(program) did not start")
    }
  }

  /// A user's own path knows no /usr/sbin on Debian.
  private static var path: String {
    (HostProgram.variable("PATH") ?? "/usr/bin:/bin") + ":/usr/local/sbin:/usr/sbin:/sbin"
  }

  /// Whether systemd runs this machine. Source: sd_booted(3).
  static var hasSystemd: Bool { HostFile.facts(of: "/run/systemd/system")?.kind == .folder }

  static func hasUnit(_ name: String) -> Bool { hasSystemd && run("systemctl", ["cat", name]).isSuccess }
}
