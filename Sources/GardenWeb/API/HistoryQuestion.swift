package import GardenCore

/// Which part of a plant's past is wanted.
package struct HistoryQuestion: Sendable, Hashable {
  package var plant: PlantID
  package var quantity: Quantity
  package var from: Timestamp
  package var to: Timestamp
  package var points: Int

  /// What a plant's past is asked for; the others are no judgement's matter.
  static let quantities: [Quantity] = [.moisture, .temperature, .light, .conductivity]
  static let parameters: [Parameter] = [.quantity, .from, .to, .points]
  /// Five years and a leap day.
  static let spanMax = 157_766_400
  private static let spanUsual = 86_400

  /// - Parameter now: seconds since 1970.
  init(plant: PlantID, _ text: Substring, now: Int64) throws(WebError) {
    let query = try Query(text, knows: Self.parameters)
    let word = try query.word(.quantity)
    let span = try Self.span(query, now: now)
    self.plant = plant
    quantity = Self.quantities.first { "\($0.name)" == word } ?? .moisture
    from = span.from
    to = span.to
    points = try query.integer(.points) ?? 240
  }

  /// `from` and `to` of a query that may have others beside them.
  static func span(_ query: Query, now: Int64) throws(WebError) -> (from: Timestamp, to: Timestamp) {
    let end = try query.integer(.to) ?? Int(clamping: max(0, now))
    let begin = try query.integer(.from) ?? max(0, end - spanUsual)
    guard begin < end else { throw .parameter("from", "from is before to") }
    guard end - begin <= spanMax else { throw .parameter("from", "from is at most five years before to") }
    return (Timestamp(seconds: Int64(begin)), Timestamp(seconds: Int64(end)))
  }
}
