// Never built with Apple's tools: a test checks the types against stand-ins of Apple's.
import Foundation
import LoamKit
import UserNotifications

/// Takes a document to the broker: an MQTT client, or the phone that the watch talks to. It sends again what is not acked.
protocol Outbox: Sendable { func send(_ document: [UInt8], as kind: Topic.Up) }

extension UNNotification {
  /// The payload of the push; `nil` where it is none of ours, and the system's own view must do.
  var loam: NotificationMessage? {
    guard let bytes = try? JSONSerialization.data(withJSONObject: request.content.userInfo) else {
      return nil
    }
    return try? DocumentCodec.decode(NotificationMessage.self, from: bytes)
  }
}

extension EpochSeconds {
  static var now: Self { Self(clamping: Int64(Date().timeIntervalSince1970)) }
  var date: Date { Date(timeIntervalSince1970: Double(seconds)) }
}

extension Outbox {
  /// What was pressed on a notification. The bridge asks for a lowercase UUID.
  func answer(_ notification: NotificationMessage, with identifier: String) {
    let note = notification.note
    guard let action = ActionName(identifier), let id = MessageID(UUID().uuidString.lowercased()) else {
      return
    }
    let press = ActionMessage(
      id: id, category: notification.aps.category, action: action, plant: notification.plant?.id, at: .now,
      note: note.id,
      key: note.key, rev: note.rev)
    if let bytes = try? DocumentCodec.encode(press) { send(bytes, as: .action) }
  }

  /// Where the slider was let go, on its grid.
  func move(_ slider: LoamKit.Slider, to value: Double) {
    guard let id = MessageID(UUID().uuidString.lowercased()) else { return }
    let move = SetMessage(
      id: id, control: slider.id, value: value, unit: slider.unit, base: slider.rev, at: .now,
      exp: slider.until)
    if let bytes = try? DocumentCodec.encode(move) { send(bytes, as: .set) }
  }
}
