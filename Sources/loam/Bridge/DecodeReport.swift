import BridgeConfig
import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON

/// What `loam decode` has to say, as JSON. Members that are absent say nothing.
struct DecodeReport: Encodable {
  var topic: String
  var bytes: Int
  var devices: [Device] = []
  /// Where no device listens to the topic.
  var unbound: Unbound?

  /// One device on one of its topics.
  struct Device: Encodable {
    var device: String
    var family: String
    var filter: String
    var not_selected: [NotSelected] = []
    var times: [OwnTime] = []
    var fields: [Field] = []
    var findings: [Finding] = []
  }
  struct NotSelected: Encodable {
    var path: String
    var wanted: [String]
    var stood: String?
    /// Where nothing stands: the path of the message that is most like it.
    var nearest: String?
  }
  struct OwnTime: Encodable {
    var path: String?
    var stood: String?
    var measured_at: Double?
  }
  struct Field: Encodable {
    var quantity: String
    var path: String
    var stood: String?
    /// Where nothing stands: the path of the message that is most like it.
    var nearest: String?
    var number: Double?
    var unit: String?
    var calibration: String?
    var why: String?
    var result: Finding?
  }
  struct Finding: Encodable {
    var quantity: String?
    var value: Double?
    var raw: Double?
    /// Seconds since 1970.
    var measured_at: Double?
    var refused: String?
    var says: String?
  }
  struct Unbound: Encodable {
    var form: String
    var nearest: [Neighbour]
    var values: [Value]
    var left_out: Int
    /// What `loam sniff` would print of it; absent: it measures nothing of a plant, and moves nothing.
    var config: String?
  }
  struct Neighbour: Encodable {
    var device: String
    var filter: String
  }
  struct Value: Encodable {
    var path: String
    var stood: String
    var number: Double?
  }

  var hasReading: Bool { devices.contains { $0.findings.contains { $0.refused == nil } } }
}

extension DecodeReport {
  /// Sends the message through every device that listens to its topic; the decoders themselves write down what they do.
  init(
    topic: String, payload: [UInt8], wasRetained: Bool, settings: BridgeSettings, arrival: Timestamp
  ) throws {
    self.topic = topic
    bytes = payload.count
    let reader = PayloadReader(bytesMax: 65_536)
    reader.load(payload.span)
    let context = DecodeContext(
      arrival: arrival, wasRetained: wasRetained, calendar: settings.plan.site.calendar)
    let decoders = try Self.decoders(settings)
    for (id, family, decoder) in decoders {
      for (index, source) in decoder.sources.enumerated() where source.filter.matches(topic) {
        let trace = DecodeTrace()
        reader.observer = trace
        var items: [DecodedItem] = []
        var device = decoder
        device.decode(reader, source: index, context: context, into: &items)
        var heard = Device(id, family, source.filter, trace, items)
        heard.nameNearest(among: PayloadOutline(reader).values.map(\.path))
        devices.append(heard)
      }
    }
    reader.observer = nil
    guard devices.isEmpty else { return }
    unbound = Unbound(reader, topic, decoders)
    var heard = HeardMessages(ownTree: settings.bridge.baseTopic)
    heard.take(
      HeardMessage(topic: topic, payload: payload, wasRetained: wasRetained, arrival: arrival), reader)
    var taken = FoundConfig.Taken(settings.plan)
    taken.hasDevice = true
    let found = FoundConfig(Recognition(heard, calendar: context.calendar).devices, taken: taken)
    unbound?.config = found.isEmpty ? nil : found.text(broker: nil)
  }

  private typealias Bound = (String, Family, any DeviceDecoder)

  private static func decoders(_ settings: BridgeSettings) throws -> [Bound] {
    let sensors: [Bound] = try settings.sensors.map { binding in
      let id = settings.plan.sensors[Int(binding.sensor.position)].id
      return (id, binding.family, try Families.makeSensor(binding))
    }
    let actuators: [Bound] = try settings.actuators.map { binding in
      let id = settings.plan.actuators[Int(binding.actuator.position)].id
      return (id, binding.family, try Families.makeDriver(binding))
    }
    return sensors + actuators
  }
}

extension DecodeReport.Device {
  fileprivate init(
    _ id: String, _ family: Family, _ filter: TopicFilter, _ trace: DecodeTrace, _ items: [DecodedItem]
  ) {
    device = id
    self.family = family.name
    self.filter = filter.text
    not_selected = trace.selections.map { .init(path: $0.path, wanted: $0.wanted, stood: $0.stood) }
    times = trace.times.map { time in
      .init(
        path: time.path, stood: time.stood,
        measured_at: time.time.map { Double($0.milliseconds) / 1000 })
    }
    fields = trace.fields.map { field in
      .init(
        quantity: "\(field.quantity.name)", path: field.path, stood: field.stood, number: field.number,
        unit: field.unit?.rawValue, calibration: field.calibration, why: field.why,
        result: field.item.map { DecodeReport.Finding($0) })
    }
    findings = items.map { DecodeReport.Finding($0) }
  }
}

extension DecodeReport.Device {
  /// For each path that leads nowhere: where it might have led. Paths of the message, from its root.
  fileprivate mutating func nameNearest(among paths: [String]) {
    func nearest(_ path: String) -> String? {
      let last = Self.lastKey(path)
      return paths.first { Self.lastKey($0) == last }
        ?? NearestName.nearest(to: last, among: paths.map(Self.lastKey)).flatMap { name in
          paths.first { Self.lastKey($0) == name }
        } ?? NearestName.nearest(to: path, among: paths)
    }
    for i in fields.indices where fields[i].stood == nil && fields[i].why == nil && !fields[i].path.isEmpty {
      fields[i].nearest = nearest(fields[i].path)
    }
    for i in not_selected.indices where not_selected[i].stood == nil {
      not_selected[i].nearest = nearest(not_selected[i].path)
    }
  }

  private static func lastKey(_ path: String) -> String {
    path.split(separator: ".").last.map(String.init) ?? path
  }
}

extension DecodeReport.Finding {
  init(_ item: DecodedItem) {
    switch item {
    case .value(let quantity, let value, let raw, let measuredAt, _):
      self.quantity = "\(quantity.name)"
      self.value = value
      self.raw = raw
      measured_at = measuredAt.map { Double($0.milliseconds) / 1000 }
      if !quantity.plausible(isCalibrated: raw != nil).contains(value) {
        refused = "\(Refusal.impossible.name)"
      }
    case .refused(let quantity, let refusal):
      self.quantity = quantity.map { "\($0.name)" }
      refused = "\(refusal.name)"
    case .online(let isOnline): says = isOnline ? "online" : "offline"
    case .batteryLow(let isLow): says = isLow ? "battery low" : "battery fine"
    case .fault(let quantity, let word):
      self.quantity = "\(quantity.name)"
      refused = "\(Refusal.fault.name): \(word.text)"
    case .alarm(let word): says = word.map { "alarm: \($0.text)" } ?? "no alarm"
    case .said(let word):
      says = "\(word.text.text), which is no alarm until it differs from what the device usually says"
    case .supply(let isExternal): says = isExternal ? "fed from outside" : "on battery"
    case .valve(let report): says = Self.words(report)
    case .setpoint(let value):
      says = "setpoint"
      self.value = value
    case .interlock(let blocks): says = blocks.map { $0 ? "blocks" : "clear" } ?? "neither blocks nor clear"
    case .asks: says = "asks the device for all it has"
    }
  }

  private static func words(_ report: ValveReport) -> String {
    var words: [String] = []
    if let isOpen = report.isOpen { words.append(isOpen ? "open" : "closed") }
    if let remaining = report.remaining { words.append("\(remaining.milliseconds / 1000) s left") }
    if let litres = report.litres { words.append("\(litres) l in this run") }
    if let flow = report.litresPerMinute { words.append("\(flow) l/min") }
    if let isShort = report.isShortOfWater { words.append(isShort ? "short of water" : "has water") }
    if let isLeaking = report.isLeaking { words.append(isLeaking ? "leaking" : "tight") }
    return words.joined(separator: ", ")
  }
}

extension DecodeReport.Unbound {
  fileprivate init(
    _ reader: PayloadReader, _ topic: String, _ decoders: [(String, Family, any DeviceDecoder)]
  ) {
    let outline = PayloadOutline(reader)
    form = outline.form.rawValue
    values = outline.values.map { .init(path: $0.path, stood: $0.stood, number: $0.number) }
    left_out = outline.leftOut
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    var known: [(likeness: Int, neighbour: DecodeReport.Neighbour)] = []
    for (id, _, decoder) in decoders {
      for source in decoder.sources {
        let likeness = zip(levels, source.filter.levels).count { $1 == .name($0) }
        if likeness > 0 {
          known.append((likeness, .init(device: id, filter: source.filter.text)))
        }
      }
    }
    nearest = known.sorted { $0.likeness > $1.likeness }.prefix(3).map(\.neighbour)
  }
}
