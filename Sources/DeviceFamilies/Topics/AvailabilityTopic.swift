import GardenCore
import MQTTTypes
import PayloadJSON

/// A topic that says whether a device or its gateway is there: plain words, or `{"state":"online"}`.
struct AvailabilityTopic: Sendable, Hashable {
  let filter: TopicFilter
  private let online: [String]
  private let offline: [String]
  /// Words that say neither.
  private let undecided: [String]

  init(
    _ topic: String, online: [String] = ["online"], offline: [String] = ["offline"], undecided: [String] = []
  ) throws(BindingProblem) {
    filter = try Topics.filter(topic)
    self.online = online
    self.offline = offline
    self.undecided = undecided
  }

  /// The owner's topic, or else the family's.
  static func of(_ binding: SensorBinding, family: AvailabilityTopic?) throws(BindingProblem) -> Self? {
    guard let own = binding.availability else { return family }
    return try AvailabilityTopic(own.topic, online: [own.onlineWord], offline: [own.offlineWord])
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

  private func says(_ payload: PayloadReader, _ words: [String]) -> Bool {
    for i in words.indices where payload.textEquals(words[i]) { return true }
    guard let state = payload.root?["state"] else { return false }
    for i in words.indices where state.textEquals(words[i]) { return true }
    return false
  }
}
