import GardenCore
import MQTTTypes
import PayloadJSON

/// A topic that says whether a device or its gateway is there: plain words, or `{"state":"online"}`.
struct AvailabilityTopic: Sendable, Hashable {
  let filter: TopicFilter
  /// Where the word stands; empty: the whole payload, or its `state`.
  private let path: FieldPath
  private let online: [FieldWord]
  private let offline: [FieldWord]
  /// Words that say neither.
  private let undecided: [FieldWord]

  init(
    _ topic: String, path: FieldPath = FieldPath([]), online: [String] = ["online"],
    offline: [String] = ["offline"], undecided: [String] = []
  ) throws(BindingProblem) {
    filter = try Topics.filter(topic)
    self.path = path
    self.online = online.map { FieldWord($0) }
    self.offline = offline.map { FieldWord($0) }
    self.undecided = undecided.map { FieldWord($0) }
  }

  /// The owner's topic, or else the family's.
  static func of(_ binding: SensorBinding, family: AvailabilityTopic?) throws(BindingProblem) -> Self? {
    guard let own = binding.availability else { return family }
    return try AvailabilityTopic(own.topic, path: own.path, online: own.online, offline: own.offline)
  }

  /// An empty payload removes the topic: nothing is known any more, and nothing is said.
  func decode(_ payload: PayloadReader, into items: inout [DecodedItem]) {
    if payload.byteCount == 0, !payload.isTooLarge { return }
    if says(payload, online) {
      items.append(.online(true))
    } else if says(payload, offline) {
      items.append(.online(false))
    } else if !says(payload, undecided) {
      items.append(.refused(nil, payload.isTooLarge ? .tooLarge : .malformed))
    }
  }

  private func says(_ payload: PayloadReader, _ words: [FieldWord]) -> Bool {
    if !path.steps.isEmpty {
      let root = path.fitsBareText ? FieldRoot.text(payload) : payload.root.map { FieldRoot.json($0) }
      guard let found = root?.field(at: path) else { return false }
      for i in words.indices where words[i].matches(found) { return true }
      return false
    }
    for i in words.indices where words[i].matches(payload) { return true }
    guard let state = payload.root?["state"] else { return false }
    for i in words.indices where words[i].matches(state) { return true }
    return false
  }
}
