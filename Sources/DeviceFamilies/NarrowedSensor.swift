import GardenCore
import MQTTTypes
import PayloadJSON

/// A sensor of which the owner wants only some quantities: the others do not count, however the family finds them.
struct NarrowedSensor: DeviceDecoder {
  private var inner: any DeviceDecoder
  private let excluded: Set<Quantity>

  init(_ inner: any DeviceDecoder, without excluded: Set<Quantity>) {
    self.inner = inner
    self.excluded = excluded
  }

  var sources: [DeviceSource] { inner.sources }
  var question: MQTTPublication? { inner.question }

  mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let first = items.count
    inner.decode(payload, source: source, context: context, into: &items)
    for i in items.indices.reversed() where i >= first {
      if let quantity = items[i].quantity, excluded.contains(quantity) { items.remove(at: i) }
    }
  }
}
