import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON

/// Messages of sensors, valves and thermostats → events.
struct DeviceIntake {
  private var routes = RouteMap()
  private let reader: PayloadReader
  private var items: [DecodedItem] = []
  /// What decoders want to be told, to be sent after this turn. A decoder limits how often it asks.
  var questions: [MQTTPublication] = []
  private(set) var messages: UInt64 = 0
  /// Messages under our filters that concern no configured device.
  private(set) var unrouted: UInt64 = 0

  /// What the broker is asked for.
  let subscriptions: [MQTTSubscription]

  /// - Parameter apart: our own tree, which no filter may bring as well.
  init(_ devices: BridgeDevices, apart: TopicFilter? = nil) {
    reader = PayloadReader()
    items.reserveCapacity(64)
    for (sensor, decoder) in devices.sensors { routes.add(decoder, for: .sensor(sensor)) }
    for (actuator, driver) in devices.drivers { routes.add(driver, for: .actuator(actuator)) }
    for (interlock, topic) in devices.interlocks { routes.add(topic, for: .interlock(interlock)) }
    subscriptions = routes.subscriptions(apart: apart)
  }

  /// See ``PayloadReader/partLookedAt``: of the last message.
  var partLookedAt: [UInt8]? { reader.partLookedAt }
  func noteLooks() { reader.noteLooks() }

  var filters: Set<TopicFilter> { routes.filters }

  /// An actuator's driver with what it has heard: the unit of a device decides what a command says.
  func driver(of actuator: ActuatorIndex) -> (any DeviceDriver)? {
    guard let place = routes.owners.firstIndex(of: .actuator(actuator)) else { return nil }
    return routes.decoders[place] as? any DeviceDriver
  }

  /// What the broker's answer to one filter says of each sensor under it; see ``RouteMap/sensors(under:refused:)``.
  func answers(under filter: String, refused: Set<String>) -> [Event] {
    routes.sensors(under: filter, refused: refused).map { .subscription($0.sensor, isRefused: $0.isRefused) }
  }

  /// Decodes one message for every device it concerns and hands what it says to `deliver`.
  mutating func take(
    topic: Span<UInt8>, payload: Span<UInt8>, context: DecodeContext, deliver: (Event) -> Void
  ) {
    messages &+= 1
    guard let route = routes.route(of: topic) else {
      unrouted &+= 1
      return
    }
    reader.load(payload)
    for listener in routes.routes[route] {
      let owner = routes.owners[listener.decoder]
      items.removeAll(keepingCapacity: true)
      routes.decoders[listener.decoder].decode(
        reader, source: listener.source, context: context, into: &items)
      for item in items {
        if case .asks = item, let question = routes.decoders[listener.decoder].question,
          // Several devices behind one gateway miss the same message and ask the same.
          !questions.contains(question)
        {
          questions.append(question)
        }
        if let event = Self.event(item, of: owner, wasRetained: context.wasRetained) { deliver(event) }
      }
    }
  }

  private static func event(_ item: DecodedItem, of owner: RouteMap.Owner, wasRetained: Bool) -> Event? {
    switch (item, owner) {
    case (.value(let quantity, let value, let raw, let measuredAt, let mayBeCached), .sensor(let sensor)):
      .reading(
        Reading(
          sensor: sensor, quantity: quantity, value: value, raw: raw, measuredAt: measuredAt,
          wasRetained: wasRetained, mayBeCached: mayBeCached))
    case (.refused(let quantity, let refusal), .sensor(let sensor)): .refused(sensor, quantity, refusal)
    case (.online(let isOnline), .sensor(let sensor)): .availability(sensor, isOnline: isOnline)
    case (.batteryLow(let isLow), .sensor(let sensor)): .batteryLow(sensor, isLow)
    case (.fault(let quantity, let word), .sensor(let sensor)): .fault(sensor, quantity, word)
    case (.alarm(let word), .sensor(let sensor)): .alarm(sensor, word)
    case (.supply(let isExternal), .sensor(let sensor)): .supply(sensor, isExternal: isExternal)
    case (.valve(let report), .actuator(let actuator)): .valve(actuator, report)
    case (.setpoint(let value), .actuator(let actuator)):
      .setpoint(actuator, SetpointReport(value: value, wasRetained: wasRetained))
    case (.interlock(let blocks), .interlock(let interlock)):
      .interlock(interlock, InterlockReport(blocks: blocks, wasRetained: wasRetained))
    default: nil
    }
  }
}
