// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Not Apple's: names and types of UserNotificationsUI that Examples/LoamApp uses, by hand.
import UserNotifications

@MainActor public protocol UNNotificationContentExtension {
  func didReceive(_ notification: UNNotification)
}
