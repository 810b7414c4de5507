import Testing

@testable import GardenWords

/// How texts are filled in, and how a language writes plurals, dates, times and numbers.
@Suite struct PhrasebookTests {
  static func book(_ text: String, plurals: String = "{}") throws -> Phrasebook {
    let head = #"{"name": "Test", "locales": ["x"], "plurals": \#(plurals), "formats": {}, "regions": []}"#
    return try Phrasebook(
      tag: "x", json: #"{"language": \#(head), "shared": {"labelled": \#(text)}, "bridge": {}}"#)
  }

  @Test func `an optional part is there where its value is`() throws {
    let book = try Self.book(#""{a}[, limit {b}[more]]; [{c}]""#)
    #expect(try Self.book(#""{a}[, limit {b}]. End""#)(.labelled, ["a": "1", "b": "2"]) == "1, limit 2. End")
    #expect(try Self.book(#""{a}[, limit {b}]. End""#)(.labelled, ["a": "1", "b": nil]) == "1. End")
    #expect(try Self.book(#""{a} and {b}""#)(.labelled, ["a": "{b}", "b": "[c]"]) == "{b} and [c]")
    #expect(book(.countdown) == "countdown")
  }

  @Test(arguments: [
    ("罗勒", "正在给罗勒浇水"), ("Basil", "正在给 Basil 浇水"), ("3%", "正在给 3% 浇水"), ("（a）", "正在给（a）浇水"),
  ])
  func `a space stands between Han and Latin`(_ name: String, _ text: String) throws {
    #expect(try Self.book(#""正在给{plant}浇水""#)(.labelled, ["plant": name]) == text)
  }

  static let russian =
    #"{"one": "v = 0 and i % 10 = 1 and i % 100 != 11", "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14"}"#

  /// Source of the rules: Unicode CLDR 48, plurals.xml.
  @Test(arguments: [
    (1, "one"), (21, "one"), (101, "one"), (2, "few"), (24, "few"), (0, "other"), (5, "other"), (11, "other"),
    (12, "other"), (111, "other"), (113, "other"),
  ])
  func `a plural is chosen by the rule of the language`(_ count: Int, _ form: String) throws {
    let book = try Self.book(
      #"{"one": "one", "few": "few", "other": "other"}"#, plurals: Self.russian)
    #expect(book(.labelled, ["count": "\(count)"]) == form)
  }

  @Test func `a rule may name several ranges, and decimals that a whole number does not have`() {
    #expect(PluralRule.holds("n = 0,1 or n = 5..7,9", for: 6))
    #expect(!PluralRule.holds("n = 0,1 or n = 5..7,9", for: 8))
    #expect(!PluralRule.holds("v != 0", for: 3) && !PluralRule.holds("", for: 3))
  }

  @Test(arguments: [
    ("en-GB", "22 Nov", "09:05", "13:32", "1,234.5", "28.5%"),
    ("en-US", "Nov 22", "9:05 AM", "1:32 PM", "1,234.5", "28.5%"),
    ("de-DE", "22. November", "09:05", "13:32", "1.234,5", "28,5\u{a0}%"),
    ("de-CH", "22. November", "09:05", "13:32", "1'234.5", "28.5%"),
    ("de_AT", "22. November", "09:05", "13:32", "1\u{a0}234,5", "28,5\u{a0}%"),
    ("zh-CN", "11月22日", "09:05", "13:32", "1,234.5", "28.5%"),
    ("zh_Hant_TW", "11月22日", "上午9:05", "下午1:32", "1,234.5", "28.5%"),
  ])
  func `dates, times and numbers are those of the region`(
    _ locale: String, _ day: String, _ morning: String, _ noon: String, _ number: String, _ percent: String
  ) throws {
    let book = try #require(Languages.of(locale))
    #expect(book.day(month: 11, day: 22) == day)
    #expect(book.time(secondOfDay: 32_700) == morning && book.time(secondOfDay: 48_720) == noon)
    #expect(book.number(1234.5, digits: 1) == number && book.percent(28.5, digits: 1) == percent)
  }
}
