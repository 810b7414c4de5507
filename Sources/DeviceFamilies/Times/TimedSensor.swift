import GardenCore
import MQTTTypes
import PayloadJSON

/// A sensor whose owner says where it has its own time, whichever family it is of. Where nothing can be read there, the family's
/// time counts.
///
/// A time on a topic of its own belongs to the values that come within ``reach`` behind it; and to retained ones before it, which
/// are said again with it. A live value before it was measured at its arrival.
struct TimedSensor: DeviceDecoder {
  let sources: [DeviceSource]
  private var inner: any DeviceDecoder
  private let time: TimeMapping
  private var heard: (time: Timestamp, at: Timestamp)?
  /// Retained values without a time, one a quantity.
  private var undated: [DecodedItem] = []
  private var undatedAt = Timestamp(seconds: 0)

  static let reach: Duration = .seconds(5)

  init(_ inner: any DeviceDecoder, _ time: TimeMapping) throws(BindingProblem) {
    self.inner = inner
    self.time = time
    let own = try time.topic.map { (topic) throws(BindingProblem) in try Topics.filter(topic) }
    sources = inner.sources + [own].compactMap { $0.map { DeviceSource(filter: $0) } }
  }

  var question: MQTTPublication? { inner.question }

  mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == inner.sources.count {
      hear(payload, context, into: &items)
      return
    }
    let first = items.count
    inner.decode(payload, source: source, context: context, into: &items)
    guard items.indices.contains(where: { $0 >= first && items[$0].dated(nil) != nil }) else { return }
    let isOwn = time.topic != nil
    let measured = isOwn ? recent(context) : time.read(root(payload), context)
    if let measured {
      DecodeTrace.of(payload)?.date(measured)
      for i in items.indices where i >= first { items[i] = items[i].dated(measured) ?? items[i] }
    } else if isOwn, context.wasRetained {
      keep(items[first...], context)
    }
  }

  private mutating func hear(
    _ payload: PayloadReader, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard !payload.isTooLarge, let measured = time.read(root(payload), context) else { return }
    heard = (measured, context.arrival)
    if isNear(undatedAt, context) { items += undated.compactMap { $0.dated(measured) } }
    undated = []
  }

  private mutating func keep(_ items: ArraySlice<DecodedItem>, _ context: DecodeContext) {
    if !isNear(undatedAt, context) { undated = [] }
    undatedAt = context.arrival
    for item in items where item.dated(nil) != nil {
      undated.removeAll { $0.quantity == item.quantity }
      undated.append(item)
    }
  }

  private func recent(_ context: DecodeContext) -> Timestamp? {
    heard.flatMap { isNear($0.at, context) ? $0.time : nil }
  }

  private func isNear(_ moment: Timestamp, _ context: DecodeContext) -> Bool {
    context.arrival >= moment && context.arrival - moment < Self.reach
  }

  private func root(_ payload: PayloadReader) -> FieldRoot {
    if let tree = payload.tree { return .json(tree) }
    if time.path.steps.isEmpty, let root = payload.root { return .json(root) }
    return .text(payload)
  }
}

extension DecodedItem {
  /// The value, measured then; `nil`: it is no value.
  func dated(_ time: Timestamp?) -> DecodedItem? {
    guard case .value(let quantity, let value, let raw, _, let mayBeCached) = self else { return nil }
    return .value(quantity, value, raw: raw, measuredAt: time, mayBeCached: mayBeCached)
  }
}
