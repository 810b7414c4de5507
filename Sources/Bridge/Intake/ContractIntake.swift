import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// Messages on our own tree: what devices send up.
struct ContractIntake {
  private var decoder: CommandDecoder
  private let prefix: [UInt8]
  let subscriptions: [MQTTSubscription]

  init(tree: TopicTree) {
    decoder = CommandDecoder(tree: tree)
    prefix = Array("\(tree.base)/v1/".utf8)
    // Retained commands are asked for as well: they never act, and whoever asks for none cannot clear them.
    subscriptions = [MQTTSubscription(filter: tree.everythingUp)]
  }

  func owns(_ topic: Span<UInt8>) -> Bool {
    guard topic.count >= prefix.count else { return false }
    for i in prefix.indices where topic[i] != prefix[i] { return false }
    return true
  }

  mutating func decode(
    topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, at now: Moment
  ) -> CommandDecoder.Result? {
    guard let text = String(validating: topic.indices.map { topic[$0] }, as: UTF8.self) else { return nil }
    return decoder.decode(
      topic: text, payload: payload.indices.map { payload[$0] }, wasRetained: wasRetained, at: now)
  }
}
