/// A message that its receiver has not acknowledged, or that waits for a new day.
package struct MessageMemory: Sendable, Hashable {
  /// Rising: the order of delivery.
  package var number: Int
  package var message: AppMessage

  package init(number: Int, message: AppMessage) {
    self.number = number
    self.message = message
  }
}
