import LoamKit
import Testing

@testable import GardenTerminal

@Suite struct StandInTests {
  @Test func `after ten minutes without a key somebody answers, until a key comes`() throws {
    let model = try Documents.model()
    var standIn = StandIn(watered: "basil", start: 0)
    #expect(standIn.intents(model: model, at: StandIn.patience - 1, hasTyped: false).isEmpty)
    #expect(!standIn.isAnswering)
    var count = 0
    for second in 0..<60 {
      let now = StandIn.patience + Int64(second) * 1000
      count += standIn.intents(model: model, at: now, hasTyped: false).count
    }
    #expect(standIn.isAnswering)
    #expect(count > 0)
    #expect(standIn.intents(model: model, at: StandIn.patience + 61_000, hasTyped: true).isEmpty)
    #expect(!standIn.isAnswering)
    #expect(standIn.intents(model: model, at: StandIn.patience + 62_000, hasTyped: false).isEmpty)
  }

  @Test func `a dry plant is drawn lower than a wet one`() {
    #expect(Sparkline.text([9, 9, 9], columns: 3) == "▁▁▁")
    #expect(Sparkline.text([62, 62, 62], columns: 3) == "▅▅▅")
    #expect(Sparkline.text([-4, 50, 110], columns: 4) == " ▁▅█")
  }
}
