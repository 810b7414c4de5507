// Never built with Apple's tools: a test checks the types against stand-ins of Apple's.
import Foundation
import LoamKit
import UserNotifications

/// Takes a document to the broker: an MQTT client, or the phone that the watch talks to. It sends again what is not acked.
protocol Outbox: Sendable { func send(_ document: some Document, as kind: Topic.Up) }

extension Outbox {
  /// The bridge asks for a lowercase UUID.
  private var newID: MessageID? { MessageID(UUID().uuidString.lowercased()) }
  func answer(_ notification: NotificationMessage, with identifier: String) {
    guard let action = ActionName(identifier), let id = newID else { return }
    send(notification.answer(action, id: id, at: EpochSeconds(.now)), as: .action)
  }
  func move(_ slider: LoamKit.Slider, to value: Double) {
    if let id = newID { send(slider.move(to: value, id: id, at: EpochSeconds(.now)), as: .set) }
  }
}

extension UNNotification {
  /// The payload of the push; `nil` where it is none of ours, and the system's own view must do.
  var loam: NotificationMessage? {
    let bytes = try? JSONSerialization.data(withJSONObject: request.content.userInfo)
    return bytes.flatMap { try? DocumentCodec.decode(NotificationMessage.self, from: $0) }
  }
}

/// At the start of the app: the categories that the bridge sends, each with its buttons.
func registerCategories(in center: UNUserNotificationCenter = .current()) {
  let categories = BuiltInCategories.all.map {
    UNNotificationCategory(
      identifier: $0.id.text, actions: $0.buttons.map(\.drawn), intentIdentifiers: [],
      options: .customDismissAction)
  }
  center.setNotificationCategories(Set(categories))
}

extension BuiltInCategories.Button {
  /// As the system draws it. The app's string catalogue has its words under the key.
  var drawn: UNNotificationAction {
    var drawn: UNNotificationActionOptions = []
    if options.contains("authenticationRequired") { drawn.insert(.authenticationRequired) }
    if options.contains("destructive") { drawn.insert(.destructive) }
    let title = NSLocalizedString(titleKey, comment: "")
    return UNNotificationAction(identifier: action.text, title: title, options: drawn)
  }
}
