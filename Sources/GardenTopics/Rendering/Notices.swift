import GardenCore
import GardenWords
import LoamKit

/// Notifications and their withdrawal.
extension Renderer {
  func notify(_ notice: Notice, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    var failures: [Undeliverable] = []
    for device in notice.devices {
      do throws(DocumentError) {
        let message = try notification(notice, for: device, at: now)
        let handling = Handling(
          device, notice.urgency == .timeSensitive ? .alarm : .notice, matter: notice.key,
          receipt: notice.id)
        failures += send(
          message, handling, .notify, until: notice.expires, at: now, into: &outgoing,
          shorten: Shortening.shorten)
      } catch {
        failures += failed(DeviceName(device).map { .down($0, .notify) }, device, error)
      }
    }
    return failures
  }

  private func notification(
    _ notice: Notice, for device: DeviceID, at now: Moment
  ) throws(DocumentError) -> NotificationMessage {
    let reader = reader(device, at: now)
    let category = category(of: notice.subject, for: reader)
    let subject = shown(notice.subject, in: category)
    let (loudness, relevance): (NotificationMessage.Level, Double) =
      switch notice.urgency {
      case .passive: (.passive, 0.2)
      case .active: (.active, 0.6)
      case .timeSensitive: (.timeSensitive, 1)
      }
    let level = notice.ringing.contains(device) ? loudness : .passive
    let ends = moment(notice.expires)
    let plants = try digestPlants(subject, at: now, in: category)
    let link: String? = if case .timeUp(let plant) = subject { try link(to: nil, of: plant) } else { nil }
    return NotificationMessage(
      aps: .init(
        alert: words(of: notice, for: device, reader, at: now.wall), category: category,
        threadID: thread(of: subject), sound: level == .passive ? nil : "default",
        interruptionLevel: level, relevanceScore: relevance),
      note: .init(
        id: try messageID(notice.id), key: try name(ReminderKey.self, notice.key), rev: notice.revision,
        ts: moment(notice.sentAt), exp: ends,
        neverWatered: facts(of: subject)?.neverWatered == true ? true : nil,
        clock: now.isWallTrusted ? nil : .unset, actions: actions(of: category, for: reader),
        url: link),
      plant: try facts(of: subject).map { (facts) throws(DocumentError) in try dates(facts, at: now) },
      plants: plants,
      control: reader.showsSliders ? try slider(subject, for: device, reader, until: ends) : nil,
      water: Self.offers.contains(category) ? facts(of: subject).flatMap(waterQuestion) : nil)
  }

  private static let offers: [CategoryName] = [.wateringOffer, .wateringDigestOffer]

  func facts(of subject: NoticeSubject) -> PlantFacts? {
    switch subject {
    case .water(let thirst), .noRiseSeen(let thirst): thirst.plant
    case .climate(let facts, _, _, _, _): facts
    case .digest(let plants): plants.first?.plant
    case .setpoint(_, _, _, _, _, let facts), .valve(_, _, let facts, _), .timeUp(let facts): facts
    case .sensor, .heater, .stopped, .refusal, .heldBack: nil
    }
  }

  func waterQuestion(_ facts: PlantFacts) -> WaterQuestion? {
    facts.offer.map {
      WaterQuestion(
        seconds: Int(clamping: $0.duration.wholeSeconds),
        litres: Measure.number($0.litres, digits: 1, in: 0.1...100_000))
    }
  }

  private func digestPlants(
    _ subject: NoticeSubject, at now: Moment, in category: CategoryName
  ) throws(DocumentError) -> [PlantDates]? {
    guard case .digest(let thirsty) = subject else { return nil }
    return try thirsty.map { (thirst) throws(DocumentError) in
      var dates = try dates(thirst.plant, at: now)
      if category == .wateringDigestOffer { dates.water = waterQuestion(thirst.plant) }
      return dates
    }
  }

  private func slider(
    _ subject: NoticeSubject, for device: DeviceID, _ reader: Reader, until end: EpochSeconds
  ) throws(DocumentError) -> Slider? {
    guard let control = control(of: subject, for: reader) else { return nil }
    return Slider(
      id: try name(ControlName.self, control.id), title: title(of: control, reader), unit: control.unit,
      displayUnit: reader.usesFahrenheit && control.unit == "°C" ? "°F" : nil, range: control.range,
      step: control.step, value: control.value, rev: control.revision,
      topic: tree.text(.up(try name(DeviceName.self, device), .set)), until: end)
  }

  func title(of control: ControlSnapshot, _ reader: Reader) -> String {
    switch control.kind {
    case .limit: reader.words(.controlLimit)
    case .setpoint, .target: reader.words(.setpoint)
    }
  }

  private func word(_ reason: GardenCore.Withdrawal.Reason) -> WithdrawMessage.Reason {
    switch reason {
    case .done: .done
    case .deferred: .deferred
    case .superseded: .superseded
    case .expired: .expired
    case .cancelled: .cancelled
    }
  }

  func withdraw(
    _ withdrawal: GardenCore.Withdrawal, at now: Moment, into outgoing: inout [Outgoing]
  ) -> [Undeliverable] {
    var failures: [Undeliverable] = []
    for device in withdrawal.devices {
      do throws(DocumentError) {
        let message = WithdrawMessage(
          id: try messageID(withdrawal.id), note: try messageID(withdrawal.note),
          key: try name(ReminderKey.self, withdrawal.key), reason: word(withdrawal.reason),
          by: withdrawal.by.flatMap { DeviceName($0) }, ts: moment(withdrawal.at),
          activity: try withdrawal.activity.map { (id) throws(DocumentError) in try messageID(id) })
        let handling = Handling(device, .notice, matter: withdrawal.key, receipt: withdrawal.id)
        failures += send(message, handling, .withdraw, until: now.wall + .days(1), at: now, into: &outgoing)
      } catch {
        failures += failed(DeviceName(device).map { .down($0, .withdraw) }, device, error)
      }
    }
    return failures
  }
}
