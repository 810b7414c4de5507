/// A scale that is the wrong way round, by its calibration or by an update: turned about, its values go as soil does. Plain bits.
struct Inversion: Sendable, Hashable, Codable {
  /// Points between a value and where it stands turned about, and how far apart the two are: at 50 nobody can see it.
  private static let near: Float = 3
  private static let apart: Float = 15

  private var soil = SoilCurve()
  /// One step took it to where it stands turned about: a single watering shows the rest.
  private var isTurned = false
  /// Its last fall, which was as quick as water.
  private(set) var since: Int32 = 0
  private(set) var from: Float = 0
  private(set) var to: Float = 0

  var isFound: Bool { soil.turns > (isTurned ? 0 : 1) }

  mutating func take(_ value: Float, minute: Int32, _ step: StepWatch.Step?) {
    if let step, abs(step.from + step.to - 100) <= Self.near, abs(step.to - step.from) >= Self.apart {
      isTurned.toggle()
      soil = SoilCurve()
    }
    guard let turn = soil.take(100 - value, minute: minute), turn.isUp else { return }
    (since, from, to) = (minute, 100 - turn.from, value)
  }
}
