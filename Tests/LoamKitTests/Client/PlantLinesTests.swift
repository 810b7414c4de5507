import Foundation
import LoamKit
import Testing

/// The lines that the first app showed, in each language.
struct PlantLinesTests {
  // 31 January 2020, 23:30 UTC: in Berlin it is February already.
  private let plant = PlantDates(
    id: Paper.token("aloe"), name: "Aloe", lastDate: EpochSeconds(clamping: 1_579_937_802),
    nextDate: EpochSeconds(clamping: 1_580_513_400))

  private func lines(_ locale: String, zone: String = "UTC", neverWatered: Bool = false) throws -> PlantLines
  {
    PlantLines(
      plant, neverWatered: neverWatered, locale: locale, timeZone: try #require(TimeZone(identifier: zone)))
  }

  @Test(arguments: [
    ("en-GB", "It is time to water this plant.", "Last watered on 25 January", "Next watering: 31 January"),
    ("en_US", "It is time to water this plant.", "Last watered on January 25", "Next watering: January 31"),
    ("de-DE", "Es ist Zeit zum Gießen.", "Zuletzt gegossen am 25. Januar", "Nächstes Gießen: 31. Januar"),
    ("de-AT", "Es ist Zeit zum Gießen.", "Zuletzt gegossen am 25. Jänner", "Nächstes Gießen: 31. Jänner"),
    ("zh-Hans-CN", "该给这株植物浇水了。", "上次浇水：1月25日", "下次浇水：1月31日"),
    ("zh-Hant", "該幫這株植物澆水了。", "上次澆水：1月25日", "下次澆水：1月31日"),
    ("nl-NL", "It is time to water this plant.", "Last watered on 25 January", "Next watering: 31 January"),
  ])
  func `day and month are written as the reader's language and region write them`(
    _ locale: String, _ subtitle: String, _ last: String, _ next: String
  ) throws {
    let lines = try lines(locale)
    #expect(
      [lines.title, lines.subtitle, lines.lastWatering, lines.nextWatering] == ["Aloe", subtitle, last, next])
    #expect(lines.cell == next)
  }

  @Test func `the day is the reader's`() throws {
    #expect(try lines("en", zone: "Europe/Berlin").nextWatering == "Next watering: 1 February")
  }

  @Test func `a plant that was never watered has no last date`() throws {
    #expect(try lines("en", neverWatered: true).lastWatering == "No watering recorded yet")
  }

  @Test func `a notification has the lines of its plant, and one about none has none`() throws {
    var message = Paper.notification(1)
    let zone = try #require(TimeZone(identifier: "UTC"))
    #expect(PlantLines(message, locale: "en", timeZone: zone)?.title == "Basil")
    message.plant = nil
    #expect(PlantLines(message, locale: "en", timeZone: zone) == nil)
  }
}
