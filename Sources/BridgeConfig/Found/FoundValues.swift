package import DeviceFamilies
import GardenCore

/// What a device last said, in words.
package enum FoundValues {
  package static func text(_ device: RecognizedDevice) -> String {
    var words = device.values.map { value in
      let raw = value.raw.map { " (raw \(number($0)))" } ?? ""
      let unit = value.quantity.unit.map { " \($0)" } ?? ""
      return "\(value.quantity.name) \(number(value.value))\(unit)\(raw)"
    }
    if let isOpen = device.isOpen { words.append(isOpen ? "open" : "closed") }
    if let setpoint = device.setpoint { words.append("setpoint \(number(setpoint)) °C") }
    if let isOnline = device.isOnline { words.append(isOnline ? "online" : "offline") }
    if words.isEmpty, let refusal = device.refusal { words.append("no value: \(refusal.name)") }
    return words.joined(separator: ", ")
  }

  package static func number(_ value: Double) -> String {
    Amount.text((value * 10).rounded() / 10)
  }
}
