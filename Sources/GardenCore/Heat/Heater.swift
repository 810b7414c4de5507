/// What a heater is asked at a moment.
package struct HeatAsk: Sendable, Hashable {
  /// °C; `nil`: unknown, and unknown never heats.
  package var temperature: Double?
  /// The temperature counts until then, if nothing new is measured; `nil`: for ever.
  package var knownUntil: Uptime?
  /// °C in force.
  package var setpoint: Double
  /// Emergency stop or maintenance.
  package var isHeld: Bool
  /// Nothing may be switched on: the store cannot keep a lease, or another bridge is in charge.
  package var isBarred: Bool

  package init(
    temperature: Double?, knownUntil: Uptime? = nil, setpoint: Double, isHeld: Bool = false,
    isBarred: Bool = false
  ) {
    self.temperature = temperature
    self.knownUntil = knownUntil
    self.setpoint = setpoint
    self.isHeld = isHeld
    self.isBarred = isBarred
  }
}

/// One relay that heats: what is remembered of it, and what only this process knows.
struct Heater: Sendable, Hashable {
  /// In the plan's heaters.
  var position: Int
  var plan: HeaterPlan
  var actuator: ActuatorPlan
  /// Its temperature probes.
  var probes: [Probe]
  var hasDeviceTimer: Bool
  var place: String?
  let control: ControlID
  var memory: HeaterMemory
  var ask: HeatAsk
  /// Since when the temperature is unknown; `nil`: it is known.
  var blindSince: Uptime?

  var drive: Switch
  /// W, as last measured live.
  var power: Double?
  /// It drew power in the present run.
  var drewPower = false
  var temperatureAtStart = 0.0

  /// No run before that.
  var notBefore: Uptime
  /// When it is to be evaluated again, by time alone.
  var wake: Uptime?
  var shown: HeaterSnapshot?

  /// `nil`: the plan names no relay for it.
  init?(_ position: Int, _ plan: GardenPlan, memory: HeaterMemory?, boot: BootID, at now: Moment) {
    let heater = plan.heaters[position]
    guard let id = plan.id(of: heater),
      case .heater(let timer) = plan.actuators[Int(heater.actuator.position)].kind
    else { return nil }
    self.position = position
    self.plan = heater
    actuator = plan.actuators[Int(heater.actuator.position)]
    control = "\(id)-setpoint"
    hasDeviceTimer = timer
    probes = heater.shares.compactMap { Probe($0, sensorCount: plan.sensors.count) }
    place = plan.places.first { $0.thermostat == heater.actuator }?.id
    self.memory =
      memory
      ?? HeaterMemory(
        id: id, boot: boot, onAt: now.wall, on: now.uptime, endsAt: now.wall,
        ends: now.uptime)
    ask = HeatAsk(temperature: nil, setpoint: heater.setpoint)
    blindSince = now.uptime
    drive = Switch(at: now.uptime)
    notBefore = now.uptime + heater.offMin
  }

  var id: String { memory.id }
  var isOn: Bool { memory.phase == .on }
  var isCold: Bool { ask.temperature.map { $0 < ask.setpoint - plan.hysteresis } ?? false }
  var mayStart: Bool { isCold && !ask.isHeld && !ask.isBarred }
  var isWarm: Bool { ask.temperature.map { $0 >= ask.setpoint } ?? false }
  /// How long it heats on when nobody tells it again.
  var timer: Duration { min(plan.timer, actuator.timerMax ?? plan.timer) }
  /// Two chances before its timer ends the run, and none at that moment: it would be off for a blink.
  var renewAfter: Duration { timer * 2 / 5 }
  var powerMeter: SensorIndex? { actuator.evidence.powerMeter }
  var drawsPower: Bool { power.map { $0 >= actuator.evidence.powerMin } ?? false }
  var offProofWithin: Duration { WateringLimits.closeProofWithin(actuator) }
  /// The relay is proved off. Without it nothing is switched on.
  var isSeenOff: Bool { drive.isProvedClosed }
  /// When it said on in the present run.
  var seenOnAt: Uptime? { isOn && drive.want == .open ? drive.saidAt : nil }

  /// Somebody would be harmed by silence: it was on, or is.
  var mayBeOn: Bool { memory.phase == .switchingOff || drive.isOpen == true || drawsPower }

  func snapshot(at now: Moment) -> HeaterSnapshot {
    let state: HeaterSnapshot.State =
      isOn ? (seenOnAt == nil ? .switchingOn : .on) : (isSeenOff ? .off : .switchingOff)
    return HeaterSnapshot(
      id: id, name: actuator.name, place: place, state: state, reason: reason(at: now),
      setpoint: ask.setpoint, control: control, endsAt: isOn ? memory.endsAt : nil,
      trouble: memory.trouble, since: now.wall)
  }

  private func reason(at now: Moment) -> HeaterSnapshot.Reason {
    if ask.isHeld { return .held }
    if ask.temperature == nil { return .blind }
    if isOn { return isWarm ? .lingering : .cold }
    guard isCold else { return .warm }
    if !isSeenOff { return .unproved }
    return now.uptime < notBefore ? .pausing : .cold
  }
}
