/// What a valve's messages say, where the owner knows more than the family.
///
/// Of the conditions under `open`, `closed`, `isShortOfWater` and `isLeaking` one that holds is enough. Closed wins over open. With
/// `closed` alone anything else at its paths is open, with `open` alone anything else is closed; a message without those paths says
/// neither. Once one of the two is named, the family's own word for open and closed does not count any more.
package struct ReportMapping: Sendable, Hashable {
  /// Where these messages come; `nil`: the valve's topic.
  package var topic: String?
  package var open: [FieldMatch]
  package var closed: [FieldMatch]
  package var isShortOfWater: [FieldMatch]
  package var isLeaking: [FieldMatch]
  /// Run time left.
  package var remaining: Remaining?
  /// ``Quantity/flow`` and, of the present run, ``Quantity/volume``.
  package var amounts: [FieldMapping]

  /// A number at a path, and how long one of it is.
  package struct Remaining: Sendable, Hashable {
    package var path: FieldPath
    package var unit: Duration
    package init(path: FieldPath, unit: Duration) {
      self.path = path
      self.unit = unit
    }
  }

  package init(
    topic: String? = nil, open: [FieldMatch] = [], closed: [FieldMatch] = [],
    isShortOfWater: [FieldMatch] = [], isLeaking: [FieldMatch] = [], remaining: Remaining? = nil,
    amounts: [FieldMapping] = []
  ) {
    self.topic = topic
    self.open = open
    self.closed = closed
    self.isShortOfWater = isShortOfWater
    self.isLeaking = isLeaking
    self.remaining = remaining
    self.amounts = amounts
  }

  var namesState: Bool { !open.isEmpty || !closed.isEmpty }
}
