/// What replaces what on a screen: `water-<plant>`, `clim-<plant>-<quantity>`, …; ≤ 32 characters of `[A-Za-z0-9_-]`.
///
/// A key that would be longer becomes the first letter of its kind, a hyphen and 26 characters: the FNV-1a hash of 128 bits of the
/// long key in lower-case base32 without padding. Source: RFC 4648 §6 (base32).
package enum NoticeKey {
  package static let lengthMax = 32
  /// The one notification that stands for several plants.
  package static let digest = "water-digest"
  package static let stopped = "emergency-stop"

  package static func water(_ plant: PlantID) -> String { bounded("water-\(plant)") }
  package static func climate(_ plant: PlantID, _ quantity: Quantity) -> String {
    bounded("clim-\(plant)-\(quantity.name)")
  }
  package static func noRise(_ plant: PlantID) -> String { bounded("rise-\(plant)") }
  package static func sensor(_ id: String) -> String { bounded("sens-\(id)") }
  package static func setpoint(_ control: ControlID) -> String { bounded("set-\(control)") }
  package static func refusal(_ control: ControlID) -> String { bounded("move-\(control)") }
  /// `nil`: the countdown without a plant.
  package static func countdown(_ plant: PlantID?) -> String {
    bounded(plant.map { "count-\($0)" } ?? "countdown")
  }
  /// That a person's reminders wait.
  static func held(_ person: PersonID) -> String { bounded("held-\(person)") }
  package static func valve(_ actuator: String) -> String { bounded("valve-\(actuator)") }

  package static func heater(_ actuator: String) -> String { bounded("heat-\(actuator)") }

  static func bounded(_ key: String) -> String {
    // A plant may be called "digest".
    guard key.utf8.count > lengthMax || key == digest, let kind = key.first else { return key }
    return "\(kind)-\(base32(fnv1a(key)))"
  }

  package static func fnv1a(_ text: String) -> UInt128 {
    FNV1a.hash128(Array(text.utf8).span)
  }

  private static func base32(_ bits: UInt128) -> String {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".unicodeScalars)
    var text = String.UnicodeScalarView()
    // 26 groups of five bits hold 130: the last group is filled up with two zero bits.
    for group in 0..<25 { text.append(alphabet[Int((bits >> UInt128(123 - 5 * group)) & 31)]) }
    text.append(alphabet[Int((bits << 2) & 31)])
    return String(text)
  }
}
