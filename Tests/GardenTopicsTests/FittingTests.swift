@testable import GardenCore
import LoamKit
import MQTTTypes
import Testing

@testable import GardenTopics
import GardenWords

struct FittingTests {
  @Test func `of too many interlocks the last are left out, what people hold is not`() throws {
    let now = House.now.wall
    let interlocks = (0..<500).map {
      InterlockSnapshot(
        id: "interlock-\($0)", name: String(repeating: "雨", count: 64), status: .unknown(.silent), since: now)
    }
    let holds = (0..<20).map {
      HoldMemory(valve: "valve-\($0)", kind: .maintenance, by: "anna-phone", since: now)
    }
    let snapshot = HoldSnapshot(holds: holds, locked: [], interlocks: interlocks)
    let bytes = try #require(try House.renderer().outgoing(.publish(.hold(snapshot))).first).publication
      .payload
    let document = try DocumentCodec.decode(HoldState.self, from: bytes)
    #expect(document.holds.count == 20 && (1..<500).contains(document.interlocks.count))
    #expect(document.interlocks.first?.id.text == "interlock-0")
  }

  @Test(arguments: PlantKind.allCases)
  func `each kind of plant has its word in the contract`(kind: PlantKind) throws {
    var snapshot = House.plant(moisture: Evaluation(status: .fine, since: House.now.wall))
    snapshot.kind = kind
    let sent = try House.renderer().outgoing(.publish(.plant(snapshot)))
    let bytes = try #require(sent.first { $0.publication.topic.contains("/detail/") }).publication.payload
    #expect(try DocumentCodec.decode(PlantDetail.self, from: bytes).picture?.rawValue == kind.rawValue)
  }

  private func message(body: String, subtitle: String? = "Needs watering") throws -> NotificationMessage {
    var message = try House.renderer().notification(
      House.notice(.water(House.thirst(moisture: 18))), to: "anna-phone")
    message.aps.alert.body = body
    message.aps.alert.subtitle = subtitle
    return message
  }

  @Test func `4095 and 4096 bytes go as they are, 4097 are shortened`() throws {
    let bare = try DocumentCodec.encode(message(body: "x")).count
    for (size, isWhole) in [(4095, true), (4096, true), (4097, false)] {
      let body = String(repeating: "word ", count: 1000).prefix(size - bare) + "x"
      let text = String(body)
      let bytes = try DocumentCodec.encode(try message(body: text), upTo: 4096, shorten: Shortening.shorten)
      let read = try DocumentCodec.decode(NotificationMessage.self, from: bytes)
      #expect((read.aps.alert.body == text) == isWhole)
      #expect(bytes.count <= 4096 && bytes.count > 4070)
      if !isWhole { #expect(read.aps.alert.body?.hasSuffix("word…") == true) }
    }
  }

  @Test func `the body gives way before the subtitle, the title never`() throws {
    let long = try message(
      body: String(repeating: "body ", count: 40), subtitle: String(repeating: "sub ", count: 40))
    let bare = try DocumentCodec.encode(message(body: "x", subtitle: nil)).count
    let bytes = try DocumentCodec.encode(long, upTo: bare + 100, shorten: Shortening.shorten)
    let alert = try DocumentCodec.decode(NotificationMessage.self, from: bytes).aps.alert
    #expect(alert.title == "Aloe" && alert.body == nil && alert.subtitle?.hasSuffix("sub…") == true)
  }

  @Test(arguments: [
    ("one two three", 12, "one two…"), ("one two three", 10, "one two…"), ("one, two", 8, "one, two"),
    ("one, twoo", 8, "one…"), ("abcdefghij", 6, "abc…"), ("土壤湿度", 9, "土壤…"), ("ab", 1, ""),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 30, "👨‍👩‍👧‍👦…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 20, ""),
  ])
  func `text is cut between words or characters`(_ text: String, _ bytes: Int, _ cut: String) {
    let result = Shortening.cut(text, toBytes: bytes)
    #expect(result == cut)
    #expect(result.utf8.count <= bytes)
  }

  @Test func `a digest names as many plants as fit and says how many do not`() throws {
    let plants = (0..<60).map { House.thirst("Plant number \($0)") }
    let message = try House.renderer().notification(
      House.notice(.digest(plants), key: "water-digest"), to: "anna-phone")
    let named = try #require(message.plants)
    #expect(named.count + (message.note.more ?? 0) == 60)
    #expect(named.count > 10 && named.first == message.plant)
  }

  @Test func `what no shortening fits into a device's packet is not sent`() throws {
    var renderer = try House.renderer()
    renderer.introduce("anna-phone", DeviceProfile(packetBytesMax: 300))
    var outgoing: [Outgoing] = []
    let failures = renderer.publications(
      for: .notify(House.notice(.water(House.thirst(moisture: 1)))), at: House.now, into: &outgoing)
    #expect(failures.map(\.error.code) == [.tooLarge])
    #expect(outgoing.count == House.ids.count - 1)
  }

  @Test(arguments: ["Aloe", "龟背竹和它的邻居们在窗台上晒太阳喝水长大成人了", String(repeating: "👨‍👩‍👧‍👦", count: 9)])
  func `a plant's state fits 200 bytes whatever its name`(_ name: String) throws {
    let snapshot = House.plant(name, moisture: House.dry, revision: 2_000_000_000)
    let first = try #require(try House.renderer().outgoing(.publish(.plant(snapshot))).first)
    #expect(first.publication.payload.count <= 200)
    let state = try DocumentCodec.decode(PlantState.self, from: first.publication.payload)
    #expect(state.s == .dry && state.m == 18.5 && !state.n.isEmpty)
  }

  @Test func `values that cannot be are left out`() throws {
    for value in [-1, 100.5, .nan, .infinity] {
      var evaluation = House.dry
      evaluation.value = value
      let first = try #require(
        try House.renderer().outgoing(.publish(.plant(House.plant(moisture: evaluation)))).first)
      #expect(try DocumentCodec.decode(PlantState.self, from: first.publication.payload).m == nil)
    }
  }

  @Test(arguments: [
    (0.0, 1, "0"), (-0.04, 1, "0"), (-0.05, 1, "−0.1"), (21.34, 1, "21.3"), (21.99, 1, "22"),
    (7.05, 2, "7.05"),
    (1e12, 1, "–"), (.nan, 1, "–"), (-.infinity, 0, "–"),
  ])
  func `numbers are written as people read them`(_ value: Double, _ digits: Int, _ text: String) {
    #expect(Languages.english.number(value, digits: digits) == text)
  }

  @Test(arguments: [
    ("en-GB", "en"), ("EN", "en"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh_Hans_HK", "zh-Hans"),
    ("zh-TW", "zh-Hant"), ("zh-Hant", "zh-Hant"), ("zh-Hant-CN", "zh-Hant"), ("zh-MO", "zh-Hant"),
    ("de-DE", "de"), ("de_AT", "de"), ("tlh-AQ", nil), ("", nil), ("english", nil),
  ])
  func `a locale finds its language`(_ locale: String, _ tag: String?) {
    #expect(Languages.of(locale)?.tag == tag)
  }
}
