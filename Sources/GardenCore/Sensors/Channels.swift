/// A ``Channel`` for each quantity, by `Quantity.rawValue`. Room is taken by those alone of which something is known: a probe has three
/// or four of them all.
package struct Channels: Sendable, Hashable {
  private var known: [Channel] = []
  /// The quantities of ``known``, as bits; they stand there in this order.
  private var bits: UInt16 = 0

  package subscript(q: Int) -> Channel {
    @inline(__always) get { has(q) ? known[position(q)] : Channel() }
    @inline(__always) _modify {
      if !has(q) { add(q) }
      yield &known[position(q)]
    }
  }

  /// Those of which something is known, in order.
  package var indices: some Sequence<Int> {
    (0..<Quantity.count).lazy.filter { [bits] in bits >> $0 & 1 == 1 }
  }

  @inline(__always) private func has(_ q: Int) -> Bool { bits >> q & 1 == 1 }

  @inline(__always) private func position(_ q: Int) -> Int { (bits & (1 << q - 1)).nonzeroBitCount }

  private mutating func add(_ q: Int) {
    known.insert(Channel(), at: position(q))
    bits |= 1 << q
  }
}
