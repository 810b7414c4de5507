package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve on a relay of a Shelly of the second generation and later.
///
/// `topic` is the device's prefix, `part` the number `<n>` of the switch, 0 without it.
///
/// Commands go to `<prefix>/rpc` as requests. `toggle_after` ends the run on the device, in seconds; a repeated opening
/// starts it anew, and a closing ends it. No longest time is documented. The answer comes on `bridge/rpc`, since `src` is `bridge`.
/// It says only what was before, and is not read: the state, not the answer, tells what happened.
///
/// A switch that is off already tells nobody when it is told again. So each closing also asks for the state, `Switch.GetStatus`, and
/// the answer comes on `loam-<prefix>/rpc` (`/` of the prefix as `-`): `{"id":2,"src":…,"dst":…,"result":{"id":0,"output":false,…}}`.
/// Where the device may not publish there, a stop that was missed while the bridge was away stays unproved.
///
/// Reports (``ShellyNotification``, or that `result`), component `switch:<n>`:
///
/// | key | report | unit |
/// |---|---|---|
/// | `output` | open, closed | boolean |
/// | `timer_started_at` + `timer_duration` | remaining | Unix seconds, s |
///
/// Source: Shelly Gen2+ API reference, "Switch", "RPC Protocol"; format reference §8.
package struct ShellySwitch: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  private let commandTopic: String
  private let number: Int
  private let component: String
  private let asker: String
  private static let answerSource = 2

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    number = try ShellyGeneration.number(binding.part, default: 0, "the number of the switch: 0, 1, …")
    component = "switch:\(number)"
    asker =
      "loam-" + binding.topic.split(separator: "/", omittingEmptySubsequences: false).joined(separator: "-")
    sources = [
      DeviceSource(filter: try ShellyNotification.topic(binding.topic)),
      DeviceSource(filter: try ShellyNotification.topic(binding.topic, component: component)),
      DeviceSource(filter: try Topics.exact(asker + "/rpc")),
    ]
    commandTopic = binding.topic + "/rpc"
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    let own = "\"id\":\(number)"
    switch action {
    case .open(let runs):
      let set = "{\(own),\"on\":true,\"toggle_after\":\(RunTime.seconds(runs))}"
      return [ShellyRequest.publication(commandTopic, "Switch.Set", set)]
    case .close:
      return [
        ShellyRequest.publication(commandTopic, "Switch.Set", "{\(own),\"on\":false}"),
        ShellyRequest.publication(commandTopic, "Switch.GetStatus", "{\(own)}", id: 2, from: asker),
      ]
    case .setpoint: return []
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == Self.answerSource {
      guard let answer = payload.document(orRefuseInto: &items)?["result"],
        answer["id"]?.integer == Int64(number)
      else { return }
      take(answer, nil, context, into: &items)
    } else if let (status, time) = ShellyNotification.status(
      payload, of: component, isNotification: source == 0, context, into: &items)
    {
      take(status, time, context, into: &items)
    }
  }

  private func take(
    _ status: JSONValue, _ time: Timestamp?, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard let output = status["output"] else { return }
    guard let isOpen = output.bool else {
      items.append(.refused(nil, output.isNull ? .noValue : .malformed))
      return
    }
    var report = ValveReport(isOpen: isOpen, wasRetained: context.wasRetained)
    if isOpen, !context.wasRetained { report.remaining = Self.remaining(status, time ?? context.arrival) }
    items.append(.valve(report))
  }

  /// `nil`: no timer runs, or its times make no sense.
  private static func remaining(_ status: JSONValue, _ now: Timestamp) -> Duration? {
    guard let start = status["timer_started_at"]?.double, let duration = status["timer_duration"]?.double,
      duration > 0, duration < 1e6, start > 0, start < 1e11
    else { return nil }
    let left = (start + duration) * 1000 - Double(now.milliseconds)
    return left >= 0 && left <= duration * 1000 ? .milliseconds(Int64(left)) : nil
  }
}

/// A request to a device: `{"id":1,"src":"bridge","method":…,"params":…}`. The answer goes to `<src>/rpc`.
enum ShellyRequest {
  static func publication(
    _ topic: String, _ method: String, _ params: String, id: Int = 1, from asker: String = "bridge"
  ) -> MQTTPublication {
    let text = "{\"id\":\(id),\"src\":\"\(asker)\",\"method\":\"\(method)\",\"params\":\(params)}"
    return MQTTPublication(topic: topic, payload: Array(text.utf8))
  }
}
