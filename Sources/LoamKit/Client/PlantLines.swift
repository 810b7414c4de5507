internal import GardenWords

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A plant in the words of a notification and of a list, in the reader's language.
///
/// The keys of the texts are those of the first app that showed them.
public struct PlantLines: Sendable, Hashable {
  /// The plant's name.
  public let title: String
  /// What is to be done: `NotificationView_Subtitle`.
  public let subtitle: String
  /// `NotificationView_LastWatering`, with day and month; of a plant that was never watered `NotificationView_NeverWatered`.
  public let lastWatering: String
  /// `NotificationView_NextWatering`, with day and month; where nobody knows the day, when it gets dry.
  public let nextWatering: String
  /// The second line in a list: `PlantCellView_NextWatering`.
  public let cell: String

  /// - Parameters:
  ///   - plant: of a notification, or of a list.
  ///   - neverWatered: ``NotificationMessage/Note/neverWatered``: then the last date is the day on which the plant was added.
  ///   - locale: BCP 47, as `Locale.current.identifier` gives it; a language that is not spoken is English.
  ///   - timeZone: the reader's.
  public init(_ plant: PlantDates, neverWatered: Bool = false, locale: String, timeZone: TimeZone) {
    let words = Languages.of(locale) ?? Languages.english
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    func day(_ time: EpochSeconds) -> String {
      let day = calendar.dateComponents(
        [.month, .day], from: Date(timeIntervalSince1970: Double(time.seconds)))
      return words.longDay(month: day.month ?? 0, day: day.day ?? 0)
    }
    title = plant.name
    subtitle = words(.notificationViewSubtitle)
    lastWatering =
      neverWatered
      ? words(.notificationViewNeverWatered)
      : words(.notificationViewLastWatering, ["date": day(plant.lastDate)])
    let next = plant.nextBecause == .unknown ? words(.nextDry) : day(plant.nextDate)
    nextWatering = words(.notificationViewNextWatering, ["date": next])
    cell = words(.plantCellViewNextWatering, ["date": next])
  }

  /// The plant of a notification; `nil`: it is about none.
  public init?(_ message: NotificationMessage, locale: String, timeZone: TimeZone) {
    guard let plant = message.plant else { return nil }
    self.init(plant, neverWatered: message.note.neverWatered == true, locale: locale, timeZone: timeZone)
  }
}
