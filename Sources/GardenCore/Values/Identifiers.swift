/// Position of a sensor in ``GardenPlan/sensors``. Valid for one plan.
package struct SensorIndex: Sendable, Hashable {
  package var position: Int32
  package init(_ position: Int) { self.position = Int32(position) }
}

/// Position of a valve or thermostat in ``GardenPlan/actuators``. Valid for one plan.
package struct ActuatorIndex: Sendable, Hashable {
  package var position: Int32
  package init(_ position: Int) { self.position = Int32(position) }
}

/// `^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$`, as in the config file and in topics.
package typealias PlantID = String
/// A controllable value's id, `<plant>-dry-below` or `<actuator>-setpoint`; same characters as ``PlantID``.
package typealias ControlID = String
/// A phone, watch or display: `^[a-z0-9][a-z0-9-]{0,31}$`, equal to its MQTT user name.
package typealias DeviceID = String
/// A person in the config; same characters as ``PlantID``.
package typealias PersonID = String

/// 128 bits, written as a canonical lowercase UUID. Ours are version 7 (RFC 9562 §5.7): time-ordered.
package struct UniqueID: Sendable, Hashable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// A version 7 id of that millisecond with 74 bits from `random`.
  package init(at time: Timestamp, random: inout SplitMix64) {
    let a = random.next()
    let b = random.next()
    high = UInt64(bitPattern: time.milliseconds) << 16 | 0x7000 | (a & 0x0FFF)
    low = 0x8000_0000_0000_0000 | (b & 0x3FFF_FFFF_FFFF_FFFF)
  }

  /// Canonical form only: 36 characters, lowercase, hyphens at 8, 13, 18, 23; else `nil`.
  package init?(_ text: some StringProtocol) {
    var digits = 0
    var high: UInt64 = 0
    var low: UInt64 = 0
    var position = 0
    for byte in text.utf8 {
      switch position {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return nil }
      default:
        let digit: UInt64
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt64(byte - UInt8(ascii: "a") + 10)
        default: return nil
        }
        if digits < 16 { high = high << 4 | digit } else { low = low << 4 | digit }
        digits += 1
      }
      position += 1
    }
    guard position == 36, digits == 32 else { return nil }
    self.high = high
    self.low = low
  }
}

extension UniqueID: CustomStringConvertible {
  package var description: String {
    var text = ""
    text.reserveCapacity(36)
    for i in 0..<32 {
      if i == 8 || i == 12 || i == 16 || i == 20 { text.append("-") }
      let word = i < 16 ? high : low
      let digit = UInt8((word >> UInt64(60 - 4 * (i % 16))) & 0xF)
      text.unicodeScalars.append(
        Unicode.Scalar(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10))
    }
    return text
  }
}

/// One boot of the machine (`/proc/sys/kernel/random/boot_id`). ``Uptime`` values of two boots do not compare.
package struct BootID: Sendable, Hashable {
  package var id: UniqueID
  package init(_ id: UniqueID) { self.id = id }
}
