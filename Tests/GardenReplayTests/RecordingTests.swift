import GardenCore
import GardenReplay
import Testing

/// What a file of `loam record` may hold, and what it must not do to whoever reads it.
@Suite("The lines of a recording") struct RecordingTests {
  static let lines: [Recording.Line] = [
    .init(
      at: 0,
      what: .message(
        topic: "zigbee2mqtt/Topf \"ü\"", payload: Array(#"{"soil_moisture":41}"#.utf8), isRetained: true)),
    .init(at: 17, what: .message(topic: "a", payload: [], isRetained: false)),
    .init(
      at: 18, what: .message(topic: "spBv1.0/g/DDATA/e/d", payload: [0xFF, 0, 0x0A, 0xC3], isRetained: false)),
    .init(
      at: 19, what: .message(topic: "a\nb", payload: Array("\u{0}\n\u{2028}e\u{301}".utf8), isRetained: false)
    ),
    .init(at: 20, what: .link(isUp: false)), .init(at: 21, what: .link(isUp: true)),
    .init(at: 86_400_000, what: .end(leftOut: 3)),
  ]

  @Test func `a line is read as it was written, byte for byte, and ends where it ends`() throws {
    for line in Self.lines {
      let written = line.written
      #expect(written.last == UInt8(ascii: "\n") && written.dropLast().allSatisfy { $0 >= 0x20 })
      #expect(try Recording.Line(reading: written.dropLast()) == line)
    }
    let head = Recording.Head(began: 1_780_000_000_000, config: "site:\n  name: x\n", zone: "Europe/Berlin")
    #expect(try Recording.Head(reading: head.written.dropLast()) == head)
  }

  @Test func `of a torn line nothing is read`() {
    for line in Self.lines {
      let whole = line.written.dropLast()
      for length in 0..<whole.count {
        #expect(throws: Recording.Fault.noObject) { try Recording.Line(reading: whole.prefix(length)) }
      }
    }
  }

  @Test func `each fault has its reason`() {
    for (text, fault) in [
      ("", Recording.Fault.noObject), ("[]", .noObject), (#"{"topic":"a","payload":"b"}"#, .noObject),
      (#"{"at":1.5,"topic":"a","payload":"b"}"#, .noObject),
      (#"{"at":-1,"topic":"a","payload":"b"}"#, .noTime),
      (#"{"at":9223372036854775807,"topic":"a","payload":"b"}"#, .noTime), (#"{"at":1}"#, .nothing),
      (#"{"at":1,"topic":"a"}"#, .nothing), (#"{"at":1,"link":"sideways"}"#, .nothing),
      (#"{"at":1,"topic":"a","base64":"%"}"#, .noObject),
    ] {
      #expect(throws: fault, "\(text)") { try Recording.Line(reading: text.utf8) }
    }
    #expect(throws: Recording.Fault.newer) {
      try Recording.Head(
        reading: #"{"began":1,"config":"","format":"loam-recording","version":2,"zone":"UTC"}"#.utf8)
    }
    for text in [
      "", "{}", "SQLite format 3",
      #"{"began":-1,"config":"","format":"loam-recording","version":1,"zone":""}"#,
    ] {
      #expect(throws: Recording.Fault.noRecording) { try Recording.Head(reading: text.utf8) }
    }
  }

  /// Bytes at random, and good lines with bytes of them changed: what is read at all is written and read again as the same.
  @Test(arguments: 0..<20 as Range<UInt64>) func `no bytes trap, and what is read is a line`(seed: UInt64)
    throws
  {
    var dice = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var bytes = Self.lines[Int(dice.next() % UInt64(Self.lines.count))].written
      if dice.next() % 4 == 0 {
        bytes = (0..<Int(dice.next() % 200)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      }
      for _ in 0..<Int(dice.next() % 4) where !bytes.isEmpty {
        bytes[Int(dice.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: dice.next())
      }
      _ = try? Recording.Head(reading: bytes)
      guard let line = try? Recording.Line(reading: bytes) else { continue }
      #expect(try Recording.Line(reading: line.written) == line)
    }
  }
}

/// A recording has what a history has not.
@Suite("A night with valves of its own") struct RecordedNightTests {
  private static let start = Timestamp(seconds: 1_780_000_000)
  private static var plan: GardenPlan {
    var basil = PlantPlan(id: "basil", name: "Basil", shares: [SensorShare(sensor: SensorIndex(0))])
    basil.moisture = BandPlan(below: 30, above: nil, deadband: 5, dwell: .zero)
    basil.watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .minutes(5), durationMax: .minutes(10), isAutomatic: true)
    return GardenPlan(
      sensors: [SensorPlan(id: "probe")], plants: [basil],
      actuators: [ActuatorPlan(id: "valve", name: "Valve", kind: .valve(hasDeviceTimer: true))],
      people: [
        PersonPlan(
          id: "anna", name: "Anna", devices: [DevicePlan(id: "anna-phone", name: "Phone", role: .operator)])
      ])
  }

  /// Dry from the tenth minute on.
  private static func live(speaking: Set<ActuatorIndex>?, _ reports: [(minute: Int, isOpen: Bool)])
    -> ReplayAccount
  {
    var replay = Replay(plan: plan, from: start, speaking: speaking)
    for minute in 0..<60 {
      replay.take(
        .reading(Reading(sensor: SensorIndex(0), quantity: .moisture, value: minute < 10 ? 31 : 29)),
        at: start + .minutes(minute))
      for report in reports where report.minute == minute {
        let report = ValveReport(isOpen: report.isOpen)
        replay.take(.valve(ActuatorIndex(0), report), at: start + .minutes(minute) + .seconds(5))
      }
    }
    replay.finish(at: start + .minutes(60))
    return replay.account
  }

  @Test func `a valve that speaks is believed, and one that does not open is told of`() {
    let simulated = Self.live(speaking: nil, [])
    #expect(
      simulated.plants[0].runs.count == 1 && simulated.plants[0].told.allSatisfy { $0.key != "valve-valve" })
    let obeyed = Self.live(speaking: [ActuatorIndex(0)], [(0, false), (10, true), (15, false)])
    #expect(obeyed.plants[0].runs.count == 1 && obeyed.plants[0].timeOpen > .minutes(4))
    let deaf = Self.live(speaking: [ActuatorIndex(0)], [(0, false)])
    #expect(deaf.plants[0].told.contains { $0.key == "valve-valve" })
  }

  @Test func `an answer is about what this garden sent under that name, whatever its id was`() {
    var plan = Self.plan
    plan.plants[0].watering = nil
    var replay = Replay(plan: plan, from: Self.start, speaking: [])
    for minute in 0..<30 {
      replay.take(
        .reading(Reading(sensor: SensorIndex(0), quantity: .moisture, value: 25)),
        at: Self.start + .minutes(minute))
    }
    func answer(_ low: UInt64, _ name: ReminderName?, _ minute: Int) {
      let at = Self.start + .minutes(minute)
      let head = CommandHead(id: UniqueID(high: 1, low: low), device: "anna-phone", at: at)
      let note = UniqueID(high: 9, low: 9)
      replay.take(.answer(head, plant: "basil", note: note, .done), about: name, at: at)
    }
    answer(1, ReminderName(key: "water-basil", revision: 1), 31)
    answer(2, ReminderName(key: "water-basil", revision: 7), 32)
    replay.finish(at: Self.start + .minutes(40))
    #expect(replay.account.answers.map(\.code) == [.accepted, .alreadyDone])
    #expect(replay.account.plants[0].told.first?.end?.by == "anna-phone")
  }
}
