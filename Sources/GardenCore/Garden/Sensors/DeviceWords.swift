/// What a device says of itself wins over what its values would mean.
extension Garden {
  /// The probe of this quantity is broken, by the device's own word.
  mutating func faulted(_ sensor: SensorIndex, _ quantity: Quantity, _ word: DeviceWord) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s) else { return }
    sensors[s].fault = word
    refused(sensor, quantity, .fault, nil)
  }

  /// A value does not count any more, however fresh it is.
  mutating func takeBack(_ s: Int, _ quantity: Quantity?, _ why: Refusal) {
    var isNews = false
    for q in sensors[s].channels.indices where quantity.map({ Int($0.rawValue) == q }) ?? true {
      if sensors[s].channels[q].takenBack != why { isNews = true }
      sensors[s].channels[q].takenBack = why
    }
    guard isNews else { return }
    if sensors[s].takenBackSince == nil { sensors[s].takenBackSince = turn.now.uptime }
    for p in readers[s] {
      judgeAll(p)
      refresh(p)
    }
  }

  mutating func alarmed(_ sensor: SensorIndex, _ word: DeviceWord?) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s), sensors[s].alarm != word else { return }
    sensors[s].alarm = word
    turn.log(
      .info, "sensor \(sensors[s].plan.id)",
      word.map { "its own alarm: \($0.text)" } ?? "its own alarm is over")
    watch(s)
  }

  mutating func fed(_ sensor: SensorIndex, isExternal: Bool) {
    let s = Int(sensor.position)
    guard sensors.indices.contains(s), sensors[s].isFedFromOutside != isExternal else { return }
    sensors[s].isFedFromOutside = isExternal
    sensors[s].weighBattery()
    watch(s)
    for p in readers[s] { refresh(p) }
  }
}

extension SensorState {
  /// A value came: what the device took back before is over where nothing else is taken back.
  mutating func weighWords() {
    if channels.contains(where: { $0.takenBack != nil }) { return }
    fault = nil
    takenBackSince = nil
  }
}
