import Testing

@testable import GardenTerminal

@Suite struct TextWidthTests {
  @Test(
    arguments: [
      ("", 0), ("Basil", 5), ("中文", 4), ("é", 1), ("e\u{301}", 1), ("💧", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2),
      ("ｗ", 2), ("한글", 4), ("█▃─", 3), ("a\u{200B}b", 2),
    ] as [(String, Int)])
  func `columns are those of a terminal`(text: String, columns: Int) {
    #expect(TextWidth.columns(text) == columns)
  }

  @Test(arguments: ["", "Basil", "番茄番茄番茄", "👨‍👩‍👧 family", "a中b文c"], [0, 1, 2, 3, 4, 5, 8, 20])
  func `fitted text has exactly the width that was asked for`(text: String, columns: Int) {
    #expect(TextWidth.columns(TextWidth.fit(text, to: columns)) == columns)
    #expect(TextWidth.columns(TextWidth.fit(text, to: columns, right: true)) == columns)
    #expect(TextWidth.columns(TextWidth.cut(text, to: columns)) <= columns)
  }

  @Test func `sparklines are as wide as asked and show the direction`() {
    #expect(Sparkline.text([], columns: 5) == "     ")
    #expect(Sparkline.text([80, 60, 40, 20], columns: 6) == "  ▇▅▄▂")
    #expect(Sparkline.text([Double](repeating: 30, count: 500), columns: 10).count == 10)
    #expect(Set(Sparkline.text([30, 30.4, 30.2], columns: 3)) == ["▃"])
    #expect(Sparkline.text([1, 2], columns: 0) == "")
  }

  @Test(
    arguments: [
      (-5, "0 s"), (59, "59 s"), (60, "1 min"), (3600, "1 h"), (9000, "2 h 30 min"), (86_400, "1 d"),
      (200_000, "2 d 7 h"),
    ]
      as [(Int64, String)])
  func `spans are told in two units`(seconds: Int64, text: String) {
    #expect(Span.text(seconds) == text)
  }

  @Test(
    arguments: [
      (0, 3600, "in 0–1 h"), (5 * 3600, 5 * 3600 + 900, "in 5 h"), (40_000, 172_700, "in 11–48 h"),
      (40_000, 172_800, "in 0–2 d"), (86_400, 5 * 86_400, "in 1–5 d"),
    ]
      as [(Int64, Int64, String)])
  func `a stretch of time has one unit, and one number where both ends are the same`(
    _ first: Int64, _ last: Int64, _ text: String
  ) {
    #expect(Span.between(first, last) == text)
  }

  @Test func `figures have the decimals of their step`() {
    #expect(Figures.text(17.5, step: 0.5) == "17.5")
    #expect(Figures.text(35, step: 1) == "35")
    #expect(Figures.text(-0.25, step: 0.25) == "-0.25")
    #expect(Figures.text(-3.05, step: 0.05) == "-3.05")
  }
}
