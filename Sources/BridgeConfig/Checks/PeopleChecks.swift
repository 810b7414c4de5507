internal import GardenCore

/// Who is told of what: whether it can be meant so.
struct PeopleChecks {
  let language: ConfigLanguage
  let problems: Problems

  func run() {
    checkPlants()
    checkTurns()
    if problems.errorCount == 0 { checkHearing() }
  }

  private func checkPlants() {
    let known = language.plants.map(\.id.value)
    let names = Set(known)
    for plant in language.people.flatMap({ $0.plants ?? [] }) where !names.contains(plant.value) {
      problems.error(
        at: plant.position, "\(plant.path): no plant is called \(quoted(plant.value))",
        help: Roster.help("plant", "plants", plant.value, among: known))
    }
  }

  /// A turn that comes after the next repeat, or after the notification is gone, is none.
  private func checkTurns() {
    let reminders = language.reminders
    for turn in language.people.flatMap(\.turns) {
      let bounds = [
        ("repeated", "repeat_after", reminders.repeatAfter),
        ("gone", "expires_after", reminders.expiresAfter),
      ]
      guard let (word, key, bound) = bounds.first(where: { $0.2 <= turn.value }) else { continue }
      problems.error(
        at: turn.position,
        "\(turn.path) is \(DurationText.text(turn.value)), and a reminder is \(word) after \(DurationText.text(bound))",
        help: "make it shorter, or reminders.\(key) longer")
    }
  }

  /// Alarms reach everybody who has a device.
  private func checkHearing() {
    let home = language.homeAssistant?.plan(usesFahrenheit: false)
    let untold = Untold(
      language.people.map(\.plan) + [home].compactMap(\.self), of: language.plants.map(\.id.value),
      hasMore: !language.places.isEmpty || !language.roster.actuators.isEmpty,
      letsDevicesIn: language.broker.accounts != nil)
    if let untold {
      let place = language.people.first?.id.position ?? TextPosition(line: 1, column: 1)
      problems.warning(at: place, untold.why, help: untold.remedy)
    }
    let people = language.people.map(\.plan).filter { !$0.devices.isEmpty }
    if people.isEmpty, untold != nil { return }
    for person in language.people where person.devices.isEmpty {
      problems.warning(
        at: person.id.position, "\(quoted(person.id.value)) has no device and is told nothing",
        help: "add 'devices:' with the MQTT user name of a phone")
    }
    if people.isEmpty { return }
    func unheard(_ categories: [MatterCategory], _ isHeard: (PersonPlan) -> Bool) -> String? {
      let hearers = people.filter(isHeard)
      let none = categories.filter { category in
        !hearers.contains { $0.devices.contains { $0.takes(category) } }
      }
      return none.isEmpty ? nil : none.map(\.rawValue).joined(separator: ", ")
    }
    for plant in language.plants {
      guard
        let none = unheard(
          untold == nil ? [.water, .climate, .sensors] : [.climate, .sensors],
          { $0.hears(of: plant.id.value) })
      else {
        continue
      }
      problems.warning(
        at: plant.id.position, "no person is told of the plant \(quoted(plant.id.value)): \(none)",
        help: "name it under 'plants' of a person who has a device for that, see 'only'")
    }
    for place in language.places {
      guard let none = unheard([.places], { _ in true }) else { continue }
      problems.warning(
        at: place.id.position, "no person is told of the place \(quoted(place.id.value)): \(none)",
        help: "add 'places' to 'only' of a device")
    }
  }
}
