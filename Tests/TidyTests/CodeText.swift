/// Swift source with comments and the words inside strings blanked out, so that a rule reads code only.
///
/// Line breaks and columns stay where they were. Code in an interpolation stays; so do the quotes of a string.
struct CodeText {
  let lines: [String]

  init(_ source: String) {
    var reader = Reader(source)
    reader.readCode(untilParenthesis: false)
    lines = String(decoding: reader.output, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private struct Reader {
    let input: [UInt8]
    var output: [UInt8] = []
    var place = 0

    init(_ source: String) { input = Array(source.utf8) }

    func starts(with text: String, at offset: Int = 0) -> Bool {
      var i = place + offset
      for byte in text.utf8 {
        guard i < input.count, input[i] == byte else { return false }
        i += 1
      }
      return true
    }

    mutating func keep(_ count: Int = 1) {
      for _ in 0..<count where place < input.count {
        output.append(input[place])
        place += 1
      }
    }

    mutating func blank(_ count: Int = 1) {
      for _ in 0..<count where place < input.count {
        output.append(input[place] == UInt8(ascii: "\n") ? input[place] : UInt8(ascii: " "))
        place += 1
      }
    }

    /// Code up to the end, or up to the parenthesis that closes an interpolation.
    mutating func readCode(untilParenthesis: Bool) {
      var depth = 0
      while place < input.count {
        if starts(with: "//") {
          while place < input.count, input[place] != UInt8(ascii: "\n") { blank() }
        } else if starts(with: "/*") {
          readBlockComment()
        } else if let hashes = hashesBeforeQuote {
          readString(hashes: hashes)
        } else {
          if input[place] == UInt8(ascii: "(") { depth += 1 }
          if input[place] == UInt8(ascii: ")") {
            if untilParenthesis, depth == 0 { return }
            depth -= 1
          }
          keep()
        }
      }
    }

    /// The number of `#` before a quote that stands here; `nil`: no string begins here.
    var hashesBeforeQuote: Int? {
      var hashes = 0
      while place + hashes < input.count, input[place + hashes] == UInt8(ascii: "#") { hashes += 1 }
      return starts(with: "\"", at: hashes) ? hashes : nil
    }

    mutating func readBlockComment() {
      var depth = 0
      repeat {
        if starts(with: "/*") {
          depth += 1
          blank(2)
        } else if starts(with: "*/") {
          depth -= 1
          blank(2)
        } else {
          blank()
        }
      } while depth > 0 && place < input.count
    }

    mutating func readString(hashes: Int) {
      keep(hashes)
      let quotes = starts(with: "\"\"\"") ? 3 : 1
      keep(quotes)
      while place < input.count {
        if endsString(quotes: quotes, hashes: hashes) {
          keep(quotes + hashes)
          return
        }
        if input[place] == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
          if starts(with: "(", at: 1 + hashes) {
            blank(1 + hashes)
            keep()
            readCode(untilParenthesis: true)
            keep()
          } else {
            blank(2 + hashes)
          }
        } else {
          blank()
        }
      }
    }

    func hasHashes(_ count: Int, at offset: Int) -> Bool {
      (0..<count).allSatisfy {
        place + offset + $0 < input.count && input[place + offset + $0] == UInt8(ascii: "#")
      }
    }

    func endsString(quotes: Int, hashes: Int) -> Bool {
      let isQuote = quotes == 3 ? starts(with: "\"\"\"") : starts(with: "\"")
      return isQuote && hasHashes(hashes, at: quotes)
    }
  }
}
