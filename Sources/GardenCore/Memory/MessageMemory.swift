/// A message that its receiver has not acknowledged, that waits for a new day, or whose blob is not whole yet.
package struct MessageMemory: Sendable, Hashable {
  /// Rising: the order of delivery.
  package var number: Int
  package var message: AppMessage
  /// How many bytes of its blob are stored, from the first on.
  package var received: Int

  package init(number: Int, message: AppMessage, received: Int = 0) {
    self.number = number
    self.message = message
    self.received = received
  }

  /// All that belongs to it is here.
  package var isWhole: Bool { received >= message.blob?.size ?? 0 }
}
