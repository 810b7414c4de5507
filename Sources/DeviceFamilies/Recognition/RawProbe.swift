import GardenCore
import PayloadJSON

/// A probe that publishes what its converter measures, not percent.
enum RawProbe {
  static let remark = "raw numbers, with made-up ends of the scale: run 'loam calibrate' on it"

  /// Ends that lie around what was seen, for converters of 10 and 12 bits; a capacitive probe gives less when wet.
  static func mapping(_ path: FieldPath, seen: Double) -> FieldMapping {
    let top = seen > 1023 ? 4095.0 : 1023.0
    return FieldMapping(
      quantity: .moisture, path: path, unit: .raw, calibration: Calibration(dry: top, wet: 0))
  }
}

extension JSONField {
  /// The key as text. Allocates.
  var name: String {
    var bytes: [UInt8] = []
    withKey { key in bytes = key.indices.map { key[$0] } }
    return String(decoding: bytes, as: UTF8.self)
  }
}
