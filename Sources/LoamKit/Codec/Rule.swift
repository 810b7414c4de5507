/// The checks that documents have in common.
enum Rule {
  /// `count` is in Unicode scalars. No control characters but the line feed; bidirectional overrides count as such.
  static func text(
    _ text: String?, _ count: ClosedRange<Int>, at pointer: String
  ) throws(DocumentError) {
    guard let text else { return }
    guard count.contains(text.unicodeScalars.count) else {
      throw DocumentError(
        .badValue, at: pointer, "\(count.lowerBound) to \(count.upperBound) characters are allowed")
    }
    for scalar in text.unicodeScalars where isControl(scalar) {
      throw DocumentError(.badValue, at: pointer, "control characters are not allowed")
    }
  }

  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  static func number(
    _ number: Double?, _ range: ClosedRange<Double>, at pointer: String
  ) throws(DocumentError) {
    guard let number else { return }
    guard number.isFinite, range.contains(number) else {
      throw DocumentError(
        .badValue, at: pointer, "outside \(range.lowerBound)…\(range.upperBound)")
    }
  }

  static func integer(_ number: Int?, _ range: ClosedRange<Int>, at pointer: String) throws(DocumentError) {
    guard let number else { return }
    guard range.contains(number) else {
      throw DocumentError(.badValue, at: pointer, "outside \(range.lowerBound)…\(range.upperBound)")
    }
  }

  static func that(
    _ holds: Bool, _ code: AckCode = .badValue, at pointer: String, _ message: String
  ) throws(DocumentError) {
    if !holds { throw DocumentError(code, at: pointer, message) }
  }

  /// Revisions and sequence numbers.
  static let counts = 0...2_147_483_647
}
