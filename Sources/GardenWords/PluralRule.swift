/// A plural rule in the words of CLDR, for whole numbers: `i = 1 and v = 0`, `n % 10 = 2..4 and n % 100 != 12..14`.
///
/// Source: Unicode Technical Standard 35, part 3, 5 Language Plural Rules.
enum PluralRule {
  static func holds(_ rule: String, for count: Int) -> Bool {
    rule.split(separator: " or ").contains { all in
      all.split(separator: " and ").allSatisfy { relation($0, for: count) }
    }
  }

  private static func relation(_ text: Substring, for count: Int) -> Bool {
    let words = text.split(separator: " ")
    guard let operand = words.first, let ranges = words.last, words.count >= 3 else { return false }
    // Of a whole number `n` and `i` are the number itself; what counts its decimals is 0.
    var value = operand == "n" || operand == "i" ? abs(count) : 0
    if words[1] == "%", let divisor = Int(words[2]), divisor > 0 { value %= divisor }
    let isAmong = ranges.split(separator: ",").contains { range in
      let bounds = range.split(separator: "..").compactMap { Int($0) }
      return bounds.first.map { $0 <= value && value <= bounds[bounds.count - 1] } ?? false
    }
    return isAmong == (words[words.count - 2] == "=")
  }
}
