internal import LoamKit

/// `/api/v1/plants/{id}/waterings`.
struct WateringsDocument: DocumentPart {
  /// The plant's key in the config.
  var plant: SubjectName
  /// Begin.
  var from: EpochSeconds
  /// End, not included.
  var to: EpochSeconds
  /// Rising by `at`.
  var waterings: [History.Watering]
}

extension WateringsDocument {
  init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    from = f.required("from", \.from, .time)
    to = f.required("to", \.to, .time)
    waterings = f.required("waterings", \.waterings, .list(of: .part, 100_000))
  }
}
