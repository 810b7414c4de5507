internal import GardenCore
import GardenWords

/// `site`: where the garden is and how its people read.
struct SiteSection {
  var plan: SitePlan
  var id: Placed<String>?
  var timeZone: Placed<String>?
  var language: String
  var usesFahrenheit: Bool

  static let languages = Languages.tags.map { (word: $0, value: $0) }
  static let units = [(word: "celsius", value: false), (word: "fahrenheit", value: true)]

  init(_ keys: Section, timeZoneExists: (String) -> Bool) {
    let name = keys.value(
      "name", .text(), default: "Loam", help: "What the garden is called in notifications and on dashboards.")
    id = keys.optional(
      "id", .name(of: "a garden"), example: "north-house",
      help: "Tells gardens at one broker apart: Loam publishes below '<base_topic>/<id>/v1/'.")
    timeZone = keys.optional(
      "time_zone", .text("the name of a time zone", upTo: 64), example: "Europe/Berlin",
      help: "Zone of all days, quiet hours and times of day. Without it: the host's.")
    let language = keys.value(
      "language", .words("a language", Self.languages), default: "en",
      help: "Language of devices that name none themselves.")
    let unit = keys.value(
      "temperature_unit", .words("a unit", Self.units), default: false,
      help: "Unit in which people are shown temperatures; each device may have its own.")
    let skew = keys.value(
      "clock_skew", .duration(.seconds(1)...(.minutes(60))), default: .seconds(120),
      help: "How far a device's clock may be off before what it sends is refused as too old or too new.")
    if let zone = timeZone, !timeZoneExists(zone.value) {
      keys.problems.error(
        at: zone.position, "site.time_zone names no known time zone: \(quoted(zone.value))",
        help:
          "IANA names such as 'Europe/Berlin' or 'America/New_York'; on Debian they need the package tzdata")
    }
    plan = SitePlan(name: name.value, calendar: .utc, clockSkew: skew.value)
    self.language = language.value
    usesFahrenheit = unit.value
  }
}
