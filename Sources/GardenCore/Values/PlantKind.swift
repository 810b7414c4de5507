/// What a plant looks like in a drawing. No rule depends on it.
package enum PlantKind: String, Sendable, Hashable, CaseIterable {
  case cactus, succulent, fern, palm, herb, rosemary, grass, orchid, flower, chili, tomato, tree, leaf
  /// A photo of its own; the drawing is for where it cannot be had.
  case photo

  /// Those that a drawing can be named by.
  package static var drawn: [PlantKind] { allCases.filter { $0 != .photo } }
}
