import Foundation
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// What a phone, a watch or a display sends up, through the decoder that the bridge uses.
///
/// Input: a byte of which one bit says retained; the payload.
enum CommandFuzz {
  static let groups: [FuzzGroup] = Topic.Up.allCases.map { kind in
    let names: [Topic.Up: String] = [.activity: "activity-feedback", .context: "app-context"]
    let name = names[kind] ?? kind.rawValue
    let examples = Example.all.filter { $0.kind == name }.map { [0] + $0.bytes }
    let topic = "plants/v1/d/anna-phone/up/\(kind.rawValue)"
    return FuzzGroup(name: "up-\(kind.rawValue)", seeds: examples) { bytes in
      guard let first = bytes.first, let tree = TopicTree() else { return nil }
      return evaluate(kind, topic, Array(bytes.dropFirst()), wasRetained: first & 1 != 0, tree)
    }
  }

  private static let now = Moment(
    wall: Timestamp(seconds: 1_580_515_200), uptime: Uptime(milliseconds: 5_000_000))

  private static func evaluate(
    _ kind: Topic.Up, _ topic: String, _ payload: [UInt8], wasRetained: Bool, _ tree: TopicTree
  ) -> String? {
    let decoder = CommandDecoder(tree: tree)
    switch decoder.decode(topic: topic, payload: payload, wasRetained: wasRetained, at: now) {
    case .event(let event):
      if wasRetained, !kind.isRetained { return "a retained command acts" }
      return CommandAgreement.holds(event, payload) ? nil : "\(event) is not what is written"
    case .question(let head, let question):
      if wasRetained { return "a retained question is answered" }
      return CommandAgreement.holds(head, question, payload) ? nil : "\(question) is not what is written"
    case .join(_, let password):
      if wasRetained { return "a retained join acts" }
      let written = (try? JSONSerialization.jsonObject(with: Data(payload))) as? [String: Any]
      return written?["password"] as? String == password ? nil : "the password is not what is written"
    case .refusal(let refused):
      let answer = refused.answer
      guard (try? DocumentCodec.decode(Ack.self, from: answer.publication.payload)) != nil else {
        return "the refusal cannot be read"
      }
      return answer.publication.isRetained ? "a retained refusal" : nil
    case .ignored(let ignored): return ignored.text.utf8.count > 1024 ? "a log line without end" : nil
    }
  }
}
