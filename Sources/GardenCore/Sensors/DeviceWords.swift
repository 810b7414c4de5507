/// What a device says of itself wins over what its values would mean.
extension Sensors {
  /// The probe of this quantity is broken, by the device's own word.
  mutating func faulted(_ sensor: SensorIndex, _ quantity: Quantity, _ word: DeviceWord, _ turn: inout Turn) {
    guard let s = position(sensor) else { return }
    self[s].fault = word
    refused(sensor, quantity, .fault, nil, &turn)
  }

  /// A value does not count any more, however fresh it is.
  mutating func takeBack(_ s: Int, _ quantity: Quantity?, _ why: Refusal, _ turn: inout Turn) {
    var isNews = false
    for q in quantity.map({ [Int($0.rawValue)] }) ?? Array(0..<Quantity.count) {
      if self[s].channels[q].takenBack != why { isNews = true }
      self[s].channels[q].takenBack = why
    }
    guard isNews else { return }
    if self[s].takenBackSince == nil { self[s].takenBackSince = turn.now.uptime }
    turn.news.append(.sensorChanged(s))
  }

  mutating func alarmed(_ sensor: SensorIndex, _ word: DeviceWord?, _ turn: inout Turn) {
    guard let s = position(sensor), self[s].alarm != word else { return }
    self[s].alarm = word
    turn.log(
      .info, "sensor \(self[s].plan.id)",
      word.map { "its own alarm: \($0.text)" } ?? "its own alarm is over")
    watch(s, &turn)
  }

  mutating func fed(_ sensor: SensorIndex, isExternal: Bool, _ turn: inout Turn) {
    guard let s = position(sensor), self[s].isFedFromOutside != isExternal else { return }
    self[s].isFedFromOutside = isExternal
    self[s].weighBattery()
    watch(s, &turn)
    turn.news.append(.sensorChanged(s))
  }
}

extension SensorState {
  /// A value came: what the device took back before is over where nothing else is taken back.
  mutating func weighWords() {
    if channels.indices.contains(where: { channels[$0].takenBack != nil }) { return }
    fault = nil
    takenBackSince = nil
  }
}
