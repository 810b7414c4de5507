/// The answer to "which of these?": `1 3`, `1, 3=Tomato`, `-`.
package struct PlantChoice: Sendable, Hashable {
  package struct Picked: Sendable, Hashable {
    /// From 0.
    package var position: Int
    /// Where its owner gave another.
    package var name: String?
  }
  package var picked: [Picked]

  /// `nil`: it cannot be understood.
  ///
  /// - Parameter count: how many there are. Empty text takes all, `-` none.
  package init?(_ text: String, of count: Int) {
    let text = text.trimmed
    if text == "-" {
      picked = []
      return
    }
    if text.isEmpty {
      picked = (0..<count).map { Picked(position: $0) }
      return
    }
    var picked: [Picked] = []
    // A name may have blanks in it: then commas part the items.
    let parts =
      text.contains("=") || text.contains(",") ? text.split(separator: ",") : text.split(separator: " ")
    for part in parts {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      guard let number = sides.first.flatMap({ Int($0) }), (1...max(count, 1)).contains(number),
        !picked.contains(where: { $0.position == number - 1 }), number <= count
      else { return nil }
      let name = sides.count > 1 ? sides[1] : nil
      guard name?.isEmpty != true, (name?.count ?? 0) <= 80 else { return nil }
      picked.append(Picked(position: number - 1, name: name))
    }
    self.picked = picked
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
