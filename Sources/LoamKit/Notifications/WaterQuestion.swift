/// What `water_start` would do, as the words say it: the answer acts on what was asked.
public struct WaterQuestion: Codable, Sendable, Hashable {
  /// So long, or so long at most where `litres` end it before; 1…86400.
  public var seconds: Int
  /// The run ends at this volume; absent: by time alone.
  public var litres: Double?

  /// What `water_start` would do.
  public init(seconds: Int, litres: Double? = nil) {
    self.seconds = seconds
    self.litres = litres
  }

  func check(at pointer: String) throws(DocumentError) {
    try Rule.integer(seconds, 1...86_400, at: pointer + "/seconds")
    try Rule.number(litres, 0.1...100_000, at: pointer + "/litres")
  }
}
