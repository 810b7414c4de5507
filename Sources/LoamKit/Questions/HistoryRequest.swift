/// What of a plant's past is wanted.
public struct HistoryRequest: DocumentPart {
  /// Those that have a history.
  public static let quantities = ["moisture", "temperature", "light", "conductivity"]

  /// Which plant.
  public var plant: SubjectName
  /// One of ``quantities``.
  public var quantity: String
  /// From.
  public var from: EpochSeconds
  /// Until before; later than `from`.
  public var to: EpochSeconds
  /// 2…400; absent: 240. The answer may have fewer.
  public var points: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    quantity = f.required("quantity", \.quantity, .word(of: Self.quantities))
    from = f.required("from", \.from, .time)
    to = f.required("to", \.to, .time)
    points = f.optional("points", \.points, .integer(2...History.pointsMax))
    f.rule(.order("to", .above, "from"))
  }

  /// What of a plant's past is wanted.
  public init(
    plant: SubjectName, quantity: String, from: EpochSeconds, to: EpochSeconds, points: Int? = nil
  ) {
    self.plant = plant
    self.quantity = quantity
    self.from = from
    self.to = to
    self.points = points
  }
}
