import GardenCore
import PayloadJSON

/// Turns a message's own time into the time of measurement, where it can be believed.
enum MeasurementTime {
  /// 2016-01-01: a device that claims to have measured earlier has no clock yet (1970, 2000).
  private static let earliest = Timestamp(seconds: 1_451_606_400)
  /// A time without a zone that lies further ahead of its arrival was written in another zone.
  private static let zoneSkewMax = Duration.minutes(10)

  /// `nil`: the message has no time, one that cannot be read, or one that cannot be true. Then the arrival counts,
  /// or, for a retained message, nothing does.
  static func read(_ value: JSONValue?, _ context: DecodeContext) -> Timestamp? {
    guard let value else { return nil }
    var written: WrittenTime?
    if let number = value.double {
      written = WrittenTime(sinceEpoch: number)
    } else {
      value.withText { written = WrittenTime($0) }
    }
    let time = believed(written, context)
    DecodeTrace.of(value)?.noteTime(nil, FoundField(.json(value)), time)
    return time
  }

  /// A time that is a whole payload.
  static func read(_ payload: PayloadReader, _ context: DecodeContext) -> Timestamp? {
    var written: WrittenTime?
    payload.withBytes { written = WrittenTime($0) }
    return believed(written, context)
  }

  /// `nil`: it cannot be true.
  static func believed(_ written: WrittenTime?, _ context: DecodeContext) -> Timestamp? {
    switch written {
    case .instant(let time): return time >= earliest ? time : nil
    case .local(let day, let millisecond): return resolve(day, millisecond, context)
    case nil: return nil
    }
  }

  /// A count since 1970, in any of the usual steps.
  static func read(sinceEpoch count: UInt64?) -> Timestamp? {
    guard let count, case .instant(let time) = WrittenTime(sinceEpoch: Double(count)) else { return nil }
    return time >= earliest ? time : nil
  }

  /// A time without a zone is the site's, or UTC where only that is near the arrival (rtl_433 with `-M time:utc`). Of the two
  /// moments of an autumn night the one with the offset of the arrival is meant. A device that never learned its zone (Tasmota's
  /// default is UTC+1) writes a time ahead of its arrival; such a time is not used.
  private static func resolve(_ day: Int, _ millisecond: Int, _ context: DecodeContext) -> Timestamp? {
    let calendar = context.calendar
    let offset = calendar.offsetSeconds(at: context.arrival)
    let local = Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(millisecond))
    var time = local - .seconds(offset)
    if calendar.offsetSeconds(at: time) != offset {
      time =
        calendar.moment(dayNumber: day, secondOfDay: millisecond / 1000) + .milliseconds(millisecond % 1000)
    }
    if !context.wasRetained, !isNear(time, context), isNear(local, context) { time = local }
    return time >= earliest && time <= context.arrival + zoneSkewMax ? time : nil
  }

  private static func isNear(_ time: Timestamp, _ context: DecodeContext) -> Bool {
    time <= context.arrival + zoneSkewMax && time + zoneSkewMax >= context.arrival
  }
}
