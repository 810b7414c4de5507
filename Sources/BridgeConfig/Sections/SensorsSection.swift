internal import DeviceFamilies
internal import GardenCore
internal import MQTTTypes

/// One entry of `sensors`.
struct SensorDraft {
  var id: Placed<String>
  var plan: SensorPlan
  /// `nil`: so wrong that only its name is known.
  var binding: SensorBinding?
  var topic: Placed<String>?
  /// For problems that the family finds: where the key stands.
  var positions: [String: TextPosition]
  /// What the family subscribes to for it, once it was asked; `nil`: it refuses the sensor.
  var filters: [TopicFilter]?
  var isUsed = false
  /// `false`: a mistake in it was already told.
  var isSound = true

  /// The bare topic where the family refuses it.
  var listensTo: [TopicFilter] { filters ?? [binding.flatMap { TopicFilter($0.topic) }].compactMap(\.self) }

  static let families = Families.all.map { (word: $0.name, value: $0) }

  init(_ id: Placed<String>, _ keys: Section, formats: [FormatDraft]) {
    self.id = id
    let errorsBefore = keys.problems.errorCount
    guard Captures.apply(formats, to: keys) else {
      keys.skip()
      (plan, positions, isSound) = (SensorPlan(id: id.value), [:], false)
      return
    }
    let known = SensorKeys(keys, isFormat: false)
    plan = SensorKeys.plan(id, keys)
    let moisture = known.binding?.fields.filter { $0.quantity == .moisture } ?? []
    plan.saysWords = !moisture.isEmpty && moisture.allSatisfy { $0.rules?.words.isEmpty == false }
    plan.saysSleep = known.binding?.family.saysSleep ?? false
    (binding, topic, positions) = (known.binding, known.topic, known.positions)
    isSound = keys.problems.errorCount == errorsBefore
  }

  /// Whether such a sensor may measure it. A sensor whose own entry is wrong may measure anything.
  func mayMeasure(_ quantity: Quantity) -> Bool {
    guard let binding, isSound else { return true }
    if binding.excluded.contains(quantity) { return false }
    let family = binding.family
    if family.quantities.isEmpty, binding.fields.isEmpty { return true }
    return family.quantities(of: binding.part).contains(quantity)
      || binding.fields.contains { $0.quantity == quantity }
  }
}
