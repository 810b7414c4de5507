import GardenCore

extension OwnWords {
  /// Takes back what the message says against. `false`: all of it, since the message is not live.
  func apply(to items: inout [DecodedItem], from first: Int, trace: DecodeTrace?) -> Bool {
    guard isLive else {
      items.removeSubrange(first...)
      items.append(.refused(nil, .notLive))
      return false
    }
    for i in items.indices where i >= first {
      guard let quantity = items[i].quantity else { continue }
      let bit: UInt32 = 1 << UInt32(quantity.rawValue)
      if broken & bit != 0 {
        items[i] = .fault(quantity, word)
      } else if gone & bit != 0 {
        items[i] = .refused(quantity, .unavailable)
      } else if quantity == .battery, isFedFromOutside == true {
        items[i] = .refused(.battery, .noValue)
      }
    }
    if let isFedFromOutside { items.append(.supply(isExternal: isFedFromOutside)) }
    if isFedFromOutside != true, let isBatteryLow { items.append(.batteryLow(isBatteryLow)) }
    for word in said { items.append(.said(word)) }
    if let alarm { items.append(.alarm(alarm.isEmpty ? nil : alarm)) }
    return true
  }
}
