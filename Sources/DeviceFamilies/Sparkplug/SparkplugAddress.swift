import MQTTTypes

/// An edge node, or a device behind one.
///
/// Written `<group>/<edge node>[/<device>]`, with `spBv1.0/` before it or without, or as a topic with its message type:
/// `spBv1.0/Greenhouse/DDATA/edge1/bed-3`. Source: Sparkplug specification 3.0.0, chapter 4 "Topics and Messages".
struct SparkplugAddress: Sendable, Hashable {
  let group: String
  let node: String
  /// `nil`: the edge node itself.
  let device: String?

  private static let namespace = "spBv1.0"
  private static let types: Set<Substring> = [
    "NBIRTH", "NDEATH", "NDATA", "NCMD", "DBIRTH", "DDEATH", "DDATA", "DCMD",
  ]

  init(_ topic: String) throws(BindingProblem) {
    var levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    if levels.first == Self.namespace[...] { levels.removeFirst() }
    if levels.count >= 3, Self.types.contains(levels[1]) { levels.remove(at: 1) }
    guard (2...3).contains(levels.count), !levels.contains(""), levels[0] != "STATE" else {
      throw .badTopic(topic)
    }
    group = String(levels[0])
    node = String(levels[1])
    device = levels.count == 3 ? String(levels[2]) : nil
  }

  /// A topic of this very address.
  func own(_ kind: String) throws(BindingProblem) -> DeviceSource {
    DeviceSource(filter: try Topics.exact(device == nil ? nodeTopic("N", kind) : deviceTopic(kind)))
  }

  /// A topic of the edge node.
  func ofNode(_ kind: String) throws(BindingProblem) -> DeviceSource {
    DeviceSource(filter: try Topics.exact(nodeTopic("N", kind)))
  }

  /// A topic of every device of the edge node.
  func ofDevices(_ kind: String) throws(BindingProblem) -> DeviceSource {
    DeviceSource(filter: try Topics.filter(nodeTopic("D", kind) + "/+"))
  }

  /// Where this address is told things.
  var commandTopic: String { device == nil ? nodeTopic("N", "CMD") : deviceTopic("CMD") }
  /// Where the edge node is told things.
  var nodeCommandTopic: String { nodeTopic("N", "CMD") }

  private func nodeTopic(_ subject: String, _ kind: String) -> String {
    "\(Self.namespace)/\(group)/\(subject)\(kind)/\(node)"
  }

  private func deviceTopic(_ kind: String) -> String { nodeTopic("D", kind) + "/\(device ?? "")" }
}
