import DeviceFamilies
import GardenCore
import Testing

@Suite struct FieldPathTests {
  @Test(arguments: [
    "a", "soil.moisture", "probes[0].value", "a[3][4].b", #"soil["a.b"].c"#, #"["*"]"#, "soil.*.moisture",
    "*", "probes[?id=3].value", "probes[?a.b=x y].c", "probes[?rssi>-90]", "probes[?state!=off].m",
    "form(moist)", "data.column(2, ;)", "column(1, tab)", "pattern(M={value}%{any})", "Temp(C).x",
    "a.pattern(x)y{value})",
  ])
  func `a path is written as it is read`(text: String) throws {
    let path = try FieldPath(text: text)
    #expect(path.text == text)
    #expect(try FieldPath(text: path.text) == path)
  }

  @Test(arguments: [
    ("", 0), ("a..b", 2), (".a", 0), ("a.", 2), ("a[", 1), ("a[x]", 2), ("a[-1]", 2), ("a[99999]", 2),
    (#"a["b]"#, 1), ("a[?id]", 2), ("a[?=3]", 2), ("a[?id=]", 5), ("a[?b..c=3]", 5), ("a[?*=3]", 3),
    ("a[?id>x]", 5), ("a[0]b", 4), ("form()", 5), ("form(a", 0), ("column(0)", 7), ("column(1, ab)", 7),
    ("pattern(x)", 8), ("pattern({value}{any})", 15), ("pattern({value}-{value})", 8), ("form(a=b)", 5),
  ])
  func `a wrong path is told at its character`(text: String, offset: Int) {
    #expect(throws: FieldPathProblem.self) { try FieldPath(text: text) }
    do throws(FieldPathProblem) { _ = try FieldPath(text: text) } catch {
      #expect(error.offset == offset, "\(error)")
    }
  }

  @Test func `a path is not endless`() {
    #expect(throws: Never.self) { try FieldPath(text: String(repeating: "a.", count: 15) + "a") }
    #expect(throws: FieldPathProblem.self) { try FieldPath(text: String(repeating: "a.", count: 16) + "a") }
  }

  /// Any text: a path that reads back as itself, or a problem inside the text.
  @Test(arguments: 0..<40) func `whatever is typed is a path or a problem`(seed: Int) throws {
    let pieces = [
      "a", ".", "[", "]", "\"", "*", "?", "=", "!", ">", "3", "form(", "column(", "pattern(", ")", "{value}",
      "{any}", ",", ";", " ", "é", "🌱", "\n",
    ]
    var random = SplitMix(state: UInt64(seed))
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        pieces[Int.random(in: pieces.indices, using: &random)]
      }.joined()
      do throws(FieldPathProblem) {
        let path = try FieldPath(text: text)
        #expect(try FieldPath(text: path.text) == path, "\(text) → \(path.text)")
      } catch { #expect((0...text.count).contains(error.offset), "\(text): \(error)") }
    }
  }

  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  @Test(arguments: [
    ("dd.MM.yyyy HH:mm:ss", "21.11.2026 13:00:05", 1_795_266_005_000),
    ("d.M.yy H:mm", "1.2.26 3:04", 1_769_915_040_000),
    ("MMM d, yyyy h:mm a", "Nov 21, 2026 1:00 PM", 1_795_266_000_000),
    ("yyyyMMddTHHmmss", "20261121T130005", 1_795_266_005_000),
    ("yyyy-MM-dd HH:mm:ss.SSS", "2026-11-21 13:00:05.25", 1_795_266_005_250),
  ])
  func `a custom pattern reads its time`(pattern: String, text: String, milliseconds: Int64) throws {
    let written = try TimePattern(pattern).read(text.utf8Span.span)
    guard case .local(let day, let ofDay) = written else {
      Issue.record("\(pattern) read \(String(describing: written))")
      return
    }
    #expect(Int64(day) * 86_400_000 + Int64(ofDay) == milliseconds)
  }

  @Test func `a custom pattern refuses what is not so written`() throws {
    let pattern = try TimePattern("dd.MM.yyyy hh:mm a Z")
    #expect(
      pattern.read("21.11.2026 01:00 pm +0200".utf8Span.span) == .instant(.init(seconds: 1_795_258_800)))
    for text in [
      "", "21.11.2026", "31.02.2026 01:00 pm Z", "21.11.2026 13:00 pm Z", "21.11.2026 00:00 am Z",
      "21.11.2026 01:60 pm Z", "21.11.2026 01:00 pm", "21.11.2026 01:00 pm Zx",
    ] { #expect(pattern.read(text.utf8Span.span) == nil, "\(text)") }
    #expect(throws: TimePattern.Problem.self) { try TimePattern("HH:mm") }
    #expect(throws: TimePattern.Problem.self) { try TimePattern("yyyy-MM-dd hh:mm") }
    #expect(throws: TimePattern.Problem.self) { try TimePattern(String(repeating: "-", count: 41)) }
  }
}
