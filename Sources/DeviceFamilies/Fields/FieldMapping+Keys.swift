import GardenCore

extension FieldMapping {
  /// A quantity at keys from the root of the message.
  static func at(_ quantity: Quantity, _ keys: String..., unit: FieldUnit = .canonical) -> FieldMapping {
    FieldMapping(quantity: quantity, path: FieldPath(keys.map { .key($0) }), unit: unit)
  }
}
