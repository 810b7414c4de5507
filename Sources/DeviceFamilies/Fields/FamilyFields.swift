import GardenCore

/// What a family reads by itself. It is most of a decoder: sensors without fields of their own share one.
struct FamilyFields: Sendable {
  private let known: [FieldMapping]
  private let also: [String]
  private let shared: MappedFields?

  /// - Parameter also: as in ``MappedFields``.
  init(_ known: [FieldMapping], also: [String] = []) {
    self.known = known
    self.also = also
    shared = try? MappedFields(known, also: also)
  }

  /// The binding's fields take the place of the family's for their quantities.
  func of(_ binding: SensorBinding) throws(BindingProblem) -> MappedFields {
    let isPlain = binding.fields.isEmpty && binding.excluded.isEmpty && binding.temperatureUnit == nil
    if isPlain, let shared { return shared }
    return try MappedFields(known, binding, also: also)
  }
}
