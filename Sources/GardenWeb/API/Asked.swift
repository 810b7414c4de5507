internal import GardenCore

/// A question for the history, out of a query.
enum Asked {
  static let history: [Parameter] = [.quantity, .from, .to, .points]
  static let waterings: [Parameter] = [.from, .to]
  /// Five years and a leap day, seconds.
  static let spanMax = 157_766_400
  private static let spanUsual = 86_400

  /// - Parameter now: seconds since 1970 by the bridge's clock.
  static func history(
    of plant: PlantID, _ text: Substring, now: Int64
  ) throws(WebError) -> HistoryQuestion {
    let query = try Query(text, knows: history)
    let word = try query.word(.quantity)
    let span = try span(query, now: now)
    return HistoryQuestion(
      plant: plant, quantity: HistoryQuestion.quantities.first { "\($0.name)" == word } ?? .moisture,
      from: span.from, to: span.to, points: try query.integer(.points) ?? HistoryQuestion.pointsUsual)
  }

  static func waterings(
    of plant: PlantID, _ text: Substring, now: Int64
  ) throws(WebError) -> HistoryQuestion {
    let span = try span(try Query(text, knows: waterings), now: now)
    return HistoryQuestion(plant: plant, quantity: .moisture, from: span.from, to: span.to)
  }

  private static func span(_ query: Query, now: Int64) throws(WebError) -> (from: Timestamp, to: Timestamp) {
    let times = Parameter.times
    let end = try query.integer(.to) ?? min(max(Int(now), times.lowerBound + spanUsual), times.upperBound)
    let begin = try query.integer(.from) ?? max(times.lowerBound, end - spanUsual)
    guard begin < end else { throw .parameter("from", "from is before to") }
    guard end - begin <= spanMax else { throw .parameter("from", "from is at most five years before to") }
    return (Timestamp(seconds: Int64(begin)), Timestamp(seconds: Int64(end)))
  }
}
