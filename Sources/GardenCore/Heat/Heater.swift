/// What a heater is asked at a moment.
package struct HeatAsk: Sendable, Hashable {
  /// °C; `nil`: unknown, and unknown never heats.
  package var temperature: Double?
  /// °C in force.
  package var setpoint: Double
  /// Emergency stop or maintenance.
  package var isHeld: Bool
  /// Nothing may be switched on: the store cannot keep a lease, or another bridge is in charge.
  package var isBarred: Bool

  package init(temperature: Double?, setpoint: Double, isHeld: Bool = false, isBarred: Bool = false) {
    self.temperature = temperature
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
  var hasDeviceTimer: Bool
  var place: String?
  let control: ControlID
  var memory: HeaterMemory
  var ask: HeatAsk
  /// Since when the temperature is unknown; `nil`: it is known.
  var blindSince: Uptime?

  /// What the relay last said, live, since it was last told something else.
  var saysOn: Bool?
  /// W, as last measured live.
  var power: Double?
  /// The relay is proved off. Without it nothing is switched on.
  var isSeenOff = false
  /// When it said on in the present run.
  var seenOnAt: Uptime?
  /// It drew power in the present run.
  var drewPower = false
  var temperatureAtStart = 0.0

  var onsSent = 0
  var onSentAt = Uptime(milliseconds: 0)
  var offsSent = 0
  var offSentAt = Uptime(milliseconds: 0)
  var offSince: Uptime
  /// No run before that.
  var notBefore: Uptime
  var shown: HeaterPicture?

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
    place = plan.places.first { $0.thermostat == heater.actuator }?.id
    self.memory =
      memory
      ?? HeaterMemory(
        id: id, boot: boot, onAt: now.wall, on: now.uptime, endsAt: now.wall,
        ends: now.uptime)
    ask = HeatAsk(temperature: nil, setpoint: heater.setpoint)
    blindSince = now.uptime
    offSince = now.uptime
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
  var offAgainAt: Uptime { offSentAt + HeatLimits.offAgainAfter(offsSent) }

  /// Somebody would be harmed by silence: it was on, or is.
  var mayBeOn: Bool { memory.phase == .switchingOff || saysOn == true || drawsPower }

  /// Its own timer ran out before it could be told again.
  func isTimerOver(at now: Moment) -> Bool { hasDeviceTimer && now.uptime - onSentAt >= timer }

  func picture(at now: Moment) -> HeaterPicture {
    let state: HeaterPicture.State =
      isOn ? (seenOnAt == nil ? .switchingOn : .on) : (isSeenOff ? .off : .switchingOff)
    return HeaterPicture(
      id: id, name: actuator.name, place: place, state: state, reason: reason(at: now),
      setpoint: ask.setpoint, control: control, endsAt: isOn ? memory.endsAt : nil,
      trouble: memory.trouble, since: now.wall)
  }

  private func reason(at now: Moment) -> HeaterPicture.Reason {
    if ask.isHeld { return .held }
    if ask.temperature == nil { return .blind }
    if isOn { return isWarm ? .lingering : .cold }
    guard isCold else { return .warm }
    if !isSeenOff { return .unproved }
    return now.uptime < notBefore ? .pausing : .cold
  }

  /// When the next step is due by time alone.
  func addDeadlines(_ link: BrokerLink, to next: inout Earliest) {
    if let blindSince { next.addLook(at: max(blindSince, link.since) + HeatLimits.blindPatience) }
    guard isOn else {
      if !isSeenOff {
        next.addLook(at: offAgainAt)
        next.addLook(at: max(offSince, link.since) + offProofWithin)
      } else if mayStart && link.isUp {
        next.addLook(at: notBefore)
      }
      return
    }
    next.addLook(at: memory.ends)
    if hasDeviceTimer {
      if link.isUp { next.addLook(at: onSentAt + renewAfter) }
      next.addLook(at: onSentAt + timer)
    }
    guard let seenOnAt else { return next.addLook(at: onSentAt + actuator.answerWithin) }
    if isWarm { next.addLook(at: seenOnAt + plan.onMin) }
    if powerMeter != nil { next.addLook(at: seenOnAt + actuator.evidence.within) }
  }
}
