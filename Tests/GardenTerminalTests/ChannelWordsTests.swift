import GardenTerminal
import LoamKit
import Testing

/// "Why was I not told?": each reason, and a service that takes nothing.
@Suite struct ChannelWordsTests {
  /// `loam explain` once printed the names of texts that only the page had.
  @Test func `each reason is a sentence about that person`() {
    for why in Hearing.Why.allCases {
      let words = Hearing(person: "Anna", why: why, at: Documents.now).words { _ in "tomorrow" }
      #expect(words.contains("Anna") && words.contains(" ") && !words.contains("_"), "\(why): \(words)")
    }
    let held = Hearing(person: "Anna", why: .budget, at: Documents.now).words { _ in "tomorrow" }
    #expect(held == "Anna: no notifications left, told tomorrow")
  }

  @Test func `a channel that does not deliver is named, with what waits, and one that does is not`() throws {
    func device(_ id: String) throws -> DeviceName { try Documents.require(DeviceName(id)) }
    let state = ChannelsState(
      ts: Documents.now,
      [
        .init(id: try device("anna-telegram"), kind: .telegram, bound: true, waiting: 12, failing: true),
        .init(id: try device("ben-ntfy"), kind: .ntfy, bound: true, waiting: 3),
        .init(id: try device("wei-telegram"), kind: .telegram, bound: false),
      ])
    let names = [try device("anna-telegram"): "Anna's chat"]
    #expect(
      state.undelivered { names[$0] } == [
        "Anna's chat (telegram): sending fails, it is tried again, 12 waiting to be sent",
        "wei-telegram (telegram): not connected yet",
      ])
  }
}
