/// Something that people are to answer, or to know.
package struct Matter: Sendable, Hashable {
  /// Also the notification's key.
  package let key: String
  package let kind: ReminderMemory.Kind
  /// See ``ReminderMemory/subject``.
  package let subject: String
  package var quantity: Quantity?
  package var trouble: ValveTrouble?

  package static func water(_ plant: PlantID) -> Matter {
    Matter(key: NoticeKey.water(plant), kind: .water, subject: plant, quantity: .moisture)
  }
  package static func climate(_ plant: PlantID, _ quantity: Quantity) -> Matter {
    Matter(key: NoticeKey.climate(plant, quantity), kind: .climate, subject: plant, quantity: quantity)
  }
  package static func noRise(_ plant: PlantID) -> Matter {
    Matter(key: NoticeKey.noRise(plant), kind: .noRise, subject: plant, quantity: .moisture)
  }
  package static func sensor(_ id: String, _ trouble: SensorTrouble) -> Matter {
    Matter(
      key: NoticeKey.sensor(id), kind: .sensor, subject: id, quantity: trouble == .batteryLow ? .battery : nil
    )
  }
  package static func setpoint(_ control: ControlID, ofPlace id: String) -> Matter {
    Matter(key: NoticeKey.setpoint(control), kind: .setpoint, subject: id, quantity: .temperature)
  }
  package static func refusal(_ control: ControlID, by device: DeviceID) -> Matter {
    Matter(key: NoticeKey.refusal(control), kind: .refusal, subject: device, quantity: .temperature)
  }
  package static func valve(_ id: String, _ trouble: ValveTrouble) -> Matter {
    Matter(key: NoticeKey.valve(id), kind: .valve, subject: id, trouble: trouble)
  }
  package static func heater(_ id: String) -> Matter {
    Matter(key: NoticeKey.heater(id), kind: .heater, subject: id)
  }
  package static func countdown(_ plant: PlantID?) -> Matter {
    Matter(key: NoticeKey.countdown(plant), kind: .countdown, subject: plant ?? "")
  }
  package static func stopped(by device: DeviceID?) -> Matter {
    Matter(key: NoticeKey.stopped, kind: .stopped, subject: device ?? "")
  }
}
