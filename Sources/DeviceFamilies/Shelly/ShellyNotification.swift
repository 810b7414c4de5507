import GardenCore
import MQTTTypes
import PayloadJSON

/// The two ways in which a Shelly of a later generation says the state of a component.
///
/// | topic | payload | when |
/// |---|---|---|
/// | `<prefix>/status/<component>:<n>` | the component's status | "Generic status update over MQTT" is on |
/// | `<prefix>/events/rpc` | `{"src":…,"dst":…,"method":…,"params":{"ts":…,"<component>:<n>":{…}}}` | "RPC status notifications" are on (default) |
///
/// `NotifyStatus` holds only what changed and is laid over what is known: since every quantity keeps its own value and
/// time, saying what is there does that. `NotifyFullStatus` holds all. `NotifyEvent` (button, sleep) holds no state. `ts` is
/// Unix seconds with a fraction, or `null` before the clock is set.
/// Source: Shelly Gen2+ API reference, "Notifications", "MQTT"; format reference §8.
struct ShellyNotification {
  /// `params`: components by name.
  let components: JSONValue
  let measuredAt: Timestamp?

  static func topic(_ prefix: String) throws(BindingProblem) -> TopicFilter {
    try Topics.exact(prefix + "/events/rpc")
  }

  static func topic(_ prefix: String, component: String) throws(BindingProblem) -> TopicFilter {
    try Topics.exact("\(prefix)/status/\(component)")
  }

  /// `nil`: it says no state.
  init?(_ message: JSONValue, _ context: DecodeContext) {
    guard let method = message["method"],
      method.textEquals("NotifyStatus") || method.textEquals("NotifyFullStatus"),
      let params = message["params"]
    else { return nil }
    components = params
    measuredAt = MeasurementTime.read(params["ts"], context)
  }

  /// What a message of a driver says of its one component. `notifications`: the source of `events/rpc`.
  static func status(
    _ payload: PayloadReader, of component: String, isNotification: Bool, _ context: DecodeContext,
    into items: inout [DecodedItem]
  ) -> (status: JSONValue, at: Timestamp?)? {
    guard let message = payload.document(orRefuseInto: &items) else { return nil }
    guard isNotification else { return (message, nil) }
    guard let notification = ShellyNotification(message, context),
      let status = notification.components[component]
    else { return nil }
    return (status, notification.measuredAt)
  }
}
