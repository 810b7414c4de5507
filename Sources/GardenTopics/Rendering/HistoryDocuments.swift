package import GardenCore
package import LoamKit

/// A plant's past as a document. Made on whatever thread read it: it needs no reader's language.
package enum HistoryDocuments {
  /// As many points as fit: longer steps first, then without the oldest waterings.
  package static func history(
    _ history: PlantHistory, of question: HistoryQuestion, upTo bytesMax: Int = History.bytesMax
  ) throws(DocumentError) -> History {
    var (past, fitting) = (history, try document(history, question))
    _ = try DocumentCodec.encode(fitting, upTo: bytesMax) { (document, _) throws(DocumentError) in
      guard shorten(&past) else { return false }
      fitting = try Self.document(past, question)
      document = fitting
      return true
    }
    return fitting
  }

  /// All points, as a table.
  package static func table(
    _ history: PlantHistory, of question: HistoryQuestion
  ) throws(DocumentError) -> [UInt8] {
    Array(try document(history, question).table.utf8)
  }

  /// The payload of `dn/reply`, at most `bytesMax`.
  package static func reply(
    to message: UniqueID, _ history: PlantHistory, of question: HistoryQuestion, upTo bytesMax: Int
  ) throws(DocumentError) -> [UInt8] {
    guard let re = MessageID(message.description) else { throw DocumentError(.badID, "not a UUID") }
    var past = history
    let whole = MessageReply(re: re, .history(try document(history, question)))
    return try DocumentCodec.encode(whole, upTo: bytesMax) { (reply, _) throws(DocumentError) in
      guard shorten(&past) else { return false }
      reply.content = .history(try document(past, question))
      return true
    }
  }

  private static func shorten(_ history: inout PlantHistory) -> Bool {
    if history.points.count > 2, let coarser = history.coarser {
      history = coarser
    } else if !history.waterings.isEmpty {
      history.waterings.removeFirst((history.waterings.count + 1) / 2)
    } else if !history.points.isEmpty {
      history.points.removeFirst()
    } else {
      return false
    }
    return true
  }

  private static func document(
    _ history: PlantHistory, _ question: HistoryQuestion
  ) throws(DocumentError) -> History {
    guard let plant = SubjectName(question.plant) else {
      throw DocumentError(.badID, "not of the required form")
    }
    let digits = question.quantity == .moisture || question.quantity == .temperature ? 2 : 1
    func number(_ value: Double) -> Double { Measure.number(value, digits: digits, in: -1e6...1e6) ?? 0 }
    return History(
      plant: plant, quantity: "\(question.quantity.name)", unit: question.quantity.unit ?? "1",
      from: moment(question.from), to: moment(question.to), stepS: Int(clamping: history.step),
      points: history.points.map { point in
        History.Point(
          at: moment(point.start), mean: number(point.mean), low: number(point.lowest),
          high: number(point.highest))
      }, waterings: history.waterings.map(watering))
  }

  private static func watering(_ record: WateringRecord) -> History.Watering {
    History.Watering(
      at: moment(record.from), until: moment(record.until),
      kind: History.Watering.Kind(record.kind),
      by: record.by.flatMap { DeviceName($0) },
      end: record.end.map { ActivityEnding($0) },
      litres: Measure.number(record.litres, digits: 2, in: 0...1e6),
      meantS: record.meant.map { Int(clamping: $0.wholeSeconds) })
  }

  private static func moment(_ time: Timestamp) -> EpochSeconds { EpochSeconds(clamping: time.seconds) }
}

extension History.Watering.Kind {
  package init(_ kind: WateringRecord.Kind) {
    self =
      switch kind {
      case .valve: .valve
      case .hand: .hand
      case .seen: .seen
      }
  }
}

extension ActivityEnding {
  package init(_ end: WateringRecord.End) {
    self =
      switch end {
      case .finished: .finished
      case .target: .target
      case .stopped: .stopped
      case .interrupted: .interrupted
      case .failed: .failed
      case .unknown: .unknown
      }
  }
}
