import GardenCore

/// What the devices' own acks are worth: who sends them, and how long is waited for one.
struct ReceiptHabits {
  /// Devices that have said hello, ever: they are repeated to when they say it again.
  var greeted: Set<DeviceID> = []
  /// Devices that have acknowledged something, ever: they are repeated to also by time. One that never does so may show each repeat
  /// as new.
  var acknowledging: Set<DeviceID> = []

  init(_ devices: [DeviceMemory] = []) {
    greeted = Set(devices.map(\.id))
    acknowledging = Set(devices.filter(\.acknowledges).map(\.id))
  }

  mutating func forget(_ device: DeviceID) {
    greeted.remove(device)
    acknowledging.remove(device)
  }

  /// Whether the device's own ack of it is waited for.
  func wait(for handling: Handling) -> Bool {
    handling.mustArrive
      || handling.receipt != nil
        && (greeted.contains(handling.device) || acknowledging.contains(handling.device))
  }

  /// Whether it is repeated by time, and at every hello.
  func allowRepeats(of handling: Handling) -> Bool {
    handling.mustArrive || acknowledging.contains(handling.device)
  }
}

/// Growing pauses between two times that one document is handed over.
enum RepeatPauses {
  static let all: [Duration] = [.seconds(30), .minutes(5), .hours(1), .hours(6)]
  /// However often a device says hello.
  static let least: Duration = .seconds(10)

  /// After it was handed over so many times; `nil`: not again.
  static func pause(after times: Int) -> Duration? { times > 0 && times <= all.count ? all[times - 1] : nil }

  /// How often it should have been handed over that long after the first time, and the wait for the next. What fell due meanwhile
  /// was done, or is left out.
  static func place(after passed: Duration) -> (times: Int, wait: Duration?) {
    var due = Duration.zero
    for (i, pause) in all.enumerated() {
      due += pause
      if due > passed { return (i + 1, due - passed) }
    }
    return (all.count + 1, nil)
  }
}

/// First in, first out.
struct HandoverQueue {
  private var ids: [Int64] = []
  private var head = 0

  var first: Int64? { head < ids.count ? ids[head] : nil }

  mutating func append(_ id: Int64) { ids.append(id) }

  mutating func removeFirst() {
    head += 1
    guard head > 64, head * 2 > ids.count else { return }
    ids.removeFirst(head)
    head = 0
  }
}
