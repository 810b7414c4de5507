/// When the provider token is made anew: a service that is shown too many, or an old one, refuses everything.
///
/// Its age counts by the machine's time since its start, where it was made in this life of the process; else by the wall clock.
package struct ProviderKeep: Sendable {
  package private(set) var token: ProviderToken?
  /// When it was made, in milliseconds since the machine's start; `nil`: by an earlier life.
  private var madeAt: Int64?
  private var isRefused = false

  package enum Need: Sendable, Hashable {
    case nothing
    case another
    /// It is refused, and too young to be replaced.
    case rest(seconds: Int64)
  }

  /// - Parameter token: as the disk has it.
  package init(_ token: ProviderToken?) { self.token = token }

  package func need(at seconds: Int64, uptime: Int64) -> Need {
    guard let token else { return .another }
    let age = madeAt.map { (uptime - $0) / 1000 } ?? (seconds - token.issued)
    // From the future: the clock was wrong then, or is wrong now. The service knows.
    if age < 0 { return isRefused ? .another : .nothing }
    if isRefused, age < ProviderToken.restSeconds { return .rest(seconds: ProviderToken.restSeconds - age) }
    return isRefused || age >= ProviderToken.keptSeconds ? .another : .nothing
  }

  package mutating func made(_ token: ProviderToken, uptime: Int64) {
    (self.token, madeAt, isRefused) = (token, uptime, false)
  }

  package mutating func refused(_ text: String) { if token?.text == text { isRefused = true } }
}
