import PayloadJSON

/// Probes that call the soil's moisture `humidity`, told by the model that their message names.
enum SoilModel {
  private static let models = [
    "3RSM0147Z", "3RSM0347Z", "SGS01", "QT-07S", "CS-201Z", "ZG-303Z", "GXM-01", "SNT858Z",
  ]
  private static let keys = [
    "model", "modelId", "modelID", "model_id", "description", "type", "product_name",
  ]

  /// `nil`: the message names none; else the name of a soil probe's model.
  static func name(in message: JSONValue) -> String? {
    for block in [message["device"], message].compactMap(\.self) {
      for key in keys {
        guard let text = block[key]?.text else { continue }
        if models.contains(text) || QuantityWords.nameSoil(text) { return text }
      }
    }
    return nil
  }

  static func isNamed(in message: JSONValue) -> Bool { name(in: message) != nil }
}
