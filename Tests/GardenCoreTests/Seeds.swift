import FoundationEssentials

/// How many made-up lives a test tries: a twentieth in the suite, which has its minutes, and all of them by `make faults`.
enum Seeds {
  private static let isWhole = ProcessInfo.processInfo.environment["LOAM_FAULTS"] == "all"

  static func share(of all: Int) -> Range<Int> { 0..<(isWhole ? all : all / 20) }
}
