import GardenCore

extension MemoryChange {
  /// What a change is about: of two changes of one subject the later one makes the earlier one void.
  enum Subject: Hashable {
    case plant(PlantID)
    case reminder(String)
    case answered(DeviceID, UniqueID)
    /// Forgetting is about many answers; each stays in its place.
    case forgetting(Timestamp)
    case control(ControlID)
    case lease(UniqueID)
    case heater(String)
    case fallback(String)
    case countdown(UniqueID)
    case warming(String)
    case sensor(String)
    case person(PersonID)
    case device(DeviceID)
    case hold(String?)
    case interlock(String)
    case valveDay(String)
    case message(Int)
    case blobBytes(UniqueID, at: Int)
    case blob(UniqueID)
    case account(DeviceID)
    case restored
  }

  var subject: Subject {
    switch self {
    case .plant(let plant): .plant(plant.id)
    case .reminder(let reminder): .reminder(reminder.key)
    case .noReminder(let key): .reminder(key)
    case .answered(let answered): .answered(answered.outcome.device, answered.outcome.id)
    case .forgetAnswered(let before): .forgetting(before)
    case .control(let control): .control(control.id)
    case .lease(let lease): .lease(lease.id)
    case .noLease(let id): .lease(id)
    case .heater(let heater): .heater(heater.id)
    case .noHeater(let id): .heater(id)
    case .fallback(let fallback): .fallback(fallback.actuator)
    case .noFallback(let id): .fallback(id)
    case .countdown(let countdown): .countdown(countdown.id)
    case .noCountdown(let id): .countdown(id)
    case .warming(let warming): .warming(warming.id)
    case .noWarming(let id): .warming(id)
    case .sensor(let sensor): .sensor(sensor.id)
    case .person(let person): .person(person.id)
    case .device(let device): .device(device.id)
    case .noDevice(let id): .device(id)
    case .hold(let hold): .hold(hold.valve)
    case .noHold(let valve): .hold(valve)
    case .interlock(let interlock): .interlock(interlock.id)
    case .valveDay(let day): .valveDay(day.valve)
    case .message(let message): .message(message.number)
    case .noMessage(let number): .message(number)
    case .blobBytes(let part): .blobBytes(part.message, at: part.at)
    case .noBlob(let message): .blob(message)
    case .account(let account): .account(account.id)
    case .noAccount(let id): .account(id)
    case .restored: .restored
    }
  }
}
