/// What `water_start` would do, as the words say it: the answer acts on what was asked.
public struct WaterQuestion: DocumentPart {
  /// So long, or so long at most where `litres` end it before; 1…86400.
  public var seconds: Int
  /// The run ends at this volume; absent: by time alone.
  public var litres: Double?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    seconds = f.required("seconds", \.seconds, .integer(1...86_400))
    litres = f.optional("litres", \.litres, .number(0.1...100_000))
  }

  /// What `water_start` would do.
  public init(seconds: Int, litres: Double? = nil) {
    self.seconds = seconds
    self.litres = litres
  }
}
