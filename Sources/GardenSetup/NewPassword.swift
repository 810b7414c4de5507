/// A password that people can read out and type on a phone: four groups of five letters, 98 bits.
package enum NewPassword {
  /// No letter that is taken for a digit or another letter.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")

  /// - Parameter random: the system's own source, but in a test.
  package static func make(using random: inout some RandomNumberGenerator) -> String {
    let groups = (0..<4).map { _ in
      String((0..<5).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] })
    }
    return groups.joined(separator: "-")
  }
}
