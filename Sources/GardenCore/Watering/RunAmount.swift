/// How much a run may give: the time is its hard end, the volume may end it before.
struct RunAmount: Sendable, Hashable {
  let duration: Duration
  /// The longest that a run of the plant may take through this valve.
  let longest: Duration
  /// `nil`: by time or moisture.
  let litres: Double?
  /// Why there is no such run.
  let refusal: Reason?

  /// `duration` and `litres` as asked; nobody asked: as configured. A run by volume is bounded by the longest run of the plant,
  /// unless a time was asked too.
  init(_ duration: Duration?, _ litres: Double?, _ watering: WateringPlan, _ plan: GardenPlan) {
    let isMeasured = plan.actuators[Int(watering.valve.position)].evidence.measuresWater
    let longest = min(watering.durationMax, WateringLimits.runMax)
    let usual = min(longest, plan.actuators[Int(watering.valve.position)].limits.runMax ?? longest)
    self.longest = usual
    let target = litres ?? (duration == nil && isMeasured ? watering.litres : nil)
    self.litres = target
    self.duration = duration ?? (target == nil ? min(watering.duration, usual) : usual)
    let most = watering.litresMax ?? Quantity.volume.plausible(isCalibrated: false).upperBound
    if target != nil && !isMeasured {
      refusal = Reason(.noMeter)
    } else if let target, !(target > 0 && target <= most) {
      refusal = Reason(.amount, asked: target.isFinite ? target : nil, most: most, areLitres: true)
    } else {
      refusal =
        self.duration >= .seconds(1) && self.duration <= longest
        ? nil : Reason(.amount, asked: self.duration.inSeconds, most: longest.inSeconds)
    }
  }
}

struct RunStart {
  var plant: PlantID
  var reason: LeaseMemory.Reason
  var by: DeviceID?
  var moisture: Double?
  var facts: PlantFacts
}
