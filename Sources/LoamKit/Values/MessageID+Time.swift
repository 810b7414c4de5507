extension MessageID {
  /// UUID version 7 (RFC 9562 §5.7).
  package init(at time: EpochSeconds, _ a: UInt64, _ b: UInt64) {
    let high = UInt64(time.seconds) * 1000 << 16 | 0x7000 | a & 0x0FFF
    let low = 1 << 63 | b >> 2
    let digits = [high, low].map { half in
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.utf8.count) + text
    }.joined()
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text += "-" }
      text.append(digit)
    }
    self.init(literal: text)
  }
}
