import GardenTerminal
import LoamKit
import Testing

@Suite struct KeyTests {
  @Test func `bytes become keys, also when they come in pieces`() {
    var reader = KeyReader()
    #expect(reader.keys(Array("dj".utf8)) == [.character("d"), .character("j")])
    #expect(reader.keys([0x1B]) == [])
    #expect(reader.keys([0x5B, 0x41, 0x1B, 0x4F, 0x42]) == [.up, .down])
    #expect(reader.keys(Array("−".utf8)) == [.character("−")])
    #expect(reader.keys([0xE4, 0xB8]) == [])
    #expect(reader.keys([0xAD]) == [.character("中")])
    #expect(reader.keys([0x1B]) == [] && reader.pause() == [.escape])
    #expect(reader.keys([0x03]) == [.character("q")])
  }

  @Test func `garbage from the terminal is dropped and bounded`() {
    var reader = KeyReader()
    for seed in 0..<2000 { _ = reader.keys([UInt8(truncatingIfNeeded: seed &* 197)]) }
    _ = reader.pause()
    #expect(reader.keys([UInt8(ascii: "q")]) == [.character("q")])
    #expect(reader.keys(Array("\u{1B}[200~".utf8)) == [])
  }

  /// What the key sends, at once or after the time in which it can be taken back.
  private func answered(_ key: Character, _ keys: inout KeyMachine, _ model: ViewModel) -> Intent? {
    keys.press(.character(key), model: model, at: 0).first
      ?? keys.tick(model: model, at: KeyMachine.graceMilliseconds).first
  }

  @Test func `an answer can be taken back for five seconds, and is not lost by another or by the end`() throws
  {
    let model = try Documents.model()
    var keys = KeyMachine()
    #expect(keys.press(.character("d"), model: model, at: 0).isEmpty)
    #expect(keys.message.hasSuffix(": done; u takes it back"))
    #expect(keys.tick(model: model, at: 4999).isEmpty)
    _ = keys.press(.character("u"), model: model, at: 4999)
    #expect(keys.message == "taken back" && keys.tick(model: model, at: 9000).isEmpty)
    #expect(keys.press(.character("d"), model: model, at: 10_000).isEmpty)
    // Another answer sends the first one.
    #expect(keys.press(.character("l"), model: model, at: 10_500).count == 1)
    #expect(keys.tick(model: model, at: 15_499).isEmpty)
    #expect(keys.tick(model: model, at: 15_500).count == 1)
    #expect(keys.message.hasSuffix(": later"))
    #expect(keys.press(.character("t"), model: model, at: 20_000).isEmpty)
    #expect(keys.press(.character("q"), model: model, at: 20_001).count == 2)
  }

  @Test func `answers go to the selected plant with its reminder`() throws {
    let model = try Documents.model()
    var keys = KeyMachine()
    let basil = SubjectName("basil")
    guard
      case .answer(let action, let plant, let reminder)? = answered("l", &keys, model)
    else {
      Issue.record("no intent")
      return
    }
    #expect(action == .waterLater && plant == basil && reminder?.key.text == "water-basil")
    _ = keys.press(.down, model: model, at: 0)
    #expect(keys.press(.character("l"), model: model, at: 0).isEmpty)
    #expect(keys.message.contains("no open reminder"))
    #expect(answered("d", &keys, model) != nil)
    _ = keys.press(.tab, model: model, at: 0)
    #expect(keys.selected == .plant("basil"))
  }

  @Test func `a slider is sent once, after a pause, on its grid and within its ends`() throws {
    let model = try Documents.model()
    var keys = KeyMachine()
    for i in 0..<5 { #expect(keys.press(.right, model: model, at: Int64(i) * 100).isEmpty) }
    #expect(keys.tick(model: model, at: 900).isEmpty)
    let sent = keys.tick(model: model, at: 1001)
    #expect(
      sent == [.move(try Documents.require(ControlName("basil-dry-below")), value: 40, unit: "%", base: 7)]
    )
    #expect(keys.tick(model: model, at: 5000).isEmpty)
    for _ in 0..<200 { _ = keys.press(.character("+"), model: model, at: 6000) }
    guard case .move(_, let value, _, _)? = keys.tick(model: model, at: 7000).first else {
      Issue.record("not sent")
      return
    }
    #expect(value == 80)
  }

  @Test func `a slider that came back to where it was is not sent`() throws {
    let model = try Documents.model()
    var keys = KeyMachine()
    _ = keys.press(.right, model: model, at: 0)
    _ = keys.press(.left, model: model, at: 10)
    #expect(keys.tick(model: model, at: 2000).isEmpty)
  }

  @Test func `the setpoint row moves the setpoint by its own step`() throws {
    let model = try Documents.model()
    var keys = KeyMachine()
    for _ in 0..<9 { _ = keys.press(.character("j"), model: model, at: 0) }
    #expect(keys.selected == .setpoint("greenhouse-heater-setpoint"))
    _ = keys.press(.character("-"), model: model, at: 0)
    guard case .move(let control, let value, let unit, _)? = keys.tick(model: model, at: 700).first else {
      Issue.record("not sent")
      return
    }
    #expect(control.text == "greenhouse-heater-setpoint" && value == 13.5 && unit == "°C")
    #expect(keys.press(.character("w"), model: model, at: 0).isEmpty)
    #expect(keys.press(.character("q"), model: model, at: 0) == [.quit])
  }

  @Test func `a selection survives its plant being removed`() throws {
    var model = try Documents.model()
    var keys = KeyMachine()
    _ = keys.press(.down, model: model, at: 0)
    #expect(keys.selected == .plant("fern"))
    _ = model.take(topic: "plants/v1/state/plant/fern", payload: [])
    _ = keys.tick(model: model, at: 1)
    #expect(keys.selected == .plant("basil"))
    let empty = ViewModel(tree: model.tree)
    #expect(keys.press(.down, model: empty, at: 0).isEmpty && keys.selected == nil)
  }

  @Test func `intents become documents that the bridge's decoder reads`() throws {
    let model = try Documents.model()
    let id = try Documents.require(MessageID("0197f0ae-4444-7555-8666-777788889999"))
    var keys = KeyMachine()
    for key: Character in ["d", "l", "t", "w", "x"] {
      let intent = try Documents.require(answered(key, &keys, model))
      guard case .action(let sent) = intent.message(id: id, at: Documents.now) else {
        return #expect(Bool(false), "\(key)")
      }
      let action = try DocumentCodec.decode(ActionMessage.self, from: DocumentCodec.encode(sent))
      #expect(action.plant?.text == "basil" && action.at == Documents.now)
      #expect((action.note != nil) == ["d", "l", "t"].contains(key))
    }
    _ = keys.press(.right, model: model, at: 0)
    let move = try Documents.require(keys.tick(model: model, at: 1000).first)
    guard case .set(let set) = move.message(id: id, at: Documents.now) else { return #expect(Bool(false)) }
    #expect(try DocumentCodec.decode(SetMessage.self, from: DocumentCodec.encode(set)).value == 36)
  }
}
