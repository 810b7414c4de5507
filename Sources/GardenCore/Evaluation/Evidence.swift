/// What a value rests on: the last two readings of each probe behind it.
///
/// No conclusion comes from one reading, unless nothing has contradicted it for ``alone``: then its probe speaks less often than that.
package struct Evidence: Sendable, Hashable {
  package static let alone: Duration = .hours(2)

  /// From the lowest to the highest that the readings say; without bounds where a probe has spoken once.
  package var span: ClosedRange<Double>
  /// The same, had those that count alone by now not been left alone.
  package var pair: ClosedRange<Double>
  /// From then on the last readings count alone; `nil`: the value is older than this process.
  package var aloneAt: Uptime?

  package init(span: ClosedRange<Double>, pair: ClosedRange<Double>, aloneAt: Uptime? = nil) {
    self.span = span
    self.pair = pair
    self.aloneAt = aloneAt
  }

  /// The same with the smooth value of a noisy probe beside it.
  func including(_ value: Double?) -> Evidence {
    guard let value else { return self }
    func wide(_ span: ClosedRange<Double>) -> ClosedRange<Double> {
      min(span.lowerBound, value)...max(span.upperBound, value)
    }
    return Evidence(span: wide(span), pair: wide(pair), aloneAt: aloneAt)
  }
}
