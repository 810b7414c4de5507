import DeviceFamilies
import GardenCore
import PayloadJSON

/// What must hold for the items of any payload, whatever the family.
///
/// What is peculiar to a family is learned from its fixtures, so that a new one is tested without a line here: binary
/// payloads have no written numbers, and a quantity whose fixtures need an unknown conversion is not traced back.
struct DecodedPromise {
  /// Quantities whose values were all found in the payloads of the family's fixtures.
  private var traced: Set<Quantity> = []
  private(set) var isBinary = false

  static let itemsMax = 64

  init(family: Family) throws {
    var untraced: Set<Quantity> = []
    for one in FixtureCase.all where one.family == family && one.fixture.topic != nil {
      if String(validating: one.payload, as: UTF8.self) == nil, one.fixture.expect?.isEmpty == false {
        isBinary = true
      }
      let numbers = WrittenNumbers(one.payload + one.earlierBytes)
      for items in Self.items(of: one.payload, by: try one.deviceInItsState(), one.context) {
        for case .value(let quantity, let value, let raw, _, _) in items {
          traced.insert(quantity)
          if !numbers.explain(raw ?? value) { untraced.insert(quantity) }
        }
      }
    }
    traced.subtract(untraced)
  }

  /// The items of one message on each source of a fresh device.
  static func items(
    of payload: [UInt8], by device: any DeviceDecoder, _ context: DecodeContext
  ) -> [[DecodedItem]] {
    let reader = PayloadReader()
    return device.sources.indices.map { source in
      var device = device
      var items: [DecodedItem] = []
      reader.load(payload.span)
      device.decode(reader, source: source, context: context, into: &items)
      return items
    }
  }

  /// What is broken by these items of a payload; `nil`: nothing.
  ///
  /// - Parameters:
  ///   - original: what the device sends when all is well.
  ///   - earlier: what a decoder that remembers may have its number from.
  func breach(
    _ items: [DecodedItem], of payload: [UInt8], original: [UInt8], earlier: [UInt8] = []
  ) -> String? {
    if items.count > Self.itemsMax { return "\(items.count) items" }
    var numbers: WrittenNumbers?
    for item in items {
      switch item {
      case .value(let quantity, let value, let raw, let time, _):
        if !value.isFinite || raw?.isFinite == false { return "\(quantity.name) \(value) is not finite" }
        if let time, time < Timestamp(seconds: 1_451_606_400) { return "measured in \(time.seconds)" }
        if !isReadable(payload, original, earlier) {
          return "\(quantity.name) \(value) from what cannot be read"
        }
        if isBinary || !traced.contains(quantity) { continue }
        let written = numbers ?? WrittenNumbers(payload + earlier)
        numbers = written
        if !written.explain(raw ?? value) { return "\(quantity.name) \(raw ?? value) is not written there" }
      case .setpoint(let value):
        if !value.isFinite || !isReadable(payload, original, earlier) { return "setpoint \(value)" }
      case .valve(let report):
        let parts = [report.litres, report.litresPerMinute]
        if parts.contains(where: { $0?.isFinite == false }) { return "\(report) is not finite" }
      case .online, .batteryLow, .fault, .alarm, .said, .supply, .refused, .interlock, .asks: break
      }
    }
    return nil
  }

  private func isReadable(_ payload: [UInt8], _ original: [UInt8], _ earlier: [UInt8]) -> Bool {
    if isBinary { return ProtobufWire.isMessage(payload[...]) }
    return !earlier.isEmpty || IndependentReader.isReadable(payload)
      || !IndependentReader.isReadable(original)
  }
}
