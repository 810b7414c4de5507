/// A question for what is known of one plant; the answer is its ``PlantDetail``.
public struct ExplainRequest: DocumentPart {
  /// Which plant.
  public var plant: SubjectName

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
  }

  /// A question for what is known of one plant.
  public init(plant: SubjectName) { self.plant = plant }
}
