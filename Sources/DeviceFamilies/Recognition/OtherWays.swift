import GardenCore

/// What is measured once and comes by two ways of one gateway, in a message of all and on a topic of its own, stands at one plant.
///
/// Of devices that a family names each is its own, whatever it measures: two probes in one soil say the same.
enum OtherWays {
  static func join(_ devices: inout [RecognizedDevice]) {
    for second in devices.indices {
      for first in devices.indices.prefix(second) where isOne(devices[first], devices[second]) {
        let (place, other) = (devices[first].candidate.place, devices[second].candidate.place)
        for i in devices.indices where devices[i].candidate.place == other {
          devices[i].candidate.place = place
        }
        break
      }
    }
  }

  private static func isOne(_ one: RecognizedDevice, _ other: RecognizedDevice) -> Bool {
    guard one.candidate.isGuess, other.candidate.isGuess,
      case .sensor(let a) = one.candidate.role, case .sensor(let b) = other.candidate.role,
      a.topic != b.topic, one.candidate.place != other.candidate.place,
      a.topic.split(separator: "/").first == b.topic.split(separator: "/").first,
      let first = one.soil, let second = other.soil, abs(first - second) < 0.001
    else { return false }
    let isFine = first != first.rounded()
    if isPath(a, of: b) || isPath(b, of: a) { return true }
    if moveTogether(one.candidate.moistures, other.candidate.moistures, isFine) { return true }
    if isNamedAlike(a, b), isFine || name(a).contains(where: \.isNumber) || isAbove(a, b) { return true }
    let equal = one.values.filter { value in
      other.values.contains { $0.quantity == value.quantity && abs($0.value - value.value) < 0.001 }
    }
    return equal.count > 1 && equal.contains { $0.value != $0.value.rounded() }
  }

  /// The same changes, one after another.
  private static func moveTogether(_ one: [Double], _ other: [Double], _ isFine: Bool) -> Bool {
    let count = min(one.count, other.count)
    return count >= (isFine ? 2 : 3) && one.suffix(count) == other.suffix(count)
  }

  /// One in a message under the name that is the other's topic.
  private static func isNamedAlike(_ one: SensorBinding, _ other: SensorBinding) -> Bool {
    isWhole(one) != isWhole(other) && name(one) == name(other)
  }

  /// The keys that lead to one are the last levels of the other's topic: `bed.moisture` and `gw/bed/moisture`.
  private static func isPath(_ one: SensorBinding, of other: SensorBinding) -> Bool {
    guard isWhole(other), let path = one.fields.first(where: { $0.quantity == .moisture })?.path.steps,
      path.count > 1
    else { return false }
    let levels = other.topic.split(separator: "/").suffix(path.count).map { FieldPath.Step.key(String($0)) }
    return levels == path
  }

  private static func isAbove(_ one: SensorBinding, _ other: SensorBinding) -> Bool {
    one.topic.hasPrefix(other.topic + "/") || other.topic.hasPrefix(one.topic + "/")
  }

  private static func isWhole(_ binding: SensorBinding) -> Bool {
    binding.fields.first { $0.quantity == .moisture }?.path.steps.isEmpty ?? false
  }

  private static func name(_ binding: SensorBinding) -> String {
    if isWhole(binding) { return (binding.topic.split(separator: "/").last ?? "").lowercased() }
    guard case .key(let key)? = binding.fields.first(where: { $0.quantity == .moisture })?.path.steps.last
    else {
      return ""
    }
    return key.lowercased()
  }
}

extension RecognizedDevice {
  fileprivate var soil: Double? { values.first { $0.quantity == .moisture || $0.quantity == .raw }?.value }
}
