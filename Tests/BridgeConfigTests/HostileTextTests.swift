import BridgeConfig
import Foundation
import GardenCore
import Testing

/// Whatever stands in the file: an answer, soon.
@Suite struct HostileTextTests {
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private static let splinters = [
    "[", "]", "{", "}", ":", "- ", "? ", "&a ", "*a", "<<: *a\n", "\"", "'", "|\n", ">\n", "#", "\t", "\n",
    "\r\n",
    "%", "@", "!!str ", "~", "null", "1e999", "-0", "０", "\u{FEFF}", "\u{2028}", "\u{E000}", "é", "罗", "👩‍🌾",
    "\u{0}",
    "---\n", "...\n", "plants:\n", "  basil:\n", "dry_below: 30%\n", "${X}",
    "99999999999999999999", "1h30min", "1h 2", "h1", "1.2.3s", "30,5%", "5°F", "-", "+", ".", "22:00",
    "a[0].b", "a[", "[0]",
    "a[\"b.c\"]", "${", "}", "+/#", "#", "1GB", "µS/cm", " ", "k", "\u{301}",
  ]

  @Test(arguments: 0..<8) func `a mutated file gives settings or problems, within bounds`(seed: UInt64) throws
  {
    var dice = Dice(state: seed)
    let originals = try ["config/valves.yaml", "config/demo.yaml"].map(Repository.text)
    let clock = ContinuousClock()
    for round in 0..<60 {
      var scalars = Array(originals[round % 2].unicodeScalars)
      for _ in 0..<Int.random(in: 1...6, using: &dice) {
        let place = Int.random(in: 0..<scalars.count, using: &dice)
        let length = min(Int.random(in: 0...12, using: &dice), scalars.count - place)
        let splinter = Self.splinters.randomElement(using: &dice) ?? ""
        scalars.replaceSubrange(place..<(place + length), with: Array(splinter.unicodeScalars))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let took = clock.measure {
        switch read(text) {
        case .success(let settings):
          let isEmpty = settings.plan.plants.isEmpty && settings.plan.places.isEmpty
          #expect(!isEmpty || !settings.warnings.isEmpty)
        case .failure(let problems): #expect(problems.errorCount > 0 && !problems.description.isEmpty)
        }
      }
      #expect(took < .seconds(2))
    }
  }

  @Test func `every truncation of a file gives an answer`() throws {
    let text = try Repository.text("config/demo.yaml")
    for length in stride(from: 0, to: text.count, by: 23) {
      if case .failure(let problems) = read(String(text.prefix(length))) { #expect(problems.errorCount > 0) }
    }
  }

  @Test func `an alias bomb is refused in bounded time`() {
    var text = "x-0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9]\n"
    for i in 1...40 {
      text += "x-\(i): &a\(i) [" + Array(repeating: "*a\(i - 1)", count: 9).joined(separator: ", ") + "]\n"
    }
    let took = ContinuousClock().measure { #expect(report(read(text)).contains("unfolds to more than")) }
    #expect(took < .seconds(5))
  }

  private static let deepTexts = [
    LargeText(testDescription: "lists in lists", text: String(repeating: "[", count: 500_000)),
    LargeText(testDescription: "maps in maps", text: String(repeating: "{a: ", count: 200_000)),
    LargeText(testDescription: "dashes", text: String(repeating: "- ", count: 400_000) + "a"),
    LargeText(testDescription: "question marks", text: String(repeating: "? ", count: 400_000) + "a"),
    LargeText(
      testDescription: "ever deeper indents",
      text: (0..<1000).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")),
  ]

  @Test(arguments: deepTexts) func `deep nesting is refused before it costs the stack`(one: LargeText) {
    #expect(report(read(one.text + "\n")).contains("error: "))
  }

  @Test func `a file over 16 megabytes is refused`() {
    let text = "plants: {}\n" + String(repeating: "#\n", count: 8_400_000)
    #expect(report(read(text)).contains("the largest that is read has 16777216"))
  }

  @Test func `hundreds of mistakes are answered with a bounded list`() throws {
    let text = "plants:\n" + (0..<400).map { "  p\($0): {dry_blow: 30%, sensors: nobody}\n" }.joined()
    guard case .failure(let problems) = read(text) else {
      Issue.record("it was accepted")
      return
    }
    #expect(problems.diagnostics.count == 200)
    #expect(problems.description.hasSuffix("more"))
  }

  /// A large text and what it is made of.
  struct LargeText: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var text: String
  }

  /// A text that grows with a number of pieces.
  struct GrowingText: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var pieces: Int
    var text: @Sendable (_ pieces: Int) -> String
  }

  private static let growingTexts = [
    GrowingText(testDescription: "10 000 plants with a mistake each", pieces: 10_000) {
      "plants:\n" + (0..<$0).map { "  p\($0): {dry_blow: 30%, sensors: nobody}\n" }.joined()
    },
    GrowingText(testDescription: "25 000 unknown keys", pieces: 25_000) {
      "broker:\n" + (0..<$0).map { "  key\($0): value\n" }.joined()
    },
    GrowingText(testDescription: "one key 25 000 times", pieces: 25_000) {
      "broker:\n" + (0..<$0).map { _ in "  host: value\n" }.joined()
    },
    GrowingText(testDescription: "7500 sensors with wildcards", pieces: 7500) {
      "sensors:\n"
        + (0..<$0).map { "  s\($0): {family: json, topic: a/+/\($0), fields: {moisture: m}}\n" }.joined()
    },
    GrowingText(testDescription: "sensors with wildcards, all told apart", pieces: 2500) {
      "sensors:\n"
        + (0..<$0).map { "  s\($0): {family: json, topic: a/+/\($0), fields: {moisture: m}}\n" }.joined()
        + "plants: {basil: {sensors: s0}}\n"
    },
    GrowingText(testDescription: "a list of 100 000 names", pieces: 100_000) {
      "plants: {basil: {sensors: [" + String(repeating: "s, ", count: $0) + "]}}\n"
    },
    GrowingText(testDescription: "a name of 900 000 letters", pieces: 900_000) {
      "site: {name: \"" + String(repeating: "x", count: $0) + "\"}\n"
    },
  ]

  /// Quadratic work would cost sixteen times as much for four times the text. CPU time of this thread: what else runs does not count;
  /// under a second a ratio says nothing.
  @Test(arguments: growingTexts) func `a large text of anything costs no more than its length`(
    one: GrowingText
  ) {
    func cost(_ pieces: Int) -> Double {
      let text = one.text(pieces)
      let before = threadNanoseconds()
      #expect(!report(read(text)).isEmpty)
      return Double(threadNanoseconds() - before) / 1e9
    }
    let whole = cost(one.pieces)
    if whole > 1 { #expect(whole / cost(one.pieces / 4) < 8, "\(whole) s") }
  }

  private func threadNanoseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  @Test func `bytes that are not UTF-8 are named by line and column`() {
    let result = ConfigFile.read(
      bytes: Array("site:\n  name: G".utf8) + [0xFC] + Array("rten\n".utf8), fileName: "loam.yaml",
      environment: [:],
      readSecret: { _ in .failure(FileUnreadable("none")) })
    #expect(report(result).hasPrefix("loam.yaml:2:10: error: not UTF-8 text"))
  }

  @Test func `line ends of Windows and a byte order mark change nothing`() throws {
    let text = try Repository.text("config/demo.yaml")
    let windows = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
    #expect(try read(windows).get() == read(text).get())
    // Before a key it is what Notepad writes.
    let bare = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    #expect(try read("\u{FEFF}" + bare).get() == read(bare).get())
    // And before a password.
    let broker = bare.replacing("broker:", with: "broker:\n  username: loam\n  password_file: /secret")
    let secret = ConfigFile.read(
      text: broker, fileName: "loam.yaml", environment: [:],
      readSecret: { _ in .success("\u{FEFF}right\r\n") })
    #expect(try secret.get().broker.password?.revealed == "right")
  }

  @Test func `text of sixteen bits is named so, with a mark and without`() throws {
    let text = "plants: {basil: {}}\n"
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [[0xFF, 0xFE] + little, [0xFE, 0xFF] + big, little, big] {
      let result = ConfigFile.read(
        bytes: bytes, fileName: "loam.yaml", environment: [:],
        readSecret: { _ in .failure(FileUnreadable("none")) })
      #expect(report(result).hasPrefix("loam.yaml:1:1: error: the file is UTF-16 text"), "\(report(result))")
    }
  }
}
