extension CategoryName {
  /// A plant with a valve wants water, and the device may start it: water now, later, done, tomorrow.
  public static let wateringOffer = known("WATERING_OFFER")
  /// A plant wants water: done, later, tomorrow.
  public static let wateringReminder = known("WATERING_REMINDER")
  /// Several plants want water.
  public static let wateringDigest = known("WATERING_DIGEST")
  /// The same, of which some have a valve that the device may open.
  public static let wateringDigestOffer = known("WATERING_DIGEST_OFFER")
  /// A reminder to water, to a device that may not answer.
  public static let plantThirsty = known("PLANT_THIRSTY")
  /// "Done" was answered, but the probe saw no water.
  public static let wateringCheck = known("WATERING_CHECK")
  /// A place left its range; its setpoint can be moved in the notification.
  public static let setpointAdjust = known("SETPOINT_ADJUST")
  /// The same to a device that may not move it.
  public static let placeClimate = known("PLACE_CLIMATE")
  /// Too cold, too hot, too dark, too bright, hungry, salty, too wet.
  public static let plantClimate = known("PLANT_CLIMATE")
  /// A probe fell silent, is unreadable, or its battery is low.
  public static let sensorTrouble = known("SENSOR_TROUBLE")
  /// A valve did not do what it was told.
  public static let valveTrouble = known("VALVE_TROUBLE")
  /// A valve that waters no plant, or none that is known, did not do what it was told.
  public static let idleValveTrouble = known("IDLE_VALVE_TROUBLE")
  /// A heater did not do what it was told, or nobody knows how warm it is.
  public static let heaterTrouble = known("HEATER_TROUBLE")
  /// Somebody stopped everything.
  public static let gardenStopped = known("GARDEN_STOPPED")
  /// The same to a device that may not release it.
  public static let gardenHeld = known("GARDEN_HELD")
  /// Trouble of valves, heaters and the whole garden, to a device that may not answer.
  public static let gardenTrouble = known("GARDEN_TROUBLE")
  /// A countdown for a plant ran to its end.
  public static let wateringTimeUp = known("WATERING_TIME_UP")
  /// A countdown without a plant ran to its end.
  public static let timeUp = known("TIME_UP")
  /// A countdown without a plant ran to its end, for a device that may say that it was seen.
  public static let countdownOver = known("COUNTDOWN_OVER")
  /// The day's notifications are used up: what waits until tomorrow.
  public static let remindersHeld = known("REMINDERS_HELD")
  /// Start and end of a watering by hand.
  public static let wateringControl = known("WATERING_CONTROL")
}

extension ActionName {
  /// The plant was watered.
  public static let waterDone = known("water_done")
  /// Remind again in a while.
  public static let waterLater = known("water_later")
  /// Remind again tomorrow.
  public static let waterTomorrow = known("water_tomorrow")
  /// Start a watering.
  public static let waterStart = known("water_start")
  /// End a watering.
  public static let waterStop = known("water_stop")
  /// Trouble was seen: it is silent for a while, and nothing else changes. Names the notification.
  public static let troubleSeen = known("trouble_seen")
  /// Start a countdown for water by can or hose.
  public static let countdownStart = known("countdown_start")
  /// Break a countdown off.
  public static let countdownStop = known("countdown_stop")
  /// Emergency stop: close everything and hold it closed.
  public static let waterStopAll = known("water_stop_all")
  /// Lock a valve for maintenance.
  public static let waterHold = known("water_hold")
  /// Release a valve's lock; without a valve: the emergency stop.
  public static let waterRelease = known("water_release")
  /// The notification was tapped, no button.
  public static let opened = known("com.apple.UNNotificationDefaultActionIdentifier")
  /// The notification was dismissed.
  public static let dismissed = known("com.apple.UNNotificationDismissActionIdentifier")

  /// A plain tap or a dismissal: recorded, changes nothing.
  public var isOfThePhone: Bool { self == .opened || self == .dismissed }

  /// Those that need not say which plant they are about.
  static let withoutPlant: [Self] = [
    .opened, .dismissed, .waterStopAll, .waterHold, .waterRelease, .troubleSeen, .countdownStart,
    .countdownStop,
  ]
  /// Whether it says which plant. A countdown may be for none in particular.
  public var needsPlant: Bool { !Self.withoutPlant.contains(self) }
  /// It is about valves, or about everything, not about a plant.
  public var isOfValves: Bool { self == .waterStopAll || self == .waterHold || self == .waterRelease }
}

extension Token {
  /// A name written in this source; a test checks that each has the form.
  static func known(_ text: String) -> Self { Self(literal: text) }
}
