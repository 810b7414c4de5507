import DeviceFamilies
import Foundation
import Testing
@testable import FuzzHarness

/// Where the messages of the fixtures come from, told by the words of their `source`.
private enum FixtureOrigin: String, CaseIterable {
  /// Heard from a device or gateway that somebody owns.
  case recorded
  /// What the maker's own code published in a lab.
  case published
  /// As the maker's documentation, code or a user's report has it, word for word.
  case documented
  /// In the maker's form, put together by us.
  case assembled

  /// Of the first line with a word in the source.
  private static let words: [(Self, [String])] = [
    (
      .assembled,
      ["assembled", "hand-encoded", "nobody has met", "whatever publishes", "passes on what it was told"]
    ),
    (.published, ["published by"]),
    (.recorded, ["a run of", "captured", "upload of a real"]),
    (
      .documented,
      [
        "ocumentation", "reference", "README", "DATA_FORMAT", "firmware", "source", "issue", "convention",
        "zigbee2mqtt, `",
      ]
    ),
  ]

  init?(source: String) {
    guard let line = Self.words.first(where: { $0.1.contains(where: source.contains) }) else { return nil }
    self = line.0
  }

  var title: String {
    switch self {
    case .recorded: "recorded from a device"
    case .published: "published by the maker's code"
    case .documented: "from the maker's documents, or a user's report"
    case .assembled: "put together by us"
    }
  }
}

@Suite struct FixtureOriginTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures/README.md")

  /// Families that their makers' own code plays in a test, and that test.
  private static let played = [
    "esphome": "ESPHome's firmware on its platform `host`: Tests/Producers",
    "theengs": "two Theengs Gateways with a fed scanner: ProducerTests",
    "rtl_433": "Debian's rtl_433 with signals that the tests make: RadioTests",
    "ecowitt2mqtt": "ecowitt2mqtt, with uploads of real gateways: ProducerTests",
    "chirpstack": "ChirpStack's protobuf, uplinks and downlinks: ProducerTests",
    "homie": "homie-spec (4) and the eBus SDK (5): ProducerTests",
    "home_assistant": "a real Home Assistant's statestream: Tests/HomeAssistant",
    "sparkplug": "pysparkplug: ProducerTests",
    "plain": "MQTT IO, with its analog pins and 1-wire probes: ProducerTests",
    "template": "MQTT IO, a relay as a valve: ProducerTests",
  ]

  /// Families whose fixtures somebody else's reader reads in a test.
  private static let read = [
    "shelly": "aioshelly and Home Assistant read the same of it: Tests/Producers",
    "tasmota": "hatasmota reads the same of it: Tests/Producers",
    "the_things_stack": "ttn-client reads the same of it: Tests/Producers",
  ]

  @Test(arguments: FixtureCase.all)
  func `each fixture says whether it was recorded, published, documented or put together`(
    _ one: FixtureCase
  ) {
    #expect(
      FixtureOrigin(source: one.fixture.source) != nil, "\(one.name): source \"\(one.fixture.source)\"")
  }

  @Test func `the table of origins is current (UPDATE_EXPECTED=1 writes it anew)`() throws {
    #expect(Self.played.count >= 9)
    let cases = Dictionary(grouping: FixtureCase.all, by: \.family.name)
    let names = FixtureOrigin.allCases.map(\.title).joined(separator: " | ")
    var text = """
      # Where the fixtures come from

      Written by FixtureOriginTests from the `source` of each file. The last column says whose code plays the family in a test, in front of a
      real broker and the bridge, or reads the same messages; without one, its maker's code is neither in Debian nor on PyPI.

      | family | \(names) | played or read by |
      |---|\(String(repeating: "--:|", count: FixtureOrigin.allCases.count))---|

      """
    for family in Families.all {
      let own = (cases[family.name] ?? []).compactMap { FixtureOrigin(source: $0.fixture.source) }
      let counts = FixtureOrigin.allCases.map { origin in
        let count = own.count { $0 == origin }
        return count == 0 ? "–" : "\(count)"
      }
      let whose = Self.played[family.name] ?? Self.read[family.name] ?? "–"
      text += "| `\(family.name)` | \(counts.joined(separator: " | ")) | \(whose) |\n"
    }
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try text.write(to: Self.page, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
  }
}
