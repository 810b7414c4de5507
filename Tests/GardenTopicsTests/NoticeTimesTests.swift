import Testing

@testable import GardenCore
@testable import GardenTopics

/// Times in sentences, in a garden in Berlin.
struct NoticeTimesTests {
  /// 28 November 2026, 23:58:52.
  static let night = Timestamp(seconds: 1_795_906_732)

  @Test(arguments: [(80, "00:00"), (8 * 3600, "07:58"), (25 * 3600, "30 Nov")])
  func `an end past midnight is a time, and a day only where the same time comes before it`(
    seconds: Int, text: String
  ) throws {
    let renderer = try House.renderer()
    #expect(
      renderer.end(Self.night + .seconds(seconds), renderer.everyone, at: Self.night) == text)
  }
}
