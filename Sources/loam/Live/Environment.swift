import FoundationEssentials

/// The process's environment.
enum Environment {
  static func isEmpty(_ name: String) -> Bool { ProcessInfo.processInfo.environment[name]?.isEmpty ?? true }
}
