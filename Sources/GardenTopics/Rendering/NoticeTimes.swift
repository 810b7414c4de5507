import GardenCore
import GardenWords

/// Times as people read them in a sentence.
extension Renderer {
  func calendar(of reader: Reader) -> SiteCalendar { reader.calendar ?? plan.site.calendar }

  /// A time of today, else a day.
  func when(_ time: Timestamp, _ reader: Reader, at now: Timestamp) -> String {
    let calendar = calendar(of: reader)
    let isToday = calendar.local(time).dayNumber == calendar.local(now).dayNumber
    return written(calendar.local(time), reader, asTime: isToday)
  }

  /// When something is over: its time also past midnight, a day only where the same time comes before it.
  func end(_ time: Timestamp, _ reader: Reader, at now: Timestamp) -> String {
    written(calendar(of: reader).local(time), reader, asTime: time - now < .hours(24))
  }

  private func written(_ local: SiteCalendar.LocalTime, _ reader: Reader, asTime: Bool) -> String {
    asTime
      ? reader.words.time(secondOfDay: local.secondOfDay)
      : reader.words.day(month: local.month, day: local.day)
  }

  /// `11:32`, or `15 Nov (7 days ago)`: the words stay on screens for hours, so hours are not counted. Days by the calendar.
  func past(_ time: Timestamp, _ reader: Reader, at now: Timestamp) -> String {
    let calendar = calendar(of: reader)
    let days = calendar.local(now).dayNumber - calendar.local(time).dayNumber
    let when = when(time, reader, at: now)
    guard days > 0 else { return when }
    let remark = reader.words(.daysAgo, ["count": "\(days)"])
    return reader.words(.noted, ["text": when, "remark": remark])
  }
}
