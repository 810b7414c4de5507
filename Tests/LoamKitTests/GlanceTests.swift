import LoamKit
import Testing
@testable import FuzzHarness

struct GlanceTests {
  private let example = Example.first("glance-state")

  private func glance(rev: Int) throws -> [UInt8] {
    var glance = try DocumentCodec.decode(GlanceState.self, from: example)
    glance.rev = rev
    glance.ts = glance.ts.advanced(by: Int64(rev))
    return try DocumentCodec.encode(glance)
  }

  @Test func `another fingerprint is new data, the same is none and paints nothing`() throws {
    var refresh = GlanceRefresh()
    #expect(refresh.take(try glance(rev: 1)) == .newData)
    let painted = refresh.shown
    var later = try DocumentCodec.decode(GlanceState.self, from: try glance(rev: 1))
    later.ts = later.ts.advanced(by: 3600)
    #expect(refresh.take(try DocumentCodec.encode(later)) == .noData)
    #expect(refresh.shown == painted)
    #expect(refresh.take(try glance(rev: 2)) == .newData && refresh.shown?.rev == 2)
  }

  @Test func `what cannot be learnt has failed and leaves what is shown`() throws {
    var refresh = GlanceRefresh()
    _ = refresh.take(try glance(rev: 1))
    let painted = refresh.shown
    for payload in [
      nil, [], Array("{}".utf8), Array(example.dropLast(5)), [UInt8](repeating: 32, count: 3000),
    ] {
      #expect(refresh.take(payload) == .failed)
    }
    #expect(refresh.shown == painted)
  }

  @Test func `the results are spelled as on the wire`() {
    #expect(RefreshResult.allCases.map(\.rawValue) == ["new_data", "no_data", "failed"])
  }

  @Test func `left counts down to nothing, and what does not run has none left`() throws {
    let glance = try DocumentCodec.decode(GlanceState.self, from: example)
    let (running, finished) = (glance.runs[0], glance.runs[1])
    #expect(running.left(at: running.started) == 300)
    #expect(running.left(at: running.ends.advanced(by: -1)) == 1)
    #expect(running.left(at: running.ends.advanced(by: 99)) == 0)
    #expect(finished.left(at: finished.started) == nil)
  }

  @Test func `the link of a finished run says which`() throws {
    let run = try DocumentCodec.decode(GlanceState.self, from: example).runs[1]
    let reading = DeepLink.reading(try #require(run.url))
    #expect(reading == .ours(.finished(activity: run.activity, plant: run.plant)))
  }
}

struct DeepLinkTests {
  static let id = "0197f0b1-7777-7888-8999-aaaabbbbcccc"

  @Test(arguments: [
    "loam://finished", "LOAM://Finished", "loam://finished/", "loam://finished?", "loam://finished#x",
    "loam://finished?activity=nonsense&plant=no%20plant", "loam://finished?other=1",
  ])
  func `ours without an id it understands`(_ text: String) {
    #expect(DeepLink.reading(text) == .ours(.finished(activity: nil, plant: nil)))
  }

  @Test(arguments: [
    "loam://", "loam:", "loam:finished", "loam://start", "loam://finished2", "loam:///finished",
    "loam://open?activity=\(id)",
  ])
  func `ours, but unknown`(_ text: String) {
    #expect(DeepLink.reading(text) == .unknown)
    #expect(DeepLink.reading(text).isHandled)
  }

  @Test(arguments: [
    "", "finished", "http://finished", "simpleTimer://finished", "loamy://finished", "//finished",
    "loam//finished", "loam ://finished", "loam://finished?" + String(repeating: "a", count: 600),
  ])
  func `not ours`(_ text: String) {
    #expect(DeepLink.reading(text) == .notOurs)
    #expect(!DeepLink.reading(text).isHandled)
  }

  @Test func `what is made reads back`() throws {
    let activity = try #require(MessageID(Self.id))
    let plant = try #require(SubjectName("Basil_2-b"))
    for link in [
      DeepLink.finished(activity: activity, plant: plant), .finished(activity: nil, plant: plant),
      .finished(activity: activity, plant: nil), .finished(activity: nil, plant: nil),
    ] {
      #expect(DeepLink.reading(link.text) == .ours(link))
    }
    #expect(
      DeepLink.finished(activity: activity, plant: plant).text
        == "loam://finished?activity=\(Self.id)&plant=Basil_2-b")
  }

  @Test func `random texts never trap`() {
    var random = MutationTests.Dice(state: 5)
    let pieces = [
      "loam", ":", "//", "finished", "?", "&", "=", "%", "%zz", "activity", "é", "\u{0}", "[", "@", "#",
    ]
    for _ in 0..<2000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      _ = DeepLink.reading(text)
    }
  }
}
