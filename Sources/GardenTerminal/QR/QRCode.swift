/// A QR code (ISO/IEC 18004:2015): bytes as dark and light modules, with error correction of level M, which mends 15 %.
package struct QRCode: Sendable, Hashable {
  /// 1…15, the smallest that holds the bytes.
  package let version: Int
  /// Modules of a side: 21…77.
  package let size: Int
  private var dark: [Bool]
  /// What no data go into: finders, timing, alignment, format and version.
  private var fixed: [Bool]

  /// - Returns: `nil` for more than 412 bytes.
  package init?(_ bytes: [UInt8]) {
    guard let layout = QRLayout.smallest(for: bytes.count) else { return nil }
    version = layout.version
    size = 17 + 4 * version
    dark = Array(repeating: false, count: size * size)
    fixed = dark
    drawPatterns()
    place(layout.codewords(of: bytes))
    mask()
  }

  /// Whether the module in that row and column is dark; outside it is light.
  package func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && dark[row * size + column]
  }

  private mutating func fix(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return }
    dark[row * size + column] = isDark
    fixed[row * size + column] = true
  }

  private mutating func drawPatterns() {
    for i in 0..<size {
      fix(6, i, i % 2 == 0)
      fix(i, 6, i % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
      for r in -4...4 { for c in -4...4 { fix(row + r, column + c, ![2, 4].contains(max(abs(r), abs(c)))) } }
    }
    let centers = alignments
    for row in centers {
      for column in centers where !isCorner(row, column) {
        for r in -2...2 { for c in -2...2 { fix(row + r, column + c, max(abs(r), abs(c)) != 1) } }
      }
    }
    drawFormat(mask: 0)
    drawVersion()
  }

  /// Rows and columns of the alignment patterns: evenly from the last back to the second, and 6 (annex E; no version up to 15 departs from it).
  private var alignments: [Int] {
    guard version > 1 else { return [] }
    let count = version / 7 + 2
    let step = (version * 4 + count * 2 + 1) / (count * 2 - 2) * 2
    return [6] + (0..<count - 1).map { size - 7 - (count - 2 - $0) * step }
  }

  private func isCorner(_ row: Int, _ column: Int) -> Bool {
    (row == 6 && (column == 6 || column == size - 7)) || (row == size - 7 && column == 6)
  }

  /// Level M and the mask, with a BCH code (15, 5), twice (7.9).
  private mutating func drawFormat(mask: Int) {
    var rest = mask
    for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
    let bits = (mask << 10 | rest) ^ 0x5412
    func bit(_ i: Int) -> Bool { bits >> i & 1 == 1 }
    for i in 0..<6 { fix(i, 8, bit(i)) }
    fix(7, 8, bit(6))
    fix(8, 8, bit(7))
    fix(8, 7, bit(8))
    for i in 9..<15 { fix(8, 14 - i, bit(i)) }
    for i in 0..<8 { fix(8, size - 1 - i, bit(i)) }
    for i in 8..<15 { fix(size - 15 + i, 8, bit(i)) }
    fix(size - 8, 8, true)
  }

  /// The version, with a Golay code (18, 6), twice, from version 7 on (7.10).
  private mutating func drawVersion() {
    guard version >= 7 else { return }
    var rest = version
    for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
    let bits = version << 12 | rest
    for i in 0..<18 {
      let isDark = bits >> i & 1 == 1
      fix(i / 3, size - 11 + i % 3, isDark)
      fix(size - 11 + i % 3, i / 3, isDark)
    }
  }

  /// In columns of two, from the right, up and down in turn (7.7.3).
  private mutating func place(_ codewords: [UInt8]) {
    var i = 0
    var right = size - 1
    while right >= 1 {
      // The timing column counts for nothing.
      if right == 6 { right = 5 }
      let isUpward = (right + 1) & 2 == 0
      for step in 0..<size {
        let row = isUpward ? size - 1 - step : step
        for column in [right, right - 1] where !fixed[row * size + column] && i < codewords.count * 8 {
          dark[row * size + column] = codewords[i >> 3] >> (7 - UInt8(i & 7)) & 1 == 1
          i += 1
        }
      }
      right -= 2
    }
  }

  /// The mask that makes it easiest to read (7.8).
  private mutating func mask() {
    let choices = (0..<8).map { number in
      var code = self
      code.apply(mask: number)
      return code
    }
    if let best = choices.min(by: { $0.penalty < $1.penalty }) { self = best }
  }

  private mutating func apply(mask: Int) {
    for row in 0..<size {
      for column in 0..<size where !fixed[row * size + column] && Self.flips(mask, row, column) {
        dark[row * size + column].toggle()
      }
    }
    drawFormat(mask: mask)
  }

  private static func flips(_ mask: Int, _ i: Int, _ j: Int) -> Bool {
    switch mask {
    case 0: (i + j) % 2 == 0
    case 1: i % 2 == 0
    case 2: j % 3 == 0
    case 3: (i + j) % 3 == 0
    case 4: (i / 2 + j / 3) % 2 == 0
    case 5: i * j % 2 + i * j % 3 == 0
    case 6: (i * j % 2 + i * j % 3) % 2 == 0
    default: ((i + j) % 2 + i * j % 3) % 2 == 0
    }
  }

  /// Long runs, blocks, what looks like a finder, and too much of one kind (7.8.3).
  private var penalty: Int {
    var points = 0
    for line in 0..<size {
      points += Self.penalty(of: (0..<size).map { isDark(line, $0) })
      points += Self.penalty(of: (0..<size).map { isDark($0, line) })
    }
    for row in 0..<size - 1 {
      for column in 0..<size - 1 {
        let first = isDark(row, column)
        let isBlock =
          isDark(row, column + 1) == first && isDark(row + 1, column) == first
          && isDark(row + 1, column + 1) == first
        if isBlock { points += 3 }
      }
    }
    let share = dark.count(where: { $0 }) * 20 - dark.count * 10
    return points + (abs(share) + dark.count - 1) / dark.count * 10 - 10
  }

  private static let finder = [true, false, true, true, true, false, true]

  private static func penalty(of line: [Bool]) -> Int {
    var points = 0
    var run = 1
    for i in 1...line.count {
      if i < line.count, line[i] == line[i - 1] {
        run += 1
      } else {
        if run >= 5 { points += run - 2 }
        run = 1
      }
    }
    for start in 0...(line.count - 7) where Array(line[start..<start + 7]) == finder {
      func isLight(_ range: Range<Int>) -> Bool {
        range.allSatisfy { !line.indices.contains($0) || !line[$0] }
      }
      if isLight(start - 4..<start) || isLight(start + 7..<start + 11) { points += 40 }
    }
    return points
  }
}
