import GardenTerminal
import LoamKit
import Testing

@Suite struct ViewModelTests {
  @Test func `documents fill the model and an empty payload removes`() throws {
    var model = try Documents.model()
    #expect(model.plantList.map(\.id) == ["basil", "fern", "tomato"])
    #expect(model.plants["basil"]?.history == [42, 40, 39, 37, 36, 34])
    #expect(model.reminder(of: "basil") != nil && model.setpointList.count == 1 && model.refusedCount == 0)
    for (topic, _) in try Documents.texts() where !topic.hasSuffix("status") {
      _ = model.take(topic: topic, payload: [])
    }
    #expect(
      model.plants.isEmpty && model.reminders.isEmpty && model.activities.isEmpty && model.controls.isEmpty)
  }

  @Test func `duplicates and late documents change nothing`() throws {
    var model = try Documents.model()
    let before = model
    for (topic, text) in try Documents.texts().reversed() {
      #expect(model.take(topic: topic, payload: Array(text.utf8)).isEmpty)
    }
    #expect(model == before)
  }

  @Test func `a bridge that lost its store may count from the start`() throws {
    var model = try Documents.model()
    let status =
      #"{"v":1,"online":true,"ts":1795220700,"since":1795220690,"session":"0197f0aa-7a10-7c3e-9b55-0d5b8f1c2a99"}"#
    _ = model.take(topic: "plants/v1/bridge/status", payload: Array(status.utf8))
    let changes = model.take(topic: Documents.plants[0].0, payload: Array(Documents.plants[0].1.utf8))
    #expect(changes.count == 1 && model.plants["basil"]?.state.m == 42)
  }

  @Test func `garbage on any topic is counted and breaks nothing`() throws {
    var model = try Documents.model()
    let before = model.plantList
    var refused = 0
    for (topic, text) in try Documents.texts() {
      let bytes = Array(text.utf8)
      for garbage in [
        Array("{".utf8), Array("null".utf8), [0xFF, 0xFE], Array(bytes.dropLast()), Array("[1]".utf8),
        Array(repeating: UInt8(ascii: "["), count: 5000), Array(#"{"v":2}"#.utf8),
      ] {
        #expect(model.take(topic: topic, payload: garbage).isEmpty)
        refused += 1
      }
    }
    #expect(model.refusedCount == refused && model.plantList == before)
    #expect(model.take(topic: "plants/v1/state/plant/a/b", payload: []).isEmpty)
    #expect(model.take(topic: "", payload: []).isEmpty)
  }

  @Test func `history and rows are bounded`() throws {
    var model = try Documents.model()
    for i in 0..<1000 {
      let text = #"{"v":1,"n":"Basil","s":"ok","m":\#(i % 100),"t":\#(1_795_300_000 + i),"r":\#(100 + i)}"#
      _ = model.take(topic: "plants/v1/state/plant/basil", payload: Array(text.utf8))
      _ = model.take(topic: "plants/v1/state/plant/p\(i)", payload: Array(text.utf8))
    }
    #expect(model.plants["basil"]?.history.count == ViewModel.historyMax)
    #expect(model.plants.count == ViewModel.rowsMax && model.refusedCount > 400)
  }

  @Test func `nothing comes back from the end of an activity`() throws {
    var model = try Documents.model()
    let (topic, text) = Documents.activity
    let ended = text.replacing(#""state":"active""#, with: #""state":"ended""#).replacing(
      #""seq":5"#, with: #""seq":6"#)
    #expect(model.take(topic: topic, payload: Array(ended.utf8)).count == 1)
    let late = text.replacing(#""seq":5"#, with: #""seq":9"#)
    #expect(model.take(topic: topic, payload: Array(late.utf8)).isEmpty)
    #expect(model.activityList.first?.state == .ended)
  }

  @Test func `lines tell each change once`() throws {
    var model = ViewModel(tree: try Documents.require(TopicTree(base: "plants")))
    var reporter = LineReporter(offsetSeconds: 3600)
    var lines: [String] = []
    for (topic, text) in try Documents.texts() + Documents.texts() {
      let changes = model.take(topic: topic, payload: Array(text.utf8))
      lines += reporter.lines(for: changes, now: Documents.now)
    }
    #expect(lines.count == Set(lines).count)
    #expect(
      lines == [
        "Sat 01:25  bridge online",
        "Sat 01:25  Basil: OK, soil 42% (limit 35%)",
        "Sat 01:25  Basil: OK, soil 37% (limit 35%)",
        "Sat 01:25  Basil: Dry, soil 34% (limit 35%)",
        "Sat 01:25  番茄 🍅 im Gewächshaus: OK, soil 47% (limit 45%), watering",
        "Sat 01:25  Farn: Unknown (the probe is silent) (limit 40%)",
        "Sat 01:25  reminder: Basil: Needs watering",
        "Sat 01:25  💧 Watering Tomato: 52%",
        "Sat 01:25  Dry below: 35%",
        "Sat 01:25  Setpoint · Greenhouse heater: 14.0 °C, accepted 17.5 °C",
      ])
  }

  @Test func `the autopilot answers, slides and waters within a minute and never answers a note twice`()
    throws
  {
    let model = try Documents.model()
    var pilot = Autopilot(watered: "basil", start: 0)
    var intents: [Intent] = []
    for now in stride(from: Int64(0), to: 60_000, by: 250) { intents += pilot.intents(model: model, at: now) }
    let answers = intents.filter { if case .answer = $0 { true } else { false } }
    #expect(answers.count == 1)
    #expect(
      intents.contains { if case .move(let id, _, _, _) = $0 { id.text.contains("heater") } else { false } })
    #expect(intents.contains { if case .water = $0 { true } else { false } })
  }
}
