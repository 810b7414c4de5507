import GardenCore

extension Wire {
  /// A run by a phone, the valve open and the meter at rest.
  mutating func open(_ rest: String = "") throws {
    hear("garden/bed/state", "CLOSED")
    hear("garden/meter", #"{"total":100}"#)
    try act("water_start", #","plant":"basil""# + rest)
    pass(.seconds(1))
    hear("garden/bed/state", "OPEN")
  }

  /// A run of 20 seconds whose valve hears the close half a minute late.
  mutating func closeLate() throws {
    try open(#","value":20"#)
    for litres in 1...5 {
      pass(.seconds(10))
      hear("garden/meter", #"{"total":\#(100 + litres),"rate":6}"#)
    }
    hear("garden/bed/state", "CLOSED")
    hear("garden/meter", #"{"total":105,"rate":0}"#)
    pass(.minutes(3))
  }

  /// It is cold, and the heater is on.
  mutating func heat(_ celsius: Double) {
    hear("garden/frost/state", "OFF")
    hold("garden/air", #"{"t":\#(celsius)}"#, for: .minutes(5) + .seconds(2))
    hear("garden/frost/state", "ON")
  }

  /// The meter counts `litres` a minute from `total` on.
  mutating func flow(from total: Double, _ litres: Double, minutes: Int) {
    for minute in 0..<minutes {
      hear("garden/meter", #"{"total":\#(total + Double(minute) * litres),"rate":\#(litres)}"#)
      pass(.minutes(1))
    }
  }
}

extension Scene {
  static let valves: [Scene] = [
    Scene("a valve did not open", Gardens.sonoff, "VALVE_TROUBLE") {
      $0.hear("zigbee2mqtt/drip", #"{"state":"OFF"}"#)
      try $0.act("water_start", #","plant":"basil""#)
      $0.pass(.minutes(5))
    },
    Scene("a valve was silent, and is proved closed", Gardens.sonoff, "IDLE_VALVE_TROUBLE") {
      try $0.act("water_start", #","plant":"basil""#)
      $0.pass(.minutes(5))
      $0.hear("zigbee2mqtt/drip", #"{"state":"OFF"}"#)
      $0.pass(.minutes(1))
    },
    Scene("a valve does not answer, and its meter stands still", Gardens.bed, "VALVE_TROUBLE") {
      try $0.act("water_start", #","plant":"basil""#)
      $0.hold("garden/meter", #"{"total":100,"rate":0}"#, for: .seconds(50), every: .seconds(10))
    },
    Scene("a valve closed late", Gardens.bed, "IDLE_VALVE_TROUBLE") { try $0.closeLate() },
    Scene("a valve did not close", Gardens.bed, "VALVE_TROUBLE") {
      $0.hear("garden/bed/state", "CLOSED")
      try $0.act("water_start", #","plant":"basil""#)
      $0.pass(.minutes(5))
    },
    Scene("a valve is stuck open", Gardens.bed, "VALVE_TROUBLE") {
      try $0.open()
      $0.flow(from: 100, 2, minutes: 14)
    },
    Scene("a valve lies", Gardens.bed, "VALVE_TROUBLE") {
      try $0.open()
      $0.flow(from: 100, 2, minutes: 10)
      $0.hear("garden/bed/state", "CLOSED")
      $0.flow(from: 120, 2, minutes: 6)
    },
    Scene("a valve is open and no water flows", Gardens.bed, "VALVE_TROUBLE") {
      try $0.open()
      $0.hold(
        "garden/meter", #"{"total":100,"rate":0}"#, for: .minutes(2) + .seconds(10), every: .seconds(20))
      $0.hear("garden/bed/state", "CLOSED")
      $0.pass(.minutes(5))
    },
    Scene("a run failed", Gardens.bed, "activity") {
      try $0.open()
      $0.hold(
        "garden/meter", #"{"total":100,"rate":0}"#, for: .minutes(2) + .seconds(10), every: .seconds(20))
      $0.hear("garden/bed/state", "CLOSED")
      $0.pass(.minutes(5))
    },
    Scene("water did not reach the soil", Gardens.bed, "IDLE_VALVE_TROUBLE") {
      $0.basil(20, for: .minutes(30))
      try $0.open()
      $0.flow(from: 100, 2, minutes: 10)
      $0.hear("garden/bed/state", "CLOSED")
      $0.hear("garden/meter", #"{"total":120,"rate":0}"#)
      $0.basil(20, for: .hours(3))
    },
    Scene("water flows through closed valves", Gardens.bed, "IDLE_VALVE_TROUBLE") {
      $0.hear("garden/bed/state", "CLOSED")
      $0.flow(from: 100, 3, minutes: 10)
    },
    Scene("too little water", Gardens.bed, "VALVE_TROUBLE") {
      try $0.open(#","litres":15"#)
      $0.flow(from: 100, 0.4, minutes: 30)
      $0.hear("garden/bed/state", "CLOSED")
      $0.hear("garden/meter", #"{"total":112,"rate":0}"#)
      $0.pass(.minutes(5))
    },
    Scene("the valve has no water", Gardens.sonoff, "VALVE_TROUBLE") {
      $0.hear("zigbee2mqtt/drip", #"{"state":"OFF","current_device_status":"normal_state"}"#)
      try $0.act("water_start", #","plant":"basil""#)
      $0.pass(.seconds(1))
      $0.hear("zigbee2mqtt/drip", #"{"state":"ON","current_device_status":"water_shortage"}"#)
      $0.pass(.seconds(2))
    },
    Scene("the valve leaks", Gardens.sonoff, "IDLE_VALVE_TROUBLE") {
      $0.hear("zigbee2mqtt/drip", #"{"state":"OFF","current_device_status":"water_leakage"}"#)
      $0.pass(.minutes(1))
    },
    Scene("emergency stop by a person", Gardens.bed, "GARDEN_STOPPED") {
      try $0.act("water_stop_all")
      $0.pass(.seconds(2))
    },
    Scene("emergency stop by a signal", Gardens.bed, "GARDEN_STOPPED") {
      $0.stopBySignal()
      $0.pass(.seconds(2))
    },
  ]

  static let heat: [Scene] = [
    Scene("a place is too cold", Gardens.greenhouse, "SETPOINT_ADJUST") {
      $0.hear("zigbee2mqtt/trv", #"{"occupied_heating_setpoint":14}"#)
      $0.hold("garden/air", #"{"t":8.53}"#, for: .minutes(30))
    },
    Scene("a place is too warm, and the device has not spoken", Gardens.greenhouse, "SETPOINT_ADJUST") {
      $0.hold("garden/air", #"{"t":31}"#, for: .minutes(30))
    },
    Scene(
      "a place is too cold, and its device does not take what was asked", Gardens.greenhouse,
      "SETPOINT_ADJUST"
    ) {
      $0.hear("zigbee2mqtt/trv", #"{"occupied_heating_setpoint":14}"#)
      $0.hold("garden/air", #"{"t":8.53}"#, for: .minutes(30))
      $0.move("trv-setpoint", to: 25)
      $0.hear("zigbee2mqtt/trv", #"{"occupied_heating_setpoint":14}"#)
      $0.pass(.minutes(2))
    },
    Scene("a slider that was moved in vain", Gardens.greenhouse, "SETPOINT_ADJUST") {
      $0.hear("zigbee2mqtt/trv", #"{"occupied_heating_setpoint":14}"#)
      $0.hold("garden/air", #"{"t":20}"#, for: .minutes(30))
      $0.move("trv-setpoint", to: 25)
      $0.pass(.minutes(2))
    },
    Scene("a heater does not answer", Gardens.heater, "HEATER_TROUBLE") {
      $0.hear("garden/frost/state", "OFF")
      $0.hold("garden/air", #"{"t":3.24}"#, for: .minutes(7))
    },
    Scene("heating has no effect", Gardens.heater, "HEATER_TROUBLE") {
      $0.heat(3.2)
      for _ in 0..<29 {
        $0.hear("garden/frost/state", "ON")
        $0.hold("garden/air", #"{"t":3.2}"#, for: .minutes(4))
      }
      $0.hold("garden/air", #"{"t":3.2}"#, for: .minutes(4))
      $0.hear("garden/frost/state", "OFF")
      $0.pass(.minutes(1))
    },
    Scene("a heater did not switch off", Gardens.heater, "HEATER_TROUBLE") {
      $0.heat(3.2)
      $0.hold("garden/air", #"{"t":7.1}"#, for: .minutes(30))
    },
    Scene("no thermometer can be relied on", Gardens.heater, "HEATER_TROUBLE") {
      $0.hear("garden/frost/state", "OFF")
      $0.hear("garden/air", #"{"t":8}"#)
      $0.pass(.hours(3))
    },
  ]

  static let runs: [Scene] = [
    Scene("a valve is told to open", Gardens.bed, "activity") {
      try $0.act("water_start", #","plant":"basil""#)
      $0.pass(.seconds(1))
    },
    Scene("a watering starts", Gardens.bed, "activity") {
      try $0.open()
      $0.pass(.seconds(2))
    },
    Scene("a watering by litres starts", Gardens.bed, "activity") {
      try $0.open(#","litres":5"#)
      $0.pass(.seconds(2))
    },
    Scene("a run closed late", Gardens.bed, "activity") { try $0.closeLate() },
    Scene("a valve closed before its time", Gardens.bed, "activity") {
      try $0.open()
      $0.pass(.seconds(20))
      $0.hear("garden/bed/state", "CLOSED")
      $0.pass(.minutes(2))
    },
    Scene("a run reached the plant's most litres", Gardens.bed, "activity") {
      try $0.open()
      $0.flow(from: 100, 4, minutes: 6)
      $0.hear("garden/bed/state", "CLOSED")
      $0.hear("garden/meter", #"{"total":121,"rate":0}"#)
      $0.pass(.minutes(5))
    },
    Scene("a place begins to get warm", Gardens.heater, "activity") { $0.heat(3.24) },
    Scene("a countdown starts", Gardens.basil, "activity") {
      try $0.act("countdown_start", #","plant":"basil","value":300"#)
    },
    Scene("time is up for a plant", Gardens.basil, "WATERING_TIME_UP") {
      try $0.act("countdown_start", #","plant":"basil","value":300"#)
      $0.pass(.minutes(6))
    },
    Scene("time is up", Gardens.basil, "COUNTDOWN_OVER") {
      try $0.act("countdown_start", #","value":300"#)
      $0.pass(.minutes(6))
    },
  ]
}
