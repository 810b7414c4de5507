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
    let originals = [ConfigExample.text(writesDefaults: true), try Repository.text("config/demo.yaml")]
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
        case .success(let settings): #expect(!settings.plan.plants.isEmpty || !settings.plan.places.isEmpty)
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

  @Test func `a file over one megabyte is refused`() {
    let text = "plants: {}\n" + String(repeating: "#\n", count: 600_000)
    #expect(report(read(text)).contains("the largest that is read has 1048576"))
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

  private static let largeTexts = [
    LargeText(
      testDescription: "20 000 plants with a mistake each",
      text: "plants:\n" + (0..<20_000).map { "  p\($0): {dry_blow: 30%, sensors: nobody}\n" }.joined()),
    LargeText(
      testDescription: "50 000 unknown keys",
      text: "broker:\n" + (0..<50_000).map { "  key\($0): value\n" }.joined()),
    LargeText(
      testDescription: "one key 50 000 times",
      text: "broker:\n" + (0..<50_000).map { _ in "  host: value\n" }.joined()),
    LargeText(
      testDescription: "15 000 sensors with wildcards",
      text: "sensors:\n"
        + (0..<15_000).map { "  s\($0): {family: json, topic: a/+/\($0), fields: {moisture: m}}\n" }.joined()),
    LargeText(
      testDescription: "as many sensors with wildcards as may be",
      text: "sensors:\n"
        + (0..<499).map { "  s\($0): {family: json, topic: a/+/\($0), fields: {moisture: m}}\n" }.joined()
        + "plants: {basil: {sensors: s0}}\n"),
    LargeText(
      testDescription: "a list of 100 000 names",
      text: "plants: {basil: {sensors: [" + String(repeating: "s, ", count: 100_000) + "]}}\n"),
    LargeText(
      testDescription: "a name of 900 000 letters",
      text: "site: {name: \"" + String(repeating: "x", count: 900_000) + "\"}\n"),
  ]

  /// Quadratic work on any of these would take minutes. CPU time of this thread: what else runs does not count.
  @Test(arguments: largeTexts) func `a megabyte of anything costs less than half a minute of work`(
    one: LargeText
  ) {
    let before = threadNanoseconds()
    #expect(!report(read(one.text)).isEmpty)
    #expect(threadNanoseconds() - before < 30_000_000_000)
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
      readSecret: { _ in .failure(SecretUnreadable("none")) })
    #expect(report(result).hasPrefix("loam.yaml:2:10: error: not UTF-8 text"))
  }

  @Test func `line ends of Windows and a byte order mark change nothing`() throws {
    let text = try Repository.text("config/demo.yaml")
    let windows = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
    #expect(try read(windows).get() == read(text).get())
  }
}
