import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// Messages on our own tree: what devices send up.
struct ContractIntake {
  private let decoder: CommandDecoder
  private let prefix: [UInt8]
  private let statusTopic: [UInt8]
  private let answers: [UInt8]?
  /// Of each topic that was heard, whose it is.
  private var doors: DoorTable
  let subscriptions: [MQTTSubscription]
  /// With QoS 0: it is looked for before anything else may leave, also an acknowledgement, and is said each minute. And a cluster keeps a copy of
  /// each subscription of QoS 1 on several nodes, and has to agree on it first.
  let status: MQTTSubscription

  /// - Parameter answers: where the broker answers what it is told about accounts; `nil`: it is told nothing.
  init(tree: TopicTree, answers: String? = nil) {
    decoder = CommandDecoder(tree: tree)
    doors = DoorTable(tree: tree)
    prefix = Array("\(tree.base)/v1/".utf8)
    // Retained commands are asked for as well: they never act, and whoever asks for none cannot clear them. The broker says of
    // each whether it was published so, also while we listen. Hello and presence are published so: there only a replay is marked.
    // Our own status as well: only so another bridge on these topics is noticed.
    status = MQTTSubscription(filter: tree.text(.bridgeStatus), qos: .atMostOnce)
    subscriptions =
      Topic.Up.ofTheBridge.map {
        MQTTSubscription(filter: tree.everyUp($0), keepsRetainFlag: !$0.isRetained)
      } + [status]
      + (answers.map { [MQTTSubscription(filter: $0)] } ?? [])
    self.answers = answers.map { Array($0.utf8) }
    statusTopic = Array(tree.text(.bridgeStatus).utf8)
  }

  func isAnswer(_ topic: Span<UInt8>) -> Bool {
    answers.map { Self.starts(topic, with: $0) && topic.count == $0.count } ?? false
  }

  func isStatus(_ topic: Span<UInt8>) -> Bool {
    Self.starts(topic, with: statusTopic) && topic.count == statusTopic.count
  }

  func owns(_ topic: Span<UInt8>) -> Bool { Self.starts(topic, with: prefix) }

  private static func starts(_ topic: Span<UInt8>, with head: [UInt8]) -> Bool {
    guard topic.count >= head.count else { return false }
    for i in head.indices where topic[i] != head[i] { return false }
    return true
  }

  /// Whose message it is, without reading it.
  func door(of topic: Span<UInt8>) -> Door? { doors.known(topic) }

  /// The same for a topic that is heard for the first time.
  mutating func open(_ topic: Span<UInt8>, in garden: Garden) -> Door { doors.add(topic, in: garden) }

  /// The garden knows other devices, or lets them do other things.
  mutating func forgetDoors() { doors.forget() }

  func decode(
    topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, at now: Moment
  ) -> CommandDecoder.Result? {
    guard let text = String(validating: topic.indices.map { topic[$0] }, as: UTF8.self) else { return nil }
    return decoder.decode(
      topic: text, payload: payload.indices.map { payload[$0] }, wasRetained: wasRetained, at: now)
  }

  /// What a device is told whose message has no id, and was the first one too many.
  func tooMany(from device: DeviceID, at now: Moment) -> Outgoing? {
    DeviceName(device).map { decoder.tooMany(from: $0, at: now) }
  }
}

extension TopicTree {
  /// All that is published under it.
  var all: TopicFilter? { TopicFilter(root + "/#") }
}
