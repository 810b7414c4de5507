internal import GardenCore

/// Why nobody would be told that a plant is dry, and what its owner does about it: the words of each program that says so.
package struct Untold: Sendable, Hashable, CustomStringConvertible {
  package var why: String
  package var remedy: String

  package var description: String { "\(why); \(remedy)" }

  /// `nil` where somebody would be told, or there is nothing to tell of.
  ///
  /// - Parameter letsDevicesIn: a person may get a device that stands in no file.
  init?(_ people: [PersonPlan], of plants: [PlantID], hasMore: Bool, letsDevicesIn: Bool) {
    guard hasMore || !plants.isEmpty else { return nil }
    let sentence = "nobody would be told that a plant is dry:"
    if people.allSatisfy(\.devices.isEmpty) {
      if letsDevicesIn, !people.isEmpty { return nil }
      why = "\(sentence) no person has a device"
      remedy =
        "add one, such as the page: 'people: {home: {devices: {\(WebSection.pageDevice): {role: operator}}}}'"
    } else {
      let isHeard = plants.contains { plant in
        people.contains { $0.hears(of: plant) && $0.devices.contains { $0.takes(.water) } }
      }
      if isHeard || plants.isEmpty { return nil }
      why = "\(sentence) no device of a person who hears of one takes 'water'"
      remedy = "see 'only' of the devices, and 'plants' of the people"
    }
  }
}
