#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension EpochSeconds {
  /// The whole second of that moment, within what the contract can say.
  public init(_ date: Date) {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    self.init(clamping: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
  }

  /// As Foundation has it.
  public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}
