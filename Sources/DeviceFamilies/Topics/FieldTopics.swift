import GardenCore
import MQTTTypes
import PayloadJSON

/// A device told by the config alone: its topics, and the fields on each.
///
/// Fields without a topic of their own come on the device's. Each topic's message is read by itself.
struct FieldTopics: Sendable {
  let sources: [DeviceSource]
  private let groups: [MappedFields]
  private let selection: FieldSelection
  private let availability: AvailabilityTopic?
  /// The config says nothing of the message's time.
  private let looksForTime: Bool
  /// By group, where the time stood.
  private var timePaths: [[FieldPath?]]

  init(_ binding: SensorBinding) throws(BindingProblem) {
    var topics: [String] = []
    for field in binding.fields {
      let topic = field.rules?.topic ?? binding.topic
      if !topics.contains(topic) { topics.append(topic) }
    }
    var groups: [MappedFields] = []
    var sources: [DeviceSource] = []
    for topic in topics {
      sources.append(DeviceSource(filter: try Topics.filter(topic)))
      var part = binding
      part.fields = binding.fields.filter { ($0.rules?.topic ?? binding.topic) == topic }
      for i in part.fields.indices { part.fields[i].rules?.topic = nil }
      groups.append(try MappedFields([], part))
    }
    availability = try AvailabilityTopic.of(binding, family: nil)
    if let availability { sources.append(DeviceSource(filter: availability.filter)) }
    self.groups = groups
    self.sources = sources
    selection = FieldSelection(binding.select)
    looksForTime = binding.time == nil
    timePaths = groups.map { _ in [] }
  }

  /// - Parameter root: `nil` where the payload cannot be read; the refusal is appended then.
  mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem],
    root: (PayloadReader, inout [DecodedItem]) -> FieldRoot?
  ) {
    guard groups.indices.contains(source) else {
      availability?.decode(payload, into: &items)
      return
    }
    guard let root = root(payload, &items), selection.accepts(root) else { return }
    let first = items.count
    groups[source].decode(root, MappedFields.Facts(), into: &items)
    if looksForTime, case .json(let tree) = root {
      groups[source].date(tree, &items, from: first, context, times: &timePaths[source])
    }
  }
}
